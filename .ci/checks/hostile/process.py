"""One run of finder among many, with what it suffers."""
import os
import select
import shlex
import shutil
import signal

from checks.hostile.ailments import CLOSED_PIPE, soon

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
        self.out = b"" if self.ailment is CLOSED_PIPE else self.read(self.out_path)
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
        handle = os.pidfd_open(pid)
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        if not ended.poll(SECONDS * 1000):
            self.hung = True
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        os.close(handle)
        self.code = os.waitstatus_to_exitcode(status)
        try:
            os.killpg(pid, signal.SIGKILL)
            self.strays = True
        except ProcessLookupError:
            pass

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()
