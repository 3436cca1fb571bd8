#!/bin/sh
# Builds the documentation of libraries from a build, where a warning is an error: documentation.sh MODULES SOURCES OUTPUT.
# A library is a folder in SOURCES with a .docc folder; MODULES is where the build has its modules.
modules=$1 sources=$2 output=$3
set --
# Where the modules of C libraries are described: ours, those of packages, and those that the build has written.
for map in "$(dirname "$0")"/../Sources/*/module.modulemap "$modules"/../*.build/module.modulemap \
  "$sources"/../.build/checkouts/*/Sources/*/include/module.modulemap \
  "$sources"/../.build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap; do
  case $map in *\** | *Cpp* | *GRDBSQLCipher*) continue ;; esac
  if [ -e "$map" ]; then set -- "$@" -Xcc "-fmodule-map-file=$map"; fi
done
rm -rf "$output"
mkdir -p "$output"
count=0
for catalogue in "$sources"/*/*.docc; do
  library=$(basename "$catalogue" .docc)
  graphs=$output/graphs/$library
  mkdir -p "$graphs"
  { swift symbolgraph-extract -module-name "$library" -I "$modules" "$@" -target "$(uname -m)-unknown-linux-gnu" \
    -minimum-access-level public -skip-inherited-docs -output-dir "$graphs" \
    && docc convert "$catalogue" --additional-symbol-graph-dir "$graphs" --fallback-display-name "$library" \
      --fallback-bundle-identifier "$library" --warnings-as-errors --output-path "$output/$library.doccarchive"; } \
    >"$output/log" 2>&1 || { cat "$output/log"; exit 1; }
  count=$((count + 1))
done
echo "Documentation: $count libraries, no warnings; in $output"
