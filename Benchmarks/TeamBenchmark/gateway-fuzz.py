#!/usr/bin/env python3
"""gateway-fuzz.py BINARIES [REQUESTS [SEED]]: attacks the interface of a gateway as several users.

Each of four users of this machine has documents that nobody else may read, with secret words in their text, names, folders,
tags and senders; other documents are for everybody. Processes of these users, of root, and of a user without a name send
REQUESTS (50,000) requests: right ones with odd values, hostile texts and numbers, damaged and half ones, all methods and unknown
ones, many at once, on many connections, some of which are closed before the reply.

No reply may have a secret of somebody else that was not in the request, or a number of documents larger than that of those
that the user may read. No error may be one that the interface does not name, or have words of the database. After each
batch each user must find exactly what they may read, in time. At the end the memory of the gateway must be near that of the
beginning. Each defect is printed once, with the smallest request that shows it; the exit code is 1 then.

Needs root and PostgreSQL; BINARIES has sittad, sitta, sitta-extract, sitta-feed and sitta-gateway.
"""
import collections
import copy
import json
import os
import pwd
import random
import re
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.setrecursionlimit(30_000)
from stack import Service, Stack

READERS = ["daemon", "bin", "games", "man"]
NAMELESS = 61_234
PRIVATE, SHARED, BATCH, PATIENCE = 12, 30, 2_000, 40
# What a database says, and no sentence for people does.
SERVER_WORDS = re.compile(r"PostgreSQL|SQLSTATE|\bERROR:|syntax error|relation \"|\bpg_|tsquery|LINE 1|libpq|byte sequence|"
                          r"invalid input|out of range|statement timeout|dbname|psql|SQLite|fatalError|Optional\(|NSError|DecodingError")
ERRORS = {"InvalidQuery", "DeadlineExceeded", "NoSuchDocument", "NotServed", "IndexUnavailable", "NotSynchronized"}
SERVICE_ERRORS = {"InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "ExpectedMore"}
WORDS = "amber birch cedar dune ember fjord the of and report meeting".split()


class World:
    """The documents, and who may read which."""

    def __init__(self, home, chance):
        self.secrets, self.documents, letters = {}, {}, "bcdfghklmnprstvwz"
        files = home / "files"
        files.mkdir(mode=0o755)
        for number in range(SHARED):
            (files / f"shared{number}.md").write_text(f"# Shared {number}\n\n" + " ".join(chance.choices(WORDS, k=60)) + "\n")
        for name in READERS:
            word = lambda: "xq" + "".join(chance.choices(letters, k=9))
            text, title, file, folder, tag, sender = secrets = [word() for _ in range(6)]
            place = files / folder
            place.mkdir()
            for number in range(PRIVATE - 2):
                (place / f"{file}{number}.md").write_text(
                    f"---\ntags: [{tag}]\n---\n# {title} {number}\n\n{text} " + " ".join(chance.choices(WORDS, k=40)) + "\n")
            (place / f"{file}.eml").write_text(
                f"From: {sender} <{sender}@example.org>\nTo: a@example.org\nSubject: {title}\nDate: Mon, 3 Jun 2024 10:00:00 +0000\n\n{text} amber\n")
            (place / f"{file}.txt").write_text(f"{text} amber\n" * 3000)
            entry = pwd.getpwnam(name)
            for path in [place, *place.iterdir()]:
                os.chown(path, entry.pw_uid, entry.pw_gid)
                path.chmod(0o700 if path.is_dir() else 0o600)
            self.secrets[name] = secrets
            self.documents[name] = SHARED + PRIVATE
        self.files = files


def become(user):
    """Gives a process the rights of a user; a number is one without a name."""
    if isinstance(user, str):
        entry = pwd.getpwnam(user)
        os.setgroups([entry.pw_gid])
        os.setresgid(entry.pw_gid, entry.pw_gid, entry.pw_gid)
        os.setresuid(entry.pw_uid, entry.pw_uid, entry.pw_uid)
    else:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def in_process(user, body):
    """Runs body as a user, and returns what it returns."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(source)
            become(user)
            with os.fdopen(target, "w") as out:
                json.dump(body(), out)
            code = 0
        except BaseException as error:
            sys.stderr.write(f"{user}: {error!r}\n")
        finally:
            os._exit(code)
    os.close(target)
    return child, source


def result(process):
    child, source = process
    with os.fdopen(source) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


class Requests:
    """Random requests for the methods of an interface."""

    def __init__(self, description, world, chance):
        self.chance, self.world = chance, world
        self.methods = {}
        for name, inside in re.findall(r"^method (\w+)\(((?:[^()]|\([^()]*\))*?)\)\s*->", re.sub(r"#.*", "", description), re.M):
            self.methods[name] = re.findall(r"(\w+):\s*(\??[\w\[\]]+)", inside)

    def number(self):
        return self.chance.choice([
            0, 1, 2, 3, 10, 20, 100, 1000, 1001, -1, 2**31 - 1, 2**31, 2**32, 2**44, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**64, -2**31,
            -2**63, -2**63 - 1, 10**30, 1e308, -1e308, 1e-320, 0.5, float("nan"), float("inf"), -0.0, self.chance.randrange(1000)])

    def text(self):
        chance = self.chance
        secret = chance.choice(self.world.secrets[chance.choice(READERS)])
        word = chance.choice(WORDS + [secret, secret[:4], secret.upper()])
        return chance.choice([
            word, word, f"{word} {chance.choice(WORDS)}", f'"{word} {chance.choice(WORDS)}"', f"{word[:3]}*", f"-{word}", f"={word}",
            f"NEAR({word} {chance.choice(WORDS)}, {self.number()})", f"title:{word}", f"name:{word}*", f"tag:{word}", f"from:{word}",
            f"type:{chance.choice(['text', '*', 'text/%', chr(39), '%', '_', 'mail', 'image/**'])}", f"ext:{chance.choice(['md', '.', '[', '(', '*', chr(92)])}",
            f"in:{chance.choice([secret, '/', '..', '~', str(self.world.files / secret), '*', '%2f', chr(39)])} {word}",
            f"path:{chance.choice(['*', '[', '[!a', '(((', 'a{1000}', '.*.*.*.*x', secret, chr(92), '[[:alpha:]]', '[z-a]', '?' * 200])}",
            f"modified:{chance.choice(['>1990', '<9999', '2024', '999999999', '>-1', '0000-00-00', 'today', '2024-13-45'])}",
            f"size:{chance.choice(['<1k', '>9999999999999999999', '-1', '1e308', '>0x', '9223372036854775807'])} {word}",
            f"NOT {secret[:4]}", f"{word} OR {secret[:4]}", f"({word} OR {secret[:4]}", f"-{word} {secret[:4]}", f"pages:{self.number()}", f"({word} OR {chance.choice(WORDS)}) -{secret}", f"{word} OR " * chance.randrange(1, 60) + word,
            "(" * chance.randrange(1, 400) + word, f"NOT {word}", f"NOT NOT {word}", "*", "", " ", "-", '"', "NEAR(", ":", "OR", "AND AND",
            f"'{word}':*B & !(", "a' & 'b", "' | 'amber", "'); DROP TABLE sitta.document; --", "$1", "%s %L %I", "$$;SELECT 1;$$", "{a,b}", "\\", "\\'",
            "x\\", "E'\\x41'", "\0", f"{word}\0{secret}", "\ud800", "\udfff a", "\ufffe\uffff", "\u202e" + word, "a\u0300" * 300, "\U0001f600" * 50,
            "ﬁ ß İ ı K Å", "文字化け検索", "文字" * 2000, "ท" * 500, "مرحبا " * 40, "ᚠ" * 100, word * 2000, f"{word} " * 1000, "a " * 8000, "x" * 16_385, "x" * 60_000,
            "\r\n\t\x01\x7f", "..//../" + secret, f"file://{self.world.files / secret}", str(self.world.files / secret), f"/proc/self/../{secret}",
            "file:///%00", "file:///%zz", "http://a/b", "/", "//", "~", "." * 4000, "/a" * 3000, "#!", f"{self.world.files}/shared1.md",
            f"{self.world.files}/shared1.md#!/a", "".join(chr(chance.choice([chance.randrange(1, 128), chance.randrange(0xd7ff)])) for _ in range(chance.randrange(40)))])

    def value(self, kind):
        chance = self.chance
        if chance.random() < 0.04:
            kind = chance.choice(["int", "string", "bool", "[]string", "null", "object", "deep"])
        kind = kind.lstrip("?")
        if kind.startswith("[]"):
            return [self.value(kind[2:]) for _ in range(chance.choice([0, 1, 1, 2, 3, 10, 101, 1001] if chance.random() < 0.1 else [1, 1, 2]))]
        if kind == "int": return self.number()
        if kind == "float": return self.number()
        if kind == "bool": return chance.random() < 0.5
        if kind == "null": return None
        if kind == "deep":
            value = {}
            for _ in range(chance.choice([10, 600, 3000])):
                value = [value]
            return value
        if kind == "Clock": return {"index": self.text(), "sequence": self.number()}
        if kind == "Markers": return {"open": self.text(), "close": self.text()}
        if kind == "FacetProperty": return chance.choice(["type", "folder", "tag", "author", "year", "language", "nothing", "size", "person"])
        if kind == "SearchOrder": return chance.choice(["relevance", "modified", "created", "date", "size", "name", "none"])
        if kind == "PrefixMode": return chance.choice(["none", "last", "all", "x"])
        if kind[:1].isupper(): return {"documents": self.number(), "text": self.text(), "terms": self.text(), "counts": [self.number()]}
        return self.text()

    def message(self):
        chance = self.chance
        served = ["Search", "Search", "Search", "Count", "List", "Read", "Suggest", "Status", "Sync"]
        name = chance.choice(served) if chance.random() < 0.85 else chance.choice(list(self.methods))
        parameters = {}
        for field, kind in self.methods[name]:
            if not kind.startswith("?") and chance.random() < 0.98 or chance.random() < 0.12:
                parameters[field] = self.value(kind)
        # Most requests would end at their first wrong number.
        for field in ("limit", "offset", "deadline"):
            if field in parameters and chance.random() < 0.6:
                parameters[field] = chance.choice([1, 5, 10, 100, 900])
        if "query" in parameters and chance.random() < 0.03:
            parameters["query"] = " ".join(self.text() for _ in range(3))
        message = {"method": f"io.sitta.Search.{name}", "parameters": parameters}
        if chance.random() < 0.02: message["method"] = chance.choice(
            [name, f"io.sitta.Search.{name}x", "io.sitta.Search.", "org.varlink.service.GetInfo", "org.varlink.service.GetInterfaceDescription",
             "", ".", "a.b", "io.sitta.Search." + "x" * 1000, "io.sitta.Other.Search"])
        if chance.random() < 0.05: message["more"] = chance.choice([True, True, False, 1])
        if chance.random() < 0.01: message["oneway"] = True
        if chance.random() < 0.01: message["upgrade"] = True
        if chance.random() < 0.01: message["unknown"] = self.value("deep")
        return message

    def damaged(self, message):
        """The bytes of a request that is not right."""
        data = bytearray(json.dumps(message).encode())
        for _ in range(self.chance.choice([1, 1, 3])):
            at = self.chance.randrange(len(data))
            kind = self.chance.randrange(4)
            if kind == 0: data[at] = self.chance.randrange(1, 256)
            elif kind == 1: del data[at:at + self.chance.randrange(1, 9)]
            elif kind == 2: data[at:at] = bytes(self.chance.randrange(1, 256) for _ in range(4))
            else: data[at:at] = data[at:at + 20]
            if not data: data = bytearray(b"{")
        return bytes(data)


def letters(request):
    """The letters of all texts of a request: words may be joined in a reply."""
    def texts(value):
        if isinstance(value, dict): return "".join(texts(key) + texts(inner) for key, inner in value.items())
        if isinstance(value, list): return "".join(map(texts, value))
        return value if isinstance(value, str) else ""
    text = request.decode(errors="replace")
    try:
        text += texts(json.loads(text))
    except (ValueError, RecursionError):
        pass
    return re.sub("[^a-z]", "", text.lower())


def judge(world, user, sent, reply):
    """The defect that a reply shows; None for none."""
    text, asked = reply.decode(errors="replace"), letters(sent)
    try:
        message = json.loads(text)
    except ValueError:
        return "the reply is no JSON"
    if user in world.secrets:
        low = text.lower()
        for owner, secrets in world.secrets.items():
            for place, secret in zip(("text", "title", "name", "folder", "tag", "sender"), secrets):
                if owner != user and secret in low and secret not in asked:
                    return f"a secret of somebody else ({place})"
    error, parameters = message.get("error"), message.get("parameters") or {}
    if error:
        name = error.rpartition(".")[2]
        if name not in (SERVICE_ERRORS if error.startswith("org.varlink.service.") else ERRORS):
            return f"the error {error}"
        said = json.dumps({key: value for key, value in parameters.items() if key in ("reason", "parameter")})
        if SERVER_WORDS.search(said) and not SERVER_WORDS.search(sent.decode(errors="replace")):
            return f"words of the database: {said[:300]}"
        if name == "IndexUnavailable" and "Too many" not in said and "has no name" not in said:
            return f"IndexUnavailable: {said[:200]}"
    elif user in world.documents:
        most = world.documents[user]
        numbers = [parameters.get(key) or 0 for key in ("count", "partial")] + ([parameters["documents"]] if isinstance(parameters.get("documents"), int) else [])
        numbers += [value["count"] for facet in parameters.get("facets") or [] for value in facet["values"]]
        numbers += [entry["documents"] for entry in parameters.get("completions") or []]
        if any(number > most for number in numbers):
            return f"a number of documents larger than {most}: {numbers}"
        others = [secret for owner, secrets in world.secrets.items() if owner != user for secret in secrets]
        try:
            query = json.loads(sent).get("parameters", {}).get("query", "")
        except ValueError:
            query = ""
        if query in others and any(numbers):
            return f"a number for a secret of somebody else: {numbers}"
    return None


def attack(path, world, user, description, count, seed):
    """Sends requests as the user who runs the process; returns defects, and what was answered."""
    chance = random.Random(seed)
    requests = Requests(description, world, chance)
    defects, answers, done = {}, collections.Counter(), 0
    services, unread = [], []

    def fresh():
        service = Service(path, PATIENCE)
        services.append(service)
        return service

    def drop(service):
        service.socket.close()
        services.remove(service)

    while done < count:
        try:
            kind = chance.random()
            if kind < 0.01:
                for _ in range(chance.choice([5, 40])):
                    unread.append(Service(path, PATIENCE))
                    unread[-1].send({"method": "io.sitta.Search.Status"})
            if kind > 0.995 or len(services) + len(unread) > 45:
                for service in services + unread:
                    service.socket.close()
                services, unread = [], []
            service = chance.choice(services) if len(services) > 3 and chance.random() < 0.95 else fresh()
            some = [requests.message() for _ in range(chance.choice([1, 1, 1, 2, 8]))]
            some = [entry for entry in some if not entry.get("oneway")] or [{"method": "io.sitta.Search.Status"}]
            sent = [json.dumps(entry).encode() for entry in some]
            if kind < 0.06:
                sent = [requests.damaged(entry) for entry in some][:1]
            done += len(sent)
            service.send(b"".join(entry + b"\0" for entry in sent))
            if kind < 0.07:
                if chance.random() < 0.3:
                    service.send(json.dumps(requests.message()).encode()[:chance.randrange(1, 200)])
                    done += 1
                if chance.random() < 0.5:
                    answers["closed before the reply"] += 1
                    drop(service)
                    continue
            for number, entry in enumerate(sent):
                while True:
                    reply = service.receive()
                    found = judge(world, user, entry, reply)
                    if found:
                        defects.setdefault(re.sub(r"[0-9]+", "0", found), (found, entry.decode(errors="replace"), reply.decode(errors="replace")[:2000]))
                    try:
                        message = json.loads(reply)
                    except ValueError:
                        break
                    answers[message.get("error", "answered").rpartition(".")[2]] += 1
                    if not message.get("continues"):
                        break
        except (EOFError, ConnectionError, BrokenPipeError):
            # Too many connections, or a request that is too long or no JSON.
            answers["closed by the gateway"] += 1
            if service in services:
                drop(service)
        except (TimeoutError, BlockingIOError):
            defects.setdefault("no reply", ("no reply", sent[-1].decode(errors="replace")[:3000], ""))
            if service in services:
                drop(service)
        except FileNotFoundError:
            break
    return {"defects": list(defects.values()), "answers": answers, "done": done}


def smallest(path, world, user, defect):
    """The request of a defect, without what is not needed for it."""
    found, text, _ = defect
    kind = re.sub(r"[0-9]+", "0", found)
    try:
        message = json.loads(text)
    except ValueError:
        return text

    def shows(candidate):
        try:
            service = Service(path, PATIENCE)
            sent = json.dumps(candidate).encode()
            service.send(sent + b"\0")
            judged = judge(world, user, sent, service.receive())
            return judged is not None and re.sub(r"[0-9]+", "0", judged) == kind
        except (OSError, EOFError):
            return False

    if not shows(message):
        return f"(not alone) {text}"

    def attempts(value):
        """Smaller values."""
        if isinstance(value, dict):
            for key in value:
                if key != "method":
                    yield {k: v for k, v in value.items() if k != key}
            for key in value:
                for smaller in attempts(value[key]):
                    yield {**value, key: smaller}
        elif isinstance(value, list):
            for at in range(len(value)):
                yield value[:at] + value[at + 1:]
            for at in range(len(value)):
                for smaller in attempts(value[at]):
                    yield value[:at] + [smaller] + value[at + 1:]
        elif isinstance(value, str) and not value.startswith("io.sitta."):
            size = len(value) // 2
            while size:
                for at in range(0, len(value), size):
                    yield value[:at] + value[at + size:]
                size //= 2

    for _ in range(300):
        better = next((candidate for candidate in attempts(copy.deepcopy(message)) if shows(candidate)), None)
        if better is None:
            break
        message = better
    return json.dumps(message)


def check(path, world, user):
    """What is wrong with the answers to ordinary requests; and how long the slowest took."""
    wrong, slowest = [], 0.0
    service = Service(path, PATIENCE)

    def call(method, **parameters):
        nonlocal slowest
        begin = time.monotonic()
        answer = service.call(method, **parameters)
        slowest = max(slowest, time.monotonic() - begin)
        return answer

    error, reply = call("Status")
    if error or reply["documents"] != world.documents[user]:
        wrong.append(f"Status: {error} {reply}")
    error, reply = call("List")
    if error or len(reply["documents"]) != world.documents[user]:
        wrong.append(f"List: {error} {str(reply)[:300]}")
    for owner, secrets in world.secrets.items():
        error, reply = call("Search", query=secrets[0], limit=100, strict=True)
        if error or reply["count"] != (PRIVATE if owner == user else 0):
            wrong.append(f"Search for a word of {owner}: {error} {str(reply)[:300]}")
        error, reply = call("Suggest", text=secrets[0][:5])
        if error or bool(reply["completions"]) != (owner == user):
            wrong.append(f"Suggest for a word of {owner}: {error} {str(reply)[:300]}")
    return [wrong, slowest]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    total = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    home = Path(tempfile.mkdtemp(prefix="sitta-fuzz-"))
    home.chmod(0o755)
    world = World(home, random.Random(seed))
    stack, defects, answers, done = Stack(sys.argv[1]), {}, collections.Counter(), 0
    try:
        stack.start(world.files)
        path = stack.gateway_socket
        service = Service(path)
        service.send({"method": "org.varlink.service.GetInterfaceDescription", "parameters": {"interface": "io.sitta.Search"}})
        description = json.loads(service.receive())["parameters"]["description"]
        users = [*READERS, "root", NAMELESS]

        def ordinary():
            longest = 0.0
            for user in READERS:
                wrong, slowest = result(in_process(user, lambda: check(path, world, user))) or (["no answer"], 0)
                longest = max(longest, slowest)
                for sentence in wrong:
                    defects.setdefault(("ordinary", sentence[:40]), (user, sentence, "", ""))
            return longest

        ordinary()
        begin, before = time.monotonic(), None
        batch = 0
        while done < total and stack.processes["sitta-gateway"].poll() is None:
            each = max(1, min(BATCH, total - done) // len(users))
            batch += 1
            running = [(user, in_process(user, lambda: attack(path, world, user, description, each, seed * 10_007 + batch * 101 + number)))
                       for number, user in enumerate(users)]
            for user, process in running:
                found = result(process) or {"defects": [["the attacker ended", "", ""]], "answers": {}, "done": each}
                done += found["done"]
                answers.update(found["answers"])
                for defect in found["defects"]:
                    key = re.sub(r"[0-9]+", "0", defect[0])
                    if key not in defects:
                        request = result(in_process(user, lambda: smallest(path, world, user, defect))) or defect[1]
                        defects[key] = (user, defect[0], request, defect[2])
            if stack.processes["sitta-gateway"].poll() is not None:
                break
            longest, memory = ordinary(), stack.memory("sitta-gateway")
            # The first batch opens what stays open.
            before = before or memory
            print(f"{done} requests, {done / (time.monotonic() - begin):.0f} a second, {memory:.0f} MB, slowest ordinary answer {longest * 1000:.0f} ms, "
                  f"{len(defects)} defects", flush=True)
        if stack.processes["sitta-gateway"].poll() is not None:
            defects["ended"] = ("", f"the gateway ended with {stack.processes['sitta-gateway'].poll()}", "", stack.log("sitta-gateway")[-3000:])
        else:
            time.sleep(2)
            after = stack.memory("sitta-gateway")
            print(f"memory: {before:.0f} MB after the first batch, {after:.0f} MB at the end")
            if after > 1.5 * before + 50:
                defects["memory"] = ("", f"memory grew from {before:.0f} to {after:.0f} MB", "", "")
        log = stack.log("sitta-gateway").strip()
        if log:
            print("log of the gateway:\n" + log[:4000])
        print(", ".join(f"{name} {number}" for name, number in answers.most_common()))
        for user, sentence, request, reply in defects.values():
            print(f"\nDEFECT as {user}: {sentence}\n  request: {request[:3000]}\n  reply: {reply[:600]}")
        print(f"{done} requests, {len(defects)} defects, seed {seed}")
    finally:
        stack.remove()
        shutil.rmtree(home, ignore_errors=True)
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
