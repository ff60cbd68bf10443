"""The folders that finder works in: those of a line, with its files and several homes, which are put back after every
line; and those of `chaos`, where everybody works at once."""
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import time

from checks.hostile import files
from checks.hostile import truth

# By name, what $XDG_CACHE_HOME and $XDG_DATA_HOME may find.
CACHES = ["warm", "empty", "damaged", "foreign", "file", "sealed", "off"]
HOMES = ["none", "installed", "own", "damaged", "sealed"]
# A file that has only just been written gets no snapshot.
SETTLED = 2.1
CURL = b"#!/bin/sh\nexit 7\n"


class Folders:
    """What the worlds of `lines` and of `chaos` share: one folder for all, in which finder works and has its homes."""

    def __init__(self, root, finder):
        self.root, self.finder = root, finder
        for name in ("here", "bin", "home"):
            os.mkdir(self.path(name))
            os.chmod(self.path(name), 0o777)
        self.write(self.path("bin", "curl"), CURL)
        os.chmod(self.path("bin", "curl"), 0o755)

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    @staticmethod
    def write(path, content):
        with open(path, "wb") as file:
            file.write(content)

    def environment(self, cache, data):
        return {b"PATH": self.path("bin"), b"HOME": self.path("home"), b"XDG_CACHE_HOME": self.path(cache), b"XDG_DATA_HOME": self.path(data)}

    def calmly(self, words, environment, **more):
        """What finder says while nothing goes wrong, for `planted` too."""
        return subprocess.run([self.finder, *words], env=environment | {b"CALM": b"1"}, cwd=self.path("here"), capture_output=True,
                              check=True, **more).stdout


class World(Folders):
    """`here` is the working folder; `root` holds everything."""

    def __init__(self, root, finder):
        super().__init__(os.fsencode(root), finder)
        self.here = self.path("here")
        self.content = files.contents()
        self.make()

    def path(self, *parts):
        return os.path.join(self.root, *(os.fsencode(part) for part in parts))

    def make(self):
        for name in ("here/folder", "here/sealed"):
            os.mkdir(self.path(name))
        for name, content in self.content.items():
            self.write(self.path(b"here", name), content)
        os.symlink(b"good.geojson", self.path("here/link"))
        os.symlink(b"nothing", self.path("here/dangling"))
        os.symlink(b"loop", self.path("here/loop"))
        os.mkfifo(self.path("here/fed"))
        self.write(self.path("here/locked"), self.content[b"good.geojson"])
        os.chdir(self.here)
        self.make_homes()
        self.make_caches()
        os.chmod(self.path("here/sealed"), 0o555)
        self.kept = {path: Entry(path) for path in self.look()}
        os.chmod(self.path("here/locked"), 0)
        self.kept[self.path("here/locked")].mode = stat.S_IFREG
        self.before = {}
        self.remember(self.look())

    def environment(self, cache="warm", home="none", more=None):
        made = super().environment(f"caches/{cache}", f"homes/{home}") | (more or {})
        return made | ({b"FINDER_CACHE": b"off"} if cache == "off" else {})

    def ask(self, *words, **homes):
        self.calmly(words, self.environment(**homes))

    def make_homes(self):
        for name in HOMES:
            os.makedirs(self.path("homes", name, "finder"))
        for name in ("installed", "damaged"):
            for dataset in ("uk.geojson", "good.geojson"):
                self.ask("data", "install", dataset, cache="empty", home=name)
        self.write(self.path("homes/own/finder/venues.geojson"), self.content[b"good.geojson"])
        self.write(self.path("homes/own/finder/favourites.json"), self.content[b"favourites.json"])
        for name, content in files.OWN.items():
            self.write(self.path("homes/own/finder", name), content)
            self.write(self.path("homes/damaged/finder", name), content[:-9])
        self.write(self.path("homes/damaged/finder/favourites.json"), self.content[b"favourites.json"][:-9])
        record = self.path("homes/damaged/finder/installed.json")
        os.truncate(record, os.path.getsize(record) // 2)
        os.chmod(self.path("homes/sealed/finder"), 0o555)

    def make_caches(self):
        """Snapshots of the good datasets; the same cut short and with bytes changed; folders that cannot be trusted."""
        for name in CACHES:
            os.makedirs(self.path("caches", name), exist_ok=True)
        time.sleep(SETTLED)
        for name in ("warm", "damaged", "foreign"):
            for dataset in files.DATASETS:
                self.ask("near", "--at", "51.5,-0.12", "--data", dataset, cache=name)
            self.ask("near", "--at", "51.5,-0.12", cache=name, home="installed")
        self.ask("near", "--at", "51.5,-0.12")
        self.damage(self.path("caches/damaged/finder"))
        os.chmod(self.path("caches/foreign/finder"), 0o777)
        self.write(self.path("caches/file/finder"), b"not a folder")
        os.chmod(self.path("caches/sealed"), 0o555)

    def damage(self, folder):
        for number, name in enumerate(sorted(os.listdir(folder))):
            path = os.path.join(folder, name)
            size = os.path.getsize(path)
            if number % 2:
                os.truncate(path, size * number // 10)
            else:
                with open(path, "r+b") as file:
                    file.seek(size * number // 10 // 8 * 8)
                    file.write(b"\xff" * 64)

    def look(self):
        """What there is, by path."""
        found, waiting = {self.root: state(self.root)}, [self.root]
        while waiting:
            for entry in os.scandir(waiting.pop()):
                found[entry.path] = state(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
        return found

    def remember(self, paths):
        """These are as they should be. Folders get a time of long ago, so that any later change shows in them."""
        for path in paths:
            if os.path.isdir(path) and not os.path.islink(path):
                os.utime(path, (0, 0))
        self.before.update((path, state(path)) for path in paths)

    def changes(self):
        """Paths that are new, and those that are gone or not what they were."""
        self.touched = [path for path, was in self.before.items() if state(path) != was]
        if not self.touched:
            return [], []
        now = self.look()
        return [path for path in now if path not in self.before], [path for path in self.touched if content(now.get(path)) != content(self.before[path])]

    def restore(self, new, changed):
        """What is there after this is what was there before."""
        if self.touched:
            for path in sorted(new, reverse=True):
                self.remove(path)
            for path in sorted(changed):
                self.remove(path)
                self.kept[path].put(path)
            self.remember({*self.touched, *map(os.path.dirname, self.touched)} & self.before.keys())

    @staticmethod
    def remove(path):
        if os.path.islink(path) or not os.path.isdir(path):
            if os.path.lexists(path):
                os.unlink(path)
        elif not os.listdir(path):
            os.rmdir(path)


def state(path):
    """What would differ if it had been touched, or None. A query marks the snapshot that it uses."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    mode = found.st_mode
    if stat.S_ISFIFO(mode) or path.endswith((b".snapshot", b".names", b".food")):
        return mode, found.st_size, found.st_ino
    return (mode, found.st_mtime_ns) if stat.S_ISDIR(mode) else (mode, found.st_mtime_ns, found.st_size, found.st_ino)


def content(state):
    """Without the time of a folder, which tells only that there is something to look for in it."""
    return state[:1] if state and stat.S_ISDIR(state[0]) else state


class Entry:
    """What is needed to make a file, link, FIFO or folder again."""

    def __init__(self, path):
        self.mode = os.lstat(path).st_mode
        self.content = os.readlink(path) if stat.S_ISLNK(self.mode) else self.read(path)

    def read(self, path):
        if not stat.S_ISREG(self.mode):
            return None
        with open(path, "rb") as file:
            return file.read()

    def put(self, path):
        if stat.S_ISLNK(self.mode):
            return os.symlink(self.content, path)
        if stat.S_ISFIFO(self.mode):
            return os.mkfifo(path)
        if stat.S_ISDIR(self.mode):
            os.makedirs(path, exist_ok=True)
        else:
            World.write(path, self.content)
        os.chmod(path, stat.S_IMODE(self.mode))


EDITIONS = ("A", "B")
SMALL_DISK = 1 << 20
# Datasets that are replaced, one edition by the other; one that is cut short and made whole again.
REPLACED = [f"list{number}.geojson" for number in range(3)]


class Place(Folders):
    def __init__(self, folder, finder, seed):
        super().__init__(folder, finder)
        for name in ("cache", "data", "out", "small"):
            os.mkdir(self.path(name))
            os.chmod(self.path(name), 0o777)
        self.mounted = self.mount()
        self.venues = {name: truth.edition(name) for name in EDITIONS}
        self.content = {name: truth.dataset(venues) for name, venues in self.venues.items()}
        self.questions = truth.questions(random.Random(seed))

    def mount(self):
        """Whether there is a disk of 1 MB."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=777", "tmpfs", self.path("small")]
        return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0

    def unmount(self):
        if self.mounted:
            subprocess.run(["umount", self.path("small")], check=True)

    def fill(self):
        """By the user who does the work."""
        for name in EDITIONS:
            self.put(f"{name}.geojson", self.content[name])
        for name in (*REPLACED, "cut.geojson"):
            self.put(name, self.content["A"])
        # As in the world of a line; what else may befall a run befalls it with these too.
        for name in files.hostile_names():
            self.put(os.fsdecode(name), files.contents()[name])
        for number, question in enumerate(self.questions):
            if question.streams:
                self.put(f"points{number}.csv", question.points)
        for name in EDITIONS:
            self.ask("data", "install", self.path("here", f"{name}.geojson"))

    def environment(self, cache="cache", data="data"):
        return super().environment(cache, data)

    def put(self, name, content):
        self.write(self.path("here", name), content)

    def ask(self, *words, **more):
        return self.calmly(words, self.environment(), **more)

    def learn(self):
        """By question and source, the bytes of the right answer in each edition; each is held against the truth first."""
        self.answers = {}
        for number, question in enumerate(self.questions):
            for name in EDITIONS:
                if question.right:
                    self.verify(question, name)
                data = ["--no-cache", "--data", f"{name}.geojson"]
                self.answers[number, "option", name] = self.ask(*question.words, *data, input=question.points)
        for name in EDITIONS:
            self.ask("data", "install", f"{name}.geojson")
            for number, question in enumerate(self.questions):
                self.answers[number, "installed", name] = self.ask(*question.words, "--no-cache", input=question.points)

    def right(self, number, source):
        return [self.answers[number, source, name] for name in EDITIONS]

    def verify(self, question, name):
        form = [] if question.streams else ["--format", "ndjson"]
        said = self.ask(*question.words, *form, "--no-cache", "--data", f"{name}.geojson", input=question.points)
        rows = [json.loads(row) for row in said.splitlines()]
        found = [venue for row in rows[:10] for venue in row["venues"]] if question.streams else rows
        right = question.right(self.venues[name])
        if [venue["id"] for venue in found] != [identifier for identifier, _ in right]:
            sys.exit(f"chaos: wrong while all is calm: {question.words} in {name}: {[venue['id'] for venue in found]}, not {right}")
        if any(abs(venue["distance_m"] - distance) > 0.0501 for venue, (_, distance) in zip(found, right)):
            sys.exit(f"chaos: a wrong distance while all is calm: {question.words} in {name}")

    def remove(self):
        self.unmount()
        shutil.rmtree(self.root)
