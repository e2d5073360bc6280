#!/bin/bash
# with-system-systemd.sh [-T SECONDS] -- COMMAND [ARG...]
#   Runs COMMAND as a service of a throw-away system: an overlay over this one, in which systemd is process 1. Passes its
#   exit status on, and removes everything afterwards. The programs of this machine are there, and changes stay inside.
#   -T SECS  give up after SECS (default 300)   status 99: systemd did not come up
# Needs: root, overlayfs, systemd >= 252 installed (not booted), cgroup v1-hybrid or v2 mounted.
set -u
limit=300
while getopts "T:" o; do case $o in T) limit=$OPTARG;; *) exit 64;; esac; done
shift $((OPTIND-1)); [ $# -gt 0 ] || { echo "usage: $0 [-T SECS] -- COMMAND..." >&2; exit 64; }
[ "$(id -u)" = 0 ] || { echo "$0: must be root" >&2; exit 99; }
name=systemd-$$-$RANDOM
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then groups=.; else groups="systemd unified"; fi
top=$(mktemp -d) && mkdir "$top/out" "$top/root" "$top/memory" || exit 99
for g in $groups; do mkdir "/sys/fs/cgroup/$g/$name" || exit 99; done
cleanup() {
  for g in $groups; do for _ in $(seq 50); do
    find "/sys/fs/cgroup/$g/$name" -name cgroup.procs -exec cat {} + 2>/dev/null |
      while read -r p; do [ "$p" -gt 1 ] && kill -9 "$p" 2>/dev/null; done
    find "/sys/fs/cgroup/$g/$name" -depth -type d -exec rmdir {} + 2>/dev/null
    [ -d "/sys/fs/cgroup/$g/$name" ] || break; sleep 0.1
  done; done
  rm -rf --one-file-system "$top"; }
trap cleanup EXIT; trap 'exit 130' INT; trap 'exit 143' TERM
{ printf 'cd %q\n' "$PWD"; printf '%q ' "$@"; echo; } > "$top/out/command"

export TOP=$top NAME=$name GROUPS_OF=$groups HERE=$PWD
timeout -k 5 "$limit" unshare --mount --propagation private bash -euc '
  for g in $GROUPS_OF; do echo $$ > "/sys/fs/cgroup/$g/$NAME/cgroup.procs"; done
  # An overlay over itself cannot have its changes in a part of itself.
  mount -t tmpfs tmpfs "$TOP/memory" && mkdir "$TOP/memory/upper" "$TOP/memory/work"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$TOP/memory/upper,workdir=$TOP/memory/work" "$TOP/root"
  exec unshare --pid --fork --kill-child --uts --ipc --cgroup --mount bash -euc "$1"' bash '
    root=$TOP/root
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    # Of its own: RemoveIPC= empties /dev/shm.
    mount -t tmpfs -o mode=755 tmpfs "$root/dev" && mkdir -m 1777 "$root/dev/shm" && mkdir "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx"
    for device in null zero full random urandom tty; do
      : > "$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device"
    done
    ln -s /proc/self/fd "$root/dev/fd" && ln -s fd/0 "$root/dev/stdin" && ln -s fd/1 "$root/dev/stdout" && ln -s fd/2 "$root/dev/stderr"
    mount -t sysfs sysfs "$root/sys"
    if [ "$GROUPS_OF" = . ]; then
      mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    else
      mount -t tmpfs tmpfs "$root/sys/fs/cgroup" && mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/unified"
      mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
      mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
    fi
    # An overlay does not have what is mounted on this system, such as a toolchain.
    awk "{ print \$5 }" /proc/self/mountinfo | while read -r place; do
      case $place in / | /proc* | /sys* | /dev* | /run* | /tmp* | "$TOP"*) continue;; esac
      [ -d "$place" ] || continue
      mkdir -p "$root/$place" && mount --bind "$place" "$root/$place"
    done
    mkdir -p "$root/$HERE" "$root/out" && mount --bind "$HERE" "$root/$HERE"
    mount -o remount,bind,ro "$root/$HERE" && mount --bind "$TOP/out" "$root/out"
    units=$root/etc/systemd/system
    printf "[Service]\nType=oneshot\nExecStart=/bin/bash /out/command\nStandardOutput=file:/out/output\nStandardError=file:/out/errors\n" > "$units/command.service"
    printf "ExecStopPost=/bin/sh -c \"echo \$EXIT_STATUS > /out/status.new; mv /out/status.new /out/status\"\n" >> "$units/command.service"
    printf "[Unit]\nRequires=sysinit.target\nWants=systemd-journald.service command.service\nAfter=sysinit.target\n" > "$units/command.target"
    # What would reach the hardware or the network, and what empties /tmp.
    for unit in systemd-udevd.service systemd-udev-trigger.service systemd-networkd.service systemd-resolved.service \
      systemd-timesyncd.service systemd-firstboot.service systemd-tmpfiles-setup.service systemd-udevd-control.socket systemd-udevd-kernel.socket; do
      ln -sf /dev/null "$units/$unit"
    done
    cd "$root" && mkdir -p before && pivot_root . before && umount -l /before
    export container=other
    exec /lib/systemd/systemd --system --unit=command.target --show-status=0 --log-target=console \
      < /dev/null > /out/log 2>&1' & space=$!
for _ in $(seq $((limit * 10))); do
  [ -e "$top/out/status" ] && break; kill -0 $space 2>/dev/null || break; sleep 0.1; done
cat "$top/out/output" 2> /dev/null; cat "$top/out/errors" >&2 2> /dev/null
[ -e "$top/out/status" ] || { echo "$0: no answer; the log of systemd:" >&2; tail -20 "$top/out/log" >&2; kill -9 $space 2>/dev/null; exit 99; }
status=$(cat "$top/out/status")
kill -9 $space 2>/dev/null; wait $space 2>/dev/null
exit "$status"
