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
  systemctl status sitta-server.service sitta-feed.service sitta-gateway.service --no-pager -n 20 >&2
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
# A person of the server, who has no sittad: PERSON WORD…
person() {
  local name=$1; shift
  (cd / && runuser -u "$name" -- env -u SITTA_SOCKET HOME="/home/$name" XDG_RUNTIME_DIR="/run/$name" "$binaries/sitta" "$@")
}
finds() { # PERSON WORD FILE…
  local name=$1 word=$2; shift 2
  [ "$(person "$name" search --strict -0 "$word" 2> /dev/null | tr '\0' '\n' | sort | paste -sd ' ')" = "$*" ]
}
active() { systemctl --quiet is-active "$1"; }
capabilities() { awk -v name="$2:" '$1 == name { print $2 }' "/proc/$1/status"; }

echo "The units have no fault"
cp "$repository/debian/sitta-team.sysusers" /usr/lib/sysusers.d/sitta-team.conf
systemd-sysusers sitta-team.conf || fail "systemd-sysusers"
# The programs of a test may be where the unit hides everything, and the pages are not installed.
case $binaries in /home/* | /root/* | /tmp/* | /var/tmp/*) seen='; /^PrivateTmp=/d; /^ProtectHome=/d';; *) seen=;; esac
for unit in sitta-server sitta-feed sitta-gateway; do
  sed "s|^ExecStart=/usr/local/bin/|ExecStart=$binaries/|; /^Documentation=/d$seen" \
    "$repository/systemd/system/$unit.service" > "$units/$unit.service"
done
said=$(systemd-analyze verify "$units"/sitta-{server,feed,gateway}.service 2>&1)
[ -z "$said" ] || fail "systemd-analyze: $said"
systemctl daemon-reload
for unit in sitta-server sitta-feed sitta-gateway; do
  systemd-analyze --no-pager --threshold=15 security $unit.service > /out/score || fail "$unit: $(tail -1 /out/score)"
done

echo "A server's files are found, whoever owns them"
mkdir -p /etc/sitta /srv/ann/private /srv/bob
useradd --create-home reader-ann && useradd --create-home reader-bob || fail "useradd"
echo "heron" > /srv/ann/private/a.txt
echo "<title>Page</title><p>walnut</p>" > /srv/bob/page.html
cp "$repository"/etc/sitta/{server,feed,gateway}.conf /etc/sitta
# However busy this machine is.
printf '[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n' >> /etc/sitta/server.conf
chown -R reader-ann:reader-ann /srv/ann && chown -R reader-bob:reader-bob /srv/bob && chmod -R go= /srv/ann /srv/bob
systemctl start sitta-server.service || fail "sitta-server does not start"
found heron /srv/ann/private/a.txt || fail "the text"
found walnut /srv/bob/page.html || fail "the document"
mkdir -m 700 /srv/bob/later && echo "crane" > /srv/bob/later/b.txt && chmod 600 /srv/bob/later/b.txt
chown -R reader-bob:reader-bob /srv/bob/later
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
database() {
  systemd-run --quiet --unit=database --uid=postgres "$programs/postgres" -D /srv-database/data -k /var/run/postgresql \
    -c listen_addresses=
}
database || fail "the database does not start"
within 60 postgres "$programs/pg_isready" --quiet || fail "the database does not answer"
postgres "$programs/createdb" sitta || fail "createdb"
for unit in sitta-feed sitta-gateway; do
  systemctl start $unit.service 2> /dev/null
  within 20 systemctl --quiet is-failed $unit.service || fail "$unit without a database goes on"
  [ "$(systemctl show $unit.service -P ExecMainStatus)" = 2 ] || fail "$unit ends otherwise"
  [ "$(systemctl show $unit.service -P NRestarts)" = 0 ] || fail "$unit is started again and again"
  systemctl reset-failed $unit.service
done
sed -i 's|^#Connection=.*|Connection=dbname=sitta|; s|^#Source=.*|Source=files|' /etc/sitta/feed.conf
postgres "$binaries/sitta-feed" --config /etc/sitta/feed.conf --set-up > /dev/null || fail "sitta-feed --set-up"
postgres "$programs/createuser" --role=sitta_feed sitta || fail "createuser"
systemctl start sitta-feed.service || fail "sitta-feed does not start"
stored() { [ "$(postgres psql -XAtq sitta -c 'SELECT name FROM sitta.document ORDER BY 1' | tr '\n' ' ')" = "$1" ]; }
within 60 stored "a.txt b.txt page.html " || fail "the documents are not in the database"
echo "stork" > /srv/ann/c.txt && rm /srv/bob/later/b.txt
within 60 stored "a.txt c.txt page.html " || fail "a change is not in the database"
(cd / && runuser -u sitta -- "$binaries/sitta-feed" --config /etc/sitta/feed.conf --check) | grep -q "^files	.*:" || fail "sitta-feed --check"

echo "Each person finds through the gateway what they may read, and nothing else"
echo "heron of both" > /srv/both.txt && chmod 644 /srv/both.txt
sed -i 's|^#Connection=.*|Connection=dbname=sitta|' /etc/sitta/gateway.conf
postgres "$programs/createuser" --role=sitta_gateway sitta-gateway || fail "createuser"
systemctl start sitta-gateway.service || fail "sitta-gateway does not start"
within 60 finds reader-ann heron /srv/ann/private/a.txt /srv/both.txt || fail "ann: $(person reader-ann search heron 2>&1)"
within 60 finds reader-bob heron /srv/both.txt || fail "bob: $(person reader-bob search heron 2>&1)"
within 60 finds reader-bob walnut /srv/bob/page.html || fail "bob: $(person reader-bob search walnut 2>&1)"
finds reader-ann walnut || fail "ann finds what only bob may read"
finds nobody walnut || fail "nobody finds what only bob may read"
within 60 finds nobody heron /srv/both.txt || fail "nobody: $(person nobody search heron 2>&1)"
(cd / && runuser -u sitta-gateway -- "$binaries/sitta-gateway" --check) | grep -q "^files	.*:" || fail "sitta-gateway --check"
said=$(person reader-bob status 2>&1) || fail "status: $said"
said=$(person reader-ann forget /srv/both.txt 2>&1) && fail "ann makes the server forget a file"
[[ $said == *"run sitta there"* ]] || fail "what is refused: $said"

echo "The gateway has no right of its own, and only root and services are trusted with queries"
pid=$(systemctl show sitta-gateway.service -P MainPID)
[ "$(capabilities "$pid" CapBnd)" = 0000000000000000 ] || fail "the gateway could get $(capabilities "$pid" CapBnd)"
cd /run/sitta-gateway
modes=$(stat -c '%n %U %a' . candidates io.sitta.Search | paste -sd ,)
[ "$modes" = ". sitta-gateway 755,candidates sitta-gateway 700,io.sitta.Search sitta-gateway 666" ] || fail "$modes"
cd /
runuser -u reader-ann -- ls /run/sitta-gateway/candidates > /dev/null 2>&1 && fail "ann sees the candidates of others"
said=$(person reader-bob --socket /srv/ann/io.sitta.Search search heron 2>&1) && fail "bob trusts a folder of ann"
[[ $said == *"belongs to user $(id -u reader-ann)"* ]] || fail "a folder of ann: $said"

echo "Who comes by ssh searches with their own rights"
mkdir -p /home/reader-bob/.config/sitta
printf '[Hosts]\nfiles=%s bridge\n' "$binaries/sitta" > /home/reader-bob/.config/sitta/sitta.conf
chown -R reader-bob:reader-bob /home/reader-bob/.config
install -d -m 700 -o reader-bob /run/reader-bob
said=$(person reader-bob --host files search --strict heron 2>&1) && [[ $said == *both.txt* ]] && [[ $said != *private* ]] ||
  fail "--host: $said"

echo "A right that is taken away is gone from answers, and one that is given is there"
chmod 600 /srv/both.txt
within 20 finds reader-bob heron || fail "bob finds what he may not read any more"
chmod 755 /srv/ann /srv/ann/private && chmod 644 /srv/ann/private/a.txt
within 20 finds reader-bob heron /srv/ann/private/a.txt || fail "bob does not find what he may read now"

echo "A database that was killed is found again"
systemctl kill --signal=KILL database.service
within 20 systemctl --quiet is-failed database.service || fail "the database goes on"
said=$(person reader-ann search heron 2>&1) && fail "a search without a database"
[[ $said == *"database of the team does not answer"* ]] || fail "without a database it says: $said"
systemctl reset-failed database.service
database || fail "the database does not start again"
within 60 finds reader-bob heron /srv/ann/private/a.txt || fail "after the database: $(person reader-bob search heron 2>&1)"
[ "$(systemctl show sitta-gateway.service -P NRestarts)" = 0 ] || fail "the gateway has ended with its database"

echo "What is killed starts again, and what is stopped ends in order"
for unit in sitta-server sitta-feed sitta-gateway; do
  systemctl kill --signal=KILL $unit.service
  restarted() { [ "$(systemctl show $unit.service -P NRestarts)" = 1 ] && active $unit.service; }
  within 20 restarted || fail "$unit is not started again"
done
echo "rail" > /srv/ann/d.txt
within 60 stored "a.txt both.txt c.txt d.txt page.html " || fail "a change after the kill"
within 60 finds reader-bob heron /srv/ann/private/a.txt || fail "after the kill: $(person reader-bob search heron 2>&1)"
systemctl stop sitta-gateway.service sitta-feed.service sitta-server.service
for unit in sitta-server sitta-feed sitta-gateway; do
  [ "$(systemctl show $unit.service -P Result)" = success ] || fail "$unit did not end in order"
done
[ ! -e /run/sitta ] && [ ! -e /run/sitta-gateway ] || fail "the folder of a socket is left"
echo "Done"
