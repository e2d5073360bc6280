#!/bin/bash
# deb-install-test.sh DEB ROOT: the part of deb-test.sh that changes the Debian in ROOT.
set -u
deb=$1 root=$2

fail() { echo "FAILED: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
# All files, with mode and type, but for what apt and dpkg write for themselves.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/lib/apt \
    -o -path ./var/cache -o -path ./var/log \) -prune -o -printf '%p %M %l\n' | sort)
}
enabled() { [ -L "$root/etc/systemd/user/$1.wants/$2" ]; }

mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/tmp" || fail "mount"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null
cp "$deb" "$root/tmp/sitta.deb"
inside apt-get purge -qq -y sitta > /dev/null 2>&1
inside apt-get update -qq || fail "apt-get update"
needs=$(dpkg-deb --field "$deb" Depends) wishes=$(dpkg-deb --field "$deb" Recommends)
# It is made beside this package, and in no archive.
wishes=${wishes/, sitta-meaning/}
inside apt-get satisfy -qq -y --no-install-recommends "$needs, $wishes, init-system-helpers" > "$root/tmp/log" 2>&1 ||
  { tail "$root/tmp/log"; fail "the dependencies"; }
files > "$root/tmp/before"

echo "It is installed, with the socket enabled and the service not"
inside apt-get install -qq -y --no-install-recommends /tmp/sitta.deb > "$root/tmp/log" 2>&1 ||
  { tail "$root/tmp/log"; fail "apt-get install"; }
enabled sockets.target sittad.socket || fail "the socket is not enabled"
enabled default.target sittad.service && fail "the service is enabled without consent"
inside ldd /usr/bin/sittad /usr/bin/sitta /usr/libexec/sitta/sitta-extract | grep 'not found' && fail "a library is missing"
inside ldd /usr/libexec/sitta/sitta-extract-pdf | grep 'not found' && fail "a recommended library is missing"

echo "The configuration of a person stays when it is installed again"
echo "# mine" >> "$root/etc/sitta/sittad.conf"
inside dpkg --install --force-confold /tmp/sitta.deb > /dev/null 2>&1 || fail "dpkg --install"
tail -1 "$root/etc/sitta/sittad.conf" | grep -qx '# mine' || fail "the configuration was replaced"

echo "After a purge nothing is left"
inside apt-get purge -qq -y sitta > "$root/tmp/log" 2>&1 || { tail "$root/tmp/log"; fail "apt-get purge"; }
files > "$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after" || fail "files are left"
echo "Its tests pass"
# Last, because it installs tools of its own. Only what the test needs is copied into the chroot.
mkdir "$root/tmp/source" && cp -r "$(dirname "$0")/../../debian" "$root/tmp/source"
timeout 300 autopkgtest --quiet "$deb" "$root/tmp/source" -- chroot "$root" > "$root/tmp/log" 2>&1 ||
  { tail -40 "$root/tmp/log"; fail "autopkgtest"; }
inside apt-get purge -qq -y sitta > /dev/null 2>&1
echo "Done"
