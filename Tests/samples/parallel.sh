#!/bin/sh
# Runs the line of docs/lists.md for GNU Parallel and compares its sixteen archives with one made in one go.
# Usage: Tests/samples/parallel.sh path/to/oobqr
set -eu
line=$(grep '^parallel oobqr' docs/lists.md)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(realpath "$1")" "$folder/oobqr"
cd "$folder"
PATH="$folder:$PATH"

{ echo name,text; awk 'BEGIN { for (n = 1; n <= 400; n++) print "n" n ",https://example.com/" n }'; } >codes.csv
eval "$line" 2>/dev/null </dev/null
oobqr make --list codes.csv -o whole.tar 2>/dev/null
mkdir parts whole
for part in part-*.tar; do tar -xf "$part" -C parts; done
tar -xf whole.tar -C whole
rm -f parts/index* whole/index*
[ "$(ls parts | wc -l)" = 400 ]
diff -r parts whole
echo "GNU Parallel: 400 symbols in 16 archives are those of one run"
