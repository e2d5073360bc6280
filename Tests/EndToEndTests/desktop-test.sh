#!/bin/bash
# desktop-test.sh BINARIES FOLDER SUITE [DESKTOP…]
#   Sitta in the search of real desktops, gnome and krunner: those of SUITE, a release of Debian. The Debian is made by
#   debootstrap in FOLDER if it is missing, and kept. Pictures and logs come into FOLDER/SUITE-DESKTOP. Needs root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
binaries=$(realpath "$1") folder=$(realpath -m "$2") suite=$3
shift 3
[ $# -gt 0 ] || set -- gnome krunner
root=$folder/$suite
[ "$(id -u)" = 0 ] || { echo "desktop-test.sh needs root." >&2; exit 1; }
packages='adwaita-icon-theme dbus desktop-file-utils fonts-dejavu-core gnome-shell imagemagick libarchive13 libmicrohttpd12 librsvg2-common
  plasma-workspace procps python3-dbusmock python3-gi systemd xauth xdotool xvfb'

if [ ! -e "$root.made" ]; then
  mkdir -p "$folder"
  if [ ! -x "$root/usr/bin/apt-get" ]; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
    script=/usr/share/debootstrap/scripts/$suite
    [ -e "$script" ] && script= || script=/usr/share/debootstrap/scripts/sid
    debootstrap --variant=minbase "$suite" "$root" "${mirror:-http://deb.debian.org/debian}" $script > "$root.log" 2>&1 ||
      { tail "$root.log"; exit 1; }
  fi
  unshare --mount --pid --fork --kill-child --propagation private /bin/bash -eu -s "$root" "$packages" << 'END' >> "$root.log" 2>&1 || { tail "$root.log"; exit 1; }
root=$1
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" < /dev/null; }
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null || true
# This machine's way to the archive; no service is started, and no question asked.
cp -n /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2> /dev/null || true
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
echo force-confold > "$root/etc/dpkg/dpkg.cfg.d/keep"
inside apt-get update -qq
inside apt-get install -qq -y --no-install-recommends $2
inside apt-get clean
END
  touch "$root.made"
fi

# Everything that follows happens in a namespace of its own; only files below FOLDER change.
unshare --mount --pid --net --fork --kill-child --propagation private /bin/bash -eu -s \
  "$root" "$binaries" "$repository" "$folder/$suite" "$@" << 'END'
root=$1 binaries=$2 repository=$3 results=$4
shift 4
ip link set lo up 2> /dev/null || true
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
make --silent -C "$repository" --old-file=all install BINARIES="$binaries" DESTDIR="$root" PREFIX=/usr
# Programs of a debug build also need libraries of the toolchain.
mkdir -p "$root/opt/libraries"
for program in sitta sittad sitta-extract sitta-session; do
  ldd "$binaries/$program" | awk '$2 == "=>" && $3 !~ /^\/(lib|usr\/lib)/ { print $3 }'
done | sort -u | xargs -r cp -L -t "$root/opt/libraries"
echo /opt/libraries > "$root/etc/ld.so.conf.d/sitta.conf"
chroot "$root" ldconfig
chroot "$root" id person > /dev/null 2>&1 || chroot "$root" useradd --create-home person
failed=0
for desktop; do
  echo "== $(basename "$root"): $desktop"
  rm -rf "$root/home/person" "$results-$desktop"
  mkdir -p "$results-$desktop" "$root/home/person/pictures" "$root/run/user/1000"
  cp "$repository/Tests/EndToEndTests/desktop-test.py" "$root/tmp/desktop-test.py"
  chroot "$root" chown -R person /home/person /run/user/1000
  chmod 700 "$root/run/user/1000"
  chroot "$root" setpriv --reuid person --regid person --init-groups env -i HOME=/home/person USER=person LC_ALL=C.UTF-8 \
    PATH=/usr/bin:/bin XDG_RUNTIME_DIR=/run/user/1000 XDG_DATA_DIRS=/usr/share TERM=dumb LIBGL_ALWAYS_SOFTWARE=1 \
    timeout 300 python3 /tmp/desktop-test.py "$desktop" /home/person/pictures < /dev/null || failed=1
  cp "$root"/home/person/*.log "$root"/home/person/pictures/* "$results-$desktop" 2> /dev/null || true
  rm -rf "$root"/run/user/1000
done
exit $failed
END
