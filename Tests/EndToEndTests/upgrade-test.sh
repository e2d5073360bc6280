#!/bin/bash
# upgrade-test.sh OLD NEW: the index of one version is used by another one, and then by the first one again. Each is a
# folder with the programs. The newer version must find at once what the older one found, must not bring back what was
# forgotten, and says what it builds again; and so must the older version with the state of the newer one.
set -u
old=$(realpath "$1") new=$(realpath "$2")
folder=$(mktemp -d)
export HOME=$folder/home SITTA_SOCKET=$folder/socket LC_ALL=C.UTF-8
unset XDG_STATE_HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR
state=$HOME/.local/state/sitta
queries=(heron houses Häuser '"grey heron"' from:brandt type:zip kingfisher 'in:Notes reeds')
daemon=

end() { [ -z "$daemon" ] || kill "$daemon" 2> /dev/null; wait; rm -rf "$folder"; }
trap end EXIT
fail() { echo "FAILED: $*" >&2; tail -n 20 "$folder/log" >&2; exit 1; }

start() { # BINARIES
  programs=$1
  "$programs/sittad" --socket "$SITTA_SOCKET" 2> "$folder/log" &
  daemon=$!
  for _ in $(seq 600); do "$programs/sitta" status > /dev/null 2>&1 && return; sleep 0.1; done
  fail "sittad of $programs does not answer"
}
stop() { # SIGNAL
  kill -s "${1:-TERM}" "$daemon"
  wait "$daemon" 2> /dev/null
  daemon=
}
# What each query finds, as paths.
answers() {
  local query
  for query in "${queries[@]}"; do
    echo "== $query"
    "$programs/sitta" search -n 100 -0 -- "$query" 2> /dev/null | tr '\0' '\n' | sort
  done
}
settled() {
  "$programs/sitta" resume --now > /dev/null 2>&1
  "$programs/sitta" sync > "$folder/sync" 2>&1 || fail "sitta sync of $programs: $(cat "$folder/sync")"
}
# What a version says of the index that it was given.
says() { sed -n 's/^sittad: \(.*\(again\|newer version\|new index\|rebuil\).*\)/\1/p' "$folder/log" | head -n 1; }
same() { # WHAT
  answers > "$folder/now"
  diff "$folder/first" "$folder/now" || fail "$1: other hits"
  "$programs/sitta" search -0 diary 2> /dev/null | grep -q . && fail "$1: what was forgotten is found"
}

mkdir -p "$HOME/Notes" "$HOME/.config/sitta"
echo "The grey heron stood in the reeds beside two houses." > "$HOME/Notes/birds.txt"
echo "Die alten Häuser am Fluss stehen leer, und die Häuser am Berg sind bewohnt." > "$HOME/Notes/fluss.txt"
echo "My diary: a heron." > "$HOME/diary.txt"
printf 'From a Thu Jan  1 00:00:00 2026\nFrom: Jakob Brandt <jakob@mail.test>\nTo: me@mail.test\nSubject: A kingfisher\nDate: Thu, 12 Nov 2026 10:00:00 +0000\n\nI saw a heron, too.\n' > "$HOME/Inbox.mbox"
python3 - "$HOME/birds.zip" << 'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as archive: archive.writestr("inside/heron.txt", "The heron in the archive.\n")
END
echo '# Written for the older version.' > "$HOME/.config/sitta/sittad.conf"
printf '[Index]\nExclude=*.bak\n' >> "$HOME/.config/sitta/sittad.conf"

start "$old"
settled
"$programs/sitta" forget "$HOME/diary.txt" > /dev/null 2>&1 || fail "sitta forget"
settled
answers > "$folder/first"
grep -q birds.txt "$folder/first" && grep -q Inbox "$folder/first" || { cat "$folder/first"; fail "the older version finds nothing"; }
echo "$("$old/sitta" --version) found $(grep -c ^/ "$folder/first") hits"
stop

step() { # BINARIES WHAT
  start "$1"
  same "$2, at once"
  # As after a loss of power, before all is compared.
  stop KILL
  start "$1"
  same "$2, after it was killed"
  reason=$(says)
  settled
  same "$2"
  echo "The heron is back, $2." > "$HOME/Notes/new.txt"
  settled
  "$programs/sitta" search -0 '"heron is back"' | tr '\0' '\n' | grep -q Notes/new.txt || fail "$2: a new file is not found"
  rm "$HOME/Notes/new.txt"
  settled
  stop
  echo "$("$1/sitta" --version), $2: the same hits${reason:+. It says: $reason}"
}
step "$new" upgraded
step "$old" downgraded
step "$new" "upgraded again"
[ -z "$(find "$state" -perm /077)" ] || fail "others may read the state"
