"""What is to be seen, key by key."""
import json
import os
import random
import re
import subprocess
import time

import lib
from checks.screen.terminal import Terminal

POINT = "51.5074,-0.1278"
HOSTILE = [
    "\x1b[2J\x1b[31mRed", "\x1b]0;title\x07Bell", "Right \u202eleft\u202c", "\u4f60\u597d\u9910\u5385",
    "Caf\u00e9 Zo\u00eb", "e\u0301clair", "\U0001f1ec\U0001f1e7 Flag", "\uff8a\uff9f Half", "a\u200bb\u00adc",
    "", "x" * 300, "\u0e01\u0e33 \u0928\u093f", "\x9b31mC1", "\U0001f468\u200d\U0001f469\u200d\U0001f467 Family",
]


class Place:
    """A folder with two small datasets, and an environment of its own."""

    def __init__(self, finder, folder):
        self.finder, self.folder = finder, folder
        self.environment = dict(
            lib.home(folder), TERM="xterm-256color", LANG="C.UTF-8", PS1="$ ", XDG_CONFIG_HOME=folder + "/config",
            HISTFILE="/dev/null")
        chance = random.Random(7)
        self.data = self.write("plain.geojson", [
            (f"{chance.choice(['Golden', 'Old', 'Royal', 'Corner'])} {chance.choice(['Cafe', 'Lion', 'Grill'])} {n}",
             51.5074 + chance.gauss(0, 0.01), -0.1278 + chance.gauss(0, 0.015)) for n in range(3000)])
        self.hostile = self.write("hostile.geojson", [
            (name, 51.5074 + 0.0007 * (n % 4), -0.1278 + 0.0011 * (n // 4)) for n, name in enumerate(HOSTILE)])

    def write(self, name, venues):
        path = os.path.join(self.folder, name)
        features = [{"type": "Feature", "properties": {"name": name, "postcode": "SW1A 1AA"},
                     "geometry": {"type": "Point", "coordinates": [lon, lat]}} for name, lat, lon in venues]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        return path

    def command(self, *arguments, data=None):
        return [self.finder, "map", "-i", "--data", data or self.data, *arguments]

    def map(self, columns=120, rows=34, *arguments, data=None, **more):
        """The map, once it is drawn."""
        terminal = Terminal(columns, rows, dict(self.environment, **more),
                            self.command(*(arguments or (POINT,)), data=data), self.folder)
        terminal.until("quit")
        terminal.settle()
        return terminal


def expect(faults, terminal, holds, what):
    if not terminal.until(holds, 5):
        faults.append(f"{what}: no\n{terminal.text}")


def keys(place, _):
    """Keys:"""
    faults = []
    # Between the nearest and the farthest, so that each key has one that leads back.
    t = place.map(120, 34, POINT, "--zoom", "16")

    def see(sent, holds, what=None):
        t.send(sent)
        expect(faults, t, holds, what or repr(sent))
    see("\t\r", "openstreetmap.org")
    see("\x1b", lambda: "openstreetmap.org" not in t.text)
    see("?", "the next venue, the one before")
    see("q", lambda: "the next venue" not in t.text)
    before = t.text
    for one, other in (("l", "h"), ("\x1b[C", "\x1b[D"), ("\x1bOA", "\x1bOB"), ("j", "k"), ("J", "K"), ("L", "H"),
                       ("+", "-"), ("=", "_"), ("\x1b[1;2A", "\x1b[1;2B"), ("\x1b[6~", "\x1b[5~"), ("ll", "0"),
                       ("-", "\x1b[H")):
        for there, back in ((one, other), (other, one)) if other not in ("0", "\x1b[H") else ((one, other),):
            see(there, lambda: t.text != before, there)
            t.settle()
            see(back, lambda: t.text == before, f"{there!r} and back by {back!r}")
            # What did not lead back is not to be held against the next.
            see("0", lambda: t.text == before, f"0 after {there!r}")
            t.settle()
    see("/", lambda: t.is_on(25))
    see("lion", "/lion")
    see("", lambda: all("Lion" in line for line in t.lines[:20] if line[84:86] in ("a ", "b ", "c ")))
    see("\x7f\x7f\x7f\x7fgrill", "/grill")
    see("\r", lambda: not t.is_on(25))
    see("\x1b", lambda: "/grill" not in t.text)
    see("\x1b/fool", "/fool", "Esc and / at once")
    see("\x1b", lambda: "/fool" not in t.text)
    see("/\x1b[200~old\ncafe\x1b[201~", "/old cafe")
    see("\x1b", lambda: "/old" not in t.text)
    see("x", "? shows the keys")
    see("++++++++++++++++", "as near as it goes")
    see("-" * 40, "as far as it goes")
    see("L" * 30, "the map ends here")
    see("\x1b[99;99;99x\x1b]52;c;AAAA\x07\x1bPx\x1b\\0", lambda: t.text == before, "sequences that nobody knows")
    t.close()
    return faults


def mouse(place, _):
    """The mouse:"""
    faults = []
    t = place.map(120, 34, POINT, "--zoom", "16")
    before = t.text
    near, far = "\x1b[<64;30;10M", "\x1b[<65;30;10M"
    for there, back, what in ((near, far, "wheel"), (far, near, "wheel to the user"),
                              ("\x1b[<0;30;10M\x1b[<32;40;15M\x1b[<0;40;15m",
                               "\x1b[<0;40;15M\x1b[<32;30;10M\x1b[<0;30;10m", "drag"),
                              ("\x1b[<65;300;301M" + far, near + "\x1b", "wheel outside")):
        t.send(there)
        expect(faults, t, lambda: t.text != before, what)
        t.settle()
        t.send(back)
        expect(faults, t, lambda: t.text == before, f"{what}, and back")
        t.after("0")
    t.close()
    t = place.map()
    # By the list, and by its letter on the map.
    row, column = next((row, line.index("c")) for row, line in enumerate(t.lines[:-1])
                       if "c" in line[:80] and not re.search("[a-z]{2}", line[:80]))
    for events in (f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m", "\x1b[<0;88;3M\x1b[<0;88;3m"):
        t.send(events)
        t.settle()
        marked = [cell for line in t.screen.buffer.values() for x, cell in line.items()
                  if cell.reverse and cell.data in "abcdefghij" and cell.fg != "default"]
        if len(marked) != 2 or len({cell.data for cell in marked}) != 1:
            faults.append(f"a click on {events!r} marks {[cell.data for cell in marked]}")
    t.close()
    return faults


def sizes(place, _):
    """Sizes:"""
    faults = []
    t = place.map()
    for columns, rows in ((80, 24), (40, 12), (300, 90), (41, 13), (99, 30), (100, 12), (120, 34)):
        t.resize(columns, rows)
        expect(faults, t, lambda: t.lines[-1].rstrip().endswith("in view"), f"{columns}×{rows}")
        t.settle()
        faults += same_as_repaint(t, f"{columns}×{rows}")
    t.resize(40, 12)
    t.send("?")
    # What the keys do goes on beneath itself.
    expect(faults, t, lambda: re.search(r"\n +Shift and arrows  \w.*\n {20}\w", t.text), "? at 40×12")
    t.send("q")
    for columns, rows in ((39, 12), (40, 11), (5, 2), (1, 1)):
        t.resize(columns, rows)
        t.settle()
        if columns > 9 and "too small" not in t.text:
            faults.append(f"{columns}×{rows}: {t.text}")
    t.resize(120, 34)
    expect(faults, t, "quit", "large again")
    t.close()
    return faults


def same_as_repaint(terminal, what):
    """Ctrl-L draws all cells: they have to be there already."""
    shown = terminal.cells()
    terminal.send("\x0c")
    terminal.until(lambda: False, 0.05)
    terminal.settle()
    again = terminal.cells()
    wrong = [(column, row, shown[row][column], again[row][column])
             for row in range(len(again)) for column in range(len(again[row]))
             if shown[row][column] != again[row][column]]
    return [f"{what}: {len(wrong)} cells differ from a repaint, such as {wrong[0]}"] if wrong else []


def by_chance(place, options):
    """Frames, held against repaints:"""
    faults = []
    chance = random.Random(options.seed)
    parts = ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "h", "j", "k", "l", "H", "L", "+", "-", "\t", "\x1b[Z", "0", "/",
             "c", "\r", "\x1b", "?", "g", "\x7f", "\x1b[<64;20;9M", "\x1b[<65;70;3M", "\x1b[<0;20;9M",
             "\x1b[<32;25;4M", "\x1b[<0;25;4m", "\u4f60", "\x1b[6~"]
    for data, columns, rows in ((place.data, 120, 34), (place.hostile, 100, 30), (place.hostile, 40, 12)):
        t = place.map(columns, rows, data=data)
        for number in range(options.keys // 3):
            t.send("".join(chance.choices(parts, k=chance.randint(1, 6))))
            # Longer than an Esc waits for what may belong to it.
            t.settle(0.08)
            found = same_as_repaint(t, f"{os.path.basename(data)}, {columns}×{rows}, step {number}")
            if found:
                faults += found
                break
        t.close()
    return faults


def hostile(place, _):
    """Names that are hostile:"""
    faults = []
    t = place.map(120, 34, data=place.hostile)
    for key in ["\t\r", "\x1b"] * 12:
        t.after(key, 0.05)
    # Only what the screen itself sends.
    for found in re.findall(rb"\x1b(?!\[)|\x07|\x9b|\x1b\[[0-9;]*[^0-9;?mABCDGHJKhl]", t.bytes):
        faults.append(f"sent {found!r}")
    if "\u202e" in t.bytes.decode() or t.changed_modes() - {25, 7, 1049, 1000, 1002, 1006, 2004}:
        faults.append("names reach the terminal as they are")
    t.close()
    return faults


def no_colour(place, _):
    """Without colours:"""
    t = place.map(NO_COLOR="1")
    t.after("\t+/c", 0.1)
    found = re.findall(rb"\x1b\[[0-9;]*[39][0-7][0-9;]*m", t.bytes)
    t.close()
    t = place.map()
    coloured = re.findall(rb"\x1b\[[0-9;]*[39][0-7][0-9;]*m", t.bytes)
    t.close()
    return [f"NO_COLOR, and yet {sequence!r}" for sequence in found[:1]] + ["no colours at all"] * (not coloured)


def actions(place, _):
    """Favourites, directions, pictures:"""
    faults = []
    opener = os.path.join(place.folder, "opener")
    with open(opener, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >> {place.folder}/opened\n")
    os.chmod(opener, 0o755)
    set_up = [place.finder, "config", "set", "opener", opener]
    subprocess.run(set_up, env=place.environment, check=True, stdout=subprocess.DEVNULL)
    t = place.map()
    for keys, words in (("f", "is a favourite now"), ("f", "already, at position 1"), ("o", "are open"),
                        ("s", "saved finder-map.png,"), ("s", "saved finder-map-2.png,")):
        t.send(keys)
        expect(faults, t, words, keys)
    for name in ("finder-map.png", "finder-map-2.png"):
        with open(os.path.join(place.folder, name), "rb") as file:
            if not file.read().startswith(b"\x89PNG\r\n"):
                faults.append(f"{name} is no PNG")
    t.close()
    kept = subprocess.run([place.finder, "favourites", "list", "--json"], env=place.environment, check=False,
                          capture_output=True, text=True).stdout
    if len(json.loads(kept)["favourites"]) != 1:
        faults.append(f"favourites: {kept}")
    with open(place.folder + "/opened", encoding="utf-8") as file:
        link = file.read()
    if not link.startswith("https://www.google.com/maps/dir/?api=1&origin=51.5074%2C-0.1278&destination=51.5"):
        faults.append(f"opened {link}")
    return faults


def refusals(place, _):
    """Where it cannot be drawn:"""
    faults = []
    command = place.command(POINT)

    def refused(run, what, environment=place.environment):
        ended = subprocess.run(run, env=environment, check=False, capture_output=True, text=True, timeout=20,
                               stdin=subprocess.DEVNULL)
        out = ended.stdout + ended.stderr
        if ended.returncode != 64 or "\x1b" in out or "finder: map: " not in out or len(out.splitlines()) != 2:
            faults.append(f"{what}: {ended.returncode} {out!r}")
    refused(command, "no terminal")
    for name, value in (("TERM", "dumb"), ("ACCESSIBLE", "1")):
        refused(["script", "-qec", " ".join(command), "/dev/null"], name, dict(place.environment, **{name: value}))
    return faults


def slow_terminal(place, _):
    """A terminal that takes nothing for a while:"""
    faults = []
    t = place.map(160, 50)
    # The line's buffer fills up, and frames are left out.
    for _ in range(150):
        t.send("llkk+-\x1b[<64;20;9M\x1b[<65;20;9M")
        time.sleep(0.005)
    t.send("0\t\t")
    before = len(t.bytes)
    t.settle(0.3)
    came = len(t.bytes) - before
    if came > 400_000:
        faults.append(f"{came} bytes were waiting")
    faults += same_as_repaint(t, "after the wait")
    t.send("q")
    if not ended(t):
        faults.append("does not end afterwards")
    t.close()
    return faults


def ended(terminal, seconds=5):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        terminal.read(0.02)
        if os.waitpid(terminal.process, os.WNOHANG)[0]:
            return True
    return False


ALL = [keys, mouse, sizes, by_chance, hostile, no_colour, actions, refusals, slow_terminal]
