#!/bin/bash
# server-test.sh REPOSITORY BINARIES
#   Runs inside with-system-systemd.sh: installs the units of a server with the programs of BINARIES, and a database, and
#   holds what they do against what they should.
set -u
repository=$1 binaries=$2
units=/etc/systemd/system
export PATH=/usr/sbin:/usr/bin:/sbin:/bin

fail() {
  echo "FAILED: $*" >&2
  systemctl status sitta-server.service sitta-feed.service --no-pager -n 20 >&2
  exit 1
}
# within SECONDS COMMAND…: whether the command succeeds in time
within() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.05; done
}
sitta() { runuser -u sitta -- "$binaries/sitta" --socket /run/sitta/io.sitta.Search "$@"; }
found() { # WORD FILE
  [ "$(sitta search --sync --strict -0 "$1" | tr '\0' '\n')" = "$2" ]
}
active() { systemctl --quiet is-active "$1"; }
capabilities() { awk -v name="$2:" '$1 == name { print $2 }' "/proc/$1/status"; }

echo "The units have no fault"
cp "$repository/debian/sitta-team.sysusers" /usr/lib/sysusers.d/sitta-team.conf
systemd-sysusers sitta-team.conf || fail "systemd-sysusers"
# The programs of a test may be where the unit hides everything, and the pages are not installed.
case $binaries in /home/* | /root/* | /tmp/* | /var/tmp/*) seen='; /^PrivateTmp=/d; /^ProtectHome=/d';; *) seen=;; esac
for unit in sitta-server sitta-feed; do
  sed "s|^ExecStart=/usr/local/bin/|ExecStart=$binaries/|; /^Documentation=/d$seen" \
    "$repository/systemd/system/$unit.service" > "$units/$unit.service"
done
said=$(systemd-analyze verify "$units/sitta-server.service" "$units/sitta-feed.service" 2>&1)
[ -z "$said" ] || fail "systemd-analyze: $said"
systemctl daemon-reload
for unit in sitta-server sitta-feed; do
  systemd-analyze --no-pager --threshold=15 security $unit.service > /out/score || fail "$unit: $(tail -1 /out/score)"
done

echo "A server's files are found, whoever owns them"
mkdir -p /etc/sitta /srv/ann/private /srv/bob
echo "heron" > /srv/ann/private/a.txt
echo "<title>Page</title><p>walnut</p>" > /srv/bob/page.html
cp "$repository/etc/sitta/server.conf" "$repository/etc/sitta/feed.conf" /etc/sitta
# However busy this machine is.
printf '[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n' >> /etc/sitta/server.conf
chown -R 60001:60001 /srv/ann && chown -R 60002:60002 /srv/bob && chmod -R go= /srv/ann /srv/bob
systemctl start sitta-server.service || fail "sitta-server does not start"
found heron /srv/ann/private/a.txt || fail "the text"
found walnut /srv/bob/page.html || fail "the document"
mkdir -m 700 /srv/bob/later && echo "crane" > /srv/bob/later/b.txt && chmod 600 /srv/bob/later/b.txt
chown -R 60002:60002 /srv/bob/later
found crane /srv/bob/later/b.txt || fail "the file in a new folder"

echo "Only the daemon may read them, and nobody else asks it"
pid=$(systemctl show sitta-server.service -P MainPID)
[ "$(capabilities "$pid" CapEff)" = 0000000000000004 ] || fail "the daemon has $(capabilities "$pid" CapEff)"
[ "$(capabilities "$pid" CapBnd)" = 0000000000000004 ] || fail "the daemon could get $(capabilities "$pid" CapBnd)"
readers=$(pgrep -u sitta sitta-extract) || fail "no reader runs"
for reader in $readers; do
  [ "$(capabilities "$reader" CapPrm)" = 0000000000000000 ] || fail "a reader has $(capabilities "$reader" CapPrm)"
done
[ "$(stat -c '%U %a' /run/sitta)" = "sitta 700" ] || fail "/run/sitta: $(stat -c '%U %a' /run/sitta)"
[ "$(stat -c '%U %a' /var/lib/sitta)" = "sitta 700" ] || fail "/var/lib/sitta: $(stat -c '%U %a' /var/lib/sitta)"
runuser -u nobody -- "$binaries/sitta" --socket /run/sitta/io.sitta.Search search heron > /dev/null 2>&1 && fail "nobody gets an answer"

echo "The feed writes into a database, as its manual says"
programs=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
install -d -o postgres -g postgres /var/run/postgresql /srv-database
postgres() { (cd / && runuser -u postgres -- "$@"); }
postgres "$programs/initdb" -D /srv-database/data --auth=peer > /out/initdb 2>&1 || fail "initdb: $(cat /out/initdb)"
systemd-run --quiet --unit=database --uid=postgres "$programs/postgres" -D /srv-database/data -k /var/run/postgresql -c listen_addresses= ||
  fail "the database does not start"
within 60 postgres "$programs/pg_isready" --quiet || fail "the database does not answer"
postgres "$programs/createdb" sitta || fail "createdb"
systemctl start sitta-feed.service 2> /dev/null
within 20 systemctl --quiet is-failed sitta-feed.service || fail "a feed without a database goes on"
[ "$(systemctl show sitta-feed.service -P ExecMainStatus)" = 2 ] || fail "the feed ends otherwise"
[ "$(systemctl show sitta-feed.service -P NRestarts)" = 0 ] || fail "the feed is started again and again"
sed -i 's|^#Connection=.*|Connection=dbname=sitta|; s|^#Source=.*|Source=files|' /etc/sitta/feed.conf
postgres "$binaries/sitta-feed" --config /etc/sitta/feed.conf --set-up > /dev/null || fail "sitta-feed --set-up"
postgres "$programs/createuser" --role=sitta_feed sitta || fail "createuser"
systemctl reset-failed sitta-feed.service
systemctl start sitta-feed.service || fail "sitta-feed does not start"
stored() { [ "$(postgres psql -XAtq sitta -c 'SELECT name FROM sitta.document ORDER BY 1' | tr '\n' ' ')" = "$1" ]; }
within 60 stored "a.txt b.txt page.html " || fail "the documents are not in the database"
echo "stork" > /srv/ann/c.txt && rm /srv/bob/later/b.txt
within 60 stored "a.txt c.txt page.html " || fail "a change is not in the database"
(cd / && runuser -u sitta -- "$binaries/sitta-feed" --config /etc/sitta/feed.conf --check) | grep -q "^files	.*:" || fail "sitta-feed --check"

echo "What is killed starts again, and what is stopped ends in order"
for unit in sitta-server sitta-feed; do
  systemctl kill --signal=KILL $unit.service
  restarted() { [ "$(systemctl show $unit.service -P NRestarts)" = 1 ] && active $unit.service; }
  within 20 restarted || fail "$unit is not started again"
done
echo "rail" > /srv/ann/d.txt
within 60 stored "a.txt c.txt d.txt page.html " || fail "a change after the kill"
systemctl stop sitta-feed.service sitta-server.service
for unit in sitta-server sitta-feed; do
  [ "$(systemctl show $unit.service -P Result)" = success ] || fail "$unit did not end in order"
done
[ ! -e /run/sitta ] || fail "the folder of the socket is left"
echo "Done"
