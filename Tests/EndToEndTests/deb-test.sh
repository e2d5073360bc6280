#!/bin/bash
# deb-test.sh CHANGES FOLDER [SUITE]
#   Checks the packages that `make deb` has made: with lintian and appstreamcli, then in a Debian in FOLDER, which
#   is made by debootstrap if it is missing: autopkgtest, installing, upgrading and purging. SUITE is that of this
#   machine if it is not given. Needs root.
set -u
changes=$1 root=$(realpath -m "$2") suite=${3:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
deb=$(ls "${changes%/*}"/sitta_*.deb) pdf=$(ls "${changes%/*}"/sitta-pdf_*.deb) ocr=$(ls "${changes%/*}"/sitta-ocr_*.deb)
session=$(ls "${changes%/*}"/sitta-session_*.deb) team=$(ls "${changes%/*}"/sitta-team_*.deb) || exit 1
here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "FAILED: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "needs root"

echo "The package has no fault"
said=$(lintian --allow-root --pedantic --suppress-tags initial-upload-closes-no-bugs "$changes" 2>&1)
[ -z "$said" ] || fail "lintian: $said"

echo "It has what it should, where others look for it"
content=$(mktemp -d)
trap 'rm -rf "$content"' EXIT
size=0
for package in "$deb" "$pdf" "$ocr" "$session"; do
  dpkg-deb --extract "$package" "$content" || fail "dpkg-deb"
  size=$((size + $(dpkg-deb --field "$package" Installed-Size)))
done
echo "Installed they have $((size / 1024)) MiB"
[ "$size" -lt $((82 * 1024)) ] || fail "that is too much"
for file in usr/bin/sitta usr/bin/sittad usr/libexec/sitta/sitta-extract usr/libexec/sitta/sitta-extract-pdf \
  usr/libexec/sitta/sitta-extract-external usr/libexec/sitta/sitta-extract-ocr usr/libexec/sitta/sitta-extract-meaning usr/libexec/sitta/libsitta-pdf.so \
  usr/lib/systemd/user/sittad.service usr/lib/systemd/user/sittad.socket \
  usr/lib/sysctl.d/60-sitta.conf etc/sitta/sittad.conf usr/share/man/man1/sitta.1.gz \
  usr/share/man/man5/sittad.conf.5.gz usr/share/man/man7/sitta-query.7.gz usr/share/man/man8/sittad.8.gz \
  usr/share/bash-completion/completions/sitta usr/share/zsh/vendor-completions/_sitta \
  usr/share/fish/vendor_completions.d/sitta.fish usr/share/metainfo/io.sitta.Sitta.metainfo.xml \
  usr/libexec/sitta/sitta-session usr/share/sitta/web/index.html usr/share/applications/io.sitta.Sitta.desktop \
  usr/share/icons/hicolor/scalable/apps/io.sitta.Sitta.svg usr/share/dbus-1/services/io.sitta.Desktop.service \
  usr/share/gnome-shell/search-providers/io.sitta.Desktop.search-provider.ini \
  usr/share/krunner/dbusplugins/io.sitta.Desktop.desktop usr/lib/systemd/user/sitta-session.service \
  usr/lib/systemd/user/sitta-watch.service; do
  [ -f "$content/$file" ] || fail "$file is missing"
done
# What a team needs is in its package alone, with nothing enabled that could start.
for file in usr/bin/sitta-{feed,gateway} usr/share/man/man8/sitta-{feed,gateway}.8 etc/sitta/{feed,gateway,server}.conf; do
  [ ! -e "$content/$file" ] && [ ! -e "$content/$file.gz" ] || fail "$file is not only in sitta-team"
done
dpkg-deb --extract "$team" "$content" || fail "dpkg-deb"
for file in usr/bin/sitta-{feed,gateway} usr/share/man/man8/sitta-{feed,gateway}.8.gz etc/sitta/{feed,gateway,server}.conf \
  usr/lib/sysusers.d/sitta-team.conf; do
  [ -f "$content/$file" ] || fail "$file is missing"
done
for unit in sitta-feed sitta-gateway sitta-server; do
  file=$(ls "$content"/{usr/,}lib/systemd/system/$unit.service 2> /dev/null)
  grep -q '^ExecStart=/usr/bin/sitta' "$file" || fail "ExecStart= of $unit"
done
[ "$(dpkg-deb --ctrl-tarfile "$team" | tar -xO ./conffiles | sort | paste -sd ' ')" = "$(echo /etc/sitta/{feed,gateway,server}.conf)" ] ||
  fail "conffiles of sitta-team"
[[ $(dpkg-deb --field "$deb" Depends) == *libpq* ]] && fail "sitta needs libpq"
for command in $("$here/readme-commands.sh"); do
  [ -x "$content/usr/bin/$command" ] || fail "README names the command $command, and the package lacks it"
done
table=$(ls "${changes%/*}"/sitta-meaning_*.deb 2> /dev/null)
if [ -n "$table" ]; then
  [[ $(dpkg-deb --contents "$table") == */usr/share/sitta/meaning.sittavec* ]] || fail "sitta-meaning has no table"
fi
model=$(ls "${changes%/*}"/sitta-meaning-model_*.deb 2> /dev/null)
if [ -n "$model" ]; then
  [[ $(dpkg-deb --contents "$model") == */usr/share/sitta/meaning.sittanet* ]] || fail "sitta-meaning-model has no encoder"
fi
[[ $(dpkg-deb --field "$deb" Suggests) == *fzf* ]] || fail "fzf is not suggested"
grep -qx 'ExecStart=/usr/bin/sittad' "$content/usr/lib/systemd/user/sittad.service" || fail "ExecStart="
[ "$(dpkg-deb --ctrl-tarfile "$deb" | tar -xO ./conffiles)" = /etc/sitta/sittad.conf ] || fail "conffiles"
appstreamcli validate --no-net "$content/usr/share/metainfo/io.sitta.Sitta.metainfo.xml" > /dev/null || fail "metainfo"
said=$(desktop-file-validate "$content/usr/share/applications/io.sitta.Sitta.desktop" 2>&1)
[ -z "$said" ] || fail "desktop-file-validate: $said"
grep -qx 'Exec=/usr/libexec/sitta/sitta-session bus' "$content/usr/share/dbus-1/services/io.sitta.Desktop.service" || fail "Exec="
symbols=$(for package in "${deb%/*}"/sitta*-dbgsym_*.deb; do dpkg-deb --contents "$package"; done)
for program in "$content"/usr/bin/* "$content"/usr/libexec/sitta/*; do
  # sitta-pick is a script, and the other names of sitta-extract are links.
  [ -L "$program" ] && continue
  [ "$(head -c 2 "$program")" = '#!' ] && continue
  readelf --segments --wide "$program" | grep -q GNU_RELRO || fail "$program has no RELRO"
  id=$(readelf --notes "$program" | sed -n 's/.*Build ID: //p')
  [[ $symbols == *"/${id:0:2}/${id:2}.debug"* ]] || fail "no symbols of $program"
done

if [ ! -x "$root/usr/bin/apt-get" ]; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
  # An older debootstrap does not know the names of newer suites, which are all made in the same way.
  script=/usr/share/debootstrap/scripts/$suite
  [ -e "$script" ] && script= || script=/usr/share/debootstrap/scripts/sid
  debootstrap --variant=minbase "$suite" "$root" "${mirror:-http://deb.debian.org/debian}" $script > "$root.log" 2>&1 ||
    { tail "$root.log"; fail "debootstrap"; }
fi
# Everything that follows happens in a namespace of its own; only files below FOLDER change.
exec unshare --mount --pid --fork --kill-child --propagation private /bin/bash "$here/deb-install-test.sh" "$root" "$deb" "$pdf" "$ocr" "$session" "$team"
