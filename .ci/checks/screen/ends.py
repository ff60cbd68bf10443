"""Every way to end the map and to stop it, and the terminal's state afterwards."""
import os
import pty
import shlex
import signal
import subprocess
import time

import lib
from checks.screen.checks import POINT, expect
from checks.screen.terminal import Terminal

UNCAUGHT = {signal.SIGKILL, signal.SIGSTOP}
# By default, or because finder ignores them. Others than these end a process.
HARMLESS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGURG,
            signal.SIGWINCH, signal.SIGXFSZ}


class Shell:
    """bash in a terminal, with the map in it."""

    def __init__(self, place, before="", data=None, wait="quit"):
        self.terminal = t = Terminal(90, 28, place.environment, folder=place.folder)
        t.until("$ ")
        t.send("bind 'set enable-bracketed-paste off'; ulimit -c 0; clear\r")
        t.settle()
        self.settings, self.modes, self.cursor = t.settings(), t.changed_modes(), t.is_on(25)
        self.run(before + " ".join(shlex.quote(word) for word in place.command(POINT, data=data)), wait)

    def run(self, line, wait="quit"):
        self.terminal.send(line + "\r")
        self.terminal.until(wait)
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
    lost = "\x1b[200~qqqq", "\x1b]0;title", "\x1b]0;title\x1b", "\x1bP1", "\x1b[M", "\x1b[1;", "\xe2"
    ends = [("q", 0), ("\x03", 130), ("\x1c", 131)] + [(begun + "\x03", 130) for begun in lost]
    return [fault for key, status in ends for fault in by_key(place, key, status)]


def by_key(place, key, status):
    shell = Shell(place)
    shell.terminal.send(key)
    return shell.faults(repr(key), status)


def signals(place, _):
    """Ends by signals, crashes among them:"""
    faults = []
    # Of those of real time the first and the last.
    for number in sorted(set(signal.Signals) - UNCAUGHT - HARMLESS):
        name = number.name.removeprefix("SIG")
        shell = Shell(place, "SWIFT_BACKTRACE=enable=no ")
        if not shell.terminal.is_on(1049):
            faults.append(f"{name}: the other screen is not used")
        os.kill(shell.terminal.child(), number)
        faults += shell.faults(name, 128 + number)
    return faults


def limits(place, _):
    """Ends by a limit of processor time:"""
    shell = Shell(place, "ulimit -S -t 1; ")
    t = shell.terminal
    deadline = time.monotonic() + 60
    while t.is_on(1049) and time.monotonic() < deadline:
        t.send("L\x1b[<64;20;9M\x1b[<65;20;9MH" * 20)
        t.settle(0.02, 0.2)
    # The line holds what was typed ahead.
    return shell.faults("XCPU", 128 + signal.SIGXCPU)


def reading(place, _):
    """Data that takes its time:"""
    faults = []
    slow = os.path.join(place.folder, "slow.geojson")
    os.mkfifo(slow)
    with open(place.data, encoding="utf-8") as file:
        data = file.read()
    for key, status in (("q", 0), ("\x03", 130), ("\x1c", 131), ("\x1a", 0), ("x", 0)):
        shell = Shell(place, "SWIFT_BACKTRACE=enable=no ", data=slow, wait="reading the data")
        t = shell.terminal
        if "reading the data" not in t.text or not t.is_on(1049):
            faults.append(f"not a word while it reads\n{t.text}")
        t.send(key)
        if key == "\x1a":
            expect(faults, t, "Stopped", "Ctrl-Z")
            t.settle()
            if t.changed_modes() != shell.modes:
                faults.append("Ctrl-Z leaves the terminal as it was in the map")
            shell.run("fg", "reading the data")
        if key in "\x1ax":
            t.settle()
            with open(slow, "w", encoding="utf-8") as file:
                file.write(data)
            expect(faults, t, "in view", "the map, once the data is there")
            t.settle()
            t.send("q")
        faults += shell.faults(f"{key!r} while it reads", status)
    return faults


# Writes a lot to a standard error that TerminalGuard.c keeps, and is interrupted all the time while it
# is given back.
GUARD = r"""
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "CProcess.h"

static void nothing(int number) { (void)number; }

int main(void) {
  struct termios before;
  if (tcgetattr(0, &before) != 0) return 1;
  guardTerminal(0, &before, "", 0);
  for (int i = 0; i < 40000; i++) fprintf(stderr, "%08d", i);
  // Without SA_RESTART.
  struct sigaction action = {.sa_handler = nothing};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, NULL);
  restoreTerminal();
  return 0;
}
"""


def kept_words(place, _):
    """Standard error, given back to a slow terminal:"""
    program = os.path.join(place.folder, "guard")
    guard = os.path.join(lib.ROOT, "Sources", "CProcess")
    subprocess.run(["clang", "-I", guard + "/include", "-o", program, guard + "/TerminalGuard.c", "-x", "c", "-"], input=GUARD, text=True, check=True)
    process, descriptor = pty.fork()
    if process == 0:
        os.execv(program, [program])
    came = b""
    try:
        while data := os.read(descriptor, 1024):
            came += data
            time.sleep(0.002)
    except OSError:
        pass
    os.close(descriptor)
    os.waitpid(process, 0)
    whole = b"".join(b"%08d" % number for number in range(40000))
    return [] if came == whole else [f"of {len(whole)} bytes {len(came)} came"]


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


ALL = [keys, signals, limits, reading, kept_words, stops, background, hung_up, nohup, tmux]
