#!/bin/sh
# Makes a large set of small fixtures as shards of WebDataset: once as one set, and once as four that could be made on four
# machines, and compares the pictures of both.
# Usage: Tests/samples/exports-large.sh path/to/oobqr [number of pictures]
set -eu
oobqr=$(realpath "$1")
count=${2:-1000000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Names make the pictures the same in every part of the list.
awk -v count="$count" 'BEGIN { print "name,message"; for (i = 1; i <= count; i++)
  printf "n%d,https://example.com/%d\n", i, i }' >list.csv

# Runs a command and prints its highest memory, in MiB.
peak() {
  "$@" 2>>errors.txt &
  run=$!
  most=0
  while kill -0 $run 2>/dev/null; do
    kilobytes=$(awk '/VmHWM/ { print $2 }' /proc/$run/status 2>/dev/null || true)
    [ "${kilobytes:-0}" -gt "$most" ] && most=$kilobytes
    sleep 0.2
  done
  wait $run || { tail -n 3 errors.txt >&2; exit 1; }
  echo $((most / 1024))
}

# The digest of each picture of shards, with its message, whatever their order and their keys. Python's tarfile would take
# longer than all the rest.
pictures() {
  python3 -c '
import hashlib, json, sys
for name in sys.argv[1:]:
    with open(name, "rb") as shard:
        while (header := shard.read(512)).strip(b"\0"):
            size = int(header[124:135], 8)
            data = shard.read(-(-size // 512) * 512)[:size]
            if header[:100].rstrip(b"\0").endswith(b".json"):
                print(json.loads(data)["message"], digest)
            else:
                digest = hashlib.sha256(data).hexdigest()
' "$@" | LC_ALL=C sort | sha256sum
}

start=$(date +%s)
made=$(peak "$oobqr" fixtures make -o set --payloads list.csv --scale 1 --damage noise:20)
echo "$count pictures made in $(($(date +%s) - start + 1)) s with at most $made MiB of memory"
start=$(date +%s)
written=$(peak "$oobqr" fixtures export set --as webdataset -o whole.tar)
echo "one archive written in $(($(date +%s) - start + 1)) s with at most $written MiB: $(stat -c %s whole.tar) bytes"
for shard in 1 2 3 4; do "$oobqr" fixtures export set --as webdataset --shard $shard/4 -o set-$shard.tar 2>>errors.txt; done
rm -rf set
whole=$(pictures whole.tar)
[ "$(pictures set-1.tar set-2.tar set-3.tar set-4.tar)" = "$whole" ]
echo "four shards of the set: the same pictures"
rm -f set-?.tar whole.tar

# A quarter of the list for each machine.
for part in 1 2 3 4; do
  awk -v part="$part" 'NR == 1 || NR % 4 == part - 1' list.csv >part.csv
  "$oobqr" fixtures make -o part --payloads part.csv --scale 1 --damage noise:20 2>>errors.txt
  "$oobqr" fixtures export part --as webdataset -o part-$part.tar 2>>errors.txt
  rm -rf part
done
[ "$(pictures part-1.tar part-2.tar part-3.tar part-4.tar)" = "$whole" ]
echo "four parts of the list made one by one: the same pictures"
