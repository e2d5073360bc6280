#!/usr/bin/env python3
"""Nothing leaked: readers find through the gateway exactly what access(2) lets them read.

    sudo nothing-leaked.py PROGRAMS CONNECTION [READERS [TREES [QUERIES [REVOCATIONS [SEED]]]]]

PROGRAMS is a folder with sittad, sitta-extract, sitta-feed and sitta-gateway, and CONNECTION a connection string of
libpq for the superuser of a server, without dbname=. It makes users and groups of this machine, and removes them. Each
tree is a folder of random folders and files with random owners, groups, modes and access control lists. Each document has
a rare word that is like those of some other documents. Then each reader asks, as this user, queries of every kind, and the
answers are compared with what access(2) says. Corrections and completions may only have words of documents that the reader
may read, and no number of documents may be larger than that of these.
"""
import json, os, random, re, shutil, signal, socket, stat, struct, subprocess, sys, tempfile, time

programs, connection = sys.argv[1], sys.argv[2]
reader_count, tree_count, query_count, revocation_count, seed = (
    int(sys.argv[n + 3]) if len(sys.argv) > n + 3 else default
    for n, default in enumerate((50, 200, 10_000, 100, 1)))
chance = random.Random(seed)
syllables = [a + b for a in "bdgklmnprstvz" for b in "aeiou"]
words = sorted({"".join(chance.choices(syllables, k=3)) + "x" for _ in range(60)})
# The beginnings of the rare words; about eight documents share one.
roots = ["".join(chance.choices(syllables, k=3)) for _ in range(tree_count)]
base = tempfile.mkdtemp(prefix="leak", dir="/tmp")
os.chmod(base, 0o755)
files = os.path.join(base, "files")
names = [f"sittaleak{number}" for number in range(reader_count)]
groups = [f"sittaleakgroup{number}" for number in range(8)]
running = []


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def psql(text, database="sittaleak"):
    return run("psql", "-XqtA", "-v", "ON_ERROR_STOP=1", f"{connection} dbname={database}", "-c", text)


def make_people():
    for group in groups:
        run("groupadd", "-f", group)
    for name in names:
        run("useradd", "-M", "-N", "-g", chance.choice(groups),
            "-G", ",".join(chance.sample(groups, chance.randrange(0, 4))) or groups[0], name)


def remove_people():
    for name in names:
        subprocess.run(["userdel", name], capture_output=True)
    for group in groups:
        subprocess.run(["groupdel", group], capture_output=True)


def give_rights(path, users, numbers, is_folder):
    os.chown(path, chance.choice(users), chance.choice(numbers))
    modes = [0o755, 0o755, 0o750, 0o711, 0o701, 0o070, 0o000] if is_folder else [0o644, 0o644, 0o640, 0o600, 0o604, 0o040, 0o000]
    os.chmod(path, chance.choice(modes))
    if chance.random() > 0.3:
        return
    # Linux: include/uapi/linux/posix_acl_xattr.h.
    entries = [(0x01, chance.choice([7, 0]), 0xFFFFFFFF)]
    entries += [(0x02, chance.choice([7, 5, 4, 0]), user) for user in sorted(chance.sample(users, 2))]
    entries += [(0x04, chance.choice([7, 5, 4, 0]), 0xFFFFFFFF)]
    entries += [(0x08, chance.choice([7, 5, 4, 0]), number) for number in sorted(chance.sample(numbers, 2))]
    entries += [(0x10, chance.choice([7, 7, 5, 0]), 0xFFFFFFFF), (0x20, chance.choice([5, 0]), 0xFFFFFFFF)]
    os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *e) for e in entries))


def make_trees(users, numbers):
    """Returns the words of each file."""
    texts = {}
    for tree in range(tree_count):
        folders = [os.path.join(files, f"tree{tree}")]
        for number in range(chance.randrange(1, 6)):
            folders.append(os.path.join(chance.choice(folders), f"f{number}"))
        for folder in folders:
            os.makedirs(folder, exist_ok=True)
        for number in range(chance.randrange(4, 16)):
            path = os.path.join(chance.choice(folders), f"d{tree}q{number}.{chance.choice(['txt', 'md'])}")
            texts[path] = chance.sample(words, chance.randrange(4, 12)) + [chance.choice(roots) + chance.choice(syllables) + "x"]
            with open(path, "w") as file:
                file.write(" ".join(texts[path]) + "\n")
            give_rights(path, users, numbers, False)
        for folder in folders:
            give_rights(folder, users, numbers, True)
    return texts


def start(*command):
    environment = dict(os.environ, XDG_RUNTIME_DIR=os.path.join(base, "run"), XDG_STATE_HOME=os.path.join(base, "state"))
    log = open(os.path.join(base, os.path.basename(command[0]) + ".log"), "w")
    running.append(subprocess.Popen(command, env=environment, stderr=log, stdout=log))


def wait(condition, what, limit=300):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not come true in {limit} s; see {base}/*.log")
        time.sleep(0.05)


class Gateway:
    """A connection to the gateway; see https://varlink.org/Method-Call."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(base, "gateway/socket"))
        self.rest = b""

    def call(self, method, **parameters):
        self.socket.sendall(json.dumps({"method": f"io.sitta.Search.{method}", "parameters": parameters}).encode() + b"\0")
        while b"\0" not in self.rest:
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise SystemExit("The gateway closed the connection.")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        reply = json.loads(message)
        return reply.get("error"), reply.get("parameters", {})


def become(name):
    import pwd
    entry = pwd.getpwnam(name)
    os.setgroups(os.getgrouplist(name, entry.pw_gid))
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def as_reader(name, body):
    """Runs body in a process of the reader, and returns what it returns."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(source)
            become(name)
            with os.fdopen(target, "w") as out:
                json.dump(body(), out)
            os._exit(0)
        except BaseException as error:
            sys.stderr.write(f"{name}: {error!r}\n")
            os._exit(1)
    os.close(target)
    with os.fdopen(source) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text)


def paths(hits):
    return {hit["document"]["path"] for hit in hits}


def letters_of(text):
    return set(re.findall(r"\w+", text.lower()))


def misspelled(word, chance):
    """The word with one letter that is wrong, missing or too much, or with two in the wrong order."""
    at = chance.randrange(1, len(word) - 2)
    middle = chance.choice([chance.choice("bdgklmnprstvzaeiou") + word[at + 1], word[at + 1], word[at] + word[at] + word[at + 1],
                            word[at + 1] + word[at]])
    return word[:at] + middle + word[at + 2:]


def ask(name, texts, count, start_seed):
    """Asks as a reader; returns the differences by kind, the times in ms, and how many texts were suggested."""
    chance = random.Random(start_seed)
    readable = {path for path in texts if os.access(path, os.R_OK)}
    # Names are words, too, and so are those of the query language.
    allowed = {word for path in readable for word in texts[path]} | {"and", "or", "not", "near", "name", "title"}
    allowed |= {word for path in readable for word in letters_of(path)}
    gateway = Gateway()
    differences, times, suggested = {}, [], 0

    def compare(kind, found, expected):
        if found != expected:
            differences.setdefault(kind, []).append(f"{name}: {found!r:.300} instead of {expected!r:.300}")

    for number in range(count):
        kind = chance.choice(["word", "phrase", "and", "or", "not", "prefix", "type", "in", "relaxed", "count", "facets", "list", "read", "pages",
                              "misspelled", "suggest"])
        a, b = chance.sample(words, 2)
        tree = os.path.join(files, f"tree{chance.randrange(tree_count)}")
        has = lambda word: {path for path in readable if word in texts[path]}
        begin = time.monotonic()
        def search(query, **options):
            error, reply = gateway.call("Search", query=query, limit=1000, strict=True, deadline=20_000, snippetWords=8, **options)
            if error: raise SystemExit(f"{query}: {error} {reply}")
            return reply
        def check(query, expected, **options):
            reply = search(query, **options)
            compare(kind, paths(reply["hits"]), expected)
            compare(kind + " count", reply["count"], len(expected))
        if kind == "word": check(a, has(a))
        elif kind == "phrase":
            check(f'"{a} {b}"', {p for p in readable if any(texts[p][i:i + 2] == [a, b] for i in range(len(texts[p])))})
        elif kind == "and": check(f"{a} {b}", has(a) & has(b))
        elif kind == "or": check(f"{a} OR {b}", has(a) | has(b))
        elif kind == "not": check(f"{a} -{b}", has(a) - has(b))
        elif kind == "prefix": check(f"{a[:4]}*", {p for p in readable if any(w.startswith(a[:4]) for w in texts[p])})
        elif kind == "type": check(f"{a} type:text/markdown", {p for p in has(a) if p.endswith(".md")})
        elif kind == "in": check(f"{a} in:{tree}", {p for p in has(a) if p.startswith(tree + "/")})
        elif kind == "relaxed":
            error, reply = gateway.call("Search", query=f"{a} {b} nothingatall", limit=1000, deadline=20_000)
            compare(kind, paths(reply["hits"]) - (has(a) | has(b)), set())
        elif kind == "count":
            error, reply = gateway.call("Count", query=a, deadline=20_000)
            compare(kind, reply["count"], len(has(a)))
        elif kind == "facets":
            error, reply = gateway.call("Count", query=a, facets=["type"], deadline=20_000)
            values = {v["value"]: v["count"] for v in reply["facets"][0]["values"]}
            expected = {}
            for path in has(a):
                name_of_type = "text/markdown" if path.endswith(".md") else "text/plain"
                expected[name_of_type] = expected.get(name_of_type, 0) + 1
            compare(kind, values, expected)
        elif kind == "list":
            error, reply = gateway.call("List", folder=tree)
            compare(kind, {d["path"] for d in reply["documents"]}, {p for p in readable if p.startswith(tree + "/")})
        elif kind == "read":
            path = chance.choice(list(texts))
            error, reply = gateway.call("Read", uri=path)
            compare(kind, error is None, path in readable)
        elif kind == "pages":
            error, reply = gateway.call("Search", query=a, limit=3, offset=2, strict=True, deadline=20_000)
            compare(kind, paths(reply["hits"]) - has(a), set())
            compare(kind + " count", reply["count"], len(has(a)))
        elif kind == "misspelled":
            word = misspelled(chance.choice([texts[chance.choice(list(texts))][-1], b]), chance)
            query = chance.choice([word, f"{a} {word}", f'"{word}"', f'"{a} {word}"', f"{a} OR {word}", f"{word} -{a}", f"({word} OR {word}x) {a}",
                                   f"{word} in:{tree}", f"title:{word}", f"{word}*"])
            error, reply = gateway.call("Search", query=query, limit=1000, deadline=20_000)
            if error: raise SystemExit(f"{query}: {error} {reply}")
            compare(kind, paths(reply["hits"]) - readable, set())
            for text in [reply.get("corrected") or ""] + (reply.get("suggestions") or []):
                compare(kind + " words", sorted(letters_of(text) - letters_of(query) - allowed), [])
                suggested += text != ""
        elif kind == "suggest":
            word = chance.choice([texts[chance.choice(list(texts))][-1], b])
            word = chance.choice([word[:chance.randrange(2, len(word))], word, misspelled(word, chance), misspelled(word, chance)[:-1]])
            text = chance.choice([word, f"{a} {word}", f"NOT {word}", f"-{word}", f"{a} -{word}", f"{a} NOT {word}", f"{a} OR {word}", f"({a} OR {word}",
                                  f"({a} OR -{word}", f'"{a} {word}', f"={word}", f"name:{word}", f"title:{word}", f"NEAR({a} {word}", f"nothingatall OR {word}"])
            error, reply = gateway.call("Suggest", text=text)
            if error: raise SystemExit(f"{text}: {error} {reply}")
            for part in ("completions", "corrections"):
                for entry in reply[part]:
                    new = letters_of(entry["text"]) | set(entry["words"])
                    compare(f"{kind} {part}", (text, sorted(new - letters_of(text) - allowed)), (text, []))
                    most = min((sum(word in texts[path] or word in letters_of(path) for path in readable) for word in entry["words"]), default=len(readable))
                    compare(f"{kind} {part} documents", (text, entry["text"], max(entry["documents"], most)), (text, entry["text"], most))
                    suggested += 1
        times.append((time.monotonic() - begin) * 1000)
    return differences, times, len(readable), suggested


def revoke(texts):
    """Takes rights away, and measures how long readers still find what they had."""
    delays = []
    for number in range(revocation_count):
        name = chance.choice(names)
        allowed = as_reader(name, lambda: [path for path in texts if os.access(path, os.R_OK)])
        if not allowed: continue
        path = chance.choice(allowed)
        mode = stat.S_IMODE(os.stat(path).st_mode)
        list_before = os.getxattr(path, "system.posix_acl_access") if "system.posix_acl_access" in os.listxattr(path) else None
        owner = os.stat(path)

        def watch():
            gateway = Gateway()
            word = texts[path][0]
            find = lambda: path in paths(gateway.call("Search", query=f"{word} name:{os.path.basename(path)}", strict=True, deadline=20_000)[1].get("hits", []))
            if not find(): return None
            sys.stderr.flush()
            with open(os.path.join(base, "signals", str(number)), "w") as file: file.write("x")
            while os.access(path, os.R_OK): time.sleep(0.001)
            begin = time.monotonic()
            while find():
                if time.monotonic() > begin + 30: return 30.0
            return time.monotonic() - begin

        os.makedirs(os.path.join(base, "signals"), exist_ok=True)
        os.chmod(os.path.join(base, "signals"), 0o777)
        changer = os.fork()
        if changer == 0:
            end = time.monotonic() + 20
            while not os.path.exists(os.path.join(base, "signals", str(number))) and time.monotonic() < end: time.sleep(0.002)
            os.chown(path, 0, 0)
            os.removexattr(path, "system.posix_acl_access") if list_before else None
            os.chmod(path, 0o600)
            os._exit(0)
        delay = as_reader(name, watch)
        os.waitpid(changer, 0)
        os.chown(path, owner.st_uid, owner.st_gid)
        os.chmod(path, mode)
        if list_before: os.setxattr(path, "system.posix_acl_access", list_before)
        if delay is not None: delays.append(delay)
    return sorted(delays)


def main():
    import grp, pwd
    make_people()
    users = [pwd.getpwnam(name).pw_uid for name in names]
    numbers = [grp.getgrnam(group).gr_gid for group in groups]
    os.makedirs(files)
    texts = make_trees(users, numbers)
    for name in ("run/sitta", "conf"):
        os.makedirs(os.path.join(base, name), mode=0o700)
    os.chmod(os.path.join(base, "run"), 0o700)
    sockets = os.path.join(base, "run/sitta/io.sitta.Search")
    configurations = {
        "sittad.conf": f"[Index]\nRoots={files}\nAccess=yes\n[Cooldown]\nActiveTime=0\nPressure=0\n",
        "feed.conf": f"[Feed]\nConnection={connection} dbname=sittaleak\nSource=leak\nSocket={sockets}\n",
        "gateway.conf": f"[Gateway]\nConnection={connection} dbname=sittaleak\nSocket={base}/gateway/socket\n",
    }
    for name, text in configurations.items():
        with open(os.path.join(base, "conf", name), "w") as file: file.write(text)
    psql("DROP DATABASE IF EXISTS sittaleak", "postgres")
    psql("CREATE DATABASE sittaleak", "postgres")
    run(f"{programs}/sitta-feed", "--config", f"{base}/conf/feed.conf", "--set-up")
    start(f"{programs}/sittad", "--config", f"{base}/conf/sittad.conf")
    wait(lambda: os.path.exists(sockets), "the socket of sittad")
    start(f"{programs}/sitta-feed", "--config", f"{base}/conf/feed.conf")
    start(f"{programs}/sitta-gateway", "--config", f"{base}/conf/gateway.conf")
    wait(lambda: os.path.exists(f"{base}/gateway/socket"), "the socket of the gateway")
    wait(lambda: int(psql("SELECT count(*) FROM sitta.document") or 0) == len(texts), "the copy of all documents")
    for name in names:
        as_reader(name, lambda: Gateway().call("Status")[0])
    print(f"{len(texts)} documents in {tree_count} trees, {psql('SELECT count(*) FROM sitta.readers').strip()} classes of readers, "
          f"{reader_count} readers", flush=True)
    differences, times, readable, suggested = {}, [], [], 0
    for number, name in enumerate(names):
        found, took, count, texts_suggested = as_reader(name, lambda: ask(name, texts, query_count // reader_count, seed * 1000 + number))
        for kind, list_of_kind in found.items(): differences.setdefault(kind, []).extend(list_of_kind)
        times += took
        readable.append(count)
        suggested += texts_suggested
    times.sort()
    print(f"readable for a reader: {min(readable)} to {max(readable)}")
    print(f"{len(times)} queries, median {times[len(times) // 2]:.1f} ms, 99 of 100 in {times[len(times) * 99 // 100]:.1f} ms")
    print(f"{suggested} texts were suggested")
    print(f"differences: {sum(map(len, differences.values()))}")
    for kind, list_of_kind in differences.items():
        print(f"  {kind}: {len(list_of_kind)}, such as {list_of_kind[0]}")
    delays = revoke(texts)
    if delays:
        print(f"{len(delays)} revocations: median {delays[len(delays) // 2]:.3f} s, longest {delays[-1]:.3f} s, "
              f"later than 2 s: {sum(delay > 2 for delay in delays)}")
    return 1 if differences or any(delay > 2 for delay in delays) else 0


try:
    code = main()
finally:
    for process in running:
        process.send_signal(signal.SIGTERM)
    for process in running:
        try: process.wait(20)
        except subprocess.TimeoutExpired: process.kill()
    remove_people()
    if "KEEP" not in os.environ: shutil.rmtree(base, ignore_errors=True)
sys.exit(code)
