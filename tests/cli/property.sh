#!/bin/sh
# With memory to spare the output is that of awk '!seen[key]++', byte for byte: random streams in
# every format, for any number of threads. Usage: property.sh BUILD
set -eu
PATH=$1:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# random SEED RECORDS 'awk expression of a record'; word() is one of some hundred.
random() {
  awk -v seed="$1" -v records="$2" '
    function word() { return words[int(rand() * rand() * 100)] }
    BEGIN {
      srand(seed)
      for (i = 0; i < 100; i++) for (j = int(rand() * 12); j > 0; j--) words[i] = words[i] sprintf("%c", 97 + rand() * 26)
      for (n = 0; n < records; n++) print '"$3"'
    }'
}

# same NAME: `expected` must come out of sluice with the options that follow, on `stream`.
same() {
  name=$1
  shift
  for threads in 1 2 5; do
    sluice -q -m 8M -j $threads "$@" stream >out
    sluice -q -m 8M -j $threads "$@" <stream >piped
    cmp expected out && cmp expected piped || { echo "differs: $name, seed $seed, $threads threads"; exit 1; }
  done
}

for seed in 1 2 3 4 5 6 7 8; do
  records=$((seed % 4 == 0 ? 60000 : 700))

  random $seed $records 'word() " " word()' >stream
  awk '!seen[$0]++' stream >expected
  same lines
  same 'csv, whole' -f csv
  gzip -c stream >packed && mv packed stream
  same gzip
  gzip -dc stream | zstd -q >packed && mv packed stream
  same zstd

  random $seed $records 'word() " " word()' | tr '\n' '\0' >stream
  tr '\0' '\n' <stream | awk '!seen[$0]++' | tr '\n' '\0' >expected
  same null -0

  random $seed $records 'word() "\t" word() "\t" word()' >stream
  awk -F '\t' '!seen[$2]++' stream >expected
  same tsv -f tsv -k 2
  awk -F '\t' '!seen[$1, $3]++' stream >expected
  same 'tsv, two columns' -f tsv -k 1,3

  # \001 stands for a newline inside quotes while awk looks at it.
  random $seed $records 'word() ",\"" word() ";\001\"\"" word() "\"," word()' >lines
  tr '\001' '\n' <lines >stream
  awk -F , '!seen[$2]++' lines | tr '\001' '\n' >expected
  same 'csv, quoted' -f csv -k 2
  awk -F , '!seen[$3]++' lines | tr '\001' '\n' >expected
  same 'csv, behind quotes' -f csv -k 3
  awk '!seen[$0]++' lines | tr '\001' '\n' >expected
  same 'csv, whole, quoted' -f csv
  { echo 'one,two,three'; cat stream; } >named && mv named stream
  { echo 'one,two,three'; awk -F , '!seen[$2]++' lines | tr '\001' '\n'; } >expected
  same 'csv, by name' -f csv -k two

  random $seed $records '"{\"a\":\"" word() "\",\"b\":{\"c\":\"" word() "\"}}"' >stream
  awk -F '"' '!seen[$4]++' stream >expected
  same jsonl -f jsonl -k /a
  awk -F '"' '!seen[$10]++' stream >expected
  same 'jsonl, nested' -f jsonl -k /b/c
  awk -F '"' '!seen[$4, $10]++' stream >expected
  same 'jsonl, two pointers' -f jsonl -k /a,/b/c

  random $seed $records 'substr(word() "       ", 1, 7)' >lines
  tr -d '\n' <lines >stream
  awk '!seen[$0]++' lines | tr -d '\n' >expected
  same fixed -f fixed:7
done
