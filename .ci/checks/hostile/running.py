"""One run of finder: its streams, its limits, and how it ended."""
import os
import resource
import select
import signal
import threading
import time

from checks.hostile import files

SECONDS = 20  # of waiting, before a run is stopped; on a busy machine too
MOST_READ = 8 << 20  # of an answer; longer ones are not looked at
ADDRESS_SPACE = 3 << 30  # so that a mistake does not take the machine with it


class Outcome:
    def __init__(self, status, usage, seconds, out, errors, late, strays):
        self.code = os.waitstatus_to_exitcode(status)
        self.peak_kb, self.cpu = usage.ru_maxrss, usage.ru_utime + usage.ru_stime
        self.seconds, self.out, self.errors, self.late, self.strays = seconds, out, errors, late, strays


def limit():
    """Once a worker; its children inherit it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


class Runner:
    """Streams are files in a folder beside the world, so that no pipe can fill up."""

    def __init__(self, world, folder):
        self.world = world
        self.out_path, self.errors_path = os.path.join(folder, "out"), os.path.join(folder, "errors")

    def run(self, line):
        opened, actions = self.streams(line)
        feeder = self.other_end(line, opened)
        start = time.monotonic()
        try:
            pid = os.posix_spawn(self.world.finder, [b"finder", *line.words], line.environment(self.world),
                                 file_actions=actions, setpgroup=0, setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])
            # One that reads from a pipe in which nothing comes is asked to stop after a while.
            status, usage, late = wait(pid, SECONDS, 0.06 if line.input[0] == "silent" else None)
        finally:
            for descriptor in opened:
                os.close(descriptor)
        seconds = time.monotonic() - start
        if feeder:
            feeder.stop()
        return Outcome(status, usage, seconds, read(self.out_path, MOST_READ), read(self.errors_path, MOST_READ), late, strays(pid))

    def other_end(self, line, opened):
        """Of the FIFO, where the line names it: somebody who writes, or a reader where it is an output."""
        if b"fed" in line.written():
            opened.append(os.open(os.path.join(self.world.here, b"fed"), os.O_RDONLY | os.O_NONBLOCK))
        elif any(b"fed" in word for word in (*line.words, *line.more.values())):
            return Feeder(self.world, line)
        return None

    def streams(self, line):
        inputs, outputs = self.standard_input(line), self.standard_output(line)
        errors = os.open(self.errors_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        opened = [descriptor for descriptor in (*inputs, *outputs, errors) if descriptor is not None]
        actions = [(os.POSIX_SPAWN_DUP2, errors, 2)]
        for number, descriptors in ((0, inputs), (1, outputs)):
            if descriptors:
                actions.append((os.POSIX_SPAWN_DUP2, descriptors[0], number))
            else:
                actions.append((os.POSIX_SPAWN_CLOSE, number))
        return opened, actions

    def standard_input(self, line):
        """Descriptors, of which the first is the stream; all are open until the run is over."""
        kind, name = line.input
        if kind == "closed":
            return []
        if kind == "file":
            return [os.open(os.path.join(self.world.here, name), os.O_RDONLY)]
        if kind == "null":
            return [os.open("/dev/null", os.O_RDONLY)]
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        if kind == "pipe":
            os.write(writer, self.world.content.get(name, b"")[:65536])
            os.close(writer)
            return [reader]
        return [reader, writer]

    def standard_output(self, line):
        open(self.out_path, "wb").close()
        if line.output == "closed":
            return []
        if line.output == "full":
            return [os.open("/dev/full", os.O_WRONLY)]
        if line.output == "broken":
            reader, writer = os.pipe()
            os.close(reader)
            return [writer]
        return [os.open(self.out_path, os.O_WRONLY)]


def wait(pid, seconds, patience=None):
    """Its status and usage, once it ends, and whether it was late and so was stopped; asked to stop after some patience."""
    handle = os.pidfd_open(pid)
    ended = select.poll()
    ended.register(handle, select.POLLIN)
    if patience is not None and not ended.poll(patience * 1000):
        os.kill(pid, signal.SIGTERM)
    late = not ended.poll(seconds * 1000)
    if late:
        os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    os.close(handle)
    return status, usage, late


def read(path, most=-1):
    with open(path, "rb") as file:
        return file.read(most)


def strays(group):
    """Whether a process that it started is still there; it is stopped."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


class Feeder(threading.Thread):
    """Writes a dataset into the FIFO once somebody opens it, as `<(command)` does."""

    def __init__(self, world, line):
        super().__init__(daemon=True)
        self.path = os.path.join(world.here, b"fed")
        self.content = world.content[files.POINTS[0] if line.words[:1] == [b"bulk"] else files.DATASETS[0]]
        self.start()

    def run(self):
        try:
            with open(self.path, "wb", buffering=0) as fifo:
                fifo.write(self.content)
        except OSError:
            pass

    def stop(self):
        """If nobody opened it, or nobody read all of it."""
        while self.is_alive():
            reader = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
            self.join(0.01)
            os.close(reader)
