#!/usr/bin/env python3
"""prune.py UNPACKED FILES: copies the documents of unpacked Debian packages.

Compressed documents are unpacked, symbolic links and pictures are left out. Of each folder of
translated manual pages only some languages are kept, and of the headers only those of linux/.
"""
import gzip
import os
import re
import shutil
import sys

LANGUAGES = {"de", "fr", "ja", "ru", "zh_CN"}
BOOKS = {"en-US", "ja-JP"}
PLACES = tuple(
    f"usr/share/{name}/"
    for name in ["doc", "vim", "cppreference", "debian-reference", "developers-reference"])
ENDINGS = re.compile(r"\.(html?|txt|rst|md|h|pdf|py|sh|c|cpp|[1-8][a-zA-Z]*)$")
SKIPPED = re.compile(
    r"/(changelog|NEWS|copyright|README\.Debian|TODO|AUTHORS)[^/]*$|/linux/netfilter|/_static/"
    r"|/_sources/|/gnuplot/htmldocs/|/doc/vim/html/|/harden-doc/html/(?!en)"
    r"|/html/(?!en/cpp/[^/]+/[^/]+$)(?:en|common)/")


def is_wanted(path):
    if SKIPPED.search("/" + path):
        return False
    manual = re.match(r"usr/share/man/(?:([^/]+)/)?man\d/", path)
    if manual:
        language = manual.group(1)
        return language is None or language in LANGUAGES
    book = re.search(r"debian-handbook/html/([^/]+)/", path)
    if book and book.group(1) not in BOOKS:
        return False
    if path.startswith("usr/include/"):
        return bool(re.match(r"usr/include/linux/[^/]+\.h$", path))
    return path.startswith(PLACES) and bool(ENDINGS.search(path))


def main(unpacked, files):
    for folder, folders, names in os.walk(unpacked):
        folders.sort()
        for name in sorted(names):
            source = os.path.join(folder, name)
            path = os.path.relpath(source, unpacked)
            is_packed = path.endswith(".gz")
            path = path.removesuffix(".gz")
            if os.path.islink(source) or not is_wanted(path):
                continue
            target = os.path.join(files, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if is_packed:
                with gzip.open(source) as packed, open(target, "wb") as file:
                    shutil.copyfileobj(packed, file)
            else:
                shutil.copyfile(source, target)
            time = os.stat(source).st_mtime
            os.utime(target, (time, time))


main(*sys.argv[1:])
