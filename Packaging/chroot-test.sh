#!/bin/sh
# Installs the package in a fresh Debian 12 without Swift, runs the demo there, and removes it: nothing is left.
# Usage: Packaging/chroot-test.sh PACKAGE.deb, as root.
set -eu
package=$1
root=.build-deb/chroot
# The mirror that this system uses.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
files() { (cd "$root" && find bin etc lib opt root sbin srv usr -xdev ! -path 'etc/ld.so.cache' | sort); }
if [ ! -x "$root/usr/bin/apt-get" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >.build-deb/debootstrap.log 2>&1 \
    || { tail -n 20 .build-deb/debootstrap.log >&2; exit 1; }
fi
cp /etc/resolv.conf "$root/etc/"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || :
inside apt-get update -qq
files >.build-deb/before
cp "$package" "$root/tmp/oobqr.deb"
inside apt-get install -y -qq /tmp/oobqr.deb >.build-deb/install.log 2>&1 || { cat .build-deb/install.log >&2; exit 1; }
if inside which swift; then echo "there is Swift in the chroot" >&2; exit 1; fi
inside sh -ec '
  mkdir /tmp/work
  cp -R /usr/share/doc/oobqr/examples/Samples /tmp/work/
  cd /tmp/work
  sh Samples/demo.sh oobqr >demo.txt
  grep -q "Android 13" demo.txt
  oobqr print sheet --list Samples/kiosk/counters.csv --caption "{name}" -o sheet.pdf
  oobqr scan Samples/pictures/colour.jpg Samples/pictures/four.png >/dev/null
  test -f /usr/share/bash-completion/completions/oobqr'
inside apt-get purge -y -qq --auto-remove oobqr >.build-deb/remove.log 2>&1 || { cat .build-deb/remove.log >&2; exit 1; }
rm -rf "$root/tmp/work" "$root/tmp/oobqr.deb"
files >.build-deb/after
if ! diff .build-deb/before .build-deb/after; then echo "the package leaves files behind" >&2; exit 1; fi
echo "Installed, used and removed in Debian 12 without Swift: nothing is left."
