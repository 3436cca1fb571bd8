#!/bin/sh
# Tests the Debian packages: built again they have the same bytes, lintian finds no error, and they are installed, used and
# removed in a fresh Debian 12 without Swift. Usage: Packaging/deb-test.sh PACKAGE.deb…, as root.
set -eu
fail() { echo "$*" >&2; exit 1; }

sums=$(sha256sum "$@")
Packaging/deb.sh .build/release/oobqr Server/.build/release >/dev/null
echo "$sums" | sha256sum --check --quiet || fail "a package has other bytes when it is built again"
lintian --allow-root --fail-on error --suppress-tags bash-completion-with-hashbang "$@"

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
rm -rf "$root/tmp/packages"
mkdir "$root/tmp/packages"
cp "$@" "$root/tmp/packages"
# What they depend on stays, and is no concern of this test.
quietly inside sh -c 'apt-get install -y /tmp/packages/*.deb'
quietly inside dpkg --purge oobqr oobqr-server
files >.build-deb/before
quietly inside sh -c 'dpkg -i /tmp/packages/*.deb'
inside sh -c 'command -v swift' && fail "there is Swift in the chroot"
inside sh -ec '
  rm -rf /tmp/demo
  mkdir /tmp/demo
  cp -R /usr/share/doc/oobqr/examples/Samples /tmp/demo/
  cd /tmp/demo
  sh Samples/demo.sh oobqr >demo.txt
  grep -q "^demo.png, symbol 1: standard cameras of .* open your app" demo.txt
  oobqr print sheet --list Samples/kiosk/counters.csv --stock a4,2x4 --caption "{name}" --skip-bad -o sheet.pdf 2>/dev/null
  test "$(oobqr scan Samples/pictures/colour.jpg Samples/pictures/four.png | wc -l)" = 5
  test -f /usr/share/bash-completion/completions/oobqr' || fail "the program does not work in Debian 12"
inside bash -ec '
  cd /tmp/demo
  oobqr-server --port 0 --tls-local tls --quiet 2>server.log & server=$!
  trap "kill $server" EXIT
  until grep -qs listening server.log; do sleep 0.1; done
  port=$(sed -n "s/.*listening on .*://p" server.log)
  kill $server
  trap - EXIT
  wait $server
  oobqr-server --port $port --quiet 2>plain.log & server=$!
  trap "kill $server" EXIT
  until grep -qs listening plain.log; do sleep 0.1; done
  request='"'"'{"dispatcher":"link","getUafRequest":{"op":"Auth","context":"{}"}}'"'"'
  exec 3<>/dev/tcp/127.0.0.1/$port
  printf "POST /nevisfido/token/dispatch/authentication HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" \
    ${#request} "$request" >&3
  link=$(sed -n "s/.*\"response\":\"\([^\"]*\).*/\1/p" <&3)
  oobqr-phone act "$link" --as android-14:chrome --outcome approve | grep -q "approved; the status is succeeded"' \
  || fail "the server does not work in Debian 12"
quietly inside dpkg --purge oobqr oobqr-server
rm -rf "$root/tmp/demo" "$root/tmp/packages"
files >.build-deb/after
diff .build-deb/before .build-deb/after || fail "the package leaves files behind"
echo "The packages have the same bytes when they are built again. Installed, used and removed in Debian 12: nothing is left."
