#!/usr/bin/env python3
"""feed-speed.py BINARIES [DOCUMENTS]: how fast an index gets into a team's database, its size, and how soon a saved file is there.

The documents have 12 KB each, cut from what lies below /usr/include, /usr/lib/python3 and /usr/share/doc. Needs root and
PostgreSQL; BINARIES has sittad, sitta and sitta-feed.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

binaries, count = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 6000
size, saves = 12_000, 200
programs = max(Path("/usr/lib/postgresql").iterdir(), key=lambda folder: int(folder.name)) / "bin"
home = Path(tempfile.mkdtemp(prefix="sitta-feed-"))
home.chmod(0o711)
for folder in ("files", "run", "pg", ".config/sitta/sittad.conf.d"):
    (home / folder).mkdir(parents=True, mode=0o700)
shutil.chown(home / "pg", "postgres")
as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

parts, total = [], 0
for base in ("/usr/include", "/usr/share/doc", "/usr/lib/python3"):
    for file in Path(base).rglob("*"):
        if total < count * size and file.is_file() and not file.is_symlink() and file.suffix in (".h", ".py", ".txt", ""):
            parts.append(file.read_text(errors="ignore")[:200_000])
            total += len(parts[-1])
text = "".join(parts)
for number in range(count):
    folder = home / "files" / str(number // 200)
    folder.mkdir(exist_ok=True)
    start = number * size % max(1, len(text) - size)
    (folder / f"{number}.txt").write_text(f"document{number} {text[start:start + size]}")

subprocess.run([*as_postgres, programs / "initdb", "-D", home / "pg/data", "--auth=trust", "--username=root"], check=True, cwd=home / "pg", **quiet)
server = subprocess.Popen([*as_postgres, programs / "postgres", "-D", home / "pg/data", "-k", home / "pg", "-c", "listen_addresses=",
                           "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB"], cwd=home / "pg", **quiet)
while subprocess.run([*as_postgres, programs / "pg_isready", "-q", "-h", home / "pg"], cwd=home / "pg").returncode:
    pass
(home / ".config/sitta/sittad.conf.d/b.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
(home / "feed.conf").write_text(f"[Feed]\nConnection=host={home}/pg user=root dbname=postgres\nSource=a\nSocket={home}/run/s\n")
environment = dict(os.environ, HOME=str(home), XDG_RUNTIME_DIR=str(home / "run"))
daemon = subprocess.Popen([binaries / "sittad", "--state", home / "state", "--socket", home / "run/s", "--root", home / "files"],
                          env=environment, **quiet)
while subprocess.run([binaries / "sitta", "--socket", home / "run/s", "sync", "--timeout", "600"], **quiet).returncode:
    time.sleep(0.1)
subprocess.run([binaries / "sitta-feed", "--config", home / "feed.conf", "--set-up"], check=True, **quiet)
sql = subprocess.Popen([programs / "psql", "-XqAt", "-h", home / "pg", "-U", "root", "postgres"], stdin=subprocess.PIPE,
                       stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(statement):
    sql.stdin.write(statement + ";\n")
    sql.stdin.flush()
    return sql.stdout.readline().strip()


def cpu(process):
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


begin = time.monotonic()
feed = subprocess.Popen([binaries / "sitta-feed", "--config", home / "feed.conf"], **quiet)
while ask("SELECT coalesce(max(complete), 0) FROM sitta.source") != "1":
    time.sleep(0.05)
seconds = time.monotonic() - begin
# The lock is that of the feed's connection.
backend = int(ask("SELECT coalesce((SELECT pid FROM pg_locks WHERE locktype = 'advisory' LIMIT 1), 0)"))
print(f"{count} documents of 12 KB in {seconds:.1f} s: {count / seconds:.0f} a second; CPU of a document: "
      f"feed {cpu(feed.pid) / count * 1000:.2f} ms, server {cpu(backend) / count * 1000 if backend else 0:.2f} ms")
written = sum(file.stat().st_size for file in (home / "files").rglob("*.txt"))
index = sum(file.stat().st_size for file in (home / "state").rglob("*") if file.is_file())
database = sum(int(ask(f"SELECT pg_total_relation_size('sitta.{table}')")) for table in ("source", "folder", "document", "content"))
print(f"{written / 1e6:.0f} MB of text take {database / 1e6:.0f} MB in the database and {index / 1e6:.0f} MB in the index of sittad")
delays = []
for number in range(saves):
    word, start = f"saved{number}", time.monotonic()
    (home / "files" / f"saved{number}.txt").write_text(word)
    while ask(f"SELECT count(*) FROM sitta.content WHERE words @@ '''{word}'''::tsquery") != "1":
        time.sleep(0.002)
    delays.append(time.monotonic() - start)
delays.sort()
print(f"a saved file is in the database after {delays[saves // 2] * 1000:.0f} ms in the median, {delays[int(saves * 0.99)] * 1000:.0f} ms in "
      f"99 of 100, {delays[-1] * 1000:.0f} ms at most")
for process in (feed, daemon):
    process.kill()
os.kill(int((home / "pg/data/postmaster.pid").read_text().split()[0]), 9)
shutil.rmtree(home, ignore_errors=True)
