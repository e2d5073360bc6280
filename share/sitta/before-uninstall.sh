# before-uninstall.sh PREFIX: takes back what `sitta integrate` wrote in this person's home for the program below PREFIX,
# such as key bindings that would call a program that is missing.
set -eu
sitta=$1/bin/sitta
[ -x "$sitta" ] && [ -n "${HOME-}" ] || exit 0
"$sitta" integrate 2> /dev/null | while read -r name _; do
  said=$("$sitta" integrate --remove "$name" 2> /dev/null) || continue
  case $said in Removed*) printf '%s\n' "$said" ;; esac
done
