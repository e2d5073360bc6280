#!/bin/bash
# deb-in-suite.sh SUITE: makes the packages in a Debian of another suite, bookworm for example, and checks them in a
# second one. Both are made by debootstrap in .build/suites/SUITE and kept. The toolchain is the one in PATH. The
# packages come into .build/suites/SUITE/packages. Needs root.
set -euo pipefail
suite=$1 here=$(cd "$(dirname "$0")/.." && pwd)
folder=$here/.build/suites/$suite root=$here/.build/suites/$suite/root
toolchain=$(dirname "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")")
[ "$(id -u)" = 0 ] || { echo "deb-in-suite.sh needs root." >&2; exit 1; }
"$here/scripts/check-toolchain.sh" swift

if [ ! -e "$folder/.made" ]; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
  rm -rf "$root" && mkdir -p "$root"
  # An older debootstrap does not know the names of newer suites, which are all made in the same way.
  script=/usr/share/debootstrap/scripts/$suite
  [ -e "$script" ] && script= || script=/usr/share/debootstrap/scripts/sid
  debootstrap --variant=minbase "$suite" "$root" "${mirror:-http://deb.debian.org/debian}" $script > "$folder/log" 2>&1 ||
    { tail "$folder/log"; exit 1; }
  touch "$folder/.made"
fi

# Everything that follows happens in a namespace of its own; only files below the folder change.
unshare --mount --pid --fork --kill-child --propagation private /bin/bash -eu -s "$root" "$toolchain" "$here" << 'END'
root=$1 toolchain=$2 here=$3
inside() {
  chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH="$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" LD_LIBRARY_PATH=/opt/toolchain-libraries "$@" < /dev/null
}
mkdir -p "$root$toolchain" "$root/opt/toolchain-libraries"
mount --bind "$toolchain" "$root$toolchain"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null || true
# This machine's way to the archive.
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2> /dev/null || true
rm -rf "$root/build" && mkdir -p "$root/build/sitta"
tar --create --directory "$here" --exclude=./.build --exclude=./.git . | tar --extract --directory "$root/build/sitta"
# Each suite has a version of its own, so that a newer Debian gets its own packages.
case $(basename "$(dirname "$root")") in bookworm) number=12;; trixie) number=13;; forky) number=14;; *) number=0;; esac
sed -i "1s/(\([^)]*\))/(\1+deb$number)/" "$root/build/sitta/debian/changelog"
inside apt-get update -qq
# What the toolchain itself needs, as its makers list it, and what the package needs.
inside apt-get install -qq -y --no-install-recommends binutils build-essential ca-certificates devscripts equivs git \
  libcurl4-openssl-dev libedit2 libncurses-dev libpython3-dev libxml2-dev libz3-dev make tzdata > /dev/null
inside apt-get build-dep -qq -y --no-install-recommends /build/sitta > /dev/null
# Libraries of the toolchain that this suite no longer has come from the machine where the toolchain runs.
ldd "$toolchain/usr/bin/swift-build" "$toolchain/usr/bin/swift-frontend" | awk '/=> \// { print $1, $3 }' | sort -u |
  while read -r name path; do
    case $path in "$toolchain"/*) continue;; esac
    inside ldconfig -p | grep -qF "$name (" || cp -L "$path" "$root/opt/toolchain-libraries/"
  done
inside make -C /build/sitta deb
END

result=$folder/packages
rm -rf "$result" && mkdir -p "$result"
cp "$root"/build/sitta/.build/deb/*.{deb,changes,buildinfo} "$result"
rm -rf "$root/build"
"$here/Tests/EndToEndTests/deb-test.sh" "$result"/sitta_*.changes "$folder/test" "$suite"
