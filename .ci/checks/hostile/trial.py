"""A line run and held against all that must hold; for some, run again in a way that must change nothing."""
import copy
import json
import shlex
import time

from checks.hostile import answers, promises
from checks.hostile.running import Runner

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
