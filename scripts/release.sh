#!/bin/sh
# Makes a release: checks the working tree, stamps version and date into the files that have them, commits and tags.
# `make release VERSION=0.2.0` runs it. Nothing is pushed. The first release needs MAINTAINER="Name <address>" and
# HOMEPAGE=https://…, which replace the addresses that reach nobody.
set -eu
cd "${SITTA_REPOSITORY:-$(dirname "$0")/..}"
version=${1:-}
date=$(date -u +%Y-%m-%d)

fail() {
  echo "No release: $1" >&2
  exit 1
}

case $version in
  *[!0-9.]* | '' | .* | *. | *..*) fail "'$version' is no version such as 0.2.0: make release VERSION=0.2.0." ;;
  *.*.*.*) fail "'$version' has more than three numbers." ;;
  *.*.*) ;;
  *) fail "'$version' has fewer than three numbers." ;;
esac
[ -z "$(git status --porcelain)" ] || fail "the working tree has changes. Commit them first."
! git rev-parse --quiet --verify "refs/tags/v$version" > /dev/null || fail "the tag v$version exists."
last=$(git tag --list 'v[0-9]*' | sort --version-sort | tail -n 1)
[ -z "$last" ] || [ "$(printf '%s\nv%s\n' "$last" "$version" | sort --version-sort | tail -n 1)" = "v$version" ] ||
  fail "$version is older than the last release, $last."

contacts='debian/changelog debian/control packaging/PKGBUILD packaging/sitta.spec scripts/make-tarball.sh share/metainfo/io.sitta.Sitta.metainfo.xml'
if grep -q 'sitta\.invalid' $contacts; then
  case ${MAINTAINER:-} in
    *'|'* | *'&'*) fail "MAINTAINER has a | or &." ;;
    ?*' <'?*@?*.?*'>') ;;
    *) fail 'nobody could be reached: make release VERSION=… MAINTAINER="Name <address>" HOMEPAGE=https://…' ;;
  esac
  case ${HOMEPAGE:-} in
    *[\|\&\<\>\ ]*) fail "'$HOMEPAGE' is no address of a page." ;;
    https://?*.?*) ;;
    *) fail 'a package names a page: make release VERSION=… MAINTAINER="Name <address>" HOMEPAGE=https://…' ;;
  esac
fi

# The first release has its heading already; later ones take what is unreleased.
if ! grep -q "^## $version - " CHANGELOG.md; then
  [ -n "$(sed -n '/^## Unreleased$/,/^## [0-9]/p' CHANGELOG.md | grep -v '^## ' | tr -d '[:space:]')" ] ||
    fail "CHANGELOG.md says nothing under 'Unreleased'."
  sed -i "s/^## Unreleased\$/## Unreleased\n\n## $version - $date/" CHANGELOG.md
fi

sed -i "s|The Sitta authors <maintainers@sitta\.invalid>|${MAINTAINER:-}|; s|https://sitta\.invalid|${HOMEPAGE:-}|" $contacts
maintainer=$(sed -n 's/^Maintainer: //p' debian/control)
sed -i "s/\(static let version = \)\".*\"/\1\"$version\"/; s/\(static let date = \)\".*\"/\1\"$date\"/" \
  Sources/Wire/SearchInterface/Release.swift
metainfo=share/metainfo/io.sitta.Sitta.metainfo.xml
grep -q "<release version=\"$version\"" $metainfo ||
  sed -i "s|<releases>|<releases>\n    <release version=\"$version\" date=\"$date\"/>|" $metainfo
if [ "$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' debian/changelog)" != "$version" ]; then
  {
    printf 'sitta (%s-1) unstable; urgency=medium\n\n  * New version; see CHANGELOG.md.\n\n' "$version"
    printf ' -- %s  %s\n\n' "$maintainer" "$(LC_ALL=C date -u -R)"
    cat debian/changelog
  } > debian/changelog.new
  mv debian/changelog.new debian/changelog
fi
sed -i "s/^pkgver=.*/pkgver=$version/" packaging/PKGBUILD
sed -i "s/^Version: .*/Version: $version/" packaging/sitta.spec
# The manual pages have the version and the date.
${MAKE:-make} documents
cp Sources/Wire/SearchInterface/io.sitta.Search.varlink etc/sitta/sittad.conf docs/manual/sitta.1.md \
  docs/manual/sittad.8.md Tests/Released
${MAKE:-make} test || fail "the tests do not pass. 'git checkout .' takes the stamps back."
[ -z "$last" ] || ${MAKE:-make} test-upgrade "FROM=$last" || fail "the state of $last is not taken over."

git commit --quiet --all --allow-empty --message "Release $version"
git tag --annotate --message "Sitta $version" "v$version"
echo "Tagged v$version. Push it with: git push origin HEAD v$version"
