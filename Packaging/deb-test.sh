#!/bin/sh
# Tests the Debian package: built again it has the same bytes, lintian finds no error, and it is installed, used and removed
# in a fresh Debian 12 without Swift. Usage: Packaging/deb-test.sh PACKAGE.deb, as root.
set -eu
package=$1
fail() { echo "$*" >&2; exit 1; }

cp "$package" .build-deb/first
Packaging/deb.sh .build/release/oobqr >/dev/null
cmp .build-deb/first "$package" || fail "the package has other bytes when it is built again"
rm .build-deb/first
lintian --allow-root --fail-on error --suppress-tags bash-completion-with-hashbang "$package"

root=.build-deb/chroot
# The mirror that this system uses.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
quietly() { "$@" >.build-deb/log 2>&1 || { tail -n 20 .build-deb/log >&2; exit 1; }; }
files() { (cd "$root" && find bin etc lib opt root sbin srv usr var/lib -xdev ! -path 'var/lib/dpkg/*' ! -path 'var/lib/apt/*' | sort); }

[ -x "$root/usr/bin/apt-get" ] || {
  rm -rf "$root"
  quietly debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror"
}
cp /etc/resolv.conf "$root/etc/"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || :
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside apt-get update -qq
cp "$package" "$root/tmp/oobqr.deb"
# What it depends on stays, and is no concern of this test.
quietly inside apt-get install -y /tmp/oobqr.deb
quietly inside dpkg --purge oobqr
files >.build-deb/before
quietly inside dpkg -i /tmp/oobqr.deb
inside sh -c 'command -v swift' && fail "there is Swift in the chroot"
inside sh -ec '
  rm -rf /tmp/demo
  mkdir /tmp/demo
  cp -R /usr/share/doc/oobqr/examples/Samples /tmp/demo/
  cd /tmp/demo
  sh Samples/demo.sh oobqr >demo.txt
  grep -q "^demo.png, symbol 1: an app link" demo.txt
  oobqr print sheet --list Samples/kiosk/counters.csv --stock a4,2x4 --caption "{name}" -o sheet.pdf 2>/dev/null
  test "$(oobqr scan Samples/pictures/colour.jpg Samples/pictures/four.png | wc -l)" = 5
  test -f /usr/share/bash-completion/completions/oobqr' || fail "the program does not work in Debian 12"
quietly inside dpkg --purge oobqr
rm -rf "$root/tmp/demo" "$root/tmp/oobqr.deb"
files >.build-deb/after
diff .build-deb/before .build-deb/after || fail "the package leaves files behind"
echo "The package has the same bytes when it is built again. Installed, used and removed in Debian 12: nothing is left."
