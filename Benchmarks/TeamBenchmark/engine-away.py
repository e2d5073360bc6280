#!/usr/bin/env python3
"""engine-away.py BINARIES [COMMITS]: what a database that is away costs the daemon.

A daemon with a feed commits so many changes, as in an hour (3,600); once with the database, and once while it is away. The
memory of the daemon is the median of its proportional set size in 20 samples, before and after. At the end, the database
comes back and must have every file. Needs root and PostgreSQL; BINARIES has sittad and sitta-feed.
"""
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

binaries, count = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 3600
programs = max(Path("/usr/lib/postgresql").iterdir(), key=lambda folder: int(folder.name)) / "bin"
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


class Run:
    def __init__(self, is_away):
        self.home = home = Path(tempfile.mkdtemp(prefix="sitta-away-"))
        home.chmod(0o711)
        for folder in ("files", "run", "pg", ".config/sitta/sittad.conf.d"):
            (home / folder).mkdir(parents=True, mode=0o700)
        shutil.chown(home / "pg", "postgres")
        subprocess.run([*as_postgres, programs / "initdb", "-D", home / "pg/data", "--auth=trust", "--username=root"], check=True,
                       cwd=home / "pg", **quiet)
        self.start_server()
        (home / ".config/sitta/sittad.conf.d/b.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
        (home / "feed.conf").write_text(f"[Feed]\nConnection=host={home}/pg user=root dbname=postgres\nSource=a\nSocket={home}/run/s\n")
        environment = dict(os.environ, HOME=str(home), XDG_RUNTIME_DIR=str(home / "run"))
        self.daemon = subprocess.Popen([binaries / "sittad", "--state", home / "state", "--socket", home / "run/s", "--root",
                                        home / "files"], env=environment, **quiet)
        while not (home / "run/s").exists():
            time.sleep(0.05)
        self.calls = socket.socket(socket.AF_UNIX)
        self.calls.connect(str(home / "run/s"))
        subprocess.run([binaries / "sitta-feed", "--config", home / "feed.conf", "--set-up"], check=True, **quiet)
        self.feed = subprocess.Popen([binaries / "sitta-feed", "--config", home / "feed.conf"], **quiet)
        self.change(0, count // 4)
        self.wait(count // 4)
        if is_away:
            self.stop_server()
        before = self.memory()
        self.change(count // 4, count // 4 + count)
        after = self.memory()
        if is_away:
            status = self.call("Status")["consumers"][0]
            print(f"  the feed lacks {status['commits']} commits, the first of them {status['lag']} s old")
            self.start_server()
        began = time.monotonic()
        self.wait(count // 4 + count)
        print(f"  everything is there after {time.monotonic() - began:.1f} s")
        self.growth = after - before
        print(f"  sittad had {before:,.0f} KB before, {after:,.0f} KB after {count} commits: {self.growth:+,.0f} KB")
        for process in (self.feed, self.daemon):
            process.kill()
            process.wait()
        self.stop_server()
        shutil.rmtree(home)

    def start_server(self):
        self.server = subprocess.Popen([*as_postgres, programs / "postgres", "-D", self.home / "pg/data", "-k", self.home / "pg", "-c",
                                        "listen_addresses="], cwd=self.home / "pg", **quiet)
        while subprocess.run([*as_postgres, programs / "pg_isready", "-q", "-h", self.home / "pg"], cwd=self.home / "pg").returncode:
            time.sleep(0.05)

    def stop_server(self):
        subprocess.run([*as_postgres, programs / "pg_ctl", "stop", "-m", "fast", "-D", self.home / "pg/data"], cwd=self.home / "pg", **quiet)
        self.server.wait()

    def call(self, method):
        self.calls.sendall(json.dumps({"method": f"io.sitta.Search.{method}"}).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            reply += self.calls.recv(1 << 20)
        reply = json.loads(reply[:-1])
        assert "error" not in reply, reply
        return reply["parameters"]

    def change(self, first, last):
        """Writes files one after the other, each in a commit of its own."""
        for number in range(first, last):
            (self.home / "files" / f"{number % 500}.txt").write_text(f"change {number} " + "word " * 200)
            self.call("Sync")

    def wait(self, changes):
        wanted = f"SELECT count(*) FROM sitta.content WHERE body LIKE 'change {changes - 1} %'"
        while subprocess.run([programs / "psql", "-XqAt", "-h", self.home / "pg", "-U", "root", "postgres", "-c", wanted],
                             capture_output=True, text=True).stdout.strip() != "1":
            time.sleep(0.05)

    def memory(self):
        samples = []
        for _ in range(20):
            time.sleep(0.25)
            lines = Path(f"/proc/{self.daemon.pid}/smaps_rollup").read_text().splitlines()
            samples.append(int(next(line for line in lines if line.startswith("Pss:")).split()[1]))
        return statistics.median(samples)


print("with the database:")
there = Run(is_away=False)
print("while it is away:")
away = Run(is_away=True)
print(f"A database that is away costs the daemon {away.growth - there.growth:+,.0f} KB.")
