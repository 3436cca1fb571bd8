#!/bin/sh
# Packs the program and the server for Debian. Usage: Packaging/deb.sh OOBQR SERVER-FOLDER, from the top folder, after their
# release builds. Prints the names of the packages. Their maintainer is DEBFULLNAME with DEBEMAIL, or the author of the last commit, whose time
# is that of all its files: the same commit gives the same bytes.
set -eu
oobqr=$1
server=$2
version=$("$oobqr" --version | cut -d " " -f 1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
folder=.build-deb/oobqr-$version
rm -rf "$folder" .build-deb/*.deb
mkdir -p "$folder"
make --no-print-directory install PREFIX=/usr DESTDIR="$folder/root" >/dev/null
install -d "$folder/server/usr/bin"
install -s "$server/oobqr-server" "$server/oobqr-phone" "$folder/server/usr/bin"
git archive HEAD README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE NOTICE docs Samples | tar -x -C "$folder"
cp -R Packaging/debian "$folder/"
sed -i "s/@MAINTAINER@/$maintainer/" "$folder/debian/control"
{
  echo "oobqr ($version) unstable; urgency=medium"
  echo
  echo "  * See /usr/share/doc/oobqr/changelog.gz."
  echo
  echo " -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")"
} >"$folder/debian/changelog"
log=$(mktemp)
(cd "$folder" && dpkg-buildpackage -b -us -uc -d) >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; exit 1; }
rm -f "$log"
ls .build-deb/*.deb
