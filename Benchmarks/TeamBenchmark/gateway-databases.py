#!/usr/bin/env python3
"""gateway-databases.py FILES SERVER DATABASE BINARIES [QUERIES [SEED]]: documents in four databases against one.

DATABASE is a database of a team on the server at SERVER, a libpq string without dbname, whose documents are those of the
folder FILES. Its documents are copied into four databases sitta_part_0 to sitta_part_3 beside it, which are made anew.
Then three gateways search: in DATABASE, in all four, and in the largest of the four. It prints their times, and for how
many queries the first ten hits of one and four databases are the same. BINARIES has sitta-feed and sitta-gateway.
"""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from stack import Service, queries, words_of_files

files, server, database, binaries = sys.argv[1:5]
count, seed = (int(sys.argv[n + 5]) if len(sys.argv) > n + 5 else default for n, default in enumerate((200, 1)))
chance = random.Random(seed)
home = Path(tempfile.mkdtemp(prefix="sitta-databases-"))
PARTS = 4


def sql(name, text, **options):
    return subprocess.run(["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", f"{server} dbname={name}", "-c", text],
                          check=True, capture_output=True, text=True, **options).stdout


def copy(table, part, columns="*", condition="true"):
    names = "" if columns == "*" else f"({columns})"
    reading = subprocess.Popen(["psql", "-qX", f"{server} dbname={database}", "-c",
                                f"COPY (SELECT {columns} FROM sitta.{table} WHERE {condition}) TO STDOUT"],
                               stdout=subprocess.PIPE)
    subprocess.run(["psql", "-qX", f"{server} dbname=sitta_part_{part}", "-c", f"COPY sitta.{table}{names} FROM STDIN"],
                   stdin=reading.stdout, check=True)
    assert reading.wait() == 0


for part in range(PARTS):
    name = f"sitta_part_{part}"
    sql("postgres", f"DROP DATABASE IF EXISTS {name}")
    sql("postgres", f"CREATE DATABASE {name}")
    file = home / f"{name}.conf"
    file.write_text(f"[Feed]\nConnection={server} dbname={name}\n")
    subprocess.run([f"{binaries}/sitta-feed", "--config", file, "--set-up"], check=True, stdout=subprocess.DEVNULL)
    for table in ("source", "rule", "readers", "login", "reader", "folder", "word"):
        copy(table, part)
    copy("document", part, condition=f"id % {PARTS} = {part}")
    columns = "source, id, signature, words, long, body, length"
    copy("content", part, columns, f"id % {PARTS} = {part}")
    sql(name, "VACUUM ANALYZE")
sizes = [int(sql(f"sitta_part_{part}", "SELECT count(*) FROM sitta.document")) for part in range(PARTS)]
largest = sizes.index(max(sizes))
print(f"{sum(sizes)} documents, {max(sizes)} in the largest of {PARTS} databases")


class Gateway:
    def __init__(self, name, sections):
        folder = home / name
        folder.mkdir()
        file = home / f"{name}-gateway.conf"
        file.write_text(f"[Gateway]\nSearches=1\nSocket={folder}/s\n{sections}")
        self.process = subprocess.Popen([f"{binaries}/sitta-gateway", "--config", file])
        end = time.monotonic() + 600
        while not (folder / "s").exists():
            assert time.monotonic() < end, "The gateway does not listen."
            time.sleep(0.05)
        self.service, self.times = Service(folder / "s"), []

    def search(self, query):
        took, reply = self.service.search(query)
        self.times.append(took)
        return reply


def section(part):
    return f"[Database part{part}]\nConnection={server} dbname=sitta_part_{part}\n"


one = Gateway("one", f"Connection={server} dbname={database}\n")
four = Gateway("four", "".join(map(section, range(PARTS))))
alone = Gateway("alone", section(largest))
for gateway in (one, four, alone):
    gateway.search("warm up")
    gateway.times.clear()
same = uncut = same_uncut = 0
for kind, query in queries(words_of_files(files, chance), count, chance):
    replies = [gateway.search(query) for gateway in (one, four)]
    alone.search(query)
    tops = [[(round(hit.get("score", 0), 3), hit["document"]["uri"]) for hit in reply["hits"]] for reply in replies]
    # Documents with the score of the last one could be others as well.
    last = min((top[-1][0] for top in tops if top), default=0)
    tops = [{entry for entry in top if entry[0] > last} for top in tops]
    cut = any("At least" in warning for reply in replies for warning in reply["warnings"])
    same += tops[0] == tops[1]
    uncut += not cut
    same_uncut += not cut and tops[0] == tops[1]
    if tops[0] != tops[1] and os.environ.get("VERBOSE"):
        print(query, cut, tops)
for name, gateway in (("one", one), ("four", four), ("largest alone", alone)):
    times = sorted(gateway.times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    print(f"{name}: median {at(0.5):.0f}, 95 of 100 in {at(0.95):.0f}, 99 of 100 in {at(0.99):.0f} ms")
    gateway.process.terminate()
    gateway.process.wait()
print(f"the same first ten: {same} of {count}; of the {uncut} in which all documents are compared: {same_uncut}")
