"""A file system in user space that answers until it is told to hang; the only argument is its mount point.

It talks to /dev/fuse itself and needs no library. Its one folder tree is fixed. Each line of its input is a
command that is answered by a line: `hang` leaves all requests of the kernel unread, `hang-after N` does so after
N more requests, and `answer` ends that. At the end of its input it unmounts, and the kernel lets all waiting programs go on with an error.
"""

import ctypes
import os
import select
import stat
import struct
import sys
import time

ROOT = 1
FILES = {b"note.txt": b"silverfish in the mount\n", b"other.txt": b"lanternfish in the mount\n"}
# The numbers of nodes: the root, a folder in it, and the files of that folder.
FOLDER = 2
NODES = {ROOT: {b"folder": FOLDER}, FOLDER: {name: 3 + i for i, name in enumerate(FILES)}}
CONTENT = {3 + i: text for i, text in enumerate(FILES.values())}
START = int(time.time()) - 3600

LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT = 1, 2, 3, 14, 15, 17, 18, 25, 26
OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT, DESTROY, BATCH_FORGET = 27, 28, 29, 34, 36, 38, 42
ENOENT, ENOSYS = 2, 38


def attributes(node):
    is_folder = node in NODES
    size = 0 if is_folder else len(CONTENT[node])
    mode = stat.S_IFDIR | 0o755 if is_folder else stat.S_IFREG | 0o644
    times = (START, START, START, 0, 0, 0)
    return struct.pack("<6Q10I", node, size, 1, *times[:3], *times[3:], mode, 1, 0, 0, 0, 4096, 0)


def entry(node):
    # Nothing may be cached: each use asks again.
    return struct.pack("<4Q2I", node, 1, 0, 0, 0, 0) + attributes(node)


def listing(node, offset, size):
    names = [(b".", node), (b"..", ROOT)] + list(NODES[node].items())
    out = b""
    for number, (name, child) in enumerate(names):
        if number < offset:
            continue
        kind = stat.S_IFDIR >> 12 if child in NODES else stat.S_IFREG >> 12
        item = struct.pack("<2Q2I", child, number + 1, len(name), kind) + name
        item += b"\0" * (-len(item) % 8)
        if len(out) + len(item) > size:
            break
        out += item
    return out


def answer(opcode, node, body):
    """The error and the content of a reply; None if the request has no reply."""
    if opcode in (FORGET, BATCH_FORGET, INTERRUPT):
        return None
    if opcode == INIT:
        return 0, struct.pack("<4I2H2I2H8I", 7, 31, 65536, 0, 12, 9, 65536, 1, 16, 0, *([0] * 8))
    if opcode == LOOKUP:
        child = NODES.get(node, {}).get(body.rstrip(b"\0"))
        return (0, entry(child)) if child else (-ENOENT, b"")
    if opcode == GETATTR:
        return 0, struct.pack("<QII", 0, 0, 0) + attributes(node)
    if opcode in (OPEN, OPENDIR):
        return 0, struct.pack("<QII", 0, 0, 0)
    if opcode == READ:
        _, offset, size = struct.unpack_from("<QQI", body)
        return 0, CONTENT[node][offset : offset + size]
    if opcode == READDIR:
        _, offset, size = struct.unpack_from("<QQI", body)
        return 0, listing(node, offset, size)
    if opcode == STATFS:
        return 0, struct.pack("<5Q4I6I", 0, 0, 0, 0, 0, 4096, 255, 4096, 0, *([0] * 6))
    if opcode in (RELEASE, RELEASEDIR, FLUSH, ACCESS, DESTROY):
        return 0, b""
    return -ENOSYS, b""


def serve(device):
    request = os.read(device, 1 << 20)
    _, opcode, unique, node = struct.unpack_from("<IIQQ", request)
    reply = answer(opcode, node, request[40:])
    if reply is None:
        return
    error, content = reply
    try:
        os.write(device, struct.pack("<IiQ", 16 + len(content), error, unique) + content)
    except FileNotFoundError:
        pass  # The program that asked was ended.


def main():
    point = sys.argv[1].encode()
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    libc = ctypes.CDLL(None, use_errno=True)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    if libc.mount(b"hanging", point, b"fuse", 6, options) != 0:  # MS_NOSUID | MS_NODEV
        sys.exit(os.strerror(ctypes.get_errno()))
    try:
        left = None  # How many requests are answered; None for all.
        commands = b""
        while True:
            ready, _, _ = select.select([0] if left == 0 else [0, device], [], [])
            if device in ready:
                try:
                    serve(device)
                    left = left and left - 1
                except OSError:
                    break  # Unmounted.
            if 0 in ready:
                bytes = os.read(0, 4096)
                if not bytes:
                    break
                commands += bytes
                while b"\n" in commands:
                    line, commands = commands.split(b"\n", 1)
                    word, _, number = line.partition(b" ")
                    left = None if word == b"answer" else int(number or 0)
                    os.write(1, line + b"\n")
    finally:
        libc.umount2(point, 2)  # MNT_DETACH
        os.close(device)


main()
