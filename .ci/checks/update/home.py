"""The place that finder works in, and what is found there afterwards; the datasets, which can be told apart by their
bytes, by their record and by what a query finds; and the table of what was done."""
import gzip
import hashlib
import json
import pathlib
import random
import signal
import subprocess

import lib


class Home:
    def __init__(self, finder, folder):
        self.finder, self.path = finder, pathlib.Path(folder)
        self.environment = lib.home(self.path)
        (self.path / "cache").mkdir(parents=True)

    @property
    def data(self):
        return self.path / "data" / "finder"

    def run(self, *words, **more):
        return subprocess.run([self.finder, *words], env=self.environment, capture_output=True, text=True, timeout=120, **more)

    def start(self, *words):
        # A shell that runs this in the background has it ignore SIGINT, and finder keeps to that.
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        return subprocess.Popen([self.finder, *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, preexec_fn=heed)

    def traced(self, options, words):
        """Under strace."""
        return subprocess.run(["strace", *options, self.finder, *words], env=self.environment, capture_output=True)

    def nearest(self, form):
        return self.run("near", "--at", "51.5,-0.1", "--limit", "1", "--format", form)

    def record(self):
        return json.loads((self.data / "installed.json").read_text())

    def kept(self):
        """The names of the present edition and of the one before, by the record; None for what is not there."""
        record = self.record()
        return [KNOWN[record[which]["sha256"]][0] if record[which] else None for which in ("current", "previous")]

    def clutter(self):
        """Unfinished files, and how many editions there are."""
        found = [path for path in self.data.rglob("*") if path.is_file()]
        unfinished = [str(path.relative_to(self.data)) for path in found if path.name.endswith(".tmp")]
        return unfinished, len([path for path in found if path.parent.name == "editions" and path.suffix not in (".tmp", ".snapshot", ".names", ".food")])

    def found(self):
        """The name of the edition that is there, whole; anything else is a failure."""
        info, near = self.run("data", "info", "--json"), self.nearest("json")
        if info.returncode or near.returncode:
            return f"BROKEN: {(info.stderr + near.stderr).strip()}"
        info, near = json.loads(info.stdout), json.loads(near.stdout)["venues"][0]["name"]
        if info["source"] != "installed":
            return "nothing installed"
        record = self.record()["current"]
        content = pathlib.Path(info["path"]).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        name, venues = KNOWN.get(digest, (None, None))
        whole = (digest == record["sha256"] and len(content) == record["bytes"]
                 and info["venues"] == venues == record["venues"] and near == name)
        return name if whole else f"BROKEN: {record}, sha256 {digest}, near {near}"


KNOWN = {}  # by SHA-256: name and number of venues


def collection(features):
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def point(longitude, latitude, **properties):
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": properties}


def pack(content):
    return gzip.compress(content, mtime=0)


def edition(name, venues=2000):
    """A packed dataset whose every venue has the edition's name, and all near one point."""
    packed = pack(collection([point(-0.1 - i / 1e5, 51.5, name=name, postcode=f"N1 {i}") for i in range(venues)]))
    KNOWN[hashlib.sha256(packed).hexdigest()] = (name, venues)
    return packed


def rotation(folder):
    """Three editions, of which two are kept: there is always one that has to be written."""
    contents = {name: edition(name, 20_000) for name in ("old", "new", "third")}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return contents


def unpackable():
    """2 MB of names that do not pack."""
    chance = random.Random(1)
    return collection([point(chance.random(), 51 + chance.random(), name=chance.randbytes(40).hex()) for _ in range(20_000)])


def bomb():
    """Packed spaces after a good beginning: 3 GB out of 3 MB."""
    return pack(b'{"type":"FeatureCollection","features":[') + pack(b" " * (64 << 20)) * 48


class Report:
    def __init__(self):
        self.failures = []
        print("| what was done | times | ended with | found after |\n| --- | ---: | --- | --- |", flush=True)

    def row(self, what, times, ended, found, right):
        self.check(right, what)
        print(f"| {what} | {times} | {ended} | {found}{'' if right else ' **WRONG**'} |", flush=True)

    def check(self, right, what):
        if not right:
            self.failures.append(what)


def said(result):
    """The first line of what it said, without whose word it is."""
    lines = (result.stderr or result.stdout).strip().splitlines() or [""]
    return (lines[0].split(": ", 2)[-1] if result.stderr else lines[0]).replace("|", "\\|")
