"""What a run suffers, and the exit codes that it may then end with beside 0."""
import os
import signal
import subprocess
import time

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
