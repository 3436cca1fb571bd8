#!/bin/sh
# Runs every sample through the command line and compares the results. Usage: Samples/check.sh path/to/oobqr
set -eu
oobqr=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$oobqr" make --file Samples/payload.json -o "$folder/payload.png"
"$oobqr" scan --raw "$folder/payload.png" | cmp - Samples/payload.json

# The messages of each picture, in order, compared with what its encoder put in.
tail -n +2 Samples/pictures/expected.tsv | while IFS="$(printf '\t')" read -r path kind message; do
  [ "$kind" = none ] || printf 'Samples/pictures/%s %s\n' "$path" "$message"
done >"$folder/expected"
cut -f1 Samples/pictures/expected.tsv | tail -n +2 | uniq | sed 's|^|Samples/pictures/|' \
  | xargs "$oobqr" scan --json 2>"$folder/errors" >"$folder/found" || true  # one picture has no symbol
sed 's/^{"path":"\([^"]*\)".*"message_base64":"\([^"]*\)".*/\1 \2/' "$folder/found" | cmp - "$folder/expected"
echo "Samples: $(wc -l <"$folder/expected") symbols in $(ls Samples/pictures/*.png Samples/pictures/*.jpg | wc -l) pictures are as expected."
