#!/usr/bin/env python3
"""generate.py FILES: writes the personal documents of RankingBenchmark.

Written documents are in texts/*.txt, generated ones come from the modules beside this one. A line
"@@ PATH | DATE" begins a document, "@@mail PATH | DATE | FROM | TO | SUBJECT" a mail, and "@@series" a
document with several versions: the paths and dates of the versions follow, then "---", then the text
with the variants {first|second|...}.
"""
import os
import pathlib
import re
import sys
import zlib
from datetime import datetime, timezone
from email.message import EmailMessage

import letters
import records

HERE = pathlib.Path(__file__).parent


def write(root, path, date, content):
    """Writes a document; the time of day of its modification depends on its path only."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    day = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=timezone.utc)
    time = day.timestamp() + 8 * 3600 + zlib.crc32(path.encode()) % 36_000
    os.utime(file, (time, time))


def mail(path, date, sender, recipient, subject, body):
    message = EmailMessage()
    message["From"] = sender
    message["To"] = recipient
    message["Subject"] = subject
    day = datetime.strptime(date, "%Y-%m-%d")
    message["Date"] = day.strftime("%a, %d %b %Y 09:14:00 +0100")
    message["Message-ID"] = f"<{zlib.crc32(path.encode()):08x}@mail.example>"
    message.set_content(body, cte="8bit" if body.isascii() else "quoted-printable")
    return message.as_bytes()


def series(lines):
    """Returns path, date and text of each version."""
    end = lines.index("---")
    versions = [[part.strip() for part in line.split(" | ")] for line in lines[:end]]
    text = "\n".join(lines[end + 1:]).strip() + "\n"
    for number, (path, date) in enumerate(versions):
        yield path, date, re.sub(
            r"\{([^{}]*)\}", lambda match: match.group(1).split("|")[number], text)


def written(file):
    """Returns path, date and content of each document in a file of texts."""
    for block in re.split(r"^@@", file.read_text(), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        kind, _, rest = head.partition(" ")
        fields = [field.strip() for field in rest.split(" | ")]
        if kind == "series":
            yield from series(body.rstrip("\n").split("\n"))
        elif kind == "mail":
            path, date = fields[:2]
            yield path, date, mail(*fields, body.strip() + "\n")
        else:
            path, date = fields
            yield path, date, body.strip() + "\n"


# Copies of documents, and copies of old states of them.
COPIES = [
    ("Backup/2023-12/Recipes/Baking/sourdough rye.md", "2023-12-28", "Recipes/Baking/sourdough rye.md"),
    ("Backup/2023-12/Documents/Contracts/lease garage.txt", "2023-12-28",
     "Documents/Contracts/lease garage.txt"),
    ("Backup/2023-12/Documents/Health/Knee/mri report.txt", "2023-12-28",
     "Documents/Health/Knee/mri report.txt"),
    ("Backup/2023-12/Projects/kestrel/README.md", "2023-12-28", "Projects/kestrel/README.md"),
    ("Downloads/mri report.txt", "2023-09-12", "Documents/Health/Knee/mri report.txt"),
    ("Downloads/lasagne for twelve.md", "2023-05-30", "Recipes/Mains/lasagne for twelve.md"),
    ("Desktop/packing list.md", "2023-03-20", "Documents/Travel/Japan 2023/packing list.md"),
    ("Downloads/Mietvertrag Einliegerwohnung(1).txt", "2024-01-29",
     "Documents/Verträge/Mietvertrag Einliegerwohnung.txt"),
    ("USB stick/history essay draft.txt", "2023-11-05", "School/Lena/history essay draft.txt"),
    ("USB stick/高雄行程.txt", "2019-10-12", "Travel/台湾/高雄行程.txt"),
]


def main(folder):
    root = pathlib.Path(folder)
    contents = {}
    for file in sorted((HERE / "texts").glob("*.txt")):
        for path, date, content in written(file):
            contents[path] = (date, content)
    for path, date, content in records.documents():
        contents[path] = (date, content)
    for path, date, fields in letters.mails():
        contents[path] = (date, mail(path, date, *fields))
    for path, date, content in letters.notes():
        contents[path] = (date, content)
    for path, date, source in COPIES:
        contents[path] = (date, contents[source][1])
    for path in sorted(contents):
        write(root, path, *contents[path])


if __name__ == "__main__":
    main(*sys.argv[1:])
