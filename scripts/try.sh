#!/bin/sh
# Indexes a folder in a temporary home, searches it, and removes everything; `make try` calls it.
# TRY_BINARIES: the folder of the programs. TRY_FOLDER: the folder. TRY_QUERY: the query.
set -eu

case $TRY_FOLDER in
  "~") TRY_FOLDER=$HOME ;;
  "~/"*) TRY_FOLDER=$HOME/${TRY_FOLDER#"~/"} ;;
esac
if [ ! -d "$TRY_FOLDER" ]; then
  echo "There is no folder '$TRY_FOLDER'. Name one: make try DIR=/usr/share/doc" >&2
  exit 2
fi

home=$(mktemp -d)
sitta() { "$TRY_BINARIES/sitta" --socket "$home/socket" "$@"; }

printf '[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n' > "$home/sittad.conf"
"$TRY_BINARIES/sittad" --config "$home/sittad.conf" --root "$TRY_FOLDER" --state "$home/state" \
  --socket "$home/socket" &
daemon=$!
trap 'kill $daemon 2>/dev/null || true; wait $daemon 2>/dev/null || true; rm -rf "$home"' EXIT
trap 'exit 130' INT TERM

# A number with a comma between thousands.
grouped() { echo "$1" | sed -e :again -e 's/^\([0-9]*[0-9]\)\([0-9][0-9][0-9]\)/\1,\2/' -e 't again'; }

until [ -S "$home/socket" ]; do
  kill -0 $daemon 2>/dev/null || { echo "sittad has ended; its messages are above." >&2; exit 1; }
  sleep 0.1
done
all=0
while :; do
  status=$(sitta status)
  state=$(echo "$status" | sed 1q)
  documents=$(echo "$status" | sed -n 's/^documents  \([0-9]*\).*/\1/p')
  waiting=$(echo "$state" | sed -n 's/.*, \([0-9]*\) to go.*/\1/p')
  case $state in
    *": up to date") break ;;
    *"still looking for files"*) printf '\r%s files so far ' "$(grouped "$documents")" >&2 ;;
    *)
      # Files that turn out to be none, such as those that vanish, do not count backwards.
      known=$((documents + ${waiting:-0}))
      [ "$known" -le "$all" ] || all=$known
      printf '\r%s of %s files ' "$(grouped "$documents")" "$(grouped "$all")" >&2
      ;;
  esac
  sleep 0.3
done
count=$(grouped "$documents")
[ "$documents" -lt "$all" ] || count="$count of $count"
printf '\r%s files             \n' "$count" >&2
sitta status
echo
if sitta search -- "$TRY_QUERY"; then
  exit 0
elif [ $? = 1 ]; then
  echo "Nothing was found for '$TRY_QUERY' in '$TRY_FOLDER'. Search for other words: make try Q=\"…\""
else
  exit 1
fi
