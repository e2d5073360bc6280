#!/bin/bash
# make-tree.sh FOLDER: builds the tree of documents for RankingBenchmark in FOLDER/files.
#
# Debian packages of documentation are downloaded and unpacked, not installed: manual pages and
# documents in nine languages, and headers and generated lists as noise. Beside them lie the personal
# documents that personal/ generates. It needs apt-get, dpkg and python3, and fetches about 100 MB. The
# same packages give the same tree: names, contents and times of modification. A second run keeps the
# downloads.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "${1:?usage: make-tree.sh FOLDER}")
files=$folder/files
mkdir -p "$folder/downloads"

manuals="manpages manpages-dev manpages-de manpages-fr manpages-ja manpages-zh manpages-ru
coreutils util-linux mount findutils grep sed gawk tar gzip bzip2 xz-utils zstd cpio file less
git-man openssh-client openssh-server systemd systemd-resolved udev e2fsprogs xfsprogs
btrfs-progs lvm2 cryptsetup-bin parted dosfstools smartmontools hdparm rsync wget curl lsof strace
procps psmisc iproute2 net-tools iputils-ping traceroute nftables tcpdump netcat-openbsd
dnsutils whois sudo passwd login cron at logrotate man-db tmux screen vim-common nano bash dash zsh-common
make gdb cmake-data binutils-common gpg gpg-agent gpgv openssl apt dpkg dpkg-dev adduser debootstrap
ffmpeg imagemagick-6-common poppler-utils ghostscript cups-client sox libimage-exiftool-perl qpdf pandoc
network-manager wireless-tools bluez alsa-utils podman sqlite3 jq bc units rename parallel patch
diffutils ed moreutils tree time pv mutt procmail fetchmail rclone borgbackup restic"
documents="git-doc sqlite3-doc python3.11-doc debian-handbook debian-reference-en debian-reference-de
debian-reference-fr debian-reference-ja debian-reference-zh-cn debian-reference-it
developers-reference developers-reference-ja developers-reference-de developers-reference-fr
developers-reference-ru cppreference-doc-en-html aptitude-doc-ja aptitude-doc-ru
vim-doc vim-runtime gnuplot-doc maint-guide debian-faq debian-faq-de debian-faq-ja
debian-kernel-handbook harden-doc linux-libc-dev"

cd "$folder/downloads"
for package in $manuals $documents; do
  compgen -G "${package}_*.deb" > /dev/null && continue
  apt-get download -q "$package" > /dev/null 2>&1 || echo "Cannot fetch $package." >&2
done
rm -rf "$files"
mkdir -p "$files"
for package in $manuals $documents; do
  for archive in "${package}"_*.deb; do
    [ -f "$archive" ] && dpkg -x "$archive" "$folder/unpacked"
  done
done
"$here/personal/prune.py" "$folder/unpacked" "$files"
rm -rf "$folder/unpacked"
"$here/personal/generate.py" "$files"
echo "$(find "$files" -type f | wc -l) documents in $files"
