#!/usr/bin/env python3
"""gateway-speed.py FILES DAEMON GATEWAY [QUERIES [SEED]]: how fast a gateway answers, and how near it comes to a daemon.

FILES is a folder of text files that both have: DAEMON is the socket of a sittad that has indexed it, GATEWAY the socket of
a sitta-gateway whose database has the same documents. The queries are words, pairs, phrases, beginnings and questions of
the files. It prints the times of both, and how many of the first ten hits of the daemon the gateway has among its own.
"""
import json
import os
import random
import re
import socket
import sys
import time

files, daemon_path, gateway_path = sys.argv[1:4]
count, seed = (int(sys.argv[n + 4]) if len(sys.argv) > n + 4 else default for n, default in enumerate((200, 1)))
chance = random.Random(seed)


class Service:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def search(self, query):
        parameters = {"query": query, "limit": 10, "deadline": 20_000}
        begin = time.monotonic()
        self.socket.sendall(json.dumps({"method": "io.sitta.Search.Search", "parameters": parameters}).encode() + b"\0")
        while b"\0" not in self.rest:
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise SystemExit("The service closed the connection.")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        took = (time.monotonic() - begin) * 1000
        reply = json.loads(message)
        if "error" in reply:
            print(query, reply)
        return took, reply.get("parameters", {})


def some_files():
    folders = [entry.path for entry in os.scandir(files) if entry.is_dir()]
    while True:
        folder = chance.choice(folders)
        name = chance.choice(os.listdir(folder))
        with open(os.path.join(folder, name), errors="ignore") as file:
            yield file.read()


def queries():
    common = ["the", "return", "file", "include", "of the", "in the", "is not", "for each", "error", "function", "memory"]
    texts = some_files()
    for number in range(count):
        kind = number % 8
        if kind == 0 and common:
            yield "common", common.pop(0)
            continue
        words = []
        while len(words) < 6:
            words = re.findall(r"[A-Za-z]{3,12}", next(texts))
        at = chance.randrange(len(words) - 4)
        if kind in (0, 1): yield "word", max(words[at:at + 4], key=len)
        elif kind == 2: yield "two words", " ".join(words[at:at + 2])
        elif kind == 3: yield "three words", " ".join(words[at:at + 3])
        elif kind == 4: yield "phrase", f'"{words[at]} {words[at + 1]}"'
        elif kind == 5: yield "beginning", max(words[at:at + 4], key=len)[:5] + "*"
        elif kind == 6: yield "words apart", " ".join(chance.sample(words, 2))
        else: yield "five words", " ".join(words[at:at + 5])


daemon, gateway = Service(daemon_path), Service(gateway_path)
gateway.search("warm up")
daemon.search("warm up")
times, kinds = {"daemon": [], "gateway": []}, {}
for kind, query in queries():
    took, expected = daemon.search(query)
    times["daemon"].append(took)
    took, found = gateway.search(query)
    times["gateway"].append(took)
    wanted = [hit["document"]["uri"] for hit in expected.get("hits", [])]
    there = {hit["document"]["uri"] for hit in found.get("hits", [])}
    scores = [hit.get("score", 0) for hit in expected.get("hits", [])]
    # Documents with the score of the last one could be others as well.
    last = scores[-1] if scores else 0
    lowest = min((hit.get("score", 0) for hit in found.get("hits", [])), default=0)
    share = sum(uri in there for uri in wanted) / len(wanted) if wanted else 1.0
    first = bool(wanted) and bool(found.get("hits")) and found["hits"][0]["document"]["uri"] == wanted[0]
    entry = kinds.setdefault(kind, [])
    entry.append((share, first, took, lowest >= last - 1e-6, query))
    if os.environ.get("VERBOSE"):
        print(f"{kind}\t{query}\t{share:.1f}\t{took:.0f} ms\t{expected.get('count')}\t{found.get('count')}")
for name, values in times.items():
    values.sort()
    at = lambda share: values[min(len(values) - 1, int(len(values) * share))]
    print(f"{name}: median {at(0.5):.0f}, 95 of 100 in {at(0.95):.0f}, 99 of 100 in {at(0.99):.0f}, longest {values[-1]:.0f} ms")
for kind, entries in kinds.items():
    took = sorted(entry[2] for entry in entries)
    print(f"{kind}: {len(entries)} queries, first ten {sum(e[0] for e in entries) / len(entries):.3f}, "
          f"first {sum(e[1] for e in entries) / len(entries):.2f}, no worse scores {sum(e[3] for e in entries) / len(entries):.2f}, "
          f"median {took[len(took) // 2]:.0f} ms, longest {took[-1]:.0f} ms")
everything = [entry for entries in kinds.values() for entry in entries]
print(f"all: first ten {sum(e[0] for e in everything) / len(everything):.3f}, no worse scores "
      f"{sum(e[3] for e in everything) / len(everything):.3f}")
