#!/usr/bin/env python3
"""make-icu-data.py SWIFT FOLDER: a small copy of the data of ICU, for programs that contain ICU.

lib_FoundationICU.a of the toolchain of SWIFT has data of 33 MB, and each program that is linked statically has all
of it: names of languages, currencies and time zones, orders of sorting. Sitta uses ICU for two things, the
encodings of texts and the words of scripts without blanks, which need 7 MB. FOLDER gets them as icu-data.dat, and
icu-data.S, which the target CICUData includes: the linker takes it before that of the library. A toolchain without this library
links ICU in another way, so that nothing is to be done.

The format is that of icupkg(1), which cannot read so many names:
https://unicode-org.github.io/icu/userguide/icu_data/#icu-data-file-formats
"""

import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

KEPT = re.compile(
    r"""[^/]*\.cnv | cnvalias\.icu          # encodings, but for those below
    | ulayout\.icu | uemoji\.icu | nfkc\.nrm  # properties of characters
    | brkitr/(root|ja|res_index)\.res | brkitr/word\.brk | brkitr/[^/]*\.dict""",
    re.VERBOSE,
)
# Encodings with two bytes for each character that are used only on mainframes, in the mails of old telephones, and
# between programs of the X Window System.
LEFT_OUT = re.compile(
    r"""ibm-(930|933|935|937|939|1364|1371|1388|1390|1399|16684)_.* | (docomo|kddi|softbank)-sjis.*
    | icu-internal-compound-.* | lmb-excp.*""",
    re.VERBOSE,
)


def static_library(swift: list[str]) -> Path | None:
    """The static library of ICU of a toolchain; None if there is none."""
    command = [*swift, "-print-target-info", "-static-stdlib"]
    paths = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["paths"]
    for folder in [paths["runtimeResourcePath"], *paths["runtimeLibraryPaths"]]:
        for library in [Path(folder, "linux/lib_FoundationICU.a"), Path(folder, "lib_FoundationICU.a")]:
            if library.exists():
                return library
    return None


def items(data: bytes) -> list[tuple[str, bytes]]:
    """The items of a data package: names without the name of the package, and contents."""
    (header,) = struct.unpack_from("<H", data)
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        raise SystemExit("make-icu-data.py: this is no data package of ICU")
    (count,) = struct.unpack_from("<I", data, header)
    entries = list(struct.iter_unpack("<II", data[header + 4 : header + 4 + 8 * count]))
    ends = [begin for _, begin in entries[1:]] + [len(data) - header]
    found = []
    for (name, begin), end in zip(entries, ends):
        start = header + name
        text = data[start : data.index(b"\0", start)].decode("ascii")
        found.append((text, data[header + begin : header + end]))
    return found


def package(header: bytes, kept: list[tuple[str, bytes]]) -> bytes:
    """A data package with some items, each at a multiple of 16 bytes."""
    names, offsets = b"", []
    table = 4 + 8 * len(kept)
    for name, _ in kept:
        offsets.append(table + len(names))
        names += name.encode("ascii") + b"\0"
    start = -(-(table + len(names)) // 16) * 16
    entries, contents = b"", b""
    for offset, (_, content) in zip(offsets, kept):
        contents += b"\0" * (-len(contents) % 16)
        entries += struct.pack("<II", offset, start + len(contents))
        contents += content
    body = struct.pack("<I", len(kept)) + entries + names
    return header + body.ljust(start, b"\0") + contents


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    target = Path(sys.argv[2]).absolute()
    library = static_library(sys.argv[1].split())
    if library is None:
        (target / "icu-data.S").unlink(missing_ok=True)
        return
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        members = subprocess.run(["ar", "t", library], check=True, capture_output=True, text=True)
        (member,) = [m for m in members.stdout.split() if m.startswith("icu_packaged_data.")]
        large = folder / "large.o"
        large.write_bytes(
            subprocess.run(["ar", "p", library, member], check=True, capture_output=True).stdout)
        symbols = subprocess.run(["nm", large], check=True, capture_output=True, text=True).stdout
        symbol = re.fullmatch(r"[0-9a-f]+ R (icudt\d+_dat)", symbols.strip()).group(1)
        raw = folder / "large.dat"
        subprocess.run(
            ["objcopy", "--output-target=binary", "--only-section=.rodata", large, raw], check=True)
        data = raw.read_bytes()
    (length,) = struct.unpack_from("<H", data)
    all_items = items(data)
    kept = []
    for path, content in all_items:
        short = path.split("/", 1)[1]
        if KEPT.fullmatch(short) and not LEFT_OUT.fullmatch(short):
            kept.append((path, content))
    small = package(data[:length], kept)
    (target / "icu-data.dat").write_bytes(small)
    (target / "icu-data.S").write_text(
        f'.section .rodata.icu,"a",@progbits\n.balign 16\n.globl {symbol}\n'
        f'.type {symbol},@object\n{symbol}:\n.incbin "{target}/icu-data.dat"\n'
        f'.size {symbol}, .-{symbol}\n')
    print(f"icu-data: {len(kept)} of {len(all_items)} items, {len(small) >> 10} of {len(data) >> 10} KiB")


main()
