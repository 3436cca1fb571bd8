#!/bin/sh
# Shows on a sample payload what oobqr does. Usage: Samples/demo.sh path/to/oobqr
set -eu
oobqr=$1
show() { echo; echo "\$ oobqr $*"; "$oobqr" "$@"; }

echo "A login server has sent this out-of-band payload (Samples/payload.json):"
cat Samples/payload.json; echo
echo
echo "It goes into an app link, and the link into a symbol:"
show make --payload Samples/payload.json --base-url https://access.siven.ch/open -o demo.png
echo
echo "Scanned and checked, with the token shortened, and what the vendor's example apps get from the link:"
show scan --check --policy Samples/oobqr-policy.json demo.png
echo
echo "The same payload under a custom URI scheme, in a symbol:"
show check --policy Samples/oobqr-policy.json --channel qr Samples/links/custom-uri.txt
echo
echo "demo.png holds the symbol."
