"""Those who ask, those who install, those who replace datasets, and those who spoil snapshots: all at once."""
import os
import random
import signal
import threading
import time

from checks.hostile import commands, files, process, running
from checks.hostile.world import EDITIONS, REPLACED


class Worker(threading.Thread):
    def __init__(self, place, report, deadline, seed, number):
        super().__init__(daemon=True)
        self.place, self.report, self.deadline = place, report, deadline
        self.chance, self.name = random.Random(f"{seed}:{number}"), f"{type(self).__name__.lower()}{number}"
        self.scratch = place.path("out", self.name)

    def run(self):
        try:
            while time.monotonic() < self.deadline and not self.report.stop.is_set():
                self.turn()
        except Exception as error:  # a worker that is gone would make the rest look good
            self.report.finding("chaos itself", f"{self.name}: {error!r}")
            raise

    def start_run(self, words, ailment, points=None, **homes):
        run = process.Run(self.place, words, ailment, self.chance, self.place.environment(**homes), self.scratch, points).go()
        self.report.ended(run)
        return run

    def judge(self, run, codes):
        """Whether it ended as it may; if it did not, that is a finding."""
        ending = f"exit code {run.code}" if run.code >= 0 else signal.Signals(-run.code).name
        told = run.code < 64 or run.code in commands.WORDLESS or run.errors.startswith(b"finder: ") and run.errors.endswith(b"\n")
        known = run.code < 0 or run.code in commands.codes(run.words) | commands.STOPPED
        faults = [what for what, wrong in [
            ("hangs", run.hung), ("a process left behind", run.strays), ("no message", not told), (f"{ending}, which is no code of {run.words[0]}", not known),
            (f"{ending} of {run.words[0]} that suffered {run.ailment.name}", run.code not in codes | run.ailment.codes | {0})] if wrong]
        for what in faults:
            self.wrong(what, run)
        return not faults

    def wrong(self, what, run, more=""):
        self.report.finding(what, f"{run}\n  exit {run.code}; {run.errors[-300:].decode(errors='replace').strip()} {more}")


class Asker(Worker):
    """Any question, of any dataset; where the exit code is 0, the answer must be right and whole."""

    def turn(self):
        number = self.chance.randrange(len(self.place.questions))
        question, ailment = self.place.questions[number], self.chance.choice(process.QUERIES)
        data, right, codes = self.dataset(number)
        words, points = [*question.words, *data], question.points
        if question.streams and self.chance.random() < 0.3:
            words, points = [*words, f"points{number}.csv"], None
        output = self.output(words, ailment)
        run = self.start_run(words, ailment, points, cache="small" if ailment is process.FULL_DISK else "cache")
        codes = codes | {74}  # what it stands on may be cut while it is in use
        well = self.judge(run, codes)
        if well and right:
            self.look(run, right, output, question.streams)
        elif output:
            self.taken(output)

    def dataset(self, number):
        """Options, the answers that are right, None where any is, and the exit codes that the file may cause."""
        roll, place = self.chance.random(), self.place
        if roll < 0.45:
            name = self.chance.choice(EDITIONS)
            return ["--data", f"{name}.geojson"], [place.answers[number, "option", name]], {0}
        if roll < 0.7:
            return [], place.right(number, "installed"), {0}
        if roll < 0.9:
            return ["--data", self.chance.choice(REPLACED)], place.right(number, "option"), {0}
        if roll < 0.93:
            return ["--data", os.fsdecode(self.chance.choice(files.hostile_names()))], None, {0, 65, 66}
        return ["--data", "cut.geojson"], [place.answers[number, "option", "A"]], {65, 66, 74}

    def output(self, words, ailment):
        """A file for some, on the full disk where there is one; None where the answer goes to stdout."""
        if ailment is not process.FULL_DISK and self.chance.random() > 0.25:
            return None
        path = self.scratch + ".answer" if ailment is not process.FULL_DISK else self.place.path("small", self.name)
        form = [] if "--format" in words or "--json" in words else ["--format", "ndjson"]
        words += [*form, "--output", path]
        return path

    def look(self, run, right, output, streams):
        said = run.out
        if output:
            said = self.taken(output)
            if run.code > 0 and said is not None or run.code < 0 and said not in [None, *right]:
                return self.wrong("a file after an error", run)
        if run.code == 0 and run.ailment is not process.CLOSED_PIPE and said not in right:
            self.wrong("a wrong answer", run, f"\n  {len(said or b'')} bytes: {(said or b'')[:200]!r}")
        elif run.code in commands.SILENT | {65} and not streams and said:
            self.wrong("an answer and an error", run)
        elif run.code > 0 and streams and said and run.ailment.name not in ("small files", "a full disk"):
            if not any(answer.startswith(said) for answer in right) or not said.endswith(b"\n"):
                self.wrong("a stream that does not end after a whole line", run)

    @staticmethod
    def taken(path):
        """What the file holds; it is gone then."""
        try:
            content = running.read(path)
        except FileNotFoundError:
            return None
        os.unlink(path)
        return content


class Installer(Worker):
    """One edition after the other, and back."""

    def turn(self):
        words = ["data", "rollback"] if self.chance.random() < 0.3 else ["data", "install", f"{self.chance.choice(EDITIONS)}.geojson"]
        self.judge(self.start_run(words, self.chance.choice(process.CHANGES)), {69, 74})
        time.sleep(self.chance.choice([0, 0, 0.01, 3]))


class FullDisk(Worker):
    """Installs where there is no room: the disk has nothing that is unfinished afterwards."""

    def turn(self):
        home = self.place.path("small", "data")
        self.judge(self.start_run(["data", "install", f"{self.chance.choice(EDITIONS)}.geojson"], process.FULL_DISK, data="small/data"), set())
        left = [name for _, _, names in os.walk(home) for name in names if name.endswith(".tmp")]
        if left:
            self.report.finding("left on a full disk", str(left))
        time.sleep(0.2)


class Replacer(Worker):
    """Datasets: one put in the place of another, one cut short and made whole again."""

    def turn(self):
        if self.chance.random() < 0.5:
            name = self.chance.choice(REPLACED)
            self.place.put(name + ".new", self.place.content[self.chance.choice(EDITIONS)])
            os.rename(self.place.path("here", name + ".new"), self.place.path("here", name))
            self.report.did("a dataset replaced")
        else:
            self.cut()
        time.sleep(self.chance.choice([0.01, 0.1, 0.5, 3]))

    def cut(self):
        content, path = self.place.content["A"], self.place.path("here", "cut.geojson")
        size = self.chance.randrange(len(content))
        os.truncate(path, size)
        process.soon(self.chance)
        with open(path, "r+b") as file:
            file.seek(size)
            file.write(content[size:])
        self.report.did("a dataset cut and made whole")


class Spoiler(Worker):
    """Snapshots, wherever they are: cut while they may be in use, replaced by what is none, removed."""

    def turn(self):
        self.chance.choice([self.cut, self.cut, self.cut, self.replace, self.remove, self.clear, self.open_to_all])()
        time.sleep(self.chance.uniform(0, 0.08))

    def snapshot(self):
        found = [os.path.join(folder, name) for home in ("cache", "data") for folder, _, names in os.walk(self.place.path(home, "finder"))
                 for name in names if name.endswith(".snapshot")]
        return self.chance.choice(found) if found else None

    def cut(self):
        path = self.snapshot()
        try:
            if path:
                os.truncate(path, self.chance.choice([0, 1, 4096, self.chance.randrange(os.path.getsize(path) + 1)]))
                self.report.did("a snapshot cut")
        except FileNotFoundError:
            pass

    def replace(self):
        if path := self.snapshot():
            spoilt = self.scratch + ".spoilt"
            with open(spoilt, "wb") as file:
                file.write(self.chance.choice([b"", b"no snapshot", bytes(100_000), self.chance.randbytes(5000)]))
            os.chmod(spoilt, 0o600)
            os.rename(spoilt, path)
            self.report.did("a snapshot replaced")

    def remove(self):
        try:
            if path := self.snapshot():
                os.unlink(path)
                self.report.did("a snapshot removed")
        except FileNotFoundError:
            pass

    def clear(self):
        self.judge(self.start_run(["data", "cache", "--clear"], self.chance.choice(process.CHANGES)), set())

    def open_to_all(self):
        folder = self.place.path("cache", "finder")
        if os.path.isdir(folder):
            os.chmod(folder, 0o777)
            process.soon(self.chance)
            os.chmod(folder, 0o700)
            self.report.did("the cache open to all for a moment")


EVERYBODY = [Asker] * 5 + [Installer] * 2 + [FullDisk, Replacer, Spoiler]
