#!/bin/sh
# Runs the command line of a case in an empty folder and holds what it writes against the files
# beside it. Usage: run.sh BUILD CASE [--update]
#   cmd      the script; sluice and sluice-lab are on its path
#   stdout, stderr, status    what it must write and return; nothing and 0 where there is no file
set -u
build=$1
case=$2
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
mkdir "$folder/work"

PATH=$build:$PATH
export PATH
LC_ALL=C
export LC_ALL
unset NO_COLOR
(cd "$folder/work" && exec sh "$case/cmd" >"$folder/stdout" 2>"$folder/stderr")
status=$?
[ $status = 0 ] && : >"$folder/status" || echo $status >"$folder/status"

failed=0
for what in stdout stderr status; do
  if [ "${3-}" = --update ]; then
    if [ -s "$folder/$what" ]; then cp "$folder/$what" "$case/$what"; else rm -f "$case/$what"; fi
  elif [ -f "$case/$what" ]; then
    diff -a -u "$case/$what" "$folder/$what" || failed=1
  elif [ -s "$folder/$what" ]; then
    echo "unexpected $what:"; cat "$folder/$what"; failed=1
  fi
done
exit $failed
