"""Reads documents with the usual Python libraries, for ReadingBenchmark to compare with.

read.py FORMAT FOLDER < PATHS: the text of the Nth path goes to FOLDER/N.txt. A document that the
library refuses gets no file. Titles and authors in the metadata of office documents are left out,
because the libraries make up some and we refuse some. FORMAT is docx, pptx, xlsx, odf, mail or html.
"""
import os
import sys

BLOCKS = set("""address article aside blockquote body br button caption center col colgroup dd
details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
head header hgroup hr html iframe img input legend li link main map menu meta nav noframes ol optgroup
option p param pre search section select summary table tbody td textarea tfoot th thead title tr
ul video audio object embed canvas""".split())
HIDDEN = {"script", "style", "template", "noembed"}


def html(path):
    import html5lib

    with open(path, "rb") as file:
        return html_text(html5lib.parse(file.read(), treebuilder="etree", namespaceHTMLElements=False))


def html_text(root):
    pieces = []
    # Each entry is an element to enter, or a text to take.
    stack = [root]
    while stack:
        entry = stack.pop()
        if isinstance(entry, str):
            pieces.append(entry)
            continue
        tail = entry.tail or ""
        name = entry.tag if isinstance(entry.tag, str) else None
        if name is None or name in HIDDEN:
            pieces.append(tail)
            continue
        edge = "\n" if name in BLOCKS else ""
        pieces += [edge, entry.text or ""]
        stack.append(edge + tail)
        stack.extend(reversed(entry))
    return "".join(pieces)


def docx(path):
    import docx
    from docx.table import Table

    lines = []

    def read(container):
        for item in container.iter_inner_content():
            if isinstance(item, Table):
                seen = set()
                for row in item.rows:
                    for cell in row.cells:
                        # A merged cell is met several times.
                        if cell._tc not in seen:
                            seen.add(cell._tc)
                            read(cell)
            else:
                lines.append(item.text)

    document = docx.Document(path)
    read(document)
    for section in document.sections:
        for part in (section.header, section.footer, section.first_page_header,
                     section.first_page_footer, section.even_page_header, section.even_page_footer):
            if not part.is_linked_to_previous:
                read(part)
    for comment in document.comments:
        read(comment)
    return "\n".join(line or "" for line in lines)


def pptx(path):
    import pptx

    lines = []

    def read(shapes):
        for shape in shapes:
            if hasattr(shape, "shapes"):
                read(shape.shapes)
            if shape.has_text_frame:
                lines.append(shape.text_frame.text)
            if getattr(shape, "has_table", False):
                for row in shape.table.rows:
                    lines.extend(cell.text for cell in row.cells)

    presentation = pptx.Presentation(path)
    for slide in presentation.slides:
        read(slide.shapes)
        if slide.has_notes_slide:
            read(slide.notes_slide.shapes)
    return "\n".join(line or "" for line in lines)


def xlsx(path, unescape=True):
    import openpyxl
    from openpyxl.utils.escape import unescape as unescaped

    lines = []
    book = openpyxl.load_workbook(path, data_only=True)
    for sheet in book:
        lines.append(sheet.title)
        for row in getattr(sheet, "iter_rows", list)():
            for cell in row:
                if isinstance(cell.value, str):
                    # openpyxl keeps the escapes of ISO 29500-1, 22.9.2.19: "_x000B_" is one character.
                    lines.append(unescaped(cell.value) if unescape else cell.value)
                if cell.comment:
                    lines.append(cell.comment.text)
    return "\n".join(line or "" for line in lines)


def odf(path):
    import odf.opendocument
    from odf import teletype

    document = odf.opendocument.load(path)
    lines = []

    def read(node):
        if getattr(node, "qname", ("", ""))[1] in ("p", "h") and "text" in node.qname[0]:
            lines.append(teletype.extractText(node))
        else:
            for child in node.childNodes:
                read(child)

    read(document.body)
    return "\n".join(lines)


def mail(path):
    import email
    import email.policy
    import html5lib

    lines = []

    def text(part):
        try:
            content = part.get_content()
        except (LookupError, KeyError):
            content = (part.get_payload(decode=True) or b"").decode("latin-1")
        if part.get_content_type() == "text/html":
            tree = html5lib.parse(content, treebuilder="etree", namespaceHTMLElements=False)
            return html_text(tree)
        return content if isinstance(content, str) else ""

    def read(part):
        kind = part.get_content_type()
        if kind == "message/rfc822" and isinstance(part.get_payload(), list):
            return message(part.get_payload(0))
        if part.is_multipart():
            children = list(part.iter_parts()) if hasattr(part, "iter_parts") else []
            if kind == "multipart/alternative":
                best = part.get_body(("plain", "html"))
                children = [best] if best is not None else children[:1]
            for child in children:
                read(child)
        elif part.get_filename():
            # It is an attachment, whatever its disposition is.
            lines.append(part.get_filename())
        elif kind in ("text/plain", "text/html"):
            lines.append(text(part))

    def message(mail):
        for name in ("From", "To", "Cc", "Subject"):
            for value in mail.get_all(name, []):
                lines.append(str(value))
        read(mail)

    with open(path, "rb") as file:
        message(email.message_from_binary_file(file, policy=email.policy.default))
    return "\n".join(lines)


READERS = {"docx": docx, "pptx": pptx, "xlsx": xlsx, "odf": odf, "mail": mail, "html": html}


def main():
    read, folder = READERS[sys.argv[1]], sys.argv[2]
    sys.setrecursionlimit(10_000)
    for number, path in enumerate(sys.stdin.buffer.read().split(b"\n")):
        if not path:
            continue
        try:
            text = read(os.fsdecode(path))
        except Exception as error:
            print(f"{os.fsdecode(path)}: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        with open(os.path.join(folder, f"{number}.txt"), "wb") as file:
            file.write(text.encode("utf-8", "replace"))


main()
