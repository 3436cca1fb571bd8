#!/bin/sh
# Whether a release can be made of this commit: its version is the one of the changelog and of the packages, and nothing is
# uncommitted. Usage: Packaging/release-check.sh OOBQR, from the top folder, after make release and make deb.
set -eu
fail() { echo "$*" >&2; exit 1; }
version=$("$1" --version | cut -d " " -f 1)
commit=$("$1" --version | sed -n 's/.*(\(.*\))$/\1/p')
grep -q "^## $version\$" CHANGELOG.md || fail "CHANGELOG.md has no section '## $version'"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
[ -n "$commit" ] && [ "$(git rev-parse HEAD | cut -c 1-${#commit})" = "$commit" ] || fail "the program was built from another commit"
[ -z "$(git tag --list "v$version")" ] || fail "there is a tag v$version already; raise the version in Sources/CommandSupport/Release.swift"
for package in oobqr oobqr-server; do
  ls .build-deb/${package}_"${version}"_*.deb >/dev/null 2>&1 || fail "there is no package of $package $version; run make deb"
done
echo "Version $version of commit $commit can be tagged v$version."
