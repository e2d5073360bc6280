#!/bin/sh
# Makes a release: checks the working tree, stamps version and date into the files that have them, commits and tags.
# `make release VERSION=0.2.0` runs it. Nothing is pushed.
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

# The first release has its heading already; later ones take what is unreleased.
if ! grep -q "^## $version - " CHANGELOG.md; then
  [ -n "$(sed -n '/^## Unreleased$/,/^## [0-9]/p' CHANGELOG.md | grep -v '^## ' | tr -d '[:space:]')" ] ||
    fail "CHANGELOG.md says nothing under 'Unreleased'."
  sed -i "s/^## Unreleased\$/## Unreleased\n\n## $version - $date/" CHANGELOG.md
fi

sed -i "s/\(static let version = \)\".*\"/\1\"$version\"/; s/\(static let date = \)\".*\"/\1\"$date\"/" \
  Sources/Wire/SearchInterface/Release.swift
metainfo=share/metainfo/io.sitta.Sitta.metainfo.xml
grep -q "<release version=\"$version\"" $metainfo ||
  sed -i "s|<releases>|<releases>\n    <release version=\"$version\" date=\"$date\"/>|" $metainfo
if [ "$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' debian/changelog)" != "$version" ]; then
  {
    printf 'sitta (%s-1) unstable; urgency=medium\n\n  * New version; see CHANGELOG.md.\n\n' "$version"
    printf ' -- The Sitta authors <maintainers@sitta.example>  %s\n\n' "$(LC_ALL=C date -u -R)"
    cat debian/changelog
  } > debian/changelog.new
  mv debian/changelog.new debian/changelog
fi
# The manual pages have the version and the date.
${MAKE:-make} documents
${MAKE:-make} test || fail "the tests do not pass. 'git checkout .' takes the stamps back."

git commit --quiet --all --allow-empty --message "Release $version"
git tag --annotate --message "Sitta $version" "v$version"
echo "Tagged v$version. Push it with: git push origin HEAD v$version"
