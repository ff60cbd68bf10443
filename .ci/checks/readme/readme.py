"""The examples of a README: its blocks, the commands in them, what they are shown to print; and where examples run:
by bash in a folder that is gone afterwards, with a home of its own."""
import os
import shutil
import subprocess

import lib

ANYTHING = "…"
MARK = "<!-- run -->"


class Command:
    def __init__(self, line, text):
        self.line, self.text = line, text
        self.start = self.end = line  # of its output, as indices of the README's lines
        self.shown = []


def blocks(lines):
    """Yields (language, index of the first line, lines without the fence's indent, is marked)."""
    i, marked = 0, False
    while i < len(lines):
        text = lines[i].strip()
        if not text.startswith("```"):
            marked = text == MARK or (marked and not text)
            i += 1
            continue
        indent = len(lines[i]) - len(lines[i].lstrip())
        first = i + 1
        i = first
        while i < len(lines) and lines[i].strip() != "```":
            i += 1
        if i == len(lines):
            lib.fail(f"line {first}: this block has no end")
        yield text[3:].strip(), first, [line[indent:] for line in lines[first:i]], marked
        i, marked = i + 1, False


def session(first, body):
    commands = []
    i = 0
    while i < len(body):
        if body[i].startswith("$ "):
            command = Command(first + i, body[i][2:])
            while command.text.endswith("\\") and i + 1 < len(body):
                i += 1
                command.text += "\n" + body[i].removeprefix("> ")
            commands.append(command)
            command.start = command.end = first + i + 1
        elif commands:
            commands[-1].shown.append(body[i])
            commands[-1].end = first + i + 1
        else:
            lib.fail(f"line {first + i + 1}: output before any command")
        i += 1
    return commands


def matches(shown, printed):
    """Whether the lines are the same, … standing for any."""
    parts, part = [], []
    for line in shown:
        if line == ANYTHING:
            parts.append(part)
            part = []
        else:
            part.append(line)
    parts.append(part)
    if len(parts) == 1:
        return shown == printed
    head, *middle, tail = parts
    if printed[: len(head)] != head or len(printed) < len(head) + len(tail):
        return False
    end = len(printed) - len(tail)
    if printed[end:] != tail:
        return False
    at = len(head)
    for part in middle:
        while at + len(part) <= end and printed[at : at + len(part)] != part:
            at += 1
        at += len(part)
        if at > end:
            return False
    return True


def is_as_shown(command, status, printed):
    # 126 and 127: there is no such program, which no example is meant to show.
    if status is None or status in (126, 127) or (command.shown == [ANYTHING] and status != 0):
        return False
    return matches(command.shown, printed)


def filled_in(lines, changes):
    """The README's lines with what was printed in the place of what is shown."""
    for command, printed in reversed(changes):
        indent = lines[command.line][: lines[command.line].index("$")]
        lines[command.start : command.end] = [line and indent + line for line in printed]
    return lines


SECONDS = 300


def copy_files(folder, scratch):
    """All that is or could be committed; everything, where that cannot be told."""
    listed = subprocess.run(
        ["git", "-C", folder, "ls-files", "-z", "-co", "--exclude-standard"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    if listed.returncode != 0 or not names:
        skipped = shutil.ignore_patterns(".build", ".git")
        shutil.copytree(folder, scratch, dirs_exist_ok=True, symlinks=True, ignore=skipped)
        return
    for name in names:
        source, target = os.path.join(folder, name), os.path.join(scratch, name)
        if not os.path.lexists(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


def run(script, folder, scratch, home, flags=("-o", "pipefail"), stdin=os.devnull):
    """The status, None if it does not end, and the lines of both streams. The release binary below
    `folder` comes first on the search path."""
    environment = lib.home(home)
    environment["PATH"] = os.path.join(folder, ".build", "release") + os.pathsep + environment["PATH"]
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        del environment[name]  # those below the home will do
    try:
        with open(stdin, "rb") as input:
            done = subprocess.run(
                ["bash", *flags, "-c", script], cwd=scratch, env=environment, timeout=SECONDS,
                stdin=input, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None, [f"(still running after {SECONDS} seconds)"]
    return done.returncode, done.stdout.decode("utf-8", "replace").splitlines()
