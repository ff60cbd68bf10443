"""The commands and their options, from what `finder help` prints, and their exit codes, from the tests' list of
commands, which is written from the command tree. `lines` and `chaos` hold every run against it."""
import csv
import os
import re
import subprocess

import lib

with open(os.path.join(lib.ROOT, "Tests", "FinderTests", "Snapshots", "commands.tsv"), encoding="utf-8", newline="") as file:
    LISTED = {row["command"]: row for row in csv.DictReader(file, delimiter="\t")}
# After these, stdout has nothing: the fault is known before there is an answer.
SILENT = {64, 66, 69, 70, 71, 73}
# These need no message: a reader that is gone, and a signal that asks it to end.
STOPPED = {143}
WORDLESS = STOPPED | {141}


def codes(words):
    """The exit codes of the command that these words begin with."""
    row = next(LISTED[name] for count in (1, 2, 3) if (name := " ".join(words[:count])) in LISTED)
    return {int(code) for code in row["exit codes"].split()}


class Option:
    """`names` are all spellings; `value` is the placeholder of its value, or None for a switch."""

    def __init__(self, names, value, about):
        self.names, self.value, self.about = names, value, about
        self.name = max(names, key=len)
        listed = re.search(r": ((?:[a-z0-9]+, )+(?:or )?[a-z0-9]+)(?: \(|$)", about)
        self.choices = listed.group(1).replace("or ", "").split(", ") if value and listed else []


class Command:
    """`is_own`: about the user's own files; `codes` are those that it may end with."""

    def __init__(self, path, options, arguments, heading, codes):
        self.path, self.options, self.arguments = path, options, arguments
        self.is_own, self.codes = heading == "Your own", codes

    def option(self, name):
        return next((option for option in self.options if name in option.names), None)


def commands(finder):
    """Every command that does something, by its path: `data convert`."""
    found, waiting = {}, [()]
    while waiting:
        path = waiting.pop()
        text = subprocess.run([finder, "help", *path], capture_output=True, text=True, check=True).stdout
        below, _ = lib.listed(text)
        waiting += [(*path, name) for name in below]
        if path and not below:
            name = " ".join(path)
            found[name] = Command(path, options(text), arguments(text), LISTED[name]["heading"], codes(path))
    return dict(sorted(found.items()))


def section(text, title):
    """The lines under a title, as far as the next one."""
    found = re.search(rf"^{title}:\n((?:  .*\n|\n(?=  ))*)", text, re.M)
    return found.group(1) if found else ""


def options(text):
    """Rows that begin with a dash, each with the lines that continue it, whatever their section."""
    rows = re.findall(r"^  (-\S.*(?:\n {4,}\S.*)*)", text, re.M)
    return [option for row in rows if (option := parse(row)).name != "--help"]


def parse(row):
    head, _, about = row.partition("  ")
    spelled = re.findall(r"(?<![\w-])(--[a-z][a-z-]*|-[A-Za-z])(?![\w-])", head)
    placeholder = re.search(r"(?:^|[ =\[])([A-Z][^ \]]*)", head)
    return Option(spelled, placeholder and placeholder.group(1).rstrip(","), " ".join(about.split()))


def arguments(text):
    return [name for name in re.findall(r"^  (\S+)", section(text, "Arguments"), re.M)]
