"""Bytes and times, as a terminal sees them: from a key until the last byte of its frame."""
import os
import select
import statistics
import time

import lib
from checks.screen.checks import POINT
from checks.screen.terminal import Terminal

# In milliseconds, at 54,754 venues and at 5.5 million.
MOST = {"pan": (3, 20), "zoom": (3, 20), "filter": (6, 60)}


def frame(terminal, keys):
    """Milliseconds. A frame is one write, and what it leaves comes within 2 ms."""
    began = last = time.perf_counter()
    terminal.send(keys)
    wait = 1.0
    while select.select([terminal.descriptor], [], [], wait)[0]:
        terminal.bytes += os.read(terminal.descriptor, 1 << 16)
        last = time.perf_counter()
        wait = 0.002
    return 1000 * (last - began)


def processor(terminal):
    """Milliseconds that the process has had, whatever else the machine does."""
    with open(f"/proc/{terminal.process}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e6


def table(finder, folder, data):
    environment = dict(lib.home(folder + "/times"), TERM="xterm-256color", LANG="C.UTF-8")
    os.makedirs(folder + "/times", exist_ok=True)
    faults = []
    print("| view, 160×50 | keys | median, ms | 95 %, ms | processor, ms | bytes a frame | full repaint, bytes | Tab, bytes |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for name, arguments in (("streets", [POINT]), ("London", [POINT, "--zoom", "11"]), ("the country", [])):
        t = Terminal(160, 50, environment, [finder, "map", "-i", "--quiet", "--data", data, *arguments], folder)
        if not t.until("quit", 120):
            faults.append(f"{name}: no map")
            continue
        t.settle()
        whole = len(t.after("\x0c"))
        t.after("\t")
        # One that goes round once; none where nothing is listed.
        tabs = [len(t.after("\t", 0.05)) for _ in range(9)]
        t.after("\x1b")
        large = count(t) > 1_000_000 or os.path.getsize(data) > 200_000_000
        for kind, keys in (("pan", "lllljjjjhhhhkkkk" * 3), ("zoom", "+-" * 12), ("filter", filters())):
            if kind == "filter":
                t.after("0/", 0.1)
            before, had = len(t.bytes), processor(t)
            spent = sorted(frame(t, key) for key in keys)
            had = (processor(t) - had) / len(keys)
            median, late = statistics.median(spent), spent[len(spent) * 95 // 100]
            tab = f"{max(tabs)} ({100 * max(tabs) / whole:.1f} %)" if kind == "pan" and max(tabs) else ""
            print(f"| {name} | {kind} | {median:.2f} | {late:.2f} | {had:.2f} | {(len(t.bytes) - before) // len(keys)} | "
                  f"{whole if kind == 'pan' else ''} | {tab} |", flush=True)
            if median > MOST[kind][large]:
                faults.append(f"{name}: {kind} takes {median:.2f} ms")
        if max(tabs) * 20 > whole:
            faults.append(f"{name}: Tab sends {max(tabs)} bytes of {whole}")
        t.close()
    return faults


def filters():
    """Words typed and taken back, letter by letter."""
    return [key for word in ("cafe", "the crown", "pizza", "mcd") for key in word + "\x7f" * len(word)]


def count(terminal):
    """How many venues are in view."""
    words = terminal.lines[-1].split()
    return int(words[-3]) if words[-2:] == ["in", "view"] and words[-3].isdigit() else 0
