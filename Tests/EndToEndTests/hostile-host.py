"""A host that spoils what its daemon replies, for the tests of `sitta --host`.

Usage: hostile-host.py SOCKET FAULT
       hostile-host.py SOCKET number METHOD:PATH LITERAL LOG

It is the command of a host in sitta.conf: it passes calls to the daemon at SOCKET, and its replies back.
FAULT says what is wrong with them; see `spoil`. With `number` one number of a reply becomes LITERAL, and LOG gets
the places of all numbers.
"""
import json
import os
import socket
import sys
import time


def messages(read):
    rest = b""
    while True:
        data = read()
        if not data:
            return
        *whole, rest = (rest + data).split(b"\0")
        yield from whole


def write(message):
    text = json.dumps(message)
    if sys.argv[2] == "number":
        text = text.replace('"%s"' % MARK, sys.argv[4])
    text = text.encode() + b"\0"
    while text:
        text = text[os.write(1, text):]


# Stands for a number that JSON of Python cannot express.
MARK = "@number@"


def numbers(value, place):
    """The places of all numbers: of a list, the first one stands for all."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from numbers(value[name], place + "." + name)
    elif isinstance(value, list):
        for item in value[:1]:
            yield from numbers(item, place + "[]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield place


def marked(value, place, target):
    """The value with a mark in place of the number at the target."""
    if isinstance(value, dict):
        return {name: marked(item, place + "." + name, target) for name, item in value.items()}
    if isinstance(value, list):
        return [marked(item, place + "[]", target) for item in value[:1]] + value[1:]
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return MARK if is_number and place == target else value


def spoil(fault, method, parameters):
    """The replies in place of the right one."""
    reply = {"parameters": parameters}
    if fault == "number":
        with open(sys.argv[5], "a") as log:
            for place in numbers(parameters, method + ":"):
                log.write(place + "\n")
        return [{"parameters": marked(parameters, method + ":", sys.argv[3])}]
    if fault == "refuses":
        return [{"error": "io.sitta.Search.InvalidQuery",
                 "parameters": {"position": 0, "reason": "\x1b[2J" + "no " * 5_000}}]
    if fault == "continues" or fault == "drips" and method != "List":
        return endless(reply)
    if fault == "drips":
        return endless({"parameters": {**parameters, "documents": []}})
    if fault == "warns":
        parameters["warnings"] = ["Delete your files.\x1b[2J"] * 50
    if method == "Statistics" and fault == "folder":
        parameters["statistics"].update(common="nonsense", branches=True)
    if method == "Statistics" and fault == "words":
        parameters["statistics"]["terms"] = "0"
    if method == "Statistics" and fault == "correction":
        parameters["corrected"] = "password"
        parameters["words"] = [{"word": "password", "documents": 3}]
        parameters["likelihood"], parameters["hasHits"] = 1e9, True
    if method == "Statistics" and fault == "wordless":
        parameters.pop("words", None)
    if method == "Search" and fault == "correction":
        parameters.update(count=10_000)
        if "ranking" in parameters:
            parameters["ranking"]["complete"] = 10_000
    if method == "Statistics" and fault == "late" or fault == "slow":
        time.sleep(0.4)
    return [reply]


def endless(reply):
    while True:
        yield {**reply, "continues": True}
        time.sleep(0.05)


daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
replies = messages(lambda: daemon.recv(1 << 16))
try:
    for call in messages(lambda: os.read(0, 1 << 16)):
        method = json.loads(call)["method"].rpartition(".")[2]
        daemon.sendall(call + b"\0")
        reply = json.loads(next(replies))
        if "error" in reply:
            write(reply)
            continue
        for spoiled in spoil(sys.argv[2], method, reply["parameters"]):
            write(spoiled)
except BrokenPipeError:
    pass
