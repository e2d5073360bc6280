#!/bin/bash
# deb-install-test.sh ROOT SITTA PDF OCR SESSION TEAM: the part of deb-test.sh that changes the Debian in ROOT; the others are packages.
set -u
root=$1 deb=$2
shift

fail() { echo "FAILED: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
# Only packages that are there: apt does nothing if it does not know one of the names.
purge() {
  inside apt-get purge -qq -y $(inside dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' 'sitta*' 2> /dev/null |
    sed -n '/^not-installed/!s/.* //p')
}
# All files, with mode and type, but for what apt and dpkg write for themselves.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/lib/dpkg -o -path ./var/lib/apt \
    -o -path ./var/cache -o -path ./var/log \) -prune -o -printf '%p %M %l\n' | sort)
}
enabled() { [ -L "$root/etc/systemd/user/$1.wants/$2" ]; }

mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/tmp" || fail "mount"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null
# This machine's way to the archive.
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2> /dev/null
cp "$@" "$root/tmp"
packages=("${@/#*\//\/tmp/}")
purge > /dev/null 2>&1
inside apt-get update -qq || fail "apt-get update"
# What they need besides each other, which is in no archive.
needs=$(for package in "$@"; do dpkg-deb --field "$package" Depends; done | tr ',' '\n' | grep -v '^ *sitta' | paste -s -d,)
inside apt-get satisfy -qq -y --no-install-recommends "$needs, init-system-helpers" > "$root/tmp/log" 2>&1 ||
  { tail "$root/tmp/log"; fail "the dependencies"; }
files > "$root/tmp/before"

echo "It is installed, with the socket enabled and the service not"
inside apt-get install -qq -y --no-install-recommends "${packages[@]}" > "$root/tmp/log" 2>&1 ||
  { tail "$root/tmp/log"; fail "apt-get install"; }
version=$(dpkg-deb --field "$deb" Version)
[ "$(inside sitta --version)" = "sitta ${version%-*}" ] || fail "the changelog has another version"
enabled sockets.target sittad.socket || fail "the socket is not enabled"
for service in sittad sitta-watch; do
  enabled default.target $service.service && fail "$service is enabled without consent"
done
for unit in sitta-server sitta-feed sitta-gateway; do
  [ -e "$root/etc/systemd/system/multi-user.target.wants/$unit.service" ] && fail "$unit is enabled without consent"
done
inside ldd /usr/bin/sittad /usr/bin/sitta /usr/bin/sitta-feed /usr/bin/sitta-gateway /usr/libexec/sitta/sitta-extract /usr/libexec/sitta/sitta-session | grep 'not found' && fail "a library is missing"
inside ldd /usr/libexec/sitta/libsitta-pdf.so | grep 'not found' && fail "a library of sitta-pdf is missing"

echo "The programs of a team run, and say what their configuration lacks"
inside sitta-feed --help | grep -q -e --set-up || fail "sitta-feed --help"
for name in feed gateway; do
  [ "$(inside sitta-$name --version)" = "sitta-$name ${version%-*}" ] || fail "sitta-$name --version"
  said=$(inside sitta-$name --check 2>&1); code=$?
  [ $code = 2 ] && [[ $said == *"/etc/sitta/$name.conf: Connection= is missing"* ]] || fail "sitta-$name --check ($code): $said"
  said=$(inside sitta-$name --config /nowhere.conf --check 2>&1); code=$?
  [ $code = 2 ] && [[ $said == *"There is no '/nowhere.conf'"* ]] || fail "sitta-$name without its file ($code): $said"
done
for user in sitta sitta-gateway; do
  inside getent passwd $user | grep -q ":/var/lib/$user:" || fail "there is no user $user"
  [ "$(inside id -u $user)" -lt 1000 ] || fail "$user is no account of a service"
done
inside sittad --config /etc/sitta/server.conf --check-config || fail "server.conf"
mkdir -p "$root/var/lib/sitta/index" "$root/var/lib/sitta-gateway"

echo "The configuration of a person stays when it is installed again"
echo "# mine" >> "$root/etc/sitta/sittad.conf"
inside dpkg --install --force-confold "${packages[@]}" > /dev/null 2>&1 || fail "dpkg --install"
tail -1 "$root/etc/sitta/sittad.conf" | grep -qx '# mine' || fail "the configuration was replaced"

echo "After a purge nothing is left"
purge > "$root/tmp/log" 2>&1 || { tail "$root/tmp/log"; fail "apt-get purge"; }
files > "$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after" || fail "files are left"
echo "Its tests pass"
# Last, because it installs tools of its own. Only what the test needs is copied into the chroot.
mkdir "$root/tmp/source" && cp -r "$(dirname "$0")/../../debian" "$root/tmp/source"
timeout 600 autopkgtest --quiet --output-dir "$root/tmp/tests" "$@" "$root/tmp/source" -- chroot "$root" \
  > "$root/tmp/log" 2>&1 || { tail -40 "$root/tmp/log"; fail "autopkgtest"; }
# The suffix of each format, and whether it was read.
cp "$root/tmp/tests/reads-each-format-stdout" "$(dirname "$deb")/formats"
echo "It reads $(grep -c '	found$' "$(dirname "$deb")/formats") formats"
purge > /dev/null 2>&1
echo "Done"
