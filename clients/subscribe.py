#!/usr/bin/env python3
"""Prints the files that match a query, and from then on each that appears (+), changes (~) or goes (-)."""
import json, os, socket, sys


def replies(connection):
    rest = b""
    while part := connection.recv(65536):
        *messages, rest = (rest + part).split(b"\0")
        yield from map(json.loads, messages)


daemon = socket.socket(socket.AF_UNIX)
daemon.connect(f"{os.environ['XDG_RUNTIME_DIR']}/sitta/io.sitta.Search")
parameters = {"query": " ".join(sys.argv[1:]), "limit": 100}
call = {"method": "io.sitta.Search.Subscribe", "parameters": parameters, "more": True}
daemon.sendall(json.dumps(call).encode() + b"\0")
for reply in replies(daemon):
    if "error" in reply:
        sys.exit(f"{reply['error']}: {reply['parameters']}")
    news = reply["parameters"]
    changed = [change["hit"] for change in news["changed"]]
    for mark, hits in ("~", changed), ("+", news["appeared"]):
        for hit in hits:
            print(mark, hit["document"]["uri"], flush=True)
    for location in news["gone"]:
        print("-", location["uri"], flush=True)
