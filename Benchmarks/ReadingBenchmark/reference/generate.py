"""Writes documents for ReadingBenchmark of which there are not enough in public packages.

generate.py FOLDER SEED PART: `words` writes mails in ten charsets and three transfer encodings to
FOLDER/mail, and workbooks to FOLDER/xlsx. `large`, `samples` and `fresh COUNT` write to a folder of
their name. Equal seeds give equal texts.
"""
import base64
import email.header
import email.message
import io
import json
import lzma
import os
import quopri
import random
import struct
import sys
import tarfile
import zipfile
import zlib

from portable import pdf

# The charset, and the letters that its words are made of.
CHARSETS = {
    "utf-8": "abcdefghijklmnopqrstuvwxyzäöüßéøžщжя漢字語",
    "iso-8859-1": "abcdefghijklmnopqrstuvwxyzäöüßéèçñåø",
    "iso-8859-2": "abcdefghijklmnopqrstuvwxyząćęłńóśźżčěřů",
    "windows-1252": "abcdefghijklmnopqrstuvwxyzäöüßéèçœžš",
    "koi8-r": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "windows-1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяєії",
    "shift_jis": "あいうえおかきくけこカキクケコ日本語文字漢東京表示",
    "iso-2022-jp": "あいうえおかきくけこカキクケコ日本語文字漢東京表示",
    "gb18030": "中文字符编码测试简体汉语北京上海图书馆㐀",
    "euc-kr": "가나다라마바사아자차카타파하한글서울문서",
}
TRANSFERS = ["base64", "quoted-printable", "8bit"]


def words(dice, letters, count):
    return ["".join(dice.choice(letters) for _ in range(dice.randint(2, 9))) for _ in range(count)]


def mail(dice, charset, transfer):
    letters = CHARSETS[charset]

    def name():
        return " ".join(words(dice, letters, 2))

    def header(text):
        return email.header.Header(text, charset).encode()

    body = "\n".join(" ".join(words(dice, letters, 10)) for _ in range(60)) + "\n"
    data = body.encode(charset)
    head = email.message.Message()
    head["From"] = f"{header(name())} <a@example.org>"
    head["To"] = f"{header(name())} <b@example.org>, {header(name())} <c@example.org>"
    head["Subject"] = header(" ".join(words(dice, letters, 12)))
    head["Date"] = "Sun, 22 Nov 2026 10:00:00 +0000"
    head["MIME-Version"] = "1.0"
    head["Content-Type"] = f'text/plain; charset="{charset}"'
    head["Content-Transfer-Encoding"] = transfer
    if transfer == "base64":
        data = base64.encodebytes(data)
    elif transfer == "quoted-printable":
        data = quopri.encodestring(data)
    return head.as_bytes() + data


def workbook(dice, path):
    import openpyxl
    from openpyxl.comments import Comment

    book = openpyxl.Workbook()
    for sheet in range(3):
        page = book.create_sheet(" ".join(words(dice, "abcdefgäöü", 2)))
        for row in range(dice.randint(5, 200)):
            page.append([dice.choice(words(dice, "abcdefghäöüж漢", 4)), dice.randint(0, 9_999),
                         dice.random(), f"=A{row + 1}", True, None, " ".join(words(dice, "xyzß&<", 3))])
        page["H1"].comment = Comment(" ".join(words(dice, "klmnop", 5)), "someone")
    book.save(path)


def plain_words(dice, count):
    return " ".join(words(dice, "abcdefghijklmnopqrstuvwxyz", count))


def paged_pdf(pages):
    """A PDF with lines of text on each page."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", None, b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for lines in pages:
        text = b"BT /F 10 Tf 40 780 Td 12 TL " + b"".join(b"(%s) Tj T* " % x.encode() for x in lines) + b"ET"
        text = zlib.compress(text)
        objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(text), text))
        objects.append(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents %d 0 R"
                       b"/Resources<</Font<</F 3 0 R>>>>>>" % len(objects))
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    return pdf(objects)


def docx(lines):
    import docx

    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def epub(chapters):
    """A book with a chapter for each list of lines."""
    items = "".join(f'<item id="c{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>'
                    for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml",
                      "<container><rootfiles><rootfile full-path='OPS/book.opf'/></rootfiles></container>")
        book.writestr("OPS/book.opf", "<package><metadata><dc:title>A book</dc:title></metadata>"
                      f"<manifest>{items}</manifest><spine>{spine}</spine></package>")
        for number, lines in enumerate(chapters):
            page = "".join(f"<p>{x}</p>" for x in lines)
            book.writestr(f"OPS/{number}.xhtml", f"<html><body><h1>{number}</h1>{page}</body></html>")
    return out.getvalue()


def fresh(folder, dice, count):
    """Documents with a word that is nowhere else, for the time from saving to finding."""
    for number in range(count):
        for kind in ("docx", "eml", "html", "pdf"):
            lines = [plain_words(dice, 10) for _ in range(40)] + [f"fresh{kind}{number}x"]
            if kind == "docx":
                data = docx(lines)
            elif kind == "pdf":
                data = paged_pdf([lines[:40]] * 9 + [lines])
            elif kind == "html":
                data = ("<!DOCTYPE html><title>A page</title>" + "".join(f"<p>{x}" for x in lines)).encode()
            else:
                data = ("From: a@example.org\nTo: b@example.org\nSubject: A letter\n\n" + "\n".join(lines)).encode()
            write(folder, f"{number}.{kind}", data)


def large(folder, dice):
    """Large documents for the speed of readers; prints the size of their text with its markup."""
    text = [plain_words(dice, 12) for _ in range(2_000)]
    page = "<!DOCTYPE html><title>Large</title>" + "".join(
        f'<div class="a"><p id="p{n}">{text[n % 2_000]} <b>bold</b> &amp; <a href="#x">{n}</a></p></div>\n'
        for n in range(300_000))
    write(folder, "large.html", page.encode())
    print("large.html", len(page))
    out, size = io.BytesIO(docx([])), 0
    body = "".join(
        '<w:p w:rsidR="00A1"><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:rPr><w:lang w:val="en-US"/>'
        f"</w:rPr><w:t>{text[n % 2_000]}</w:t></w:r></w:p>" for n in range(200_000))
    new = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as package:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/document.xml":
                data = data.replace(b"<w:sectPr", body.encode() + b"<w:sectPr", 1)
                size = len(data)
            package.writestr(name, data)
    write(folder, "large.docx", new.getvalue())
    print("large.docx", size)


def samples(folder, dice):
    """A document of each format of which no package has a small one."""
    lines = [plain_words(dice, 10) for _ in range(60)]
    text = "\n".join(lines)
    letter = mail(dice, "utf-8", "base64") + b"\n"
    page = "<html><head><title>Page</title></head><body>" + "".join(f"<p class=a>{x}</p>" for x in lines)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(20):
            archive.writestr(f"folder/{number}.txt", text)
    tape = io.BytesIO()
    with tarfile.open(fileobj=tape, mode="w:gz") as archive:
        for number in range(20):
            info = tarfile.TarInfo(f"folder/{number}.txt")
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    write(folder, "a.html", page.encode())
    write(folder, "a.eml", letter)
    write(folder, "a.mbox", b"".join(b"From a Sun Nov 22 10:00:00 2026\n" + letter for _ in range(10)))
    write(folder, "a.rtf", ("{\\rtf1\\ansi{\\fonttbl{\\f0 Sans;}}\\f0 "
                            + "\\par ".join(lines) + "}").encode())
    write(folder, "a.fb2", ("<FictionBook><body>" + "".join(
        f"<section><title>{x}</title><p>{x}</p></section>" for x in lines) + "</body></FictionBook>").encode())
    write(folder, "a.svg", ('<svg xmlns="http://www.w3.org/2000/svg">' + "".join(
        f"<text x='1'>{x}</text>" for x in lines) + "</svg>").encode())
    write(folder, "a.ipynb", json.dumps({"cells": [
        {"cell_type": "markdown", "source": [x], "metadata": {}} for x in lines], "nbformat": 4}).encode())
    write(folder, "a.epub", epub([lines] * 5))
    write(folder, "a.zip", packed.getvalue())
    write(folder, "a.tgz", tape.getvalue())
    write(folder, "a.txt.xz", lzma.compress(text.encode()))
    write(folder, "a.pdf", paged_pdf([lines] * 5))
    frames = b"".join(name + struct.pack(">IH", len(x) + 1, 0) + b"\3" + x.encode()
                      for name, x in zip([b"TIT2", b"TPE1", b"TALB", b"TCON"], lines))
    size = bytes(len(frames) >> shift & 0x7F for shift in (21, 14, 7, 0))
    write(folder, "a.mp3", b"ID3\3\0\0" + size + frames + b"\xff\xfb\x90\0" * 2_000)


def write(folder, name, data):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def main():
    folder, dice = sys.argv[1], random.Random(int(sys.argv[2]))
    part = sys.argv[3]
    if part == "fresh":
        fresh(os.path.join(folder, part), dice, int(sys.argv[4]))
    elif part == "large":
        large(os.path.join(folder, part), dice)
    elif part == "samples":
        samples(os.path.join(folder, part), dice)
    else:
        os.makedirs(os.path.join(folder, "xlsx"), exist_ok=True)
        for charset in CHARSETS:
            for transfer in TRANSFERS:
                for number in range(5):
                    write(os.path.join(folder, "mail"), f"{charset}-{transfer}-{number}.eml",
                          mail(dice, charset, transfer))
        for number in range(20):
            workbook(dice, os.path.join(folder, "xlsx", f"{number}.xlsx"))


main()
