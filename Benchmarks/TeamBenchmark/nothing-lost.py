#!/usr/bin/env python3
"""nothing-lost.py BINARIES [MINUTES [SEED]]: nothing is lost between disks and a team's database, whatever is killed.

Two daemons whose files change all the time, a feed for each, a primary server and a streaming replica. Each of these
processes is killed with SIGKILL and started again, at random times, 20 times in ten minutes. At half of the time the
primary is destroyed and the replica, which was held back for at least 100 commits before, becomes the server; at three
quarters a dump of the beginning is restored. At the end the database must have what the disks have, by number and
checksum, without a hand, within a minute after the last kill. The exit code is 1 if any of this is not so.

Needs root and PostgreSQL; BINARIES has sittad and sitta-feed.
"""
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

binaries = Path(sys.argv[1]).resolve()
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
random.seed(seed)
programs = max(Path("/usr/lib/postgresql").iterdir(), key=lambda folder: int(folder.name)) / "bin"
home = Path(tempfile.mkdtemp(prefix="sitta-team-"))
home.chmod(0o711)
words = [f"word{number}" for number in range(5000)]
PORT = 5499


def postgres(*command, **options):
    return subprocess.Popen(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *map(str, command)],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home / "pg", **options)


def run_as_postgres(*command):
    assert postgres(*command).wait() == 0, command


class Server:
    """A cluster; only one of them is behind the socket that the feeds know."""

    def __init__(self, name):
        self.data = home / "pg" / name

    def make(self):
        run_as_postgres(programs / "initdb", "-D", self.data, "--auth=trust", "--username=root", "--no-sync")
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(f"listen_addresses=''\nport={PORT}\nmax_wal_size=2GB\nwal_keep_size=2GB\nhot_standby=on\n")

    def start(self, folder):
        self.folder = folder
        while True:
            self.process = postgres(programs / "postgres", "-D", self.data, "-k", folder)
            # As long as processes of a killed server are there, a new one ends.
            while self.process.poll() is None:
                if postgres(programs / "pg_isready", "-q", "-h", folder, "-p", PORT).wait() == 0:
                    return
                time.sleep(0.05)

    def kill(self):
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(number, signal.SIGKILL)
        self.process.wait()


def sql(text, folder=None, database="postgres"):
    result = subprocess.run([programs / "psql", "-XqAt", "-h", folder or home / "pg" / "socket", "-p", str(PORT), "-U", "root",
                             "-d", database, "-c", text], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


class Source:
    def __init__(self, name):
        self.name, self.home = name, home / name
        for folder in ("files", "run", ".config/sitta/sittad.conf.d"):
            (self.home / folder).mkdir(parents=True, mode=0o700)
        (self.home / ".config/sitta/sittad.conf.d/test.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
        (self.home / "feed.conf").write_text(
            f"[Feed]\nConnection=host={home}/pg/socket port={PORT} user=root dbname=postgres\nSource={name}\nSocket={self.home}/run/s\n")
        self.start_daemon()

    def start_daemon(self):
        (self.home / "run/s").unlink(missing_ok=True)
        environment = dict(os.environ, HOME=str(self.home), XDG_RUNTIME_DIR=str(self.home / "run"))
        self.daemon = subprocess.Popen([binaries / "sittad", "--state", self.home / "state", "--socket", self.home / "run/s", "--root",
                                        self.home / "files"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_feed(self):
        self.feed = subprocess.Popen([binaries / "sitta-feed", "--config", self.home / "feed.conf"], stdout=subprocess.DEVNULL,
                                     stderr=open(self.home / "feed.log", "a"))

    def change(self):
        folder = self.home / "files" / f"f{random.randrange(8)}" / random.choice(["", "g"])
        file, kind = folder / f"n é{random.randrange(60)}.txt", random.random()
        try:
            if kind < 0.7:
                folder.mkdir(parents=True, exist_ok=True)
                file.write_text(" ".join(random.choices(words, k=random.randrange(1, 400))) + "\n")
            elif kind < 0.8:
                file.rename(self.home / "files" / f"f{random.randrange(8)}" / f"n é{random.randrange(60)}.txt")
            elif kind < 0.95:
                file.unlink()
            else:
                folder.rename(self.home / "files" / f"f{random.randrange(8)}" / "g")
        except OSError:
            pass

    def disk(self):
        found = set()
        for file in (self.home / "files").rglob("*.txt"):
            found.add((str(file), hashlib.md5(file.read_bytes()).hexdigest()))
        return found


def stored():
    rows = sql("""
      WITH RECURSIVE place(source, id, path) AS (
        SELECT id, 1::bigint, '' FROM sitta.source
        UNION ALL SELECT f.source, f.id, p.path || f.suffix FROM sitta.folder f
        JOIN place p ON f.source = p.source AND f.parent = p.id)
      SELECT p.path || '/' || d.name, md5(c.body) FROM sitta.document d JOIN sitta.content c USING (source, id)
      JOIN place p ON p.source = d.source AND p.id = d.folder""")
    if rows is None:
        return None
    decode = lambda path: path.replace("%20", " ").replace("%C3%A9", "é")
    return {(decode(path), digest) for path, digest in (row.rsplit("|", 1) for row in rows.splitlines())}


(home / "pg").mkdir()
shutil.chown(home / "pg", "postgres")
for name in ("socket", "hidden"):
    (home / "pg" / name).mkdir()
    shutil.chown(home / "pg" / name, "postgres")
primary, replica = Server("primary"), Server("replica")
primary.make()
primary.start(home / "pg/socket")
run_as_postgres(programs / "pg_basebackup", "-h", home / "pg/socket", "-p", PORT, "-U", "root", "-D", replica.data, "-R")
replica.start(home / "pg/hidden")
sources = [Source("one"), Source("two")]
subprocess.run([binaries / "sitta-feed", "--config", sources[0].home / "feed.conf", "--set-up"], check=True)
for source in sources:
    source.start_feed()


def commits(folder=None):
    """How many commits the database has; a daemon that was killed skips 2^20 numbers."""
    rows = sql("SELECT commit_number FROM sitta.source", folder)
    return rows and sum(int(row) % (1 << 20) for row in rows.split())


def plan():
    """When each process is killed; the replica while it is one."""
    half, whole = minutes * 30, minutes * 60
    spans = {"primary": (5, whole), "replica": (5, max(6, half - hold - 5))}
    for source in sources:
        spans[f"daemon {source.name}"] = spans[f"feed {source.name}"] = (5, whole)
    count = max(1, round(minutes * 2))
    # One in each part of the time, so that each process lives for a while.
    return sorted((first + (last - first) * (number + random.random()) / count, name)
                  for name, (first, last) in spans.items() for number in range(count))


hold = min(60, minutes * 10)
begin = time.monotonic()
end, kills = begin + minutes * 60, {}
dump, failed_over, restored, held_at, behind = None, False, False, None, 0
planned = plan()
while time.monotonic() < end or planned:
    now = time.monotonic() - begin
    for source in sources:
        for _ in range(random.randrange(6)):
            source.change()
    time.sleep(0.05)
    if dump is None and now > 15:
        dump = home / "pg/dump.sql"
        with open(dump, "w") as file:
            subprocess.run([programs / "pg_dump", "-h", home / "pg/socket", "-p", str(PORT), "-U", "root", "--schema=sitta", "postgres"],
                           stdout=file, check=True)
    # The replica dies before the primary does, so it takes over with an older state.
    if held_at is None and now > minutes * 30 - hold and not any(name == "replica" for _, name in planned):
        held_at = commits(home / "pg/hidden")
        replica.kill()
    if not failed_over and held_at is not None and now > minutes * 30 and (commits() or 0) >= held_at + 100:
        current = commits()
        primary.kill()
        replica.start(home / "pg/hidden")
        behind = current - commits(home / "pg/hidden")
        run_as_postgres(programs / "pg_ctl", "promote", "-D", replica.data)
        replica.kill()
        replica.start(home / "pg/socket")
        failed_over = True
    if not restored and failed_over and now > minutes * 45:
        sql("DROP SCHEMA sitta CASCADE")
        with open(dump) as file:
            subprocess.run([programs / "psql", "-Xq", "-h", home / "pg/socket", "-p", str(PORT), "-U", "root", "postgres"], stdin=file,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        restored = True
    # The dump is made of a server that lives.
    if dump and planned and now > planned[0][0]:
        name = planned.pop(0)[1]
        kind, _, source = name.partition(" ")
        source = next((each for each in sources if each.name == source), None)
        if kind == "daemon":
            source.daemon.kill()
            source.daemon.wait()
            source.start_daemon()
        elif kind == "feed":
            source.feed.kill()
            source.feed.wait()
            source.start_feed()
        elif kind == "primary":
            server = replica if failed_over else primary
            server.kill()
            server.start(home / "pg/socket")
        else:
            replica.kill()
            replica.start(home / "pg/hidden")
        kills[name] = kills.get(name, 0) + 1
last = time.monotonic()
expected = set.union(*(source.disk() for source in sources))
while (found := stored()) != expected and time.monotonic() < last + 120:
    time.sleep(0.2)
seconds = time.monotonic() - last
print(f"seed {seed}: {minutes:g} minutes, {sum(kills.values())} kills {kills}, failover {behind} commits behind, dump restored: {restored}")
compared = sum(source.home.joinpath("feed.log").read_text().count("Compared:") for source in sources)
print(f"{compared} times the database was compared with an index, and got what it lacked")
print(f"{len(expected)} files; missing {len(expected - (found or set()))}, wrong {len((found or set()) - expected)}; equal after {seconds:.1f} s")
for source in sources:
    source.feed.kill()
    source.daemon.kill()
(replica if failed_over else primary).kill()
is_right = found == expected and seconds <= 60 and behind >= 100 and restored and min(kills.values()) >= round(minutes * 2)
if is_right:
    shutil.rmtree(home)
else:
    print(f"left: {home}")
sys.exit(not is_right)
