#!/bin/sh
# Builds the documentation of libraries from a build, where a warning is an error: documentation.sh MODULES SOURCES OUTPUT.
# A library is a folder in SOURCES with a .docc folder; MODULES is where the build has its modules.
set -e
modules=$1 sources=$2 output=$3
rm -rf "$output"
# Where the modules of C libraries are described.
maps=$(for map in "$(dirname "$0")"/../Sources/*/module.modulemap; do echo "-I $(dirname "$map")"; done)
count=0
for catalogue in "$sources"/*/*.docc; do
  library=$(basename "$catalogue" .docc)
  mkdir -p "$output/graphs/$library"
  # shellcheck disable=SC2086
  swift symbolgraph-extract -module-name "$library" -I "$modules" $maps -target "$(uname -m)-unknown-linux-gnu" \
    -minimum-access-level public -skip-inherited-docs -output-dir "$output/graphs/$library"
  docc convert "$catalogue" --additional-symbol-graph-dir "$output/graphs/$library" --fallback-display-name "$library" \
    --fallback-bundle-identifier "$library" --warnings-as-errors --output-path "$output/$library.doccarchive"
  count=$((count + 1))
done
echo "Documentation: $count libraries, no warnings; in $output"
