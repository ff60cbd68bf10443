"""What goes on beside an install or update: another one, queries, a disk that fills up."""
import contextlib
import fcntl
import os
import resource
import subprocess
import sys
import threading
import time

from checks.update.home import edition, unpackable, said



def two_at_once(report, home, nginx):
    """The slow one holds the lock for a second and a half; the other waits."""
    nginx.serve(edition("slow", 60_000), "two")
    first = home.start("data", "update", nginx.url("slow/two"))
    time.sleep(0.3)
    second = home.run("data", "update", nginx.url("slow/two"))
    first.communicate(timeout=60)
    found = home.found()
    report.row("two updates at once", 1, f"{first.returncode} and {second.returncode}: {said(second)}", found,
               (first.returncode, second.returncode) == (0, 0) and found == "slow" and "waiting for another" in second.stderr
               and "up to date" in second.stdout)


def lock_held_for_good(report, home, nginx):
    (home.data / ".lock").touch()
    with open(home.data / ".lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        start = time.time()
        result = home.run("data", "update", nginx.url("two"))
        waited = time.time() - start
    words = result.stderr.splitlines()[1].split(": ", 2)[-1].replace(str(home.data), "…")
    found = home.found()
    report.row(f"an update while another holds the lock for good (waited {waited:.0f} s)", 1, f"{result.returncode}: {words}", found,
               result.returncode == 69 and found == "slow" and 5 < waited < 30)


def queries_meanwhile(report, home, place):
    """Somebody asks all the time while one edition after another is installed."""
    contents = [f"meanwhile {i}" for i in range(4)]
    for name in contents:
        (place / name).write_bytes(edition(name))
    home.run("data", "install", str(place / contents[0]))
    seen, wrong, done = {}, [], threading.Event()

    def ask():
        while not done.is_set():
            near = home.nearest("csv")
            name = near.stdout.splitlines()[-1].split(",")[1] if near.returncode == 0 else near.stderr
            seen[name] = seen.get(name, 0) + 1
            if name not in contents:
                wrong.append(name)

    asking = threading.Thread(target=ask)
    asking.start()
    for i in range(40):
        home.run("data", "install", str(place / contents[i % 4]))
    done.set()
    asking.join()
    report.row("queries while 40 datasets are installed", sum(seen.values()), "0" if not wrong else wrong[0],
               f"{len(seen)} editions, each answer from one of them", not wrong and len(seen) > 1)


@contextlib.contextmanager
def small_disk(folder):
    """Whether the folder could be made a disk of 1 MB."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)])


def disk_full(report, home, place, nginx):
    small = nginx.serve(edition("one"))
    big = place / "big.geojson"
    big.write_bytes(unpackable())
    nginx.serve(big.read_bytes(), "big")

    def attempt(what, words, **more):
        result = home.run(*words, **more)
        found = home.found()
        report.row(what, 1, f"{result.returncode}: {said(result).split(': ')[-1]}", found,
                   result.returncode == 74 and found == "one" and not home.clutter()[0])

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    with small_disk(home.path / "data") as mounted:
        home.run("data", "install", str(small))
        for what, words in (("install", ["data", "install", str(big)]), ("update", ["data", "update", nginx.url("big")])):
            if mounted:
                attempt(f"{what} on a disk of 1 MB that is full", words)
            else:
                print(f"skipped, no tmpfs can be mounted: {what} on a full disk", file=sys.stderr)
            attempt(f"{what} where files may have 100 kB", words, preexec_fn=limit)
