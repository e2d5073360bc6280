#!/bin/bash
# make-tarball.sh [BINARIES]: makes .build/dist/sitta-VERSION-linux-ARCH.tar.zst from built programs, an archive of the
# sources, a list of parts (SPDX), and SHA256SUMS. If `make deb-suites` came before, the archive has a library for PDF
# for each release of Debian, of which sitta-extract loads the one that fits. With SIGN_WITH=KEY gpg signs SHA256SUMS.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd) binaries=$(realpath "${1:-.build/release}")
cd "$here"
version=$("$binaries/sitta" --version | cut -d ' ' -f 2)
name=sitta-$version-linux-$(uname -m)
dist=$here/.build/dist folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date +%s)}
root=$folder/$name
mkdir -p "$dist" "$root"/{bin,libexec/sitta,etc,share/systemd/user}

cp "$binaries/sitta" "$binaries/sittad" bin/sitta-pick "$root/bin"
cp "$binaries/sitta-extract" "$binaries/sitta-session" "$root/libexec/sitta"
for task in external meaning ocr pdf; do ln -s sitta-extract "$root/libexec/sitta/sitta-extract-$task"; done
# By the version of the library that each needs.
add_library() {
  local number
  number=$(readelf --dynamic --wide "$1" | sed -n 's/.*\[libpoppler-cpp\.so\.\([0-9]*\)\].*/\1/p')
  install -m 644 "$1" "$root/libexec/sitta/libsitta-pdf-$number.so"
}
add_library "$binaries/libsitta-pdf.so"
for package in .build/suites/*/packages/sitta-pdf_*.deb; do
  [ -e "$package" ] || continue
  dpkg-deb --extract "$package" "$folder/package"
  add_library "$folder/package/usr/libexec/sitta/libsitta-pdf.so"
done
programs=("$root"/bin/sitta "$root"/bin/sittad "$root"/libexec/sitta/sitta-{extract,session} "$root"/libexec/sitta/libsitta-pdf-*.so)
strip "${programs[@]}"
scripts/make-reproducible.sh "${programs[@]}"
cp -r share/* "$root/share"
cp systemd/*.service systemd/*.socket "$root/share/systemd/user"
cp etc/sitta/sittad.conf "$root/etc"
cp LICENSE README.md CHANGELOG.md packaging/{install,uninstall,desktop-steps}.sh "$root"
chmod -R u=rwX,go=rX "$root"

pack() { # NAME FOLDER
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "$folder" "$2" |
    zstd -19 -T0 --quiet --force -o "$dist/$1"
}
pack "$name.tar.zst" "$name"
git archive --format=tar --prefix="sitta-$version/" HEAD | tar --extract --directory "$folder"
pack "sitta-$version.tar.zst" "sitta-$version"

# The parts that the programs contain.
swift=$(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
icu=$(sed -n 's/^#define U_ICU_VERSION "\(.*\)"/\1/p' \
  "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")"/lib/swift_static/_foundation_unicode/uvernum.h)
stemmer=$(dpkg-query --show --showformat '${Version}' libstemmer-dev 2> /dev/null || echo unknown)
part() { # ID NAME VERSION LICENSE ADDRESS
  printf '\nPackageName: %s\nSPDXID: SPDXRef-%s\nPackageVersion: %s\nPackageDownloadLocation: %s\nFilesAnalyzed: false\n' "$2" "$1" "$3" "$5"
  printf 'PackageLicenseConcluded: %s\nPackageLicenseDeclared: %s\nPackageCopyrightText: NOASSERTION\n' "$4" "$4"
  [ "$1" = sitta ] || printf 'Relationship: SPDXRef-sitta CONTAINS SPDXRef-%s\n' "$1"
}
{
  printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: %s\n' "$name"
  printf 'DocumentNamespace: https://sitta.invalid/spdx/%s\n' "$name"
  printf 'Creator: Tool: make-tarball.sh\nCreated: %s\n' "$(date --utc --date "@$SOURCE_DATE_EPOCH" +%FT%TZ)"
  printf 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-sitta\n'
  part sitta Sitta "$version" MIT NOASSERTION
  part swift 'runtime and Foundation of Swift' "$swift" 'Apache-2.0 WITH Swift-exception' https://github.com/swiftlang/swift
  part icu ICU "$icu" Unicode-3.0 https://github.com/unicode-org/icu
  part stemmer libstemmer "$stemmer" BSD-3-Clause https://snowballstem.org
} > "$dist/$name.spdx"

cd "$dist"
sha256sum "$name.tar.zst" "sitta-$version.tar.zst" "$name.spdx" > SHA256SUMS
rm -f SHA256SUMS.asc
[ -z "${SIGN_WITH:-}" ] || gpg --batch --yes --local-user "$SIGN_WITH" --armor --detach-sign SHA256SUMS
ls -l "$dist"
