#!/usr/bin/env python3
"""Searches with Sitta while you type. Backspace deletes, Enter or Ctrl-C ends."""
import json, os, socket, sys, termios, tty


def replies(connection):
    rest = b""
    while part := connection.recv(65536):
        *messages, rest = (rest + part).split(b"\0")
        yield from map(json.loads, messages)


def lines(query):
    message = {"query": query, "prefixes": "last", "strict": True, "limit": 10}
    message = {"method": "io.sitta.Search.Search", "parameters": message}
    daemon.sendall(json.dumps(message).encode() + b"\0")
    hits = next(answers).get("parameters", {}).get("hits", [])  # an error has none
    shown = (f"{hit['document']['name']}  {hit['snippet']}" for hit in hits)
    # Names and texts of files must not control the terminal.
    return ["".join(c if c.isprintable() else " " for c in line)[:79] for line in shown]


daemon = socket.socket(socket.AF_UNIX)
daemon.connect(f"{os.environ['XDG_RUNTIME_DIR']}/sitta/io.sitta.Search")
answers, query, settings = replies(daemon), "", termios.tcgetattr(0)
try:
    tty.setcbreak(0)
    while True:
        print("\033[H\033[J" + "\n".join(lines(query)) + f"\n> {query}", end="", flush=True)
        key = sys.stdin.read(1)
        if key in "\n\4":
            break
        query = query[:-1] if key == "\x7f" else query + key
except KeyboardInterrupt:
    pass
finally:
    termios.tcsetattr(0, termios.TCSADRAIN, settings)
    print()
