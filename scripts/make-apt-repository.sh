#!/bin/bash
# make-apt-repository.sh KEY: makes .build/dist/apt, an archive for apt with the packages that `make deb-suites`
# has made, signed with a key of gpg. A person adds it with
#     deb [signed-by=/etc/apt/keyrings/sitta.asc] ADDRESS SUITE main
set -euo pipefail
key=$1 here=$(cd "$(dirname "$0")/.." && pwd)
apt=$here/.build/dist/apt
cd "$here/.build/suites"
rm -rf "$apt" && mkdir -p "$apt/conf"
for suite in */; do
  suite=${suite%/}
  compgen -G "$suite/packages/*.deb" > /dev/null || continue
  printf 'Origin: Sitta\nLabel: Sitta\nCodename: %s\nComponents: main\nArchitectures: amd64 arm64\nSignWith: %s\n\n' "$suite" "$key" \
    >> "$apt/conf/distributions"
done
[ -s "$apt/conf/distributions" ] || { echo "make-apt-repository.sh: make deb-suites comes first." >&2; exit 1; }
for package in */packages/*.deb; do
  reprepro --silent --basedir "$apt" includedeb "${package%%/*}" "$package"
done
gpg --armor --export "$key" > "$apt/sitta.asc"
rm -rf "$apt/db" "$apt/conf"
