"""Workers, each with a world of its own and every so-manyth line; a line is run and held against all that must hold, and
for some run again in a way that must change nothing."""
import collections
import copy
import json
import multiprocessing
import os
import shlex
import shutil
import time
import traceback

import lib
from checks.hostile import answers, promises
from checks.hostile import files, running
from checks.hostile.line import Generator
from checks.hostile.running import Runner
from checks.hostile.world import World

# Of each kind of finding in each command, as many are made small and kept.
SHOWN = 3


class Worker:
    def __init__(self, place, number, finder, commands, seed):
        self.place = os.path.join(place, str(number))
        self.generator = Generator(commands, seed)
        self.finder, self.counts, self.seen = finder, collections.Counter(), collections.Counter()

    def start(self):
        lib.give_up_root(self.finder)
        running.limit()
        os.makedirs(os.path.join(self.place, "world"))
        self.world = World(os.path.join(self.place, "world"), self.finder)
        self.trial = Trial(self.world, self.place)

    def run(self, number, out):
        line = self.generator.line(number)
        found = self.trial.findings(line)
        self.counts[" ".join(line.command.path), self.trial.outcome.code] += 1
        for kind in sorted({kind for kind, _ in found}):
            key = kind, " ".join(line.command.path)
            self.seen[key] += 1
            if self.seen[key] <= SHOWN:
                out.put(("find", key, self.report(line, kind, dict(found)[kind])))

    def report(self, line, kind, detail):
        small = smaller(self.trial, line, {kind})
        now = dict(self.trial.findings(small)).get(kind, detail)
        outcome = self.trial.outcome
        said = outcome.errors[:300].decode(errors="replace").strip()
        text = (f"{kind}: {now}\n  {command(small)}\n  exit {outcome.code}, cache '{small.cache}', home '{small.home}'"
                f"; again with --line {line.seed}:{line.number}\n  said: {said!r}\n")
        return text, pack(self.world, small)


def pack(world, line):
    """The files that a line names."""
    named = {word.rpartition(b"=")[2] for word in line.words} | {line.input[1]} | set(line.more.values())
    return {name: world.content[name] for name in named & set(world.content)}


def work(worker, numbers, out):
    try:
        worker.start()
        for number in numbers:
            worker.run(number, out)
        out.put(("done", worker.counts, worker.seen))
    except BaseException:
        out.put(("broken", traceback.format_exc(), None))
        raise


def run(finder, commands, seed, numbers, jobs, found):
    """All numbers; `found` is called with each finding. Returns how the runs ended and how often what was found."""
    files.contents()  # once for all, before they divide
    place, out = lib.scratch("finder-lines-"), multiprocessing.Queue()
    processes = [multiprocessing.Process(target=work, args=(Worker(place, job, finder, commands, seed), numbers[job::jobs], out))
                 for job in range(jobs)]
    counts, seen, waiting = collections.Counter(), collections.Counter(), jobs
    try:
        for process in processes:
            process.start()
        while waiting:
            what, first, second = out.get()
            if what == "find":
                found(first, *second)
            elif what == "done":
                counts, seen, waiting = counts + first, seen + second, waiting - 1
            else:
                raise SystemExit(f"lines: a worker broke\n{first}")
    finally:
        for process in processes:
            process.terminate()
            process.join()
        shutil.rmtree(place)
    return counts, seen


# Of the lines that are right, the share that is run a second time.
AGAIN = 0.2
# For making one finding small.
MOST_SECONDS = 10


class Trial:
    def __init__(self, world, folder):
        self.world, self.runner = world, Runner(world, folder)

    def findings(self, line):
        """As pairs of kind and detail; the world is as before when this returns."""
        outcome = self.runner.run(line)
        new, changed = self.world.changes()
        found = list(promises.all_of(line, outcome, self.world, new, changed))
        found += answers.check(line, outcome, self.world)
        self.world.restore(new, changed)
        if not found and line.good and line.number % round(1 / AGAIN) == 0:
            found = list(self.twin(line, outcome))
        self.outcome = outcome
        return found

    def twin(self, line, first):
        """The same question in another way: the same bytes."""
        name, odd = line.command.path[-1], line.number % 2
        if name == "within" and odd and answers.form(line) == "json" and not any(map(line.has, ("--count", "--limit", "--fields"))):
            second = self.beside(line, b"--count")
            if first.out and b'"count":%d' % json.loads(first.out)["count"] not in second.out:
                yield "twin", f"--count is not the number of venues: {second.out[-60:]!r}"
            return
        more = {"bulk": [b"--jobs", b"1" if odd else b"3"], "near": [b"--no-cache"], "within": [b"--no-cache"], "meet": [b"--no-cache"], "along": [b"--no-cache"], "food": [b"--no-cache"], "pick": [b"--no-cache"], "clusters": [b"--no-cache"], "coverage": [b"--no-cache"]}.get(name, [])
        if name in ("bulk", "near", "within", "meet", "along", "food", "clusters", "coverage", "convert", "import", "diff", "validate", "check") or name == "pick" and (line.has("--seed") or line.has("--count")):
            second = self.beside(line, *more)
            if (second.code, second.out) != (first.code, first.out):
                yield "twin", f"not the same with {more}: {second.code}, {len(second.out)} bytes; {first.code}, {len(first.out)}"

    def beside(self, line, *more):
        """The line with more words, in the same world."""
        other = copy.copy(line)
        other.units = [*line.units, more]
        outcome = self.runner.run(other)
        self.world.restore(*self.world.changes())
        return outcome


def smaller(trial, line, kinds):
    """The line without whatever the finding does not need."""
    best, end = line, time.monotonic() + MOST_SECONDS
    for change in [*plainer(line), *drops(line), *drops(line)]:
        candidate = change(best) if time.monotonic() < end else None
        if candidate and kinds & {kind for kind, _ in trial.findings(candidate)}:
            best = candidate
    return best


def drops(line):
    """From the back, so that the numbers of those before stay."""
    first = len(line.command.path)
    return [lambda line, at=at: without(line, at) for at in reversed(range(first, len(line.units)))]


def without(line, at):
    if at >= len(line.units):
        return None
    made = copy.copy(line)
    made.units = line.units[:at] + line.units[at + 1:]
    dropped = line.units[at]
    made.given = [(option, value) for option, value in line.given if not same(option, value, dropped)]
    # What is left need not be a question that has an answer.
    made.good = False
    return made


def same(option, value, unit):
    return unit[0].partition(b"=")[0].decode(errors="replace") in option.names and (value is None or unit[-1].endswith(value))


def plainer(line):
    def changed(name, value):
        def change(line):
            if getattr(line, name) == value:
                return None
            made = copy.copy(line)
            setattr(made, name, value)
            return made
        return change
    return [changed("cache", "warm"), changed("home", "none"), changed("more", {}), changed("input", ("null", None)), changed("output", "file")]


def quoted(word):
    """As a shell reads it, whatever bytes it has."""
    if word.isascii() and word.decode().isprintable():
        return shlex.quote(word.decode())
    return "$'" + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in "\\'" else f"\\x{byte:02x}" for byte in word) + "'"


def command(line):
    """For a shell in the folder `here`, with a home as it was."""
    kind, name = line.input
    before = {"pipe": f"cat {quoted(name or b'')} | ", "silent": "sleep 1 | "}.get(kind, "")
    after = {"null": " < /dev/null", "file": f" < {quoted(name or b'')}", "closed": " <&-"}.get(kind, "")
    after += {"full": " > /dev/full", "broken": " | true", "closed": " >&-"}.get(line.output, "")
    settings = "".join(f"{key.decode()}={quoted(value)} " for key, value in line.more.items())
    words = " ".join(quoted(word) for word in line.words)
    return f"{before}{settings}finder {words[:3000]}{after}"
