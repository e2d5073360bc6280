#!/usr/bin/env python3
"""gateway-quality.py [--small] [--verbose] [--half tune|test] BINARIES [FOLDER…]: how near the hits of a gateway are to those of a sittad.

Each FOLDER has documents in FOLDER/files, and questions with judgments in FOLDER/questions.tsv or, without this file, those of
Benchmarks/RankingBenchmark: what make-tree.sh and make-collections.py there make. Without FOLDER, the documents of a person
that generate.py makes there, in less than a minute. The documents are indexed by a sittad, and copied into a database; then
both are asked for ten hits.

Besides the judged questions there are some of every kind that the query language has, made of the words of a document, which
is the wanted one. For each kind it prints how many of the daemon's hits the gateway has too, also if hits with the score of
the last one count as equal, in how many questions the first hit and the number of documents are the same, and the mean
reciprocal ranks of both. A gateway corrects no words, so there is a second line of the judged questions in which the daemon
has corrected nothing. The program ends with 1 if in these the share is less than 0.9, or the ranks differ by more than 0.03.

--small asks a quarter of the judged questions, and three of each kind.

--verbose prints each question with fewer equal hits, and both lists. Needs root and PostgreSQL; BINARIES has sittad, sitta,
sitta-extract, sitta-feed and sitta-gateway.
"""
import fnmatch
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from stack import Service, Stack

RANKING = Path(__file__).resolve().parent.parent / "RankingBenchmark"
HITS = 10
# Of how many judged questions one is asked, and how many questions of each kind are made.
ALL, SMALL = (1, 24), (4, 3)


def judged(folder, half):
    """Questions as (kind, query, patterns of wanted documents)."""
    file = folder / "questions.tsv"
    for line in (file if file.exists() else RANKING / "questions.tsv").read_text().splitlines():
        _, of, kind, query, answers = line.split("\t")
        if half in (None, of):
            grades = [answer.rpartition("=") for answer in answers.split("|")]
            yield kind, query, [pattern for pattern, _, grade in grades if int(grade) >= 2]


def made(files, most, chance):
    """Questions of every kind, of the words of documents."""
    texts = []
    paths = sorted(path for path in files.rglob("*") if path.is_file() and path.suffix in (".txt", ".md", ".eml", ""))
    for path in chance.sample(paths, min(len(paths), 40 * most)):
        text = path.read_text(errors="ignore")[:20_000]
        words = re.findall(r"[^\W\d_]{2,20}", text)
        if len(words) >= 8:
            texts.append((path, text, words))
    used = iter(chance.sample(texts, len(texts)) * 20)

    def misspelled(word):
        at = chance.randrange(1, len(word) - 1)
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]

    def query(kind, path, text, words):
        at = chance.randrange(len(words) - 5)
        some = words[at:at + 5]
        long = max(some, key=len)
        phrase = re.search(rf"\b{some[0]} {some[1]}\b", text)
        title = re.match(r"# +(.+)", text)
        if kind == "one word": return long
        if kind == "two words": return f"{some[0]} {some[1]}"
        if kind == "three words": return " ".join(some[:3])
        if kind == "ten words": return " ".join(words[at:at + 10])
        if kind == "words apart": return " ".join(chance.sample(words, 3))
        if kind == "a phrase": return phrase and f'"{phrase[0]}"'
        if kind == "a beginning": return len(long) > 4 and long[:4] + "*"
        if kind == "beginnings": return len(long) > 4 and (long[:-2], {"prefixes": "last"})
        if kind == "exact": return f"={long}"
        if kind == "title:": return title and "title:" + max(re.findall(r"[^\W\d_]+", title[1]) or [long], key=len)
        if kind == "name:": return f"name:{path.stem} {long}"
        if kind == "body:": return f"body:{long} {some[0]}"
        if kind == "type:": return f"{some[0]} {some[1]} type:text"
        if kind == "ext:": return path.suffix and f"{some[0]} {some[1]} ext:{path.suffix[1:]}"
        if kind == "in:": return f'{some[0]} {some[1]} in:"{path.parent}"'
        if kind == "NEAR": return f"NEAR({some[0]} {some[2]}, 3)"
        if kind == "OR": return f"{some[0]} OR {some[3]}"
        if kind == "NOT": return f"{some[0]} {some[1]} -zebra -the"
        if kind == "parentheses": return f"({some[0]} OR {some[1]}) ({some[2]} OR {some[3]})"
        if kind == "required": return f"+{long} {some[0]} {some[1]}"
        if kind == "one word wrong": return len(long) > 4 and f"{misspelled(long)} {some[0]} {some[1]}"
        if kind == "words of other documents": return f"{some[0]} {some[1]} {chance.choice(chance.choice(texts)[2])}"
        if kind == "modified:": return f"{some[0]} {some[1]} modified:>1990"
        if kind == "size:": return f"{some[0]} {some[1]} size:<100k"

    kinds = ["one word", "two words", "three words", "ten words", "words apart", "a phrase", "a beginning", "beginnings", "exact", "title:",
             "name:", "body:", "type:", "ext:", "in:", "NEAR", "OR", "NOT", "parentheses", "required", "one word wrong",
             "words of other documents", "modified:", "size:"]
    for kind in kinds:
        count = 0
        for _ in range(len(texts) * 2):
            path, text, words = next(used, (None, None, None))
            if path is None or count == most:
                break
            found = query(kind, path, text, words)
            if found:
                count += 1
                yield kind, found, [str(path.relative_to(files))]


class Means:
    def __init__(self):
        self.rows = []

    def add(self, **row):
        self.rows.append(row)

    def mean(self, name):
        return sum(row[name] for row in self.rows) / max(1, len(self.rows))

    def line(self, kind):
        ranks = self.mean("daemon"), self.mean("gateway")
        return (f"{kind:26} {len(self.rows):5}  {self.mean('share'):.3f} {self.mean('equal'):.3f}  {self.mean('first'):.3f} "
                f"{self.mean('count'):.3f}  {ranks[0]:.3f} {ranks[1]:.3f} {ranks[1] - ranks[0]:+.3f}")


def rank(paths, wanted):
    for place, path in enumerate(paths, 1):
        if any(path == pattern or "*" in pattern and fnmatch.fnmatchcase(path, pattern.replace("[", "[[]")) for pattern in wanted):
            return 1 / place
    return 0.0


def ask(service, query, files):
    options = {}
    if isinstance(query, tuple):
        query, options = query
    error, reply = service.call("Search", query=query, limit=HITS, deadline=60_000, **options)
    if error:
        return {"paths": [], "scores": [], "count": -1, "error": f"{error} {reply}", "notes": [], "corrected": False}
    hits = reply["hits"]
    beginning = f"{files}/"
    return {
        "paths": [(hit["document"].get("path") or hit["document"]["uri"]).removeprefix(beginning)
                  + ("!" + hit["document"]["member"] if hit["document"].get("member") else "") for hit in hits],
        "scores": [hit.get("score", 0) for hit in hits], "count": reply["count"] + (reply.get("partial") or 0),
        "error": None, "corrected": "corrected" in reply, "notes": [f"{name} {reply[name]}" for name in ("corrected", "spoken", "partial", "warnings", "reading") if reply.get(name)]}


def compare(stack, folder, half, size, is_verbose):
    """Prints a table of a folder; returns the means of the judged questions, and of those that were not corrected."""
    files = (folder / "files").resolve()
    stack.start(files)
    daemon, gateway = Service(stack.daemon_socket), Service(stack.gateway_socket)
    all_judged, uncorrected, kinds = Means(), Means(), {}
    every, most = size
    questions = [(True, *question) for question in list(judged(folder, half))[::every]]
    questions += [(False, *question) for question in made(files, most, random.Random(1))]
    for is_judged, kind, query, wanted in questions:
        expected, found = ask(daemon, query, files), ask(gateway, query, files)
        there = set(found["paths"])
        share = sum(path in there for path in expected["paths"]) / max(1, len(expected["paths"])) if expected["paths"] else float(not there)
        # Another document with the score of the last one is as good.
        last = expected["scores"][-1] if expected["scores"] else 0
        needed = [path for path, score in zip(expected["paths"], expected["scores"]) if score > last + 1e-9 or len(expected["paths"]) < HITS]
        equal = sum(path in there for path in needed) / len(needed) if needed else float(len(there) == len(expected["paths"]))
        row = {"share": share, "equal": equal, "first": float(expected["paths"][:1] == found["paths"][:1]),
               "count": float(expected["count"] == found["count"]), "daemon": rank(expected["paths"], wanted),
               "gateway": rank(found["paths"], wanted)}
        kinds.setdefault((not is_judged, kind), Means()).add(**row)
        if is_judged:
            all_judged.add(**row)
            if not expected["corrected"]:
                uncorrected.add(**row)
        if is_verbose and (equal < 1 or row["gateway"] != row["daemon"] or not row["first"]):
            print(f"\n{kind}: {query}   {expected['count']} / {found['count']} documents, share {share:.1f}")
            for name, answer in (("daemon", expected), ("gateway", found)):
                print(f"  {name}: {answer['error'] or ''} {'; '.join(answer['notes'])}")
            for place in range(max(len(expected["paths"]), len(found["paths"]))):
                at = lambda answer: (f"{answer['scores'][place]:8.4f} {answer['paths'][place][-56:]:56}" if place < len(answer["paths"])
                                     else " " * 65)
                print(f"    {at(expected)}  {at(found)}")
    documents = stack.sql("SELECT count(*) FROM sitta.document")
    print(f"\n{folder.name}: {documents} documents{', half ' + half if half else ''}")
    print(f"{'':26} {'asked':>5}  share equal  first count  daemon gateway")
    for (_, kind), means in sorted(kinds.items(), key=lambda entry: entry[0][0]):
        print(means.line(kind))
    print(all_judged.line("all judged"))
    print(uncorrected.line("judged, not corrected"), flush=True)
    stack.stop()
    return all_judged, uncorrected


def main():
    words, half = sys.argv[1:], None
    is_verbose, size = "--verbose" in words, SMALL if "--small" in words else ALL
    words = [word for word in words if word not in ("--verbose", "--small")]
    if "--half" in words:
        half = words.pop(words.index("--half") + 1)
        words.remove("--half")
    if not words:
        sys.exit(__doc__)
    folders = [Path(word).resolve() for word in words[1:]]
    temporary = tempfile.TemporaryDirectory()
    if not folders:
        folders = [Path(temporary.name) / "personal"]
        os.makedirs(folders[0])
        subprocess.run([RANKING / "personal/generate.py", folders[0] / "files"], check=True)
    stack, everything, uncorrected = Stack(words[0]), Means(), Means()
    try:
        for folder in folders:
            for means, found in zip((everything, uncorrected), compare(stack, folder, half, size, is_verbose)):
                means.rows += found.rows
    finally:
        stack.remove()
    if len(folders) > 1:
        print("\nall folders")
        print(everything.line("all judged"))
        print(uncorrected.line("judged, not corrected"))
    return uncorrected.mean("share") < 0.9 or abs(uncorrected.mean("daemon") - uncorrected.mean("gateway")) > 0.03


if __name__ == "__main__":
    sys.exit(main())
