"""Writes the bombs of ReadingBenchmark: small documents that ask for too much.

bombs.py FOLDER: bombs that are there already are kept, because some take long to make.
"""
import bz2
import gzip
import io
import lzma
import os
import struct
import sys
import tarfile
import zipfile
import zlib

from portable import pdf

MEGABYTE = b"0" * (1 << 20)


def stream(data, extra=b"", filters=b""):
    return b"<</Length %d%s%s>>stream\n%s\nendstream" % (len(data), filters, extra, data)


FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>%s>>>>"


def pages(count, content, extra=b""):
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(count))
    return pdf([CATALOG, b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids), FONT, content]
               + [PAGE % (4, extra)] * count)


def deflated(data):
    return stream(zlib.compress(data, 9), filters=b"/Filter/FlateDecode")


def text(lines):
    return b"BT /F 10 Tf 40 780 Td 12 TL " + b"(word and another word of a line) Tj T* " * lines + b"ET"


def forms():
    """Forms that call each other: ten calls in each of twelve levels."""
    own = b"<</XObject<</X %d 0 R>>>>"
    levels = [stream(b"/X Do " * 10, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources" + own % (7 + n))
              for n in range(12)]
    page = PAGE % (4, b"/XObject<</X 6 0 R>>")
    return pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[5 0 R]>>", FONT, stream(b"/X Do"), page] + levels)


def zipped(*members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=9) as archive:
        for name, data in members:
            with archive.open(name, "w", force_zip64=True) as member:
                for piece in data if not isinstance(data, bytes) else [data]:
                    member.write(piece)
    return out.getvalue()


def nested_zip(depth, width=1):
    data = zipped(("a.txt", b"core " * 1000))
    for level in range(depth):
        data = zipped(*((f"{number}.zip", data) for number in range(width)))
    return data


def overlapping_zip():
    """Ten thousand names of one member."""
    data = zipped(("a.txt", MEGABYTE))
    start = data.index(b"PK\1\2")
    entry = data[start:data.index(b"PK\5\6")] if b"PK\6\6" not in data else data[start:data.index(b"PK\6\6")]
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 10_000, 10_000, len(entry) * 10_000, start, 0)
    return data[:start] + entry * 10_000 + end


def docx(document):
    kind = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    relation = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    return zipped(
        ("[Content_Types].xml", b"<Types><Override PartName='/word/document.xml' ContentType='%s'/></Types>" % kind),
        ("_rels/.rels", b"<Relationships><Relationship Id='a' Type='%s' Target='word/document.xml'/>"
         b"</Relationships>" % relation),
        ("word/document.xml", document))


def xlsx(strings, rows):
    base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    relations = '<Relationships><Relationship Id="a" Type="%s%s" Target="%s"/>%s</Relationships>'
    return zipped(
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", (relations % (base, "officeDocument", "xl/workbook.xml", "")).encode()),
        ("xl/workbook.xml", b"<workbook><sheets><sheet name='S' r:id='a'/></sheets></workbook>"),
        ("xl/_rels/workbook.xml.rels", (relations % (
            base, "worksheet", "s.xml",
            f'<Relationship Id="b" Type="{base}sharedStrings" Target="t.xml"/>')).encode()),
        ("xl/t.xml", strings), ("xl/s.xml", rows))


def ods(cells):
    return zipped(("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", cells))


def tar(name, size):
    head = tarfile.TarInfo(name).tobuf(tarfile.GNU_FORMAT)
    return head[:124] + size + head[136:] + b"x" * 512


def png(pieces):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + b"".join(chunk(*p) for p in pieces) + chunk(b"IEND", b"")


def multiparts(depth):
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth))
    return b"From: a\nTo: b\nSubject: c\n" + parts + b"\ntext\n"


HEAD = b"From: a\nTo: b\nSubject: c\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n"
LAUGHS = b"".join(b'<!ENTITY a%d "%s">' % (n + 1, b"&a%d;" % n * 10) for n in range(12))
SVG = b"<!DOCTYPE svg [<!ENTITY a0 'ha'>%s]><svg xmlns='http://www.w3.org/2000/svg'><text>%s</text></svg>"

BOMBS = {
    "pages.pdf": lambda: pages(10_000, deflated(text(60))),
    "stream.pdf": lambda: pages(1, deflated(text(12_000_000))),
    "forms.pdf": forms,
    "kids.pdf": lambda: pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[2 0 R]>>"]),
    "count.pdf": lambda: pdf([CATALOG, b"<</Type/Pages/Count 2000000000/Kids[3 0 R]>>", b"null"]),
    "self.pdf": lambda: pages(1, stream(b"/X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"),
                              b"/XObject<</X 4 0 R>>"),
    "arrays.pdf": lambda: pages(1, stream(b"[" * 500_000)),
    "script.pdf": lambda: pdf([b"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while(1){})>>>>",
                               b"<</Type/Pages/Count 0/Kids[]>>"]),
    "zeros.zip": lambda: zipped(("zeros", (MEGABYTE for _ in range(4096)))),
    "empty.zip": lambda: zipped(*((f"{n}.txt", b"") for n in range(100_000))),
    "deep.zip": lambda: nested_zip(12),
    "wide.zip": lambda: nested_zip(5, 10),
    "overlap.zip": overlapping_zip,
    "name.zip": lambda: zipped(("n" * 65_535, b"x")),
    "texts.zip": lambda: zipped(*((f"{n}.txt", MEGABYTE * 8) for n in range(60))),
    "size.tar": lambda: tar("a.txt", b"77777777777\0"),
    "negative.tar": lambda: tar("a.txt", b"\xff" * 12),
    "zeros.txt.gz": lambda: gzip.compress(b"".join([MEGABYTE] * 1_000)),
    "zeros.txt.bz2": lambda: bz2.compress(b"".join([MEGABYTE] * 500)),
    "zeros.txt.xz": lambda: lzma.compress(b"".join([MEGABYTE] * 1_000), preset=0),
    "laughs.svg": lambda: SVG % (LAUGHS, b"&a12;"),
    "quadratic.svg": lambda: SVG % (b"<!ENTITY q '%s'>" % (b"q" * 100_000), b"&q;" * 100_000),
    "foreign.svg": lambda: SVG % (b"<!ENTITY x SYSTEM 'file:///etc/passwd'>", b"&x;"),
    "deep.fb2": lambda: b"<FictionBook><body>" + b"<section>" * 1_000_000,
    "attributes.html": lambda: b"<html><p " + b" ".join(b"a%d=1" % n for n in range(300_000)) + b">x",
    "tags.html": lambda: b"<html>" + b"<b>" * 1_000_000,
    "line.html": lambda: b"<html>" + b"word " * (64 << 18),
    "tables.html": lambda: b"<html>" + b"<table><tr><td>" * 300_000,
    "references.html": lambda: b"<html>" + b"&ampamp&#x41&" * 1_000_000,
    "multiparts.eml": lambda: multiparts(100_000),
    "parts.eml": lambda: MIXED + b"--x\n\n\n" * 1_000_000,
    "headers.eml": lambda: HEAD + b"X-A: b\n" * 500_000 + b"\ntext",
    "words.eml": lambda: b"From: a\nTo: b\nSubject: " + b"=?utf-8?q?a?= " * 500_000 + b"\n\ntext",
    "messages.eml": lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 50_000 + b"text",
    "zeros.docx": lambda: docx([b"<w:document><w:t>"] + [b"word " * 200_000] * 1_000),
    "strings.xlsx": lambda: xlsx(b"<sst><si><t>" + b"word " * 200_000 + b"</t></si></sst>",
                                 b"<worksheet>" + b"<c t='s'><v>0</v></c>" * 1_000_000),
    "repeats.ods": lambda: ods(b"<office:spreadsheet><table:table><table:table-row table:number-rows-repeated="
                               b"'1073741824'><table:table-cell table:number-columns-repeated='1073741824'>"
                               b"<text:p>x</text:p></table:table-cell></table:table-row></table:table>"),
    "groups.rtf": lambda: b"{\\rtf1 " + b"{\\b " * 2_000_000,
    "nested.ipynb": lambda: b'{"cells":' + b"[" * 2_000_000,
    "text.png": lambda: png([(b"zTXt", b"Title\0\0" + zlib.compress(b"".join([MEGABYTE] * 500), 9))]),
}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, make in BOMBS.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            data = make()
            with open(path, "wb") as file:
                file.write(data)


if __name__ == "__main__":
    main()
