"""SIGKILL at random moments and at every system call, and the order of the calls on the disk."""
import re
import shutil
import subprocess
import sys
import time

from checks.update.home import rotation



class Kills:
    """What was found after each kill, and whether all of it is as it should be."""

    def __init__(self, home, before):
        self.home, self.before, self.count = home, before, 0
        self.right = home.found() == before
        self.seen = {"the old one": 0, "the new one": 0}

    def note(self, name, killed):
        """Looks at what is there after a process that was to install the edition so named. Returns whether
        it is still the old one."""
        found = self.home.found()
        self.right &= found in (self.before, name) and (killed or found == name)
        if killed:
            self.count += 1
            kind = "the new one" if found == name else "the old one" if found == self.before else found
            self.seen[kind] = self.seen.get(kind, 0) + 1
        is_old = found == self.before
        self.before = found if found == name else self.before
        return is_old

    def ends_clean(self, file):
        """After one more install nothing unfinished is left."""
        self.home.run("data", "install", str(file))
        clutter, editions = self.home.clutter()
        return self.right and not clutter and editions <= 2

    def __str__(self):
        return ", ".join(f"{number} × {kind}" for kind, number in self.seen.items())


def missing_edition(home, contents):
    return next(name for name in contents if name not in home.kept())


def at_random_moments(report, home, place, nginx, chance, rounds):
    """Of a run's usual length, or a little later."""
    contents = rotation(place)

    def install(name):
        return ["data", "install", str(place / name)]

    def update(name):
        nginx.serve(contents[name])
        return ["data", "update", nginx.url()]

    for words in (install, update):
        usual = usual_length(home, words, list(contents) * 2)
        kills, ended, left = Kills(home, "third"), 0, 0
        while kills.count < rounds and ended < 3 * rounds:
            name = missing_edition(home, contents)
            process = home.start(*words(name))
            time.sleep(chance.uniform(0, usual))
            process.kill()
            process.communicate()
            ended += 1
            kills.note(name, killed=process.returncode == -9)
            left += process.returncode == -9 and bool(home.clutter()[0])
        right = kills.ends_clean(place / "old")
        report.row(f"SIGKILL at a random moment of {words.__name__} (of {usual * 1000:.0f} ms)", kills.count, "signal 9",
                   f"{kills}; {left} times an unfinished file, gone with the next", right and kills.count == rounds)


def usual_length(home, words, names):
    times = []
    for name in names:
        command = words(name)
        start = time.time()
        home.run(*command)
        times.append(time.time() - start)
    return sorted(times)[len(times) // 2]


def can_trace(what):
    traces = shutil.which("strace") and subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    if not traces:
        print(f"skipped, strace cannot trace here: {what}", file=sys.stderr)
    return traces


# Each file is on the disk before it has its name, and the name before the next step.
WRITTEN = ["write /editions/.finder.N.tmp", "fsync /editions/.finder.N.tmp", "rename /editions/SHA.geojson.gz", "fsync /editions"]
# No query waits for it, so the disk may take it when it likes.
# What is looked up beside the snapshot goes before it and comes after it, so that the two always agree.
SNAPSHOT = ["unlink /editions/SHA.names", "unlink /editions/SHA.food", "rename /editions/SHA.snapshot", "rename /editions/SHA.names"]
# Found in its place, whoever put it there: that may have been a process stopped before it was synced.
FOUND = ["fsync /editions/SHA.geojson.gz", "fsync /editions"]
# What changed, once the new edition is there; first what there is to eat, which is of no account without the journal.
NEWS = [step for name in ("food", "journal") for step in ("fsync /news/.finder.N.tmp", f"rename /news/{name}", "fsync /news")]
SWITCH = ["write /.finder.N.tmp", "fsync /.finder.N.tmp", "rename /installed.json", "fsync /"]


def order(report, home, place):
    if not can_trace("the order of fsync and rename"):
        return
    home.run("data", "install", str(place / "old"))
    for what, name, first in (("install", "new", WRITTEN + SNAPSHOT), ("install of the edition before", "old", FOUND)):
        steps = steps_on_disk(home, place / "strace.log", ["data", "install", str(place / name)])
        found = home.found()
        report.row(f"{what}, by strace", 1, ", ".join(steps), found, steps == first + SWITCH + NEWS and found == name)


def steps_on_disk(home, log, words):
    """Calls and the files below finder's data folder that they are about, without repetitions."""
    home.traced(["-y", "-o", str(log), "-e", "trace=write,fsync,rename,unlink"], words)
    steps = []
    for line in log.read_text().splitlines():
        paths = [path for path in re.findall(r'[<"]([^">]*)[">]', line) if path.startswith(str(home.data))]
        if paths:
            path = re.sub("[0-9a-f]{32}", "SHA", paths[-1][len(str(home.data)):] or "/")
            step = f"{line.split('(')[0]} {re.sub('[.][0-9]+[.][0-9a-f]+[.]tmp', '.N.tmp', path)}"
            steps += [step] if steps[-1:] != [step] else []
    return steps


CALLS = ("openat", "read", "write", "fsync", "rename", "close", "unlink", "mkdir", "flock", "fstat")
# At these an install must have been stopped with an edition written in part, and with one not yet named.
TELLING = {"write", "fsync", "rename"}


def at_every_call(report, home, place):
    """strace delivers the signal as each system call that touches a file begins, one after another."""
    if not can_trace("SIGKILL at every system call"):
        return
    contents = rotation(place)
    for what in ("install", "rollback"):
        for name in ("old", "new"):
            home.run("data", "install", str(place / name))
        kills, unfinished, unnamed = Kills(home, "new"), set(), set()
        for call in CALLS:
            for number in range(1, 60):
                name = home.kept()[1] if what == "rollback" else missing_edition(home, contents)
                words = ["data", "rollback"] if what == "rollback" else ["data", "install", str(place / name)]
                result = home.traced(["-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"], words)
                is_old = kills.note(name, killed=result.returncode != 0)
                if result.returncode == 0:
                    break
                clutter, editions = home.clutter()
                if any(path.startswith("editions/") for path in clutter):
                    unfinished.add(call)
                if is_old and editions > 2:
                    unnamed.add(call)
        right = kills.ends_clean(place / "old") and kills.count > 20 and min(kills.seen.values()) > 0
        found = str(kills)
        if what == "install":
            right = right and unfinished >= TELLING and unnamed >= TELLING
            found += f"; an edition unfinished at {', '.join(sorted(unfinished))}, and not yet named at {', '.join(sorted(unnamed))}"
        report.row(f"SIGKILL at each system call of {what} that touches a file", kills.count, "signal 9", found, right)
