#!/bin/bash
# newcomer-test.sh: the first hour of an ordinary user, with README's commands, in a Debian that may be changed:
# install, first search, open, read, a wrong word, removing. Needs root, which installs packages and makes the user.
# BUILT=DIR takes programs that were built before.
set -u
repository=$(cd "$(dirname "$0")/../.." && pwd)
user=newcomer

fail() { echo "FAILED: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "needs root"
# As that user, with the environment of a login.
as=(
  setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs
  env -i HOME="/home/$user" USER="$user" PATH="/home/$user/.local/bin:$PATH" LC_ALL=C.UTF-8 TERM=dumb
  SITTA_SOCKET="/home/$user/run/socket"
)
own() { "${as[@]}" "$@"; }
# Runs a command of the user: its exit code has to be the first argument, its output is printed and kept.
expect() {
  local code=$1
  shift
  output=$(own "$@" 2>&1)
  local was=$?
  echo "$output"
  [ $was = "$code" ] || fail "'$*' ended with $was, not $code"
}
says() { case $output in *"$1"*) ;; *) fail "no '$1' in the output" ;; esac; }

make -C "$repository" --silent packages || fail "make packages"
id "$user" > /dev/null 2>&1 || useradd --create-home "$user" || fail "useradd"
home=/home/$user
# What a run that was interrupted has left.
rm -rf "$home"/{run,Notes,sitta,.local/state/sitta,.config/sitta}
mkdir -p "$home/sitta" "$home/run"
(cd "$repository" && git ls-files -z | xargs -0 cp --parents --target-directory "$home/sitta") || fail "the sources"
chown -R "$user" "$home"
# Without what the compiler keeps for itself.
list() { (cd "$home" && find . \( -path ./sitta -o -path ./run -o -path ./.swiftpm -o -path ./.cache \) -prune -o -print | sort); }
before=$(list)

echo "== make try"
expect 0 make -C "$home/sitta" --silent try DIR=/usr/share/doc/make Q="license" ${BUILT:+--old-file=all BINARIES="$BUILT"}
echo "== make install PREFIX=~/.local"
expect 0 sh -c "cd ~/sitta && make --silent install PREFIX=~/.local ${BUILT:+--old-file=all BINARIES='$BUILT'}"
says "sitta status --watch"

echo "== before the daemon runs"
expect 3 sitta search heron
says "sittad"

echo "== the first search"
own sh -c 'mkdir -p ~/Notes && echo "The grey heron stood in the reeds." > ~/Notes/birds.txt'
"${as[@]}" sittad --socket "$home/run/socket" &
daemon=$!
trap 'kill $daemon 2> /dev/null; wait $daemon 2> /dev/null' EXIT
for _ in $(seq 600); do [ -S "$home/run/socket" ] && break; sleep 0.1; done
expect 0 sitta sync --timeout 10m
expect 0 sitta search heron
says birds.txt
# The sources are in the home folder as well, so the word must not be in this file.
expect 1 sitta search "=no$$such"
expect 2 sitta serach heron
says "Did you mean 'search'"
expect 0 sitta read "$home/Notes/birds.txt"
says "grey heron"
# An editor that shows the file; it is called with the line before it.
own sh -c 'printf "#!/bin/sh\nshift \$((\$# - 1)); cat \"\$1\"\n" > ~/run/editor && chmod +x ~/run/editor'
expect 0 env VISUAL="$home/run/editor" script -qec "sitta open 'in:$home/Notes' heron" /dev/null
says "grey heron"
own sh -c 'echo "A second heron, and a kingfisher." > ~/Notes/more.txt'
expect 0 sitta search --sync kingfisher
says more.txt
expect 0 sitta explain "$home/Notes/more.txt" kingfisher
expect 0 sitta status

echo "== removing"
kill $daemon
wait $daemon || fail "sittad ended with $?"
expect 0 sh -c 'cd ~/sitta && make --silent uninstall PREFIX=~/.local'
says "Kept:"
own sh -c 'rm -r ~/Notes ~/.local/state/sitta ~/.config/sitta'
# Folders that others use as well stay.
after=$(list | grep -vxE '\./\.(local|config|cache)(/(bin|libexec|share|state)(/.*)?)?')
left=$(cd "$home" && find .local .config -type f -o -type l 2> /dev/null)
[ -z "$left" ] || fail "files are left: $left"
[ "$(echo "$before" | grep -vxE '\./\.(local|config|cache)(/(bin|libexec|share|state)(/.*)?)?')" = "$after" ] ||
  fail "files are left: $(diff <(echo "$before") <(echo "$after"))"
echo "Done"
