#!/bin/sh
# Installs the wheel and pytest with pip in Debian 12 and 13 that have nothing but Python, and runs the tests of the package there,
# without a network. Usage: Packaging/wheel-chroots.sh, as root, after Packaging/wheel.sh. The chroots are kept in .build-wheel.
set -eu
work=.build-wheel
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >$work/log 2>&1 || { tail -n 40 $work/log >&2; fail "Failed: $*"; }; }

ls $work/dist/*.whl >/dev/null 2>&1 || fail "There is no wheel: run Packaging/wheel.sh first."
[ "$(id -u)" = 0 ] || fail "The wheel cannot be tested in a chroot: debootstrap and chroot need root."
unshare --mount --pid --net --fork true 2>/dev/null ||
  fail "The wheel cannot be tested in a chroot: this container has no right to make namespaces (CAP_SYS_ADMIN)."
sh Packaging/packages.sh debootstrap
# The mirror that this system uses.
mirror() { apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1; }
[ -n "$(mirror)" ] || quietly apt-get update
[ -n "$(mirror)" ] || fail "The wheel cannot be tested in a chroot: apt has no mirror of Debian."

rm -rf $work/pytest
quietly $work/tools/bin/pip download --quiet --dest $work/pytest pytest
for release in bookworm trixie; do
  root=$work/$release
  [ -e $root.made ] || {
    rm -rf $root
    quietly debootstrap --variant=minbase --include=python3,python3-venv $release $root "$(mirror)"
    touch $root.made
  }
  rm -rf $root/tmp/wheel
  mkdir $root/tmp/wheel
  cp -r $work/dist/*.whl $work/pytest Python/tests $root/tmp/wheel
  # shellcheck disable=SC2016
  quietly unshare --mount --pid --net --fork --mount-proc=$root/proc chroot $root \
    env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 sh -ec '
      cd /tmp/wheel
      python3 -m venv env
      env/bin/pip install --quiet --no-index --find-links pytest *.whl pytest
      cd tests
      ../env/bin/python -m pytest -q -rs .'
  echo "Debian $(cat $root/etc/debian_version): $(tail -n 1 $work/log)"
done
