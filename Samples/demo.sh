#!/bin/sh
# Shows on a sample payload what oobqr does. Usage: Samples/demo.sh path/to/oobqr
set -eu
oobqr=$1
show() { echo; echo "\$ oobqr $*"; "$oobqr" "$@"; }

echo "A login server has sent this out-of-band payload (Samples/payload.json):"
cat Samples/payload.json; echo
show make --file Samples/payload.json -o demo.png
show scan demo.png
"$oobqr" scan --raw demo.png | cmp - Samples/payload.json
echo; echo "demo.png holds the payload byte for byte."
