#!/bin/sh
# uninstall.sh: removes what install.sh has written below this prefix. The configuration and the index are kept.
set -eu
prefix=$(cd "$(dirname "$0")/../.." && pwd)
list=$prefix/share/sitta/installed
[ -e "$list" ] || { echo "uninstall.sh: '$list' is missing, so nothing is removed." >&2; exit 1; }
sh "$prefix/share/sitta/before-uninstall.sh" "$prefix"
systemctl --user disable --now sitta-watch.service sittad.socket sittad.service 2> /dev/null || true
while read -r file; do
  # Only names that install.sh can have written.
  case $file in /* | *..* | '') continue;; bin/* | libexec/sitta/* | share/*) rm -f "$prefix/$file";; esac
done < "$list"
mv "$list" "$prefix/.sitta-installed"
# Folders that are empty now.
cd "$prefix"
sed 's|/[^/]*$||' .sitta-installed | LC_ALL=C sort -u -r | while read -r folder; do rmdir -p "$folder" 2> /dev/null || true; done
rm -f .sitta-installed
echo "Kept: sittad.conf in ~/.config/sitta, and the index in ~/.local/state/sitta."
