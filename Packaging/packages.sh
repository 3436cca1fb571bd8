#!/bin/sh
# Installs the Debian packages that are missing: packages.sh NAME…
missing=
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "Installing system packages:$missing"
if ! command -v apt-get >/dev/null; then
  echo "apt-get is not available. Install the development files of libqrencode, zbar, libpng, libdeflate and TurboJPEG," \
    "and Pango with cairo, with your system's package manager; poppler-utils for the tests, and qrencode and zbar-tools" \
    "for the benchmarks." >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then root=; elif command -v sudo >/dev/null; then root=sudo; else
  echo "Neither root nor sudo is available. As root, run: apt-get install$missing" >&2
  exit 1
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
{ $root apt-get update && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
  >"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "Could not install:$missing" >&2; exit 1; }
