#!/bin/sh
# Runs every sample through the command line and compares the results. Usage: Tests/samples/check.sh path/to/oobqr
set -eu
oobqr=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The program is hardened: its code and data are at random places, its functions are bound and write-protected at the start, its
# stack cannot be executed, and libraries come from the system's folders alone.
properties=$(readelf -hldW "$oobqr")
for property in 'DYN (Position-Independent Executable' BIND_NOW GNU_RELRO 'GNU_STACK .* RW '; do
  echo "$properties" | grep -q "$property" || { echo "$oobqr is not hardened: there is no '$property'" >&2; exit 1; }
done
if echo "$properties" | grep -E 'RUNPATH|RPATH|TEXTREL|GNU_STACK .*E '; then echo "$oobqr is not hardened" >&2; exit 1; fi

"$oobqr" make --file Samples/payload.json -o "$folder/payload.png"
"$oobqr" scan --raw "$folder/payload.png" | cmp - Samples/payload.json

# The messages of each picture, in order, compared with what its encoder put in.
tail -n +2 Tests/pictures/expected.tsv | while IFS="$(printf '\t')" read -r path kind message; do
  [ "$kind" = none ] || printf 'Tests/pictures/%s %s\n' "$path" "$message"
done >"$folder/expected"
cut -f1 Tests/pictures/expected.tsv | tail -n +2 | uniq | sed 's|^|Tests/pictures/|' \
  | xargs "$oobqr" scan --json 2>"$folder/errors" >"$folder/found" || true  # one picture has no symbol
sed 's/^{"format":"[^"]*","path":"\([^"]*\)".*"message_base64":"\([^"]*\)".*/\1 \2/' "$folder/found" | cmp - "$folder/expected"
echo "Pictures: $(wc -l <"$folder/expected") symbols in $(ls Tests/pictures/*.png Tests/pictures/*.jpg | wc -l) files are as expected."
