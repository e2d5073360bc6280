#!/usr/bin/env python3
"""gateway-speed.py FILES DAEMON GATEWAY [QUERIES [SEED]]: how fast a gateway answers, and how near it comes to a daemon.

FILES is a folder of text files that both have: DAEMON is the socket of a sittad that has indexed it, GATEWAY the socket of
a sitta-gateway whose database has the same documents. The queries are words, pairs, phrases, beginnings and questions of
the files. It prints the times of both, and how many of the first ten hits of the daemon the gateway has among its own.
"""
import os
import random
import sys

from stack import Service, queries, words_of_files

files, daemon_path, gateway_path = sys.argv[1:4]
count, seed = (int(sys.argv[n + 4]) if len(sys.argv) > n + 4 else default for n, default in enumerate((200, 1)))
chance = random.Random(seed)

daemon, gateway = Service(daemon_path), Service(gateway_path)
gateway.search("warm up")
daemon.search("warm up")
times, kinds = {"daemon": [], "gateway": []}, {}
for kind, query in queries(words_of_files(files, chance), count, chance):
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
