#!/bin/sh
# The generated man page and completions are well formed, and complete what they should. Shells that
# are not installed are left out. Usage: documents.sh BUILD
set -eu
cd "$1/documents"

warnings=$(groff -man -ww -z sluice.1 2>&1)
[ -z "$warnings" ] || { echo "sluice.1: $warnings"; exit 1; }
for flag in '\\-\\-memory' '\\-\\-within' '\\-\\-missing\\-key'; do grep -q -e "$flag" sluice.1; done

said=$(bash -c '. ./sluice.bash; COMP_WORDS=(sluice --missing-key f); COMP_CWORD=2; _sluice; echo "${COMPREPLY[@]}"')
[ "$said" = fail ] || { echo "bash offers: $said"; exit 1; }

if command -v zsh >/dev/null; then zsh -n _sluice; fi
if command -v fish >/dev/null; then
  said=$(fish --no-config -c 'source sluice.fish; complete -C "sluice --missing-key f"' | cut -f 1)
  [ "$said" = fail ] || { echo "fish offers: $said"; exit 1; }
fi
