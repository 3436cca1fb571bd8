#!/bin/sh
# Tests the source archive: made again it has the same bytes, the checksums match, a validator of SPDX accepts the bill of
# materials, and the archive alone builds a program that passes the demo. Usage: Packaging/dist-test.sh OOBQR PYSPDXTOOLS.
set -eu
oobqr=$1
validate=$2
fail() { echo "$*" >&2; exit 1; }

Packaging/dist.sh "$oobqr" >/dev/null
cp .build-dist/SHA256SUMS .build-dist/first
first=$(cat .build-dist/first)
Packaging/dist.sh "$oobqr" >/dev/null
[ "$first" = "$(cat .build-dist/SHA256SUMS)" ] || fail "the archive or the bill of materials has other bytes when it is made again"
(cd .build-dist && sha256sum --quiet --check SHA256SUMS)
"$validate" --infile .build-dist/*.spdx.json
tar -xzf .build-dist/*.tar.gz -C .build-dist
cd .build-dist/oobqr-*/
make --no-print-directory demo >../demo.txt || { cat ../demo.txt; fail "the archive alone does not build"; }
grep -q "an app link" ../demo.txt || fail "the demo of the archive does not work"
echo "The source archive has the same bytes when it is made again, its checksums match, its bill of materials is valid, and it builds."
