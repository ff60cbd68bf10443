"""Every way to end the map and to stop it, and the terminal's state afterwards."""
import os
import shlex
import signal
import subprocess
import time

from screen_check.checks import POINT, expect
from screen_check.terminal import Terminal


class Shell:
    """bash in a terminal, with the map in it."""

    def __init__(self, place, before=""):
        self.terminal = t = Terminal(90, 28, place.environment, folder=place.folder)
        t.until("$ ")
        t.send("bind 'set enable-bracketed-paste off'; ulimit -c 0; clear\r")
        t.settle()
        self.settings, self.modes, self.cursor = t.settings(), t.changed_modes(), t.is_on(25)
        self.run(before + " ".join(shlex.quote(word) for word in place.command(POINT)))

    def run(self, line):
        self.terminal.send(line + "\r")
        self.terminal.until("quit")
        self.terminal.settle()

    def faults(self, what, status):
        """Once the shell has its terminal back."""
        t = self.terminal
        found = []
        if not t.until(lambda: t.settings() == self.settings and t.changed_modes() == self.modes, 5):
            found.append(f"{what}: the terminal is not as it was: modes {t.changed_modes()}, "
                         f"settings {t.settings() == self.settings}")
        t.settle()
        t.send("\x15echo status $?.\r")
        if not t.until(f"status {status}.", 5):
            found.append(f"{what}: not {status}\n{t.text}")
        t.close()
        return found


def keys(place, _):
    """Ends by keys:"""
    return [fault for key, status in (("q", 0), ("\x03", 130), ("\x1c", 131)) for fault in by_key(place, key, status)]


def by_key(place, key, status):
    shell = Shell(place)
    shell.terminal.send(key)
    return shell.faults(repr(key), status)


def signals(place, _):
    """Ends by signals, crashes among them:"""
    faults = []
    for name in ("TERM", "INT", "HUP", "QUIT", "SEGV", "ABRT", "BUS", "ILL", "FPE", "TRAP"):
        number = getattr(signal, "SIG" + name)
        shell = Shell(place, "SWIFT_BACKTRACE=enable=no ")
        if not shell.terminal.is_on(1049):
            faults.append(f"{name}: the other screen is not used")
        os.kill(shell.terminal.child(), number)
        faults += shell.faults(name, 128 + number)
    return faults


def stops(place, _):
    """Stopped and continued:"""
    faults = []
    for what in ("Ctrl-Z", "TSTP", "STOP"):
        shell = Shell(place)
        t = shell.terminal
        t.after("\t")
        shown = t.cells()
        if what == "Ctrl-Z":
            t.send("\x1a")
        else:
            os.kill(t.child(), getattr(signal, "SIG" + what))
        expect(faults, t, "Stopped", what)
        # One that is stopped by force has no say in it.
        if what != "STOP" and (t.changed_modes() != shell.modes or t.settings() != shell.settings):
            faults.append(f"{what}: the shell has another terminal: {t.changed_modes()}")
        t.settle()
        t.after("echo something on the screen\r")
        if what == "Ctrl-Z":
            t.resize(100, 30)
            t.after("clear\r")
        shell.run("fg")
        t.settle(0.3)
        if what != "Ctrl-Z" and t.cells() != shown:
            faults.append(f"{what}: it is not drawn again\n{t.text}")
        t.send("l")
        t.settle()
        t.send("q")
        faults += shell.faults(what, 0)
    return faults


def background(place, _):
    """Continued in the background, and then wanted again:"""
    faults = []
    shell = Shell(place)
    t = shell.terminal
    os.kill(t.child(), signal.SIGSTOP)
    expect(faults, t, "Stopped", "STOP")
    t.after("bg\r")
    shell.run("fg")
    t.settle(0.3)
    t.send("q")
    return faults + shell.faults("bg, fg", 0)


def hung_up(place, _):
    """A terminal that goes away:"""
    t = place.map()
    process = t.process
    os.close(t.descriptor)
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if os.waitpid(process, os.WNOHANG)[0]:
            return []
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    return ["it goes on without a terminal"]


def nohup(place, _):
    """Signals that are ignored stay so:"""
    shell = Shell(place, "trap '' INT; ")
    shell.terminal.send("\x03\t")
    shell.terminal.settle()
    still = shell.terminal.is_on(1049)
    shell.terminal.send("q")
    return ([] if still else ["Ctrl-C ends it all the same"]) + shell.faults("ignored", 0)


def tmux(place, _):
    """In tmux:"""
    faults = []
    server = ["tmux", "-L", f"finder-screen-{os.getpid()}", "-f", "/dev/null"]

    def run(*words):
        return subprocess.run([*server, *words], env=place.environment, check=False, capture_output=True,
                              text=True).stdout

    def state():
        return run("display-message", "-p", "-t", "0",
                   "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag}").strip()

    def until(holds, what):
        deadline = time.monotonic() + 10
        while not holds():
            if time.monotonic() > deadline:
                faults.append(f"{what}: no\n{run('capture-pane', '-p', '-t', '0')}")
                return
            time.sleep(0.05)

    def shown():
        return run("capture-pane", "-p", "-t", "0")

    run("new-session", "-d", "-x", "110", "-y", "30", "bash --norc --noprofile -i")
    try:
        until(lambda: shown().strip(), "a shell")
        before = state()
        line = " ".join(shlex.quote(word) for word in place.command(POINT))
        run("send-keys", "-t", "0", line, "Enter")
        until(lambda: "quit" in shown(), "the map")
        if state() != "1 0 1 1":
            faults.append(f"on the map: {state()}")
        run("send-keys", "-t", "0", "Tab", "Enter")
        until(lambda: "openstreetmap.org" in shown(), "Enter")
        run("send-keys", "-t", "0", "Escape")
        until(lambda: "openstreetmap.org" not in shown(), "Esc")
        run("send-keys", "-t", "0", "/")
        run("send-keys", "-t", "0", "-l", "lion")
        until(lambda: "/lion" in shown(), "the filter")
        run("resize-window", "-t", "0", "-x", "40", "-y", "12")
        until(lambda: all(len(text) <= 40 for text in shown().splitlines()) and "in view" in shown(), "40×12")
        run("send-keys", "-t", "0", "C-z")
        until(lambda: state() == before and "Stopped" in shown(), "Ctrl-Z")
        run("send-keys", "-t", "0", "fg", "Enter")
        until(lambda: state().startswith("1 ") and "/lion" in shown(), "fg")
        process = run("display-message", "-p", "-t", "0", "#{pane_pid}").strip()
        subprocess.run(["pkill", "-SEGV", "-P", process], check=False)
        until(lambda: state() == before, f"after a crash {before} again")
    finally:
        run("kill-server")
    return faults


ALL = [keys, signals, stops, background, hung_up, nohup, tmux]
