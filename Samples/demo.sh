#!/bin/sh
# Shows what oobqr does with a sample payload. Usage: Samples/demo.sh path/to/oobqr
set -eu
oobqr=$1
show() { echo; echo "\$ oobqr $*"; "$oobqr" "$@"; }

echo "A login server has sent this out-of-band payload (Samples/payload.json):"
cat Samples/payload.json; echo
echo
echo "It is put in an app link, and the link in a symbol:"
show make --payload Samples/payload.json --base-url https://access.siven.ch/open -o demo.png
echo
echo "Scanned and checked, with the token shortened:"
show scan --check --policy Samples/oobqr-policy.json demo.png
echo
echo "What phones do with the same payload as a custom URI, and as this app link (note Android 13):"
show simulate Samples/links/custom-uri.txt
show simulate demo.png
echo
echo "The symbol is in demo.png. 'make install' builds and installs an optimised oobqr, with manual pages and completions."
