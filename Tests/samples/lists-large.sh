#!/bin/sh
# Makes a large archive of symbols twice, once in one go and once with two kills, and compares them byte for byte.
# Usage: Tests/samples/lists-large.sh path/to/oobqr [number of rows]
set -eu
oobqr=$(realpath "$1")
rows=${2:-1000000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

awk -v rows="$rows" 'BEGIN { for (i = 1; i <= rows; i++)
  printf "{\"text\":\"https://access.example.com/open?dispatchTokenResponse=%08x%08x\"}\n", i, i * 7919 }' >list.jsonl

start=$(date +%s)
"$oobqr" make --list list.jsonl -o whole.tar 2>/dev/null &
run=$!
peak=0
while kill -0 $run 2>/dev/null; do
  kilobytes=$(awk '/VmHWM/ { print $2 }' /proc/$run/status 2>/dev/null || true)
  [ "${kilobytes:-0}" -gt "$peak" ] && peak=$kilobytes
  sleep 1
done
wait $run
seconds=$(($(date +%s) - start + 1))
[ "$(wc -l <whole.jsonl)" = "$rows" ]
echo "$rows symbols in $seconds s, $((rows / seconds)) a second, at most $((peak / 1024)) MiB of memory, $(stat -c %s whole.tar) bytes"

# Kills at about a third and two thirds.
for kill in 1 2; do
  "$oobqr" make --list list.jsonl -o cut.tar --resume 2>/dev/null &
  run=$!
  while kill -0 $run 2>/dev/null && [ "$(wc -l 2>/dev/null <cut.jsonl.part || echo 0)" -lt $((rows * kill / 3)) ]; do
    sleep 0.2
  done
  kill -9 $run
  wait $run 2>/dev/null || true
done
[ ! -e cut.tar ]
"$oobqr" make --list list.jsonl -o cut.tar --resume 2>/dev/null
cmp whole.tar cut.tar
cmp whole.jsonl cut.jsonl
echo "killed twice and resumed: the same archive and index, byte for byte"
