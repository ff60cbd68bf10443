"""Workers: each with a world of its own, and every so-manyth line."""
import collections
import multiprocessing
import os
import shutil
import traceback

import lib
from checks.hostile import files, running, trial
from checks.hostile.line import Generator
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
        self.trial = trial.Trial(self.world, self.place)

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
        small = trial.smaller(self.trial, line, {kind})
        now = dict(self.trial.findings(small)).get(kind, detail)
        outcome = self.trial.outcome
        said = outcome.errors[:300].decode(errors="replace").strip()
        text = (f"{kind}: {now}\n  {trial.command(small)}\n  exit {outcome.code}, cache '{small.cache}', home '{small.home}'"
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
