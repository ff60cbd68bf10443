"""A terminal: a pty with bash in it, and pyte for what is to be seen."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

# Private modes that are on before a program changes any.
USUAL = {25: True, 7: True}
MODES = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")


class Terminal:
    """Runs `command`; bash with jobs and a plain prompt unless one is given."""

    def __init__(self, columns, rows, environment, command=None, folder="/"):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.modes = dict(USUAL)
        self.bytes = b""
        command = command or ["bash", "--norc", "--noprofile", "-i"]
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            # What is ignored here, by Python itself or by a shell that runs this in the background, would be
            # ignored by everything that is started.
            for number in (signal.SIGPIPE, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(command[0], command, environment)
        self.resize(columns, rows)

    # What it shows

    @property
    def lines(self):
        return list(self.screen.display)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.lines)

    def cells(self):
        """Each cell with its look. Nobody sees the colour of a blank."""
        def look(cell):
            seen = (cell.data, cell.reverse)
            return seen if cell.data == " " else seen + (cell.fg, cell.bold)
        return [[look(self.screen.buffer[row][column]) for column in range(self.screen.columns)]
                for row in range(self.screen.lines)]

    def child(self):
        """The process that the shell runs; 0 where there is none."""
        with open(f"/proc/{self.process}/task/{self.process}/children", encoding="ascii") as file:
            return int((file.read().split() or ["0"])[-1])

    def is_on(self, mode):
        return self.modes.get(mode, False)

    def settings(self):
        """Of the line, without the control characters."""
        return termios.tcgetattr(self.descriptor)[:6]

    def changed_modes(self):
        return {mode for mode, on in self.modes.items() if on != USUAL.get(mode, False)}

    # What is done at it

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        while data:
            data = data[os.write(self.descriptor, data):]

    def read(self, seconds=0.0):
        """What arrives within so long; True where anything did."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        self.bytes += data
        for numbers, change in MODES.findall(data):
            for number in numbers.split(b";"):
                self.modes[int(number)] = change == b"h"
        # pyte does not know that a frame has an end, and would not mind.
        self.stream.feed(data)
        return bool(data)

    def until(self, is_there, seconds=10.0):
        """Reads until the condition holds; False where it does not in time. A text has to be seen."""
        wanted = (lambda: is_there in self.text) if isinstance(is_there, str) else is_there
        deadline = time.monotonic() + seconds
        while not wanted():
            if time.monotonic() > deadline:
                return False
            self.read(0.05)
        return True

    def settle(self, quiet=0.15, seconds=10.0):
        """Reads until nothing comes any more, and returns the bytes that came."""
        before = len(self.bytes)
        deadline = time.monotonic() + seconds
        while self.read(quiet) and time.monotonic() < deadline:
            pass
        return self.bytes[before:]

    def after(self, text, quiet=0.15):
        """The bytes that come of keys."""
        self.send(text)
        return self.settle(quiet)

    # Its end

    def close(self):
        for number in (signal.SIGHUP, signal.SIGKILL):
            try:
                os.killpg(self.process, number)
            except ProcessLookupError:
                break
        try:
            os.close(self.descriptor)
            os.waitpid(self.process, 0)
        except (OSError, ChildProcessError):
            pass
