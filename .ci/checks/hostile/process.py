"""One run of finder among many in `chaos`, with what it suffers, and the exit codes that it may then end with beside 0."""
import os
import shlex
import shutil
import signal
import subprocess
import time

from checks.hostile import running

# MB of address space beyond what the program itself takes.
MEMORY = (1, 2, 3, 4, 6, 8, 10, 12, 16, 30, 60, 150)


class Ailment:
    """`codes` beside 0. `limits` are options of prlimit; `disturb` is called with the process while it runs."""

    program_mb = None

    def __init__(self, name, codes=(), limits=lambda chance: (), disturb=None):
        self.name, self.codes, self.limits, self.disturb = name, set(codes), limits, disturb

    def before(self, chance):
        options = self.limits(chance)
        return ["prlimit", *options] if options else []


def measure(finder):
    """How much the program takes before it does anything: with less the system does not start it."""
    def starts(megabytes):
        command = ["prlimit", f"--as={megabytes << 20}", finder, "--version"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    Ailment.program_mb = next(megabytes for megabytes in range(4, 200) if starts(megabytes))


def soon(chance):
    """Mostly in the first milliseconds, in which most happens."""
    time.sleep(chance.expovariate(1 / 0.006))


def sender(number):
    def send(pid, chance):
        soon(chance)
        os.kill(pid, number)
    return send


def pause(pid, chance):
    soon(chance)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(chance.uniform(0, 0.05))
    os.kill(pid, signal.SIGCONT)


NONE = Ailment("nothing")
KILLED = Ailment("SIGKILL", {-signal.SIGKILL}, disturb=sender(signal.SIGKILL))
STOPPED = Ailment("SIGTERM", {-signal.SIGTERM, 143}, disturb=sender(signal.SIGTERM))
PAUSED = Ailment("SIGSTOP, SIGCONT", disturb=pause)
LITTLE_MEMORY = Ailment("little memory", {71}, lambda chance: [f"--as={(Ailment.program_mb + chance.choice(MEMORY)) << 20}"])
NO_THREADS = Ailment("no threads", {71}, lambda chance: ["--nproc=1"])
SMALL_FILES = Ailment("small files", {73, 74}, lambda chance: [f"--fsize={chance.choice([0, 1000, 50_000, 1 << 20])}"])
CLOSED_PIPE = Ailment("a closed pipe", {-signal.SIGPIPE, 141})
FULL_DISK = Ailment("a full disk", {73, 74})
QUERIES = [NONE] * 6 + [KILLED, KILLED, STOPPED, PAUSED, LITTLE_MEMORY, NO_THREADS, SMALL_FILES, CLOSED_PIPE, FULL_DISK]
CHANGES = [NONE] * 3 + [KILLED, KILLED, STOPPED, PAUSED, LITTLE_MEMORY, NO_THREADS, SMALL_FILES]


SECONDS = 60
PRLIMIT = shutil.which("prlimit")


class Run:
    """Ends with `code`, `out` and `errors`; `hung` or `strays` where it should not have been."""

    def __init__(self, place, words, ailment, chance, environment, scratch, points=None):
        self.place, self.words, self.ailment, self.chance = place, words, ailment, chance
        self.environment, self.points = environment, points
        self.out_path = scratch + ".out"
        self.hung = self.strays = False

    def __str__(self):
        fed = "… | " if self.points else ""
        return f"{fed}{shlex.join([*self.limit, 'finder', *self.words])}  # {self.ailment.name}"

    def go(self):
        self.limit = self.ailment.before(self.chance)
        command = [*self.limit, self.place.finder, *self.words]
        opened, actions, feed, taken, said = self.streams()
        try:
            pid = os.posix_spawn(PRLIMIT if command[0] == "prlimit" else command[0], command, self.environment,
                                 file_actions=actions, setpgroup=0, setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
        finally:
            for descriptor in opened:
                os.close(descriptor)
        if feed is not None:
            self.feed(feed)
        if self.ailment.disturb:
            self.ailment.disturb(pid, self.chance)
        if taken is not None:
            self.take(taken)
        self.wait(pid)
        self.out = b"" if self.ailment is CLOSED_PIPE else running.read(self.out_path)
        with open(said, "rb") as pipe:
            self.errors = pipe.read()
        return self

    def streams(self):
        """What to close once it has started, the actions, the end to feed, and those to read from: stdout's and stderr's.

        Errors go through a pipe, which no limit of files or full disk concerns; there are never more than it takes."""
        feed = taken = None
        if self.points:
            reader, feed = os.pipe()
        else:
            reader = os.open("/dev/null", os.O_RDONLY)
        if self.ailment is CLOSED_PIPE:
            taken, out = os.pipe()
        else:
            out = os.open(self.out_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        said, errors = os.pipe()
        opened = [reader, out, errors]
        return opened, [(os.POSIX_SPAWN_DUP2, descriptor, number) for number, descriptor in enumerate(opened)], feed, taken, said

    def feed(self, descriptor):
        """In two parts, so that something may happen in between."""
        middle = self.points.index(b"\n", self.chance.randrange(len(self.points) - 1)) + 1
        try:
            os.write(descriptor, self.points[:middle])
            soon(self.chance)
            os.write(descriptor, self.points[middle:])
        except BrokenPipeError:
            pass
        finally:
            os.close(descriptor)

    def take(self, descriptor):
        """Some of what it prints, and no more."""
        if self.chance.random() < 0.5:
            os.read(descriptor, self.chance.choice([1, 100, 4096]))
        os.close(descriptor)

    def wait(self, pid):
        status, _, self.hung = running.wait(pid, SECONDS)
        self.code = os.waitstatus_to_exitcode(status)
        self.strays = running.strays(pid)
