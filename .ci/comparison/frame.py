"""What every group of .ci/compare works with: two sides that take turns, the real data, and the Markdown table."""
import functools
import gzip
import json
import os
import shlex
import shutil
import statistics
import subprocess
import time

import lib

POINT = "51.5074,-0.1278"


def run(*words, **more):
    return subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE, **more).stdout


class Side:
    """A program with a home of its own, so that neither side sees what the other keeps."""

    def __init__(self, binary, folder):
        self.home, self.cache = lib.home(folder), f"{folder}/cache"
        os.makedirs(f"{folder}/bin")
        # Both in the same way: written anew, one after the other.
        self.finder = shutil.copy(binary, f"{folder}/bin/finder")
        shutil.copytree(f"{lib.ROOT}/Data", f"{folder}/share/finder/Data")

    def seconds(self, *words):
        return lib.seconds_of([self.finder, *words], self.home)

    def first_seconds(self, *words):
        """With nothing installed, and without a snapshot, which is made on the way."""
        for folder in (self.cache, self.home["XDG_DATA_HOME"]):
            shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.cache)
        return self.seconds(*words)

    def megabytes(self, *words):
        return megabytes_of([self.finder, *words], self.home)

    def answer(self, *words):
        return run(self.finder, *words, env=self.home, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def megabytes_of(command, environment=None):
    """The peak. By another program: a process counts in what its parent held when it was begun."""
    if lib.install({"time": "/usr/bin/time"}):
        lib.fail("time is not installed", 69)
    said = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, env=environment, check=True).stderr
    return int(said.split()[-1]) * 1024 / 1e6


class Frame:
    def __init__(self, work, options):
        self.work, self.options, self.agreements, self.turns = work, options, [], 0
        if not os.path.exists(lib.real_data()):
            lib.fail(f"{lib.real_data()} is not there", 69)
        print("| what | the other | finder | ratio | at most |")
        print("| --- | ---: | ---: | ---: | ---: |", flush=True)

    # The two sides

    @functools.cached_property
    def new(self):
        """As installed, stripped and copied: --finder, or what is built and installed for this."""
        binary = self.options.finder
        if binary is None:
            run(f"{lib.ROOT}/.ci/install", f"{self.work}/installed")
            binary = f"{self.work}/installed/bin/finder"
        return Side(binary, f"{self.work}/new")

    @functools.cached_property
    def old(self):
        """An older finder; None where --older names none."""
        return Side(self.options.older, f"{self.work}/old") if self.options.older else None

    # Data

    @functools.cached_property
    def packed(self):
        return self.settled(shutil.copy(lib.real_data(), f"{self.work}/venues.geojson.gz"))

    @functools.cached_property
    def plain(self):
        with gzip.open(lib.real_data()) as packed, open(f"{self.work}/venues.geojson", "wb") as plain:
            shutil.copyfileobj(packed, plain)
        return self.settled(plain.name)

    def features(self):
        with open(self.plain, encoding="utf-8") as file:
            return json.load(file)["features"]

    def collection(self, name, features):
        path = f"{self.work}/{name}.geojson"
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": list(features)}, file, ensure_ascii=False)
        return self.settled(path)

    def points(self, name, points):
        """As CSV."""
        with open(f"{self.work}/{name}.csv", "w", encoding="ascii") as file:
            file.write("lat,lon\n")
            file.writelines(f"{lat},{lon}\n" for lat, lon in points)
        return file.name

    @staticmethod
    def settled(path):
        """A snapshot is kept of a file that has not changed for two seconds."""
        time.sleep(max(0, os.stat(path).st_ctime + 2.2 - time.time()))
        return path

    # Rows

    def wants(self, name, large=False):
        """The name, if its row is asked for."""
        return name if self.options.only in name and (self.options.large or not large) else None

    def row(self, name, limit, theirs, ours, turns=None):
        """Of two functions, each of which takes a turn and returns how many seconds that took."""
        if not self.wants(name):
            return
        sides = [side for side in (theirs, ours) if side]
        # Once before it counts: files are read, and snapshots made with what lies beside them.
        for side in sides:
            side()
        turn = [[side() * 1000 for side in sides] for _ in range(max(5, turns or self.turns))]
        *theirs, ours = zip(*turn)
        self.rounds_row(name, theirs[0] if theirs else None, ours, limit)

    def rounds_row(self, name, theirs, ours, limit):
        """Figures by round; none of theirs where there is nothing to compare with."""
        ratio = statistics.median(b / a for a, b in zip(theirs, ours)) if theirs else None
        self.print_row(name, statistics.median(theirs) if theirs else None, statistics.median(ours), limit, ratio=ratio)

    def print_row(self, name, theirs, ours, limit, unit="ms", ratio=None):
        def cell(value, over):
            text = "" if value is None else value if isinstance(value, str) else f"{value:.2f}"
            return f"**{text}**" if over and text else text
        ratio = ratio or (ours / theirs if theirs else None)
        over = limit is not None and (ratio if theirs else ours) > limit
        side = [f"{value:.3g} {unit}" if value and value < 1 else f"{value:.1f} {unit}" if value else "" for value in (theirs, ours)]
        bound = "" if limit is None else f"{limit}" if theirs else f"{limit} {unit}"
        print(f"| {name} | {side[0]} | {cell(side[1], over and ratio is None)} | {cell(ratio, over)} | {bound} |", flush=True)

    def agree(self, name, finding):
        self.agreements.append(f"- {name}: {finding}")

    def skip(self, what):
        print(f"| {what}: skipped | | | | |", flush=True)

    def hyperfine(self, command, runs, seconds):
        result = f"{self.work}/hyperfine.json"
        run("hyperfine", "-N", "-w", "1", "-r", str(runs), "--export-json", result, shlex.join(command),
            stderr=subprocess.DEVNULL)
        with open(result) as file:
            result = json.load(file)["results"][0]
        return [(result["user"] + result["system"]) * 1000] if seconds == "processor" else [time * 1000 for time in result["times"]]

    def whole(self, name, limit, theirs, ours, runs=11, seconds="wall", rounds=None):
        """Two commands in turn. The processor's time is hyperfine's mean of each round."""
        times = [], []
        for _ in range(rounds or self.turns):
            for side, command in zip(times, (theirs, ours)):
                side += [statistics.median(self.hyperfine(command, runs, seconds))] if command else []
        self.rounds_row(name, *times, limit)
