"""A whole team's index on this machine, for the benchmarks beside it: sittad, sitta-feed, PostgreSQL and sitta-gateway."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*"), key=lambda folder: int(folder.name), default=Path("/usr")) / "bin"
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


class Service:
    """A connection to a service of io.sitta.Search; see https://varlink.org/Method-Call."""

    def __init__(self, path, timeout=120):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(str(path))
        self.rest = b""

    def send(self, message):
        self.socket.sendall(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\0")

    def receive(self):
        """The bytes of the next reply; an EOFError if the service has closed the connection."""
        pieces = [self.rest]
        while b"\0" not in pieces[-1]:
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise EOFError
            pieces.append(piece)
        message, self.rest = b"".join(pieces).split(b"\0", 1)
        return message

    def call(self, method, **parameters):
        """The error and the parameters of a reply."""
        self.send({"method": f"io.sitta.Search.{method}", "parameters": parameters})
        reply = json.loads(self.receive())
        return reply.get("error"), reply.get("parameters") or {}

    def search(self, query):
        """The time of a search for ten hits in milliseconds, and the reply; an error is printed."""
        begin = time.monotonic()
        error, reply = self.call("Search", query=query, limit=10, deadline=20_000)
        took = (time.monotonic() - begin) * 1000
        if error:
            print(query, error, reply)
        return took, reply


def words_of_files(folder, chance):
    """The words of random text files in the folders of a folder, without end."""
    folders = [entry.path for entry in os.scandir(folder) if entry.is_dir()]
    while True:
        place = chance.choice(folders)
        with open(os.path.join(place, chance.choice(os.listdir(place))), errors="ignore") as file:
            yield re.findall(r"[A-Za-z]{3,12}", file.read())


def queries(texts, count, chance):
    """Queries of eight kinds, each with its kind; `texts` are lists of words."""
    common = ["the", "return", "file", "include", "of the", "in the", "is not", "for each", "error", "function", "memory"]
    for number in range(count):
        kind = number % 8
        if kind == 0 and common:
            yield "common", common.pop(0)
            continue
        words = next(text for text in texts if len(text) >= 6)
        at = chance.randrange(len(words) - 4)
        if kind in (0, 1): yield "word", max(words[at:at + 4], key=len)
        elif kind == 2: yield "two words", " ".join(words[at:at + 2])
        elif kind == 3: yield "three words", " ".join(words[at:at + 3])
        elif kind == 4: yield "phrase", f'"{words[at]} {words[at + 1]}"'
        elif kind == 5: yield "beginning", max(words[at:at + 4], key=len)[:5] + "*"
        elif kind == 6: yield "words apart", " ".join(chance.sample(words, 2))
        else: yield "five words", " ".join(words[at:at + 5])


class Stack:
    """The programs of `binaries`, one folder of documents at a time. Needs root and PostgreSQL."""

    def __init__(self, binaries, searches=2):
        self.binaries, self.searches = Path(binaries).resolve(), searches
        self.home = Path(tempfile.mkdtemp(prefix="sitta-team-"))
        self.home.chmod(0o755)
        (self.home / "pg").mkdir()
        shutil.chown(self.home / "pg", "postgres")
        self.processes, self.database, self.number = {}, None, 0
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.home / "pg"}
        subprocess.run([*AS_POSTGRES, PROGRAMS / "initdb", "-D", self.home / "pg/data", "--auth=trust", "--username=root",
                        "--encoding=UTF8", "--no-sync"], check=True, **quiet)
        self.server = subprocess.Popen(
            [*AS_POSTGRES, PROGRAMS / "postgres", "-D", self.home / "pg/data", "-k", self.home / "pg", "-c", "listen_addresses=",
             "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB"], **quiet)
        while subprocess.run([*AS_POSTGRES, PROGRAMS / "pg_isready", "-q", "-h", self.home / "pg"], **quiet).returncode:
            time.sleep(0.05)

    def sql(self, statement, database=None):
        return subprocess.run([PROGRAMS / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", self.home / "pg", "-U", "root",
                               database or self.database, "-c", statement], check=True, capture_output=True, text=True).stdout.strip()

    def start(self, files):
        """Indexes a folder, and waits until the database has all of it."""
        self.number += 1
        self.database, place = f"team{self.number}", self.home / str(self.number)
        for folder in ("run", "state", "gateway"):
            (place / folder).mkdir(parents=True, mode=0o755)
        connection = f"host={self.home}/pg user=root dbname={self.database}"
        self.daemon_socket, self.gateway_socket = place / "run/s", place / "gateway/s"
        (place / "sittad.conf").write_text(
            f"[Index]\nRoots={files}\nAccess=yes\n[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
        (place / "feed.conf").write_text(f"[Feed]\nConnection={connection}\nSource=a\nSocket={self.daemon_socket}\n")
        (place / "gateway.conf").write_text(
            f"[Gateway]\nConnection={connection}\nSocket={self.gateway_socket}\nSearches={self.searches}\n")
        self.sql(f"CREATE DATABASE {self.database}", "postgres")
        subprocess.run([self.binaries / "sitta-feed", "--config", place / "feed.conf", "--set-up"], check=True, capture_output=True)
        self.run(place, "sittad", "--config", place / "sittad.conf", "--state", place / "state", "--socket", self.daemon_socket)
        while subprocess.run([self.binaries / "sitta", "--socket", self.daemon_socket, "sync", "--timeout", "600"],
                             capture_output=True).returncode:
            time.sleep(0.1)
        self.run(place, "sitta-feed", "--config", place / "feed.conf")
        while self.sql("SELECT coalesce(max(complete), 0) FROM sitta.source") != "1":
            time.sleep(0.1)
        self.run(place, "sitta-gateway", "--config", place / "gateway.conf")
        while not self.gateway_socket.exists():
            time.sleep(0.05)

    def run(self, place, name, *arguments):
        environment = dict(os.environ, HOME=str(place), XDG_RUNTIME_DIR=str(place / "run"), XDG_STATE_HOME=str(place / "state"))
        with open(place / f"{name}.log", "w") as log:
            self.processes[name] = subprocess.Popen([self.binaries / name, *arguments], env=environment, stdout=log, stderr=log)

    def log(self, name):
        return (self.home / str(self.number) / f"{name}.log").read_text(errors="replace")

    def memory(self, name):
        """The memory of a program in MB."""
        lines = Path(f"/proc/{self.processes[name].pid}/status").read_text().split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024

    def stop(self):
        """Ends the programs, but not the server."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = {}

    def remove(self):
        self.stop()
        self.server.send_signal(signal.SIGINT)
        self.server.wait()
        if "KEEP" not in os.environ:
            shutil.rmtree(self.home, ignore_errors=True)
