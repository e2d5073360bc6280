#!/bin/bash
# systemd-test.sh REPOSITORY BINARIES HOME
#   Runs inside with-user-systemd.sh: installs the units as `make install` does, with the programs of
#   BINARIES and everything else in the folder HOME, and holds what systemd says against what it should.
set -u
repository=$1 binaries=$2 home=$3
units=$XDG_RUNTIME_DIR/systemd/user
socket=$XDG_RUNTIME_DIR/sitta/io.sitta.Search
conf=$home/config/sitta/sittad.conf

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

mkdir -p "$units" "$home/files" "${conf%/*}"
# However busy this machine is, and even on battery.
printf '[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n[Index]\nRoots="%s"\n' "$home/files" > "$conf"
sed "s|^ExecStart=.*|ExecStart=$binaries/sittad --state $home/state\nEnvironment=XDG_CONFIG_HOME=$home/config|" \
  "$repository/systemd/sittad.service" > "$units/sittad.service"
cp "$repository/systemd/sittad.socket" "$units"

echo "The units have no fault"
said=$(systemd-analyze --user verify "$units/sittad.service" "$units/sittad.socket" 2>&1)
[ -z "$said" ] || fail "systemd-analyze: $said"
systemctl --user daemon-reload

systemd-analyze --user --no-pager --threshold=62 security sittad.service > "$home/score" ||
  fail "systemd-analyze security: $(tail -1 "$home/score")"
# Without capabilities in the bounding set, units start that start nowhere else.
[ "$(sed -n 's/^CapBnd:[[:space:]]*0*//p' /proc/self/status)" ] || fail "the bounding set is empty"
echo "User namespaces: $(unshare --user true 2> /dev/null && echo allowed || echo forbidden)"

echo "A client has the socket started, and gets its answer"
"$binaries/sitta" status > /dev/null || fail "the client that starts the socket"
systemctl --user is-active -q sittad.socket || fail "the socket was not started"

echo "A bridge has the socket started, and gets its answer"
systemctl --user stop sittad.socket sittad.service
printf '{"method":"io.sitta.Search.Status"}\0' | "$binaries/sitta" bridge | grep -ac '"version"' > /dev/null \
  || fail "the bridge that starts the socket"
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
printf '[Index]\nExclude=*.log\n' >> "$conf"
systemctl --user reload sittad.service || fail "the reload"
within 10 found excluded "" || fail "the reload has no effect"
expect MainPID "$pid"

echo "Documents are read, and files that are renamed, changed and forgotten are followed"
mkdir -p "$home/files/folder"
echo "<title>Walnut</title><p>hazelnut</p>" > "$home/files/folder/page.html"
cat > "$home/files/page.pdf" <<'PDF'
%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 45>> stream
BT /F 18 Tf 20 50 Td (beechnut acorn) Tj ET  
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
PDF
found hazelnut "$home/files/folder/page.html" || fail "the HTML document"
found beechnut "$home/files/page.pdf" || fail "the PDF document"
mv "$home/files/folder" "$home/files/renamed"
found hazelnut "$home/files/renamed/page.html" || fail "the renamed folder"
echo "chestnut" > "$home/files/a2.txt"
found chestnut "$home/files/a2.txt" || fail "the new file"
"$binaries/sitta" forget "$home/files/a2.txt" > /dev/null || fail "sitta forget"
found chestnut "" || fail "the forgotten file"
"$binaries/sitta" rebuild > /dev/null || fail "sitta rebuild"
has_rebuilt() { ! "$binaries/sitta" status --json | grep -q '"rebuild":'; }
within 60 has_rebuilt || fail "the rebuild does not end"
found beechnut "$home/files/page.pdf" || fail "the search after the rebuild"

echo "A root is added, and the kernel keeps the daemon from writing elsewhere"
mkdir -p "$home/more" "$home/precious/sittad.conf.d"
echo "pecan" > "$home/more/d.txt"
landlock=$("$binaries/sitta" status --json | sed -n 's/.*"landlock":\([0-9]*\).*/\1/p')
echo "Landlock: $landlock"
if [ "$landlock" -gt 0 ]; then
  mv "${conf%/*}" "$home/aside"
  ln -s "$home/precious" "${conf%/*}"
  cp "$home/aside/sittad.conf" "$home/precious"
  "$binaries/sitta" add-root "$home/more" > /dev/null 2>&1 && fail "the daemon writes through a link"
  [ -z "$(ls -A "$home/precious/sittad.conf.d")" ] || fail "a file of a person was written"
  rm "${conf%/*}" && mv "$home/aside" "${conf%/*}"
fi
"$binaries/sitta" add-root "$home/more" > /dev/null || fail "sitta add-root"
[ -s "${conf%/*}/sittad.conf.d/99-roots.conf" ] || fail "the root is not kept"
found pecan "$home/more/d.txt" || fail "the file in the added root"

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
cp "$conf" "$home/right.conf"
printf '[Index]\nHiden=yes\n' >> "$conf"
line=$(wc -l < "$conf")
for search in 1 2 3 4 5 6 7; do
  said=$("$binaries/sitta" search activation 2>&1) && fail "search $search is answered"
  case $said in *"$conf, line $line: "*"sittad --check-config"*) ;; *) fail "$said";; esac
done
expect ActiveState active
expect NRestarts 0
case $(show StatusText) in *"line $line: "*) ;; *) fail "StatusText is '$(show StatusText)'";; esac
cp "$home/right.conf" "$conf"
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
