#!/bin/sh
# install.sh [--prefix FOLDER]: installs Sitta from this folder, below ~/.local or FOLDER. No root and no compiler is
# needed. uninstall.sh beside the programs, in FOLDER/share/sitta, removes what it has written.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=$HOME/.local
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || { echo "install.sh: --prefix takes a folder." >&2; exit 2; }; prefix=$2; shift 2;;
    --prefix=*) prefix=${1#--prefix=}; shift;;
    -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0;;
    *) echo "install.sh: there is no option '$1'. Usage: install.sh [--prefix FOLDER]" >&2; exit 2;;
  esac
done
case $prefix in
  '~') prefix=$HOME;;
  '~/'*) prefix=$HOME/${prefix#'~/'};;
  /*) ;;
  *) prefix=$(pwd)/$prefix;;
esac

# What each program needs of the system; without it nothing is installed.
for program in bin/sitta bin/sittad libexec/sitta/sitta-extract; do
  said=$(ldd "$here/$program" 2>&1) || { echo "install.sh: this archive is for another system: $said" >&2; exit 1; }
  missing=$(printf '%s\n' "$said" | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p; s/.*version .\(GLIBC_[0-9.]*\). not found.*/\1/p' | sort -u)
  [ -z "$missing" ] || {
    echo "install.sh: $program needs what this system lacks:" $missing >&2
    echo "Install the packages that have these libraries; glibc has to be 2.36 or later." >&2
    exit 1
  }
done
# The page and the desktop's search are left out where their library is missing.
without='^$'
ldd "$here/libexec/sitta/sitta-session" 2> /dev/null | grep -q 'not found' &&
  without='^libexec/sitta/sitta-session$|^share/(applications|dbus-1|gnome-shell|icons|krunner|metainfo|sitta/web)/|/sitta-session\.service$'
[ -w "$prefix" ] || mkdir -p "$prefix" 2> /dev/null || { echo "install.sh: '$prefix' cannot be written." >&2; exit 1; }

list=$prefix/share/sitta/installed
mkdir -p "$prefix/share/sitta"
: > "$list.new"
(cd "$here" && find bin libexec share ! -type d) | grep -vE "$without" | LC_ALL=C sort | while read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A program that runs is replaced, not written to.
  rm -f "$prefix/$file"
  cp -P "$here/$file" "$prefix/$file"
  echo "$file" >> "$list.new"
done
# Below which prefix the programs are.
replace() {
  for file in $2; do
    [ ! -e "$prefix/$file" ] || sed "$1" "$here/$file" > "$prefix/$file"
  done
}
replace "s|^ExecStart=/usr/local/|ExecStart=$prefix/|" \
  "share/systemd/user/sittad.service share/systemd/user/sitta-session.service share/systemd/user/sitta-watch.service"
replace "s|^Exec=/usr/local/|Exec=$prefix/|" share/dbus-1/services/io.sitta.Desktop.service
replace "s|^Exec=sitta |Exec=$prefix/bin/sitta |" share/applications/io.sitta.Sitta.desktop
cp "$here/uninstall.sh" "$prefix/share/sitta/uninstall.sh"
echo share/sitta/uninstall.sh >> "$list.new"
# What an older version had and this one has not.
[ ! -e "$list" ] || LC_ALL=C sort "$list" | while read -r file; do
  grep -qxF "$file" "$list.new" || rm -f "$prefix/$file"
done
mv "$list.new" "$list"

configuration=${XDG_CONFIG_HOME:-$HOME/.config}/sitta
case $prefix/ in "$HOME"/*) ;; *) configuration=/etc/sitta;; esac
if [ ! -e "$configuration/sittad.conf" ] && mkdir -p "$configuration" 2> /dev/null; then
  cp "$here/etc/sittad.conf" "$configuration/sittad.conf"
fi

found=
for library in "$prefix"/libexec/sitta/libsitta-pdf-*.so; do
  ldd "$library" 2> /dev/null | grep -q 'not found' || found=$library
done
[ -n "$found" ] || echo "PDF documents are found by their names only: this system has no libpoppler-cpp that fits."
[ "$without" = '^$' ] ||
  echo "'sitta web' and the searches of GNOME and KDE are not installed: this system has no libmicrohttpd that fits."
echo "Sitta is installed below $prefix. Next:"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "    export PATH=\"$prefix/bin:\$PATH\"    # it is not in your PATH";; esac
echo "    systemctl --user daemon-reload"
echo "    systemctl --user enable --now sittad.socket sittad.service"
sh "$here/desktop-steps.sh" "$prefix"
echo "To remove it: $prefix/share/sitta/uninstall.sh"
