"""What the group peers needs before it can measure: the other programs built, the data in every form.

Each is made when a row first asks for it. Nothing of the others is kept in the project: their
sources are in the folder $FINDER_PEERS, what they are built on comes as Debian packages.
"""
import array
import csv
import functools
import json
import os
import random
import subprocess
import time

from comparison.frame import run
import lib

PACKAGES = {
    "hyperfine": "hyperfine", "g++": "g++", "sqlite3": "sqlite3", "time": "/usr/bin/time",
    "libsimdjson-dev": "/usr/include/simdjson.h", "libdeflate-dev": "/usr/include/libdeflate.h",
    "libnanoflann-dev": "/usr/include/nanoflann.hpp", "libboost-dev": "/usr/include/boost/version.hpp",
}
POINT = ["--lat", "51.5074", "--lon", "-0.1278"]  # which the others have written into them


class Programs:
    def __init__(self, frame):
        self.work = frame.work
        self.sources = os.environ.get("FINDER_PEERS") or lib.fail("FINDER_PEERS must name the folder of the other programs' sources", 69)
        self.finder, self.bench = lib.FINDER, lib.BENCH
        if missing := lib.install(PACKAGES):
            lib.fail("not installed: " + ", ".join(missing))
        run("swift", "build", "-c", "release", cwd=lib.ROOT)
        # The caller's own datasets and snapshots stay out of it, and see nothing of it.
        for name in ("FINDER_CACHE", "FINDER_DATA"):
            os.environ.pop(name, None)
        for name in ("home", "cache"):
            os.mkdir(f"{self.work}/{name}")
        os.environ.update(HOME=self.work + "/home", XDG_CACHE_HOME=self.work + "/cache", WORK=self.work)
        self.plain, self.packed = frame.plain, frame.packed

    # The other programs

    def built(self, source, *libraries):
        program = f"{self.work}/{os.path.basename(source)}"
        if not os.path.exists(program):
            run("g++", "-O3", "-march=native", "-std=c++20", "-DNDEBUG", *self.headers,
                f"{self.sources}/{source}.cpp", *libraries, "-o", program, stderr=subprocess.DEVNULL)
        return program

    @functools.cached_property
    def headers(self):
        """A newer nanoflann than Debian's, where there is one: from 1.12 on it counts in boxes."""
        folder = os.environ.get("FINDER_NANOFLANN")
        return [f"-I{folder}"] if folder else []

    @functools.cached_property
    def simdjson_near(self): return self.built("oneshot/cpp_simdjson", "-lsimdjson", "-ldeflate")

    @functools.cached_property
    def simdjson_parse(self): return self.built("parse/cpp_simdjson_ondemand", "-lsimdjson")

    @functools.cached_property
    def nanoflann(self): return self.built("bulk/nanoflann_knn")

    @functools.cached_property
    def boost(self): return self.built("bulk/boost_rtree")

    @functools.cached_property
    def sqlite_query(self):
        """The command that asks sqlite3's R*Tree, which is built here."""
        run(self.sources + "/indexed/sqlite_rtree_build.sh", env=dict(os.environ, GEOJSON=self.plain))
        return ["sqlite3", "-readonly", "-separator", "\t", self.work + "/sqlite_rtree.db",
                f".read {self.sources}/indexed/sqlite_rtree_query.sql"]

    # Finder

    def near(self, path, *more): return [self.finder, "near", *POINT, "--data", path, *more]

    def with_snapshot(self, path):
        """The path of a dataset that has a snapshot. Finder keeps one only of a file that has not
        changed for two seconds."""
        if path not in self.kept:
            before = set(os.listdir(self.snapshots)) if os.path.isdir(self.snapshots) else set()
            time.sleep(max(0, os.stat(path).st_ctime + 2.1 - time.time()))
            run(*self.near(path))
            if set(os.listdir(self.snapshots)) == before:
                lib.fail("finder kept no snapshot of " + path)
            self.kept.add(path)
        return path

    @functools.cached_property
    def kept(self): return set()

    @property
    def snapshots(self): return self.work + "/cache/finder"

    def scattered(self, count):
        path = f"{self.work}/{count}.geojson"
        if not os.path.exists(path):
            run(self.bench, "scatter", "--count", str(count), "--output", path, cwd=lib.ROOT)
        return path

    # Data

    @functools.cached_property
    def document(self):
        with open(self.plain, encoding="utf-8") as file:
            return json.load(file)

    @functools.cached_property
    def mixed(self):
        """The same file, the members of each feature, its geometry and its properties shuffled."""
        order = random.Random(20200805)

        def shuffled(members):
            items = list(members.items())
            order.shuffle(items)
            return dict(items)
        features = []
        for feature in self.document["features"]:
            parts = dict(feature, geometry=shuffled(feature["geometry"]), properties=shuffled(feature["properties"]))
            features.append(shuffled(parts))
        path = self.work + "/mixed.geojson"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(self.document, features=features), file, ensure_ascii=False, separators=(",", ":"))
        return path

    def points(self, count, seed=20200805):
        """Around venues drawn by chance, 0.02 degrees off, as people stand where venues are."""
        chance = random.Random(seed)
        venues = [feature["geometry"]["coordinates"] for feature in self.document["features"]]
        for _ in range(count):
            x, y = chance.choice(venues)
            yield x + chance.gauss(0, 0.02), y + chance.gauss(0, 0.02)

    @functools.cached_property
    def doubles(self):
        """Points, venues and finder's answers as pairs of doubles, as the others read them."""
        venues = [feature["geometry"]["coordinates"][:2] for feature in self.document["features"]]
        for name, rows in (("queries", self.points(100_000)), ("venues", venues)):
            with open(f"{self.work}/{name}_lonlat.f64", "wb") as file:
                array.array("d", [value for row in rows for value in row]).tofile(file)
        run(*self.search, "--runs", "1", "--answers", self.work + "/oracle.f64")
        return self.work

    @property
    def search(self):
        return [self.bench, "search", "--data", self.plain, "--points", self.work + "/queries_lonlat.f64"]

    @functools.cached_property
    def million(self):
        path = self.work + "/million.csv"
        with open(path, "w") as file:
            file.write("id,lat,lon\n")
            for number, (x, y) in enumerate(self.points(1_000_000)):
                file.write(f"{number},{y:.6f},{x:.6f}\n")
        return path

    # Whether both sides say the same

    def listing(self, path):
        """Features and the sum of their coordinates, as finder lists them; and the list."""
        text = run(self.finder, "within", "--bbox=-180,-90,180,90", "--format", "csv", "--no-cache",
                   "--outside", "allow", "--quiet", "--data", path)
        rows = list(csv.DictReader(text.splitlines()))
        return len(rows), sum(float(row["lat"]) + float(row["lon"]) for row in rows), text

    def nearest_agree(self, theirs, command):
        """The other's ten lines of distance, name and postcode, against what finder's command finds: the
        same names, but for those that lie as far away as the tenth."""
        def tidy(name): return " ".join(name.split())
        ours = json.loads(run(*command, "--json", "--quiet"))["venues"]
        theirs = [line.split("\t") for line in theirs.splitlines()]
        theirs = [(float(row[0]), tidy(row[1])) for row in theirs]
        ours = [(venue["distance_m"], tidy(venue["name"])) for venue in ours]
        # Along a sphere a distance is up to 0.56 % off.
        far = any(abs(a[0] - b[0]) > 0.0056 * b[0] + 0.1 for a, b in zip(ours, theirs))
        names = [{name for distance, name in side if distance < side[-1][0] - 0.1} for side in (ours, theirs)]
        if len(ours) != 10 or len(theirs) != 10 or far or names[0] != names[1]:
            return f"DIFFER: {sorted(names[0] ^ names[1])}"
        return f"the same {len(names[0])} names, and ten distances within 0.56 %; the rest are tied with the tenth"
