#!/usr/bin/env python3
"""Attacks the page's server: web-fuzz.py BINARIES [--minutes 30] [--seed N] [--threads 4]

Starts sittad on a folder of its own, and `sitta web` for it. Then sends requests over bare sockets in bursts: right ones
with odd fields, damaged ones, half ones, slow ones, long ones, several at once, 200 connections. `expected` is a model of
the rules of WebGate.swift, written anew; each answer to a well-formed request is compared with it. After each burst a
right request must be answered in time, and after each minute the memory, threads and descriptors of all processes are
compared with those of the beginning. No answer without the key may contain anything of the index.

BINARIES is a folder with `sitta`, `sittad`, `sitta-extract` and `sitta-session`; the page is in `web` beside them, or in
this repository. Needs only Python. The exit code is 1 if something failed.
"""

import argparse, collections, json, os, random, shutil, socket, struct, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote_to_bytes

parser = argparse.ArgumentParser()
parser.add_argument("binaries", type=Path)
parser.add_argument("--minutes", type=float, default=30)
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--threads", type=int, default=4)
options = parser.parse_args()

# Words of the documents, of their names and of their folder; no answer without the key has them.
SECRETS = [b"wtkquince", b"wtkmedlar", b"wtkfolder"]
BODY_LIMIT = 64 << 10
PATIENCE = 5.0
ERRANDS = ["/open", "/survey", "/saved/list", "/saved/add", "/saved/remove"]
METHODS = {
    "Search": {"query": "text", "limit": "int", "offset": "int", "order": "word", "prefixes": "word", "snippetWords": "int",
               "deadline": "int", "markers": "any", "within": "list", "passages": "int", "language": "text", "strict": "bool"},
    "Count": {"query": "text", "sizes": "bool", "prefixes": "word", "deadline": "int", "facets": "list", "facetValues": "int", "since": "any"},
    "Suggest": {"text": "text", "limit": "int", "within": "list"},
    "Similar": {"uri": "uri", "query": "text", "limit": "int", "snippetWords": "int", "deadline": "int"},
    "Read": {"uri": "uri", "line": "int", "lines": "int", "bytes": "int", "query": "text", "prefixes": "word"},
    "List": {"folder": "uri", "after": "int", "limit": "int", "failed": "bool", "format": "text", "since": "any"},
    "ListExcluded": {"rule": "any", "folder": "uri"},
    "ListSources": {},
    "Usage": {},
    "Draw": {"uri": "uri", "page": "int", "width": "int", "within": "list"},
    "Explain": {"path": "uri", "query": "text", "prefixes": "word", "language": "text"},
    "Status": {}, "Pause": {"until": "text", "untilPower": "bool"}, "Resume": {"now": "bool"},
    "AddRoot": {"folder": "root"}, "RemoveRoot": {"folder": "root"},
}
FORBIDDEN = ["Forget", "Subscribe", "Rebuild", "Changes", "Sync", "Opened", "GetInfo", "search", "Search%2f", "..", ""]


# MARK: - The world

home = Path(tempfile.mkdtemp(prefix="web-fuzz-"))
documents = home / "wtkfolder"
documents.mkdir()
for number in range(300):
    (documents / f"wtkmedlar{number}.txt").write_text(f"wtkquince number{number} amber birch cedar\n" * (1 + number % 7))
(documents / "long.txt").write_text("wtkquince dune ember fjord grove heath\n" * 50_000)
(home / "sittad.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
programs, stub = home / "programs", home / "bin"
shutil.copytree(options.binaries, programs, symlinks=True)
if not (programs / "web").exists():
    shutil.copytree(Path(__file__).resolve().parents[2] / "share" / "sitta" / "web", programs / "web")
stub.mkdir()
(stub / "xdg-open").write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> {home}/opened\n')
(stub / "xdg-open").chmod(0o755)
PAGE = {file.name: file.read_bytes() for file in (programs / "web").iterdir()}
environment = {"PATH": f"{stub}:/usr/bin:/bin", "HOME": str(home), "SITTA_SOCKET": str(home / "socket"), "LC_ALL": "C.UTF-8",
               "SWIFT_BACKTRACE": "enable=no"}
daemon = subprocess.Popen(
    [programs / "sittad", "--config", home / "sittad.conf", "--root", documents, "--state", home / ".state",
     "--socket", home / "socket"], env=environment, stderr=open(home / "sittad.log", "wb"))
while not (home / "socket").exists():
    time.sleep(0.05)


def sitta(*words):
    return subprocess.run([programs / "sitta", *words], env=environment, text=True, stdout=subprocess.PIPE).stdout.strip()


sitta("sync", "--timeout", "5m")
address = sitta("web", "--print")
PORT, CODE = int(address.split(":")[2].split("/")[0]), address.split("#c=")[1]
HOST = f"127.0.0.1:{PORT}"


def session_processes():
    """The processes of this server by their role, found by their command line."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0] == bytes(programs / "sitta-session"):
            found[words[1].decode()] = int(entry.name)
    return found


processes = {"sittad": daemon.pid, **session_processes()}
# What the daemon does in the background takes a few threads and descriptors.
SLACK = {"sittad": 6, "web": 0, "serve": 0}
failures, tally, lock = [], collections.Counter(), threading.Lock()
slowest, spent = collections.Counter(), collections.Counter()


def fail(sentence, evidence=b""):
    with lock:
        failures.append(sentence)
        if len(failures) <= 40:
            print(f"FAILED  {sentence}  {evidence[:600]!r}", flush=True)


def figures(role):
    folder = Path(f"/proc/{processes[role]}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
    return {"rss": int(status["VmRSS"].split()[0]), "threads": int(status["Threads"]), "descriptors": len(os.listdir(folder / "fd"))}


# MARK: - The rules, written a second time

def expected(method, path, fields, body_size, has_key, code_is_right=False):
    """The status codes that the rules allow. `fields` has a list of values for each name in small letters."""
    def one(name, absent):
        values = fields.get(name, [absent])
        return values[0] if len(values) == 1 else None
    if one("host", None) != HOST:
        return {421}
    if one("origin", f"http://{HOST}") != f"http://{HOST}" or one("sec-fetch-site", "none") not in ("none", "same-origin"):
        return {403}
    if body_size > BODY_LIMIT:
        return {413}
    if not path.startswith("/"):
        return {404}
    path = unquote_to_bytes(path.split("?")[0]).split(b"\0")[0].decode("utf-8", "replace")
    if method == "GET":
        return {200} if path == "/" or path[1:] in PAGE else {404}
    if method != "POST":
        return {405}
    if one("content-type", None) != "application/json":
        return {415}
    if path == "/key":
        return {410} if code_is_right else {401}
    if not has_key:
        return {401}
    parts = path.split("/")
    if path in ERRANDS or (len(parts) == 3 and (parts[1] == "call" and parts[2] in METHODS or parts[1:] == ["follow", "Status"])):
        return {200, 400}
    return {404}


# MARK: - One connection

class Connection:
    def __init__(self, timeout=20):
        self.socket = socket.create_connection(("127.0.0.1", PORT), timeout=timeout)
        self.rest = b""

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # An answer may have come before all was sent.

    def more(self):
        data = self.socket.recv(1 << 16)
        self.rest += data
        return bool(data)

    def line(self):
        while b"\r\n" not in self.rest:
            if not self.more():
                return None
        line, self.rest = self.rest.split(b"\r\n", 1)
        return line

    def answer(self, method="GET", stream=0):
        """The status, fields and body of the next answer; None at the end. Reads only `stream` pieces of an endless one."""
        while True:
            first = self.line()
            if first is None:
                return None
            fields = {}
            while line := self.line():
                name, _, value = line.partition(b":")
                fields[name.lower().decode("latin1")] = value.strip().decode("latin1")
            status = int(first.split()[1])
            if status >= 200:
                break
        body = b""
        if method == "HEAD":
            pass
        elif fields.get("transfer-encoding") == "chunked":
            while (size := self.line()) is not None:
                size = int(size.split(b";")[0], 16)
                while len(self.rest) < size + 2 and self.more():
                    pass
                body += self.rest[:size]
                self.rest = self.rest[size + 2:]
                stream -= 1
                if size == 0 or stream == 0:
                    break
        elif "content-length" in fields:
            while len(self.rest) < int(fields["content-length"]) and self.more():
                pass
            size = int(fields["content-length"])
            body, self.rest = self.rest[:size], self.rest[size:]
        else:
            while stream != 1 and self.more():
                pass
            body = self.rest
        return status, fields, body

    def close(self, abruptly=False):
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def inspect(sent, status, fields, body, has_key):
    """What holds for each answer, however odd its request was."""
    with lock:
        tally[status] += 1
        tally["answers"] += 1
    # The library says 500 if the line before a chunk does not fit into its memory.
    if status >= 500 and status not in (501, 505) and not (status == 500 and b"chunked" in sent.lower() and (body == b"" or body.startswith(b"<html>"))):
        fail(f"the status {status}", sent + b" -> " + body)
    if CODE.encode() in body or KEY.encode() in body:
        fail("an answer has the key or the code", sent)
    if not has_key:
        if any(secret in body for secret in SECRETS) or bytes(home) in body:
            fail("an answer without the key has something of the index", sent + b" -> " + body)
        if status == 200 and body not in PAGE.values() and body != b"":
            fail("an answer 200 without the key is no file of the page", sent + b" -> " + body)
    # The library's own refusals are fixed texts without these fields.
    if status in (200, 401, 403, 404, 405, 410, 415, 421):
        for name, value in [("x-content-type-options", "nosniff"), ("cache-control", "no-store"), ("referrer-policy", "no-referrer")]:
            if fields.get(name) != value:
                fail(f"an answer {status} lacks {name}", sent)
        if "default-src 'none'" not in fields.get("content-security-policy", "") or "set-cookie" in fields:
            fail(f"an answer {status} has another policy, or a cookie", sent)
        if any(name.startswith("access-control") for name in fields):
            fail(f"an answer {status} lets another page read it", sent)


# MARK: - Making requests

def texts(random):
    return random.choice([
        "wtkquince", "amber birch", "number1*", "a", "", " ", "\0", "\u202e", "\ud83d\ude00" * 50, "é" * 2000, "-x", "--reveal", "type:pdf",
        "(" * 300, "\"" * 301, "name:*", "NOT " * 200, "modified:99999999999", "size:>=0", "x" * 30_000, "a\nb", "a OR " * 3000,
        "../../etc/passwd", "$(touch /tmp/web-fuzz)", "`id`", "{" * 50])


def uris(random):
    return random.choice([
        f"file://{documents}/wtkmedlar{random.randrange(300)}.txt", f"file://{documents}/long.txt", f"file://{documents}", "file:///etc/passwd",
        "file:///", "/etc/passwd", "etc/passwd", "http://evil.test/", "smb://evil.test/x", "sftp://evil.test/x", "ssh://-oProxyCommand=x/y", "javascript:1", "file://host/x",
        f"file://{documents}/../../../etc/passwd", f"file://{documents}/%00", "file:" + "/" * 5000, "-", "--print", "--host=evil",
        f"file://{documents}/wtkmedlar1.txt\n", f"file://{documents}/wtkmedlar1.txt#page=1", "", "\0", f"{documents}/wtkmedlar1.txt", texts(random)])


def value(random, kind):
    if random.random() < 0.15:
        kind = random.choice(["text", "int", "bool", "list", "deep", "any", "float"])
    if kind == "text" or kind == "word":
        return json.dumps(random.choice(["last", "all", "none", "date", "relevance"]) if kind == "word" and random.random() < 0.7 else texts(random))
    if kind == "uri":
        return json.dumps(uris(random))
    if kind == "root":  # never a folder that exists
        return json.dumps(random.choice(["", "x", "/nowhere/x", "\0", f"{home}/absent", "~nobody/absent", "/nowhere/" + "x" * 300, "file:///nowhere"]))
    if kind == "int":
        return random.choice(["0", "1", "-1", "20", "1000", "1e3", "1e400", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
                              "18446744073709551616", "1.5", "9" * 5000, "1e-400", "01", "+1", "NaN", "Infinity", "0x10"])
    if kind == "float":
        return random.choice(["1.7976931348623157e309", "0.1", "-0.0", "1" + "0" * 400 + ".5"])
    if kind == "bool":
        return random.choice(["true", "false", "null", "1"])
    if kind == "list":
        return "[" + ",".join(json.dumps(uris(random)) for _ in range(random.choice([0, 1, 3, 100]))) + "]"
    if kind == "deep":
        depth = random.choice([10, 500, 511, 513, 5000, 30_000])
        return random.choice(["[" * depth + "]" * depth, "[" * depth, '{"a":' * (depth // 5) + "1" + "}" * (depth // 5)])
    return random.choice(["null", "{}", '{"sequence":1,"index":"x"}', '{"begin":"<","end":">"}', '"x"', "[[]]", "17"])


def parameters(random, method):
    kinds = {"uri": "uri", "query": "text", "reveal": "bool"} if method == "open" else METHODS.get(method, {})
    pairs = [(name, value(random, kind)) for name, kind in kinds.items() if random.random() < (0.9 if name in ("query", "uri", "text", "path", "folder", "reveal") else 0.3)]
    if random.random() < 0.1:
        pairs += random.choices(pairs or [("a", "1")], k=random.choice([1, 50]))
    if random.random() < 0.1:
        pairs.append((random.choice(["x", "", "method", "more", "\0", "parameters"]), value(random, "deep")))
    body = ("{" + ",".join(f"{json.dumps(name)}:{content}" for name, content in pairs) + "}").encode("utf-8", "surrogatepass")
    choice = random.random()
    if choice < 0.03:
        body = random.choice([b"", b"\xef\xbb\xbf" + body, body.decode("utf-8", "replace").encode("utf-16"), b"\0" + body, body[:-1], body + b"}", b"[" * random.randrange(510, 516), ("[" * random.randrange(510, 516)).encode("utf-16"), b"null", b"[]", b"17"])
    elif choice < 0.08 and body:
        position = random.randrange(len(body))
        body = body[:position] + bytes([random.choice([0, 0x80, 0xff, 0xc0, 0xed, 0x22, 0x5c, 0x7b])]) + body[position + 1:]
    return body




def odd(random, right, others):
    """Values of a field: mostly the right one, else others, twice, or none."""
    choice = random.random()
    return [right] if choice < 0.85 else [] if choice < 0.88 else [right, random.choice([right, *others])] if choice < 0.91 else [random.choice(others)]


class Request:
    """A well-formed request; `statuses` are those that the rules allow."""

    def __init__(self, random, closes=False):
        self.method = random.choices(["POST", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "X" * 50], [60, 20, 3, 2, 2, 3, 2, 1, 1, 1, 1])[0]
        name = random.choice(list(METHODS) + ["Search", "Search", "Read", "Status"])
        self.path = random.choices(
            ["/call/" + name, "/key", random.choice(ERRANDS), "/follow/" + random.choice(["Status", "Search", "Subscribe"]), "/" + random.choice([*PAGE, "", "main.js?x=1", "%6dain.js"]),
             "/call/" + random.choice(FORBIDDEN), "/" + random.choice(["../sitta", "..%2fsitta", "%2e%2e/%2e%2e/etc/passwd", "/main.js", "web/main.js", "call", "call/Status/x", "x" * 9000,
              "%ff%fe", "%00", "main.js%00x", "%zz", "é".encode().decode("latin1"), ".", "call//Status", "open/", "key/", "KEY", "follow/Status/"])],
            [50, 10, 2, 6, 15, 5, 12])[0]
        if self.method == "GET" and random.random() < 0.7:
            self.path = "/" + random.choice([*PAGE, ""])
        others = ["localhost:%d" % PORT, "127.0.0.1", "127.0.0.1:1", "evil.test", "[::1]:%d" % PORT, "127.1:%d" % PORT, HOST + ".", "", HOST.replace("127", "0127")]
        lines = [("Host", text) for text in odd(random, HOST, others)] or [("Host", "evil.test")]
        if random.random() < 0.5:
            lines += [("Origin", text) for text in odd(random, f"http://{HOST}", ["null", "http://evil.test", f"http://localhost:{PORT}", f"https://{HOST}", f"http://{HOST}/", "http://127.0.0.1"])]
        if random.random() < 0.5:
            lines += [("Sec-Fetch-Site", text) for text in odd(random, "same-origin", ["none", "cross-site", "same-site", "Same-Origin", "x"])]
        lines += [("Content-Type", text) for text in odd(random, "application/json", ["text/plain", "application/json; charset=utf-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])]
        wrong = ["Bearer", f"bearer {KEY}", f"Bearer  {KEY}", f"Bearer {KEY[:-1]}", f"Bearer {KEY}0", "Bearer " + "0" * 64, "Basic eDp4", KEY, f"Bearer {CODE}", f"Bearer {KEY},Bearer {KEY}"]
        key = odd(random, f"Bearer {KEY}", wrong) if random.random() < 0.6 else []
        lines += [("Authorization", text) for text in key]
        if random.random() < 0.3:
            lines += random.choices([
                ("Range", "bytes=0-10"), ("Range", "bytes=-1"), ("If-None-Match", "*"), ("If-Modified-Since", "Thu, 01 Jan 2099 00:00:00 GMT"), ("If-Match", '"x"'), ("Expect", "100-continue"),
                ("Upgrade", "websocket"), ("Upgrade", "h2c"), ("Cookie", "a=b; " * 100), ("X-Forwarded-For", "1.2.3.4"), ("X-HTTP-Method-Override", "GET"), ("Forwarded", "host=evil"),
                ("Accept-Encoding", "gzip"), ("X" * 200, "y" * 800), ("Accept", "é".encode().decode("latin1")), ("Te", "trailers"), ("Access-Control-Request-Method", "POST")], k=random.choice([1, 2, 5]))
        random.shuffle(lines)
        lines = [(random.choice([name, name.lower(), name.upper()]), text) for name, text in lines]
        self.fields = {}
        for name, text in lines:
            self.fields.setdefault(name.lower(), []).append(text)
        self.has_key = self.fields.get("authorization") == [f"Bearer {KEY}"]
        self.body = b""
        if self.method == "POST" or random.random() < 0.1:
            if self.path == "/key":
                self.body = random.choice([b"{}", b'{"code":"x"}', b'{"code":1}', json.dumps({"code": CODE[:-1]}).encode(), json.dumps({"code": CODE.upper() + "x"}).encode(), b'{"code":"' + b"0" * 64 + b'"}', b"[" * 60_000, b"[" * 513, b'{"code":"\\ud800"}'])
            else:
                self.body = parameters(random, self.path.rsplit("/", 1)[-1])
            if random.random() < 0.04:
                self.body += b" " * random.choice([BODY_LIMIT - len(self.body), BODY_LIMIT + 1 - len(self.body), 200_000])
            if random.random() < 0.002:
                self.body = b"x" * (random.choice([1, 10, 40]) << 20)
        self.stream = (2 if random.random() < 0.01 else 1) if self.path.startswith("/follow") else 0
        self.statuses = expected(self.method, self.path, self.fields, len(self.body), self.has_key)
        head = f"{self.method} {self.path} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in lines)
        if closes:
            head += "Connection: close\r\n"
        body = self.body
        if random.random() < 0.2 and self.method == "POST":
            head += "Transfer-Encoding: chunked\r\n"
            pieces, start = b"", 0
            step = random.choice([1 + len(body) // 3, 1 + len(body) // 50, 70_000, 1 + len(body)])
            while start < len(body):
                piece = body[start:start + step]
                pieces += b"%x%s\r\n" % (len(piece), random.choice([b"", b";a=b"])) + piece + b"\r\n"
                start += step
            body = pieces + b"0\r\n\r\n"
        elif body or random.random() < 0.5:
            head += f"Content-Length: {len(body)}\r\n"
        self.bytes = head.encode("latin1") + b"\r\n" + body


# MARK: - Attacks; each takes a source of random numbers

def compare(request, answer):
    if answer is None:
        return fail("no answer to a well-formed request", request.bytes)
    inspect(request.bytes, *answer, request.has_key)
    if answer[0] not in request.statuses:
        fail(f"the status {answer[0]} and not {sorted(request.statuses)}", request.bytes)
    if answer[0] == 200 and request.has_key and request.path.startswith("/call/"):
        error = json.loads(answer[2]).get("error")
        if error:
            with lock:
                tally[error.split(".")[-1]] += 1
            if error.endswith("IndexUnavailable"):
                fail("the daemon did not answer", request.bytes[-300:] + answer[2])


def one(random):
    request = Request(random, closes=random.random() < 0.5)
    connection = Connection()
    connection.send(request.bytes)
    compare(request, connection.answer(request.method, request.stream))
    connection.close(abruptly=random.random() < 0.3)


def pipelined(random):
    requests = []
    while len(requests) < random.choice([2, 5, 30]):
        request = Request(random)
        if not request.stream and len(request.body) < 100_000 and request.method not in ("CONNECT",) and "upgrade" not in request.fields and "expect" not in request.fields:
            requests.append(request)
    connection = Connection(40)
    threading.Thread(target=connection.send, args=(b"".join(request.bytes for request in requests),), daemon=True).start()
    for request in requests:
        answer = connection.answer(request.method)
        compare(request, answer)
        if answer is None or answer[1].get("connection", "").lower() == "close":
            break
    connection.close()


def loose(data, random, wait=0.1, ends=True):
    """Sends anything, and inspects what comes back."""
    connection = Connection(wait)
    connection.send(data)
    if ends and random.random() < 0.5:
        try:
            connection.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
    try:
        while True:
            answer = connection.answer(stream=1)
            if answer is None:
                break
            inspect(data, *answer, KEY.encode() in data)
    except (OSError, ValueError, IndexError):
        pass  # Nothing came, or it is not an answer of HTTP/1.1.
    connection.close(abruptly=random.random() < 0.3)


def damaged(random):
    data = b""
    while not data or len(data) > 200_000 or b"Root" in data or b"/open" in data:
        data = Request(random).bytes
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 5, 20])):
        position, kind = random.randrange(len(data) if random.random() < 0.3 else min(len(data), 400)), random.randrange(8)
        if kind == 0:
            data[position] = random.randrange(256)
        elif kind == 1:
            data[position:position] = random.choice([b"\0", b"\r\n", b"\n", b"\r", b" ", b"\t", b":", b"\r\n\r\n", b"\xff", b"%00", b"\r\n "])
        elif kind == 2:
            del data[position:position + random.choice([1, 2, 10, 100])]
        elif kind == 3:
            data[position:position] = data[position:position + random.choice([1, 5, 50, 500])]
        elif kind == 4:
            data[position:position] = random.choice([b"A", b"\r\n", b"a: b\r\n", b"[", b"%"]) * random.choice([10, 1000, 20_000])
        elif kind == 5:
            data = data[:position + 1]
        elif kind == 6:
            data = bytearray(bytes(data).replace(b"HTTP/1.1", random.choice([b"HTTP/1.0", b"HTTP/2.0", b"HTTP/0.9", b"http/1.1", b"HTTP/1.", b"HTTP/11", b"", b"HTTP/1.1 x", b"HTTP/-1.1"])))
        else:
            data = bytearray(bytes(data).replace(b"\r\n", b"\n"))
        if not data:
            return
    loose(bytes(data), random)


def smuggled(random):
    """Lengths that contradict each other, with a second request inside of the body."""
    inner = f"POST /call/Search HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n".encode() + b'{"query":"wtkquince"}'
    lengths = [b"Content-Length: %d" % number for number in (0, 2, len(inner), len(inner) + 5, BODY_LIMIT + 1, 1 << 31, 1 << 62, 1 << 63, (1 << 64) - 1, 1 << 64)]
    lengths += [b"Content-Length: -1", b"Content-Length: +2", b"Content-Length: 2 2", b"Content-Length: 0x10", b"Content-Length:", b"Content-Length : 2", b"Content-Length\t: 2",
                b"Content-Length: 2, 2", b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked, gzip", b"Transfer-Encoding:\x0bchunked",
                b"Transfer-Encoding: xchunked", b"Transfer-Encoding: Chunked", b"Transfer-Encoding\t: chunked", b"Transfer-Encoding: identity", b"X: y\nTransfer-Encoding: chunked"]
    chosen = b"\r\n".join(random.choices(lengths, k=random.choice([1, 2, 2, 3])))
    size = random.choice([b"0", b"2", b"%x" % len(inner), b"fffffffffffffffff", b"ffffffffffffffff", b"8000000000000000", b"-1", b"+2", b"0x2", b"", b" 2", b"2 ", b"2;" + b"a" * 40_000, b"g", b"00000000000000000000000000002"])
    body = random.choice([b"0\r\n\r\n", size + b"\r\n{}\r\n0\r\n\r\n", size + b"\r\n" + inner, b"2\r\n{}\r\n0\r\nTrailer: x\r\n" + random.choice([b"", b"A: b\r\n" * 5000]) + b"\r\n", b"{}"]) + inner
    auth = random.choice([b"", b"", b"Authorization: Bearer 0\r\n"])
    head = random.choice([b"POST /call/Search", b"GET /", b"POST /key", b"GET /nothing", b"HEAD /"])
    loose(head + f" HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n".encode() + auth + chosen + b"\r\n\r\n" + body, random)


def strange(random):
    loose(random.choice([
        b"GET /\r\n", b"GET /\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + random.randbytes(500), random.randbytes(random.choice([1, 100, 70_000])),
        b"\r\n" * 20_000, b"\0" * 5000, b"A" * 100_000, b"GET " + b"/" * 100_000, f"GET http://{HOST}/ HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode(), f"GET http://evil.test/ HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode(),
        f"GET / HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode(), b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", f"CONNECT {HOST} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() + random.randbytes(100),
        f"GET / HTTP/1.1\r\nHost: {HOST}\r\n".encode() + b"".join(b"X%d: y\r\n" % n for n in range(20_000)) + b"\r\n", f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX: a\r\n b\r\n\tc\r\n\r\n".encode(),
        f"GET /?{'a=b&' * 5000} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode(), f"GET / HTTP/1.1\r\nHost: {HOST}\0.evil.test\r\n\r\n".encode(), f"GET / HTTP/1.1\rHost: {HOST}\r\r".encode(),
        f"POST /call/Status HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100000000\r\n\r\n".encode()]), random)


def half(random):
    """Goes away in the middle of a request or of an answer."""
    request = Request(random)
    connection = Connection(2)
    kind = random.randrange(3)
    if kind == 0:
        connection.send(request.bytes[:random.randrange(len(request.bytes))])
    elif kind == 1:
        connection.send(request.bytes)
    else:
        body = json.dumps({"uri": f"file://{documents}/long.txt", "bytes": 1 << 20, "lines": 100_000}).encode()
        connection.send(good_bytes("/call/Read", body))
        try:
            connection.socket.recv(random.choice([1, 100, 4000]))
        except OSError:
            pass
    connection.close(abruptly=random.random() < 0.5)


def long_body(random):
    """Tens of megabytes, with the key or without it, and the rule of 413 or 401."""
    size = random.choice([5, 20, 50]) << 20
    connection = Connection(60)
    connection.send(good_bytes("/call/Search", b"", size, key=random.random() < 0.5))
    piece = b" " * (1 << 20)
    for _ in range(size >> 20):
        connection.send(piece)
    answer = connection.answer()
    if answer is None or answer[0] != 413:
        fail(f"a body of {size} bytes was answered with {answer and answer[0]}")
    connection.close()


def crowd(random):
    """200 connections that say nothing, say half, or follow; how long is everybody else kept waiting?"""
    kind = random.choice(["idle", "half", "body", "follow", "slow", "mixed"])
    crowd = []
    for number in range(200):
        try:
            connection = Connection(1)
        except OSError:
            break
        crowd.append(connection)
        this = random.choice(["idle", "half", "body", "follow", "slow"]) if kind == "mixed" else kind
        if this == "half":
            connection.send(f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX: ".encode())
        elif this == "body":
            connection.send(good_bytes("/call/Search", b"", 1000))
        elif this == "follow":
            connection.send(good_bytes("/follow/Status", b"{}"))
        elif this == "slow":
            connection.send(b"G")
    begin = time.monotonic()
    waited = good(wait=2.0)
    threads = figures("serve")["threads"]
    with lock:
        tally[f"crowd {kind}"] += 1
        slowest[f"right request beside 200 {kind}"] = max(slowest[f"right request beside 200 {kind}"], round(waited, 2) if waited is not None else 99)
        slowest["threads of serve"] = max(slowest["threads of serve"], threads)
    end = time.monotonic() + random.choice([0, 1, 4])
    while time.monotonic() < end:
        for connection in crowd:
            if kind == "slow":
                connection.send(b"E")
        time.sleep(0.5)
    for connection in crowd:
        connection.close(abruptly=random.random() < 0.5)
    begin = time.monotonic()
    while (waited := good(wait=2.0)) is None and time.monotonic() - begin < 60:
        time.sleep(0.1)
    with lock:
        name = f"right request after 200 {kind} have left"
        slowest[name] = max(slowest[name], round(time.monotonic() - begin, 2))
    if waited is None or time.monotonic() - begin > 35:
        fail(f"nobody is answered for {time.monotonic() - begin:.0f} s after 200 connections ({kind}) were closed")
    settled(before)


# MARK: - Checks

def good_bytes(path, body, size=None, key=True):
    authorization = f"Authorization: Bearer {KEY}\r\n" if key else ""
    return (f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n{authorization}"
            f"Content-Length: {len(body) if size is None else size}\r\nConnection: close\r\n\r\n").encode() + body


def good(wait=20.0):
    """Asks as the page asks; returns the seconds until a right answer, or nil."""
    begin = time.monotonic()
    try:
        connection = Connection(wait)
        connection.send(good_bytes("/call/Search", b'{"query":"wtkquince number7","limit":3}'))
        answer = connection.answer()
        connection.close()
        if answer and answer[0] == 200 and json.loads(answer[2])["parameters"]["count"] > 0:
            return time.monotonic() - begin
    except (OSError, ValueError, KeyError):
        pass
    return None


def is_alive():
    try:
        return all("Z" not in Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] for number in processes.values())
    except OSError:
        return False


def settled(before, seconds=90):
    """Waits until the threads and descriptors are as before; returns the figures of all processes and the time."""
    begin = time.monotonic()
    while True:
        now = {role: figures(role) for role in processes}
        if all(now[role][name] <= before[role][name] + SLACK[role] for role in processes for name in ("threads", "descriptors")):
            return now, time.monotonic() - begin
        if time.monotonic() - begin > seconds:
            return now, None
        time.sleep(0.5)


def trade(code):
    connection = Connection()
    body = json.dumps({"code": code}).encode()
    connection.send(good_bytes("/key", body, key=False))
    answer = connection.answer()
    connection.close()
    return answer


def run(attack, seed):
    begin = time.monotonic()
    try:
        attack(random.Random(seed))
        with lock:
            tally[attack.__name__] += 1
            spent[attack.__name__] += time.monotonic() - begin
    except (socket.timeout, ConnectionError) as error:
        fail(f"{attack.__name__} with the seed {seed}: {error!r}")
    except (ValueError, IndexError, KeyError) as error:
        fail(f"{attack.__name__} with the seed {seed}: the answer is not understood: {error!r}")


KEY = "0" * 64
if trade("0" * 64)[0] != 401:
    fail("a wrong code is not refused")
KEY = json.loads(trade(CODE)[2])["key"]
if good() is None:
    fail("the first right request got no answer")
# Threads and descriptors that the daemon keeps once it has had several clients are no leak.
with ThreadPoolExecutor(32) as pool:
    list(pool.map(lambda _: good(), range(200)))
time.sleep(2)
start, source = time.monotonic(), random.Random(options.seed)
before = {role: figures(role) for role in processes}
print(f"seed {options.seed}, {address.split('#')[0]}, {before}", flush=True)
attacks = [one] * 30 + [pipelined] * 4 + [damaged] * 20 + [smuggled] * 8 + [strange] * 6 + [half] * 8
warm, last, bursts, worst = None, time.monotonic(), 0, 0.0
try:
    with ThreadPoolExecutor(options.threads) as pool:
        while time.monotonic() - start < options.minutes * 60:
            list(pool.map(lambda work: run(*work), [(source.choice(attacks), source.getrandbits(48)) for _ in range(300)]))
            if bursts % 6 == 2:
                run(long_body, source.getrandbits(48))
            if bursts % 6 == 5:
                run(crowd, source.getrandbits(48))
            bursts += 1
            if not is_alive():
                gone = [role for role in processes if not Path(f"/proc/{processes[role]}").exists()]
                failures.append(f"a process has ended: {gone}")
                print(f"FAILED  {failures[-1]} in the burst {bursts}", flush=True)
                break
            # Damaged requests with the key may have paused the daemon; searches go on in any case.
            waited = good()
            worst = max(worst, waited or 999)
            if waited is None or waited > PATIENCE:
                fail(f"a right request after the burst {bursts} was answered in {waited} s")
            if time.monotonic() - last > 60:
                now, waited = settled(before)
                last = time.monotonic()
                if waited is None:
                    fail(f"threads or descriptors do not come back: {before} {now}")
                if warm is None and time.monotonic() - start > options.minutes * 60 * 0.2:
                    warm = now
                print(f"{(last - start) / 60:5.1f} min, {tally['answers']} answers, rss {[now[role]['rss'] for role in processes]} KiB, "
                      f"back in {waited if waited is None else round(waited, 1)} s, {len(failures)} failures", flush=True)
    if is_alive():
        after, waited = settled(before)
        for role in processes:
            print(f"{role:7} before {before[role]}, after {after[role]}")
            base = (warm or before)[role]["rss"]
            if after[role]["rss"] > base * 1.25 + 8192:
                fail(f"the memory of {role} grew from {base} to {after[role]['rss']} KiB")
        opened = (home / "opened").read_text().splitlines() if (home / "opened").exists() else []
        foreign = [path for path in opened if not path.startswith((f"{documents}/", f"file://{documents}")) and path != str(documents)]
        print(f"{len(opened)} documents were opened, {len(foreign)} of them not of the index {foreign[:3]}")
        if foreign:
            fail("something was opened that is not in the index")
        # The last one, because it ends the server.
        answer = trade(CODE)
        if answer is None or answer[0] != 410:
            fail(f"the second use of the code is answered with {answer and answer[0]} and not 410")
        time.sleep(2)
        if left := session_processes():
            fail(f"the server goes on after the second use of the code: {left}")
finally:
    for role, number in session_processes().items():
        os.kill(number, 15)
    daemon.terminate()
    if daemon.wait(30) not in (0, -15):
        fail(f"sittad ended with {daemon.returncode}")
print(f"{(time.monotonic() - start) / 60:.1f} minutes, {bursts} bursts, worst right request {worst:.2f} s, {dict(slowest)}")
print(dict(tally))
print({name: f'{1000 * seconds / tally[name]:.0f} ms each' for name, seconds in spent.items()})
print(f"{len(failures)} failures" if failures else "nothing failed")
if not failures:
    shutil.rmtree(home)
sys.exit(bool(failures))
