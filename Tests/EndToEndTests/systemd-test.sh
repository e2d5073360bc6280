#!/bin/bash
# systemd-test.sh REPOSITORY BINARIES HOME
#   Runs inside with-user-systemd.sh: installs the units as `make install` does, with the programs of
#   BINARIES and everything else in the folder HOME, and holds what systemd says against what it should.
set -u
repository=$1 binaries=$2 home=$3
units=$XDG_RUNTIME_DIR/systemd/user
socket=$XDG_RUNTIME_DIR/sitta/io.sitta.Search

fail() {
  echo "FAILED: $*" >&2
  systemctl --user status sittad.service sittad.socket --no-pager -n 0 >&2
  tail -40 /run/usersd.log >&2
  exit 1
}
# within SECONDS COMMAND…: whether the command succeeds in time
within() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.05; done
}
show() { systemctl --user show sittad.service -P "$1"; }
expect() { # PROPERTY VALUE
  [ "$(show "$1")" = "$2" ] || fail "$1 is '$(show "$1")', not '$2'"
}
found() { # WORD FILE
  [ "$(timeout 60 "$binaries/sitta" search --sync -0 "$1" | tr '\0' '\n')" = "$2" ]
}
replaced() { local pid; pid=$(show MainPID); [ "$pid" != 0 ] && [ "$pid" != "$1" ] && [ "$(show ActiveState)" = active ]; }
signed() { [ "$(show WatchdogTimestampMonotonic)" != "$1" ]; }
has_status() { [ -n "$(show StatusText)" ]; }

mkdir -p "$units" "$home/files"
# However busy this machine is, and even on battery.
printf '[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n' > "$home/sittad.conf"
sed "s|^ExecStart=.*|ExecStart=$binaries/sittad --config $home/sittad.conf --root $home/files --state $home/state|" \
  "$repository/systemd/sittad.service" > "$units/sittad.service"
cp "$repository/systemd/sittad.socket" "$units"

echo "The units have no fault"
said=$(systemd-analyze --user verify "$units/sittad.service" "$units/sittad.socket" 2>&1)
[ -z "$said" ] || fail "systemd-analyze: $said"
systemctl --user daemon-reload

echo "A client has the socket started, and gets its answer"
"$binaries/sitta" status > /dev/null || fail "the client that starts the socket"
systemctl --user is-active -q sittad.socket || fail "the socket was not started"
expect ActiveState active
systemctl --user stop sittad.socket sittad.service
"$binaries/sitta" --socket "$socket" status 2> /dev/null && fail "somebody answers after the stop"

echo "The socket alone is started, private"
systemctl --user start sittad.socket || fail "the socket does not start"
[ "$(stat -c %a "$socket")" = 600 ] || fail "mode of the socket"
[ "$(stat -c %a "${socket%/*}")" = 700 ] || fail "mode of the socket's folder"
expect ActiveState inactive

echo "A search activates the service"
echo "activation" > "$home/files/a.txt"
found activation "$home/files/a.txt" || fail "the search that starts the service"
expect ActiveState active
expect Type notify
within 5 has_status || fail "StatusText is empty"

echo "A reload takes effect without another daemon"
pid=$(show MainPID)
echo "excluded" > "$home/files/x.log"
found excluded "$home/files/x.log" || fail "the search before the reload"
printf '[Index]\nExclude=*.log\n' >> "$home/sittad.conf"
systemctl --user reload sittad.service || fail "the reload"
within 10 found excluded "" || fail "the reload has no effect"
expect MainPID "$pid"

echo "A killed daemon is started again"
pid=$(show MainPID)
kill -9 "$pid"
echo "resurrection" > "$home/files/b.txt"
found resurrection "$home/files/b.txt" || fail "the search after the kill"
within 10 replaced "$pid" || fail "the daemon is not started again"

echo "A stop is quick and orderly"
start=$(date +%s%N)
systemctl --user stop sittad.service
took=$((($(date +%s%N) - start) / 1000000))
[ $took -lt 2000 ] || fail "the stop took $took ms"
expect Result success
expect ActiveState inactive
expect ExecMainStatus 0
[ -S "$socket" ] || fail "the socket is gone with the service"

echo "A daemon that works lives with a short watchdog"
mkdir -p "$units/sittad.service.d"
printf '[Service]\nWatchdogSec=2\n' > "$units/sittad.service.d/watchdog.conf"
systemctl --user daemon-reload
found activation "$home/files/a.txt" || fail "the search that starts the service again"
pid=$(show MainPID)
expect WatchdogUSec 2s
# A sign of life comes every second: from the first to the fourth more than one period passes.
for sign in 1 2 3 4; do
  last=$(show WatchdogTimestampMonotonic)
  within 10 signed "$last" || fail "no sign of life $sign"
done
expect MainPID "$pid"
expect NRestarts 0
found resurrection "$home/files/b.txt" || fail "the search after a watchdog period"

echo "A daemon that hangs is killed and started again"
kill -STOP "$pid"
within 20 replaced "$pid" || fail "the hanging daemon is not replaced"
echo "watchdog" > "$home/files/c.txt"
found watchdog "$home/files/c.txt" || fail "the search after the watchdog"

echo "A wrong configuration is named by each search until it is corrected"
systemctl --user stop sittad.service
cp "$home/sittad.conf" "$home/right.conf"
printf '[Index]\nHiden=yes\n' >> "$home/sittad.conf"
line=$(wc -l < "$home/sittad.conf")
for search in 1 2 3 4 5 6 7; do
  said=$("$binaries/sitta" search activation 2>&1) && fail "search $search is answered"
  case $said in *"$home/sittad.conf, line $line: "*"sittad --check-config"*) ;; *) fail "$said";; esac
done
expect ActiveState active
expect NRestarts 0
case $(show StatusText) in *"line $line: "*) ;; *) fail "StatusText is '$(show StatusText)'";; esac
cp "$home/right.conf" "$home/sittad.conf"
found activation "$home/files/a.txt" || fail "the search after the correction"
expect NRestarts 0

echo "A wrong command line is not tried again and again"
systemctl --user stop sittad.service
sed -i "s|^ExecStart=.*|ExecStart=$binaries/sittad --frobnicate|" "$units/sittad.service"
systemctl --user daemon-reload
systemctl --user reset-failed
systemctl --user start sittad.service 2>/dev/null && fail "a wrong option is taken"
expect ExecMainStatus 2
expect NRestarts 0
expect ActiveState failed
systemctl --user stop sittad.socket
echo "Done"
