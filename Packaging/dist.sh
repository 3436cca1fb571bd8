#!/bin/sh
# Packs the sources of the last commit with a bill of materials and checksums. Usage: Packaging/dist.sh OOBQR, from the top
# folder, after make release. Prints the names of the files. The same commit gives the same bytes.
set -eu
version=$("$1" --version | cut -d " " -f 1)
folder=.build-dist
rm -rf "$folder"
mkdir -p "$folder"
git archive --prefix="oobqr-$version/" --output "$folder/oobqr-$version.tar" HEAD
gzip -9 -n "$folder/oobqr-$version.tar"
python3 Packaging/sbom.py "$1" "$(git log -1 --format=%ct)" "$folder/oobqr-$version.tar.gz" >"$folder/oobqr-$version.spdx.json"
(cd "$folder" && sha256sum "oobqr-$version.tar.gz" "oobqr-$version.spdx.json" >SHA256SUMS)
ls "$folder"/*
