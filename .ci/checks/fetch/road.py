"""The road of a newcomer, from an empty home: from the sample, whose note has the line to copy, to real venues;
from a server on this machine that answers as Overpass does, and from a file of OpenStreetMap."""
import json
import os
import re
import shlex
import shutil
import time

import lib
from checks.fetch import servers
from checks.fetch.world import CENTRE, metres
from checks.router.servers import Server

POINT = f"{CENTRE[0]},{CENTRE[1]}"
NOTE = re.compile(r"these venues are made up; for real ones: finder (data fetch osm .* --install), "
                  r"or a country's file: finder (help data)\n")
# Of helsinki.osm.pbf: restaurants, cafes, pubs, bars and fast food with a name.
HELSINKI, MIDDLE = 426, "60.1699,24.9384"


def walk(report, place, world):
    """Each step is what the one before it said to type."""
    report.title("a newcomer's road, by a fetch")
    began, failed = time.monotonic(), len(report.faults)

    def step(what, words, right, status=0):
        nonlocal began
        result = place.finder_says(*words)
        fine = len(report.faults) == failed and result.returncode == status and right(result)
        said = (result.stdout or result.stderr).splitlines() or ["nothing"]
        report.row(what, said[0] if fine else f"WRONG {result}", 0, time.monotonic() - began, fine)
        began = time.monotonic()
        return result

    def document(result):
        return json.loads(result.stdout)

    first = step(f"near {POINT}", ["near", POINT], lambda result: NOTE.search(result.stderr))
    note = NOTE.search(first.stderr)
    if not note:
        return
    line, help = shlex.split(note[1]), shlex.split(note[2])
    step(note[2], help, lambda result: all(way in result.stdout.split("Usage:")[0] for way in (
        "data fetch osm", "data install united-kingdom-latest.osm.pbf", "data install venues.csv")))
    step(f"{note[1]} --dry-run", [word for word in line if word != "--install"] + ["--dry-run"],
         lambda result: f",{CENTRE[0]},{CENTRE[1]})" in result.stdout)
    server = Server(servers.overpass(world))
    inside = [venue for venue in world.venues if metres(CENTRE, (venue["lat"], venue["lon"])) <= 3000]
    step(note[1], [*line, "--server", server.url], lambda result: f"{len(inside)} venues" in result.stdout)
    nearest = min(inside, key=lambda venue: metres(CENTRE, (venue["lat"], venue["lon"])))
    step(f"near {POINT}", ["near", POINT, "--json"], lambda result: not result.stderr
         and document(result)["data"]["source"] == "installed" and document(result)["venues"][0]["name"] == nearest["name"])
    step("data update", ["data", "update"], lambda result: "up to date" in result.stdout)
    server.shutdown()


def walk_with_file(report, place):
    """The same by a file, far from the camera bounds."""
    path = lib.helsinki()
    if not os.path.exists(path):
        print("\nskipped: a newcomer's road by a file; there is no helsinki.osm.pbf", flush=True)
        return
    report.title("a newcomer's road, by a file")
    shutil.copy(path, place.folder / "helsinki.osm.pbf")
    file = str(place.folder / "helsinki.osm.pbf")

    def step(what, words, right, status=0):
        began = time.monotonic()
        result = place.finder_says(*words)
        fine = result.returncode == status and right(result)
        said = (result.stdout or result.stderr).splitlines() or ["nothing"]
        report.row(what, said[0] if fine else f"WRONG {result}", 0, time.monotonic() - began, fine)
        return result

    allow = "finder config set outside allow"
    step("near POINT, on the sample", ["near", MIDDLE, "--outside", "allow"], lambda result:
         f"finder data fetch osm {MIDDLE} --radius 3km --install" in result.stderr)
    step("data install helsinki.osm.pbf", ["data", "install", file], lambda result:
         f"{HELSINKI} venues" in result.stdout and allow in result.stderr)
    step("near POINT", ["near", MIDDLE], lambda result: "outside the camera bounds" in result.stderr, status=3)
    step(allow, shlex.split(allow)[1:], lambda _: True)
    step("near POINT", ["near", MIDDLE, "-n", "5", "--json"], lambda result: not result.stderr
         and json.loads(result.stdout)["count"] == 5
         and all(venue["id"].startswith("osm:") for venue in json.loads(result.stdout)["venues"]))
    step("near POINT --for pizza", ["near", MIDDLE, "--for", "pizza", "--json"], lambda result:
         json.loads(result.stdout)["count"] > 0)
    step("data info", ["data", "info"], lambda result: re.search(r"^hours +\d+ \(\d", result.stdout, re.M)
         and re.search(r"^cuisines +\d+ \(\d.*--cuisine ", result.stdout, re.M))
    step("data list", ["data", "list"], lambda result: "helsinki.osm.pbf" in result.stdout)
    # A file cannot be fetched again; finder says what to type for a newer one.
    step("data update", ["data", "update"], lambda result: "data install" in result.stderr, status=64)
    step("data remove --all", ["data", "remove", "--all"], lambda _: True)
    step("near POINT, on the sample again", ["near", MIDDLE, "-n", "1"], lambda result: "made up" in result.stderr)
