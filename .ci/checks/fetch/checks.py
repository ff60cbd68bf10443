"""Fetches that work, held against the made-up world; fetches that fail, and what they leave behind."""
import json
import pathlib
import signal
import subprocess
import time

import lib
from checks.fetch import faults, road, servers
from checks.fetch.world import CENTRE, KINDS, World, metres
from checks.router.servers import Server

POINT = f"{CENTRE[0]},{CENTRE[1]}"


class Place:
    """A home for finder, and a file to write to that is there already."""

    def __init__(self, finder, folder):
        self.finder, self.folder = finder, pathlib.Path(folder)
        self.folder.mkdir()
        self.environment = lib.home(folder)
        self.file = self.folder / "out" / "venues.geojson"
        self.file.parent.mkdir()
        self.file.write_text("old")

    def words(self, *words):
        return [self.finder, "data", *words]

    def run(self, *words):
        return subprocess.run(self.words(*words), env=self.environment, capture_output=True, text=True, timeout=120)

    def finder_says(self, *words):
        return subprocess.run([self.finder, *words], env=self.environment, capture_output=True, text=True, timeout=60)

    def untouched(self):
        """Whether the file is as it was, and nothing lies beside it."""
        return self.file.read_text() == "old" and [path.name for path in self.file.parent.iterdir()] == ["venues.geojson"]

    def installed(self):
        folder = self.folder / "data" / "finder"
        return sorted((str(path.relative_to(folder)), path.read_bytes()) for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


class Report:
    def __init__(self):
        self.faults = []

    def title(self, first):
        print(f"\n| {first} | finder says | requests | seconds |\n| --- | --- | ---: | ---: |", flush=True)

    def row(self, what, said, requests, seconds, right):
        print(f"| {what} | {said} | {requests} | {seconds:.1f} |", flush=True)
        if not right:
            self.faults.append(what)

    def check(self, right, what):
        if not right:
            self.faults.append(what)


def said(result):
    """The first line, without names, hosts and numbers of ports."""
    lines = result.stderr.strip().splitlines() or [result.stdout.strip() or "nothing"]
    # Notes of what came, the sum last; of an error the second line is help.
    line = lines[0 if result.returncode else -1]
    line = line.split(": ", 2)[-1]
    return line.split("127.0.0.1:", 1)[0] + "…" + line.split("127.0.0.1:", 1)[1].lstrip("0123456789") if "127.0.0.1:" in line else line


def failing(report, place, source, cases):
    """Each writes to a file and installs over a dataset; both stay as they were."""
    report.title(f"what {source} does")
    for name, answer, contains, *more in cases:
        before = place.installed()
        results, asked, wrong = [], [], []
        def lines(result):
            """The error, and of what can be had as a file, that."""
            return result.stderr.count("\n") == 1 + ("help data" in result.stderr) and ("help data" in result.stderr) == (source == "osm")
        for target in (["--output", str(place.file)], ["--install"]):
            watched = servers.Watched()
            server = Server(watched(answer()))
            began = time.monotonic()
            results.append(place.run("fetch", source, POINT, "--radius", "2km", "--server", server.url, *more, *target))
            asked.append((len(watched.times), time.monotonic() - began))
            wrong += watched.wrong
            server.shutdown()
        right = (all(result.returncode == 69 and contains in result.stderr and not result.stdout and lines(result) for result in results)
                 and place.untouched() and place.installed() == before and not wrong)
        report.row(name, f"69: {said(results[0])}" if right else f"WRONG {results} {wrong}", *asked[0], right)
        place.file.write_text("old")


def features(text):
    return {feature["id"]: feature for feature in json.loads(text)["features"]}


def expected_osm(world, inside, kinds=KINDS):
    return {f"osm:{venue['element']}/{venue['number']}": venue for venue in world.venues
            if venue["kind"] in kinds and inside((venue["lat"], venue["lon"]))}


def circle(radius):
    return lambda point: metres(CENTRE, point) <= radius


def succeeding(report, place, world):
    report.title("what works")

    def case(name, words, server, right, requests=None):
        watched = servers.Watched()
        running = Server(watched(server))
        began = time.monotonic()
        result = place.run("fetch", *words, "--server", running.url, "--output", str(place.file))
        seconds = time.monotonic() - began
        text = place.file.read_text()
        fine = result.returncode == 0 and not watched.wrong and right(text) and requests in (None, len(watched.times))
        report.row(name, said(result) if fine else f"WRONG {result} {watched.wrong}", len(watched.times), seconds, fine)
        place.file.write_text("old")
        running.shutdown()
        return watched, text

    osm = servers.overpass(world)
    around = ("osm", POINT, "--radius", "2km")

    def whole(text):
        found, wanted = features(text), expected_osm(world, circle(2000))
        document = json.loads(text)
        return found.keys() == wanted.keys() and all(
            found[id]["geometry"]["coordinates"] == [venue["lon"], venue["lat"]]
            and found[id]["properties"] == ({"postcode": venue["postcode"]} if world.is_mapped_with_postcode(venue) else {}) | {
                "name": venue["name"], "kind": venue["kind"],
                "address": f"{venue['house']} {venue['street']}", "phone": f"+44 20 7946 {venue['number']:04}",
                "opening_hours": "Mo-Su 10:00-23:00"} for id, venue in wanted.items()
        ) and "OpenStreetMap" in document["attribution"] and "ODbL" in document["licence"]

    _, first = case("osm round a point", around, osm, whole, 1)
    case("osm, pubs alone", (*around, "--kinds", "pub"), osm,
         lambda text: features(text).keys() == expected_osm(world, circle(2000), ["pub"]).keys(), 1)
    west, south, east, north = -0.7, 51.2, 0.4, 51.8
    case("osm in a box of four requests, venues on the border in both", ("osm", "--bbox", f"{west},{south},{east},{north}"), osm,
         lambda text: features(text).keys() == expected_osm(world, lambda _: True).keys(), 4)
    case("osm round a point, and in a box within that circle", ("osm", POINT, "--radius", "2km", "--bbox", "-0.11,51.49,-0.09,51.51"), osm,
         lambda text: text == first, 2)
    case("osm round a point given twice", ("osm", "--at", POINT, "--at", POINT, "--radius", "2km"), osm,
         lambda text: text == first, 1)
    watched, _ = case("osm after 429 with Retry-After: 2", around, servers.busy(osm, 1, **{"Retry-After": "2"}), whole, 2)
    report.check(watched.times[1] - watched.times[0] >= 2, "Retry-After is kept to")
    watched, _ = case("osm after 504 twice", around, servers.busy(osm, 2, 504), whole, 3)
    pauses = [b - a for a, b in zip(watched.times, watched.times[1:])]
    report.check(pauses[0] >= 1 and pauses[1] >= 2, f"waits grow: {pauses}")
    case("osm that thinks for 2 seconds", around, lambda request: time.sleep(2) or osm(request), whole, 1)

    ratings = servers.hygiene(world)
    wanted = {f"fhrs:{venue['number']}" for venue in world.venues if metres(CENTRE, (venue["lat"], venue["lon"])) <= 2000}

    def rated(text):
        found, by_number = features(text), {venue["number"]: venue for venue in world.venues}
        return found.keys() == wanted and "Food Standards" in json.loads(text)["attribution"] and all(
            feature["properties"]["name"] == venue["name"].upper()
            and feature["properties"]["hygiene_rating"] == (int(venue["rating"]) if venue["rating"].isdigit() else venue["rating"])
            and feature["properties"]["hygiene_date"] == "2025-03-04" and feature["properties"]["authority"] == venue["authority"][0]
            for id, feature in found.items() for venue in [by_number[int(id[5:])]])

    case("hygiene round a point, page by page", ("hygiene", POINT, "--radius", "2km"), ratings, rated)
    case("hygiene of an authority", ("hygiene", "--authority", "brighton & hove", "--kinds", "pub,bar"), ratings,
         lambda text: features(text).keys() == {f"fhrs:{v['number']}" for v in world.venues
                                                if v["authority"][0] == "Brighton and Hove" and v["kind"] in ("pub", "bar")})


def both_together(report, place, world):
    """Both sources, installed; then the world changes, `data update` asks again, and `news` tells."""
    watched = servers.Watched()
    one, two = Server(watched(servers.overpass(world))), Server(watched(servers.hygiene(world)))
    words = ("osm", "hygiene", POINT, "--radius", "2km", "--server", f"osm={one.url}", "--server", f"hygiene={two.url}")
    began = time.monotonic()
    result = place.run("fetch", *words, "--install")
    near = json.loads(place.finder_says("near", POINT, "--limit", "0", "--json").stdout)
    inside = [venue for venue in world.venues if metres(CENTRE, (venue["lat"], venue["lon"])) <= 2000]
    right = (result.returncode == 0 and near["count"] == len(inside) and not watched.wrong
             and all("kind" in venue["properties"] and "hygiene_rating" in venue["properties"] for venue in near["venues"])
             and sorted((venue["name"], venue["postcode"]) for venue in near["venues"])
             == sorted((venue["name"], venue["postcode"]) for venue in inside))
    report.row("both, one venue of each two, installed", said(result) if right else f"WRONG {result} {near['count']} of {len(inside)}",
               len(watched.times), time.monotonic() - began, right)
    began = time.monotonic()
    again = place.run("update", "--exit-status")
    report.row("data update, nothing new", again.stdout.strip(), len(watched.times), time.monotonic() - began, again.returncode == 1 and "up to date" in again.stdout)
    closed = inside[0]
    world.venues.remove(closed)
    began = time.monotonic()
    update = place.run("update")
    seconds = time.monotonic() - began
    news = [json.loads(line) for line in place.finder_says("news", POINT, "--format", "ndjson").stdout.splitlines()]
    right = update.returncode == 0 and [(row["change"], row["venue"]["name"]) for row in news] == [("closed", closed["name"])]
    report.row("data update, one closed; news", update.stdout.strip() if right else f"WRONG {update} {news}", len(watched.times), seconds, right)
    world.venues.insert(0, closed)
    # The same ids, two of them under other names; and another area.
    place.run("update")
    renamed = [venue for venue in inside if venue is not closed][:2]
    before = [venue["name"] for venue in renamed]
    for venue in renamed:
        venue["name"] = f"Quite Another {venue['number']}"
    update = place.run("update")
    newest = [json.loads(line) for line in place.finder_says("news", "--format", "ndjson", "-n", "2").stdout.splitlines()]
    right = update.returncode == 0 and sorted((row["change"], row["before"]["name"]) for row in newest) == sorted(("renamed", name) for name in before)
    report.row("data update, two renamed; news", update.stdout.strip() if right else f"WRONG {update} {newest}", len(watched.times), 0, right)
    count = len(place.finder_says("news", "--format", "ndjson", "-n", "0").stdout.splitlines())
    other = place.run("fetch", *words[:3], "--radius", "500m", *words[5:], "--install")
    news = place.finder_says("news", "--format", "ndjson", "-n", "0")
    right = other.returncode == 0 and len(news.stdout.splitlines()) == count and "compares only what both cover" in other.stderr
    report.row("another radius; no news", said(other) if right else f"WRONG {other} {news}", len(watched.times), 0, right)
    for venue, name in zip(renamed, before):
        venue["name"] = name


def refusing(report, place, world):
    """Nothing is sent."""
    watched = servers.Watched()
    url = Server(watched(servers.overpass(world))).url
    report.title("what is never sent")
    for words, code in [
        (("osm", POINT, "--radius", "2km", "--dry-run"), 0), (("osm", POINT, "--radius", "200km"), 64),
        (("osm", "--bbox", "-8,50,2,59"), 64), (("osm",), 64), (("osm", "--authority", "Lambeth"), 64),
        (("osm", POINT, "--radius", "2km", "--kinds", "pubs"), 64), (("osm", POINT, "--radius", "2km", "--output", "x.csv"), 64),
        (("osm", POINT, "--radius", "2km", "--output", "/nonexistent/x.geojson"), 73),
    ]:
        result = place.run("fetch", *words, "--server", url)
        right = result.returncode == code and not watched.times
        shown = result.stdout.splitlines()[0].split("127")[0] + "…" if code == 0 else said(result)
        report.row(" ".join(words), f"{code}: {shown}" if right else f"WRONG {result}", len(watched.times), 0, right)


def runs(process):
    """Whether it is there, and not only waiting to be taken note of."""
    status = pathlib.Path(f"/proc/{process}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


def killed(report, place):
    """SIGKILL, of which finder cannot know: curl ends with it all the same."""
    server = Server(lambda request: time.sleep(20))
    process = subprocess.Popen(place.words("fetch", "osm", POINT, "--radius", "2km", "--server", server.url, "--install"),
                               env=place.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.8)
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    process.kill()
    process.communicate(timeout=10)
    time.sleep(0.2)
    left = [child for child in children if runs(child)]
    right = len(children) == 1 and not left
    report.row("SIGKILL while the server thinks", "curl ends too" if right else f"WRONG {children} {left}", 1, 0, right)


def stopped(report, place):
    """Ctrl-C while the server thinks, and while finder waits to try again."""
    report.title("Ctrl-C")
    for name, answer in [("while the server thinks", lambda request: time.sleep(20)),
                         ("between two tries", servers.busy(None, 99, **{"Retry-After": "30"}))]:
        server = Server(answer)
        for target in (["--output", str(place.file)], ["--install"]):
            before = place.installed()
            process = subprocess.Popen(place.words("fetch", "osm", POINT, "--radius", "2km", "--server", server.url, *target),
                                       env=place.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(0.8)
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=10)
            time.sleep(0.2)
            left = [child for child in children if runs(child)]
            right = process.returncode == -signal.SIGINT and not out and not errors and not left and place.untouched() and place.installed() == before
            report.row(f"{name}, {target[0]}", "nothing, ends by the signal" if right else f"WRONG {process.returncode} {out} {errors} {left}", 1, 0, right)


def run(finder, folder, brief):
    report, world = Report(), World()
    elsewhere = Server(servers.overpass(world))
    place = Place(finder, folder + "/home")
    succeeding(report, place, world)
    both_together(report, place, world)
    cases = faults.overpass(world, elsewhere.url), faults.hygiene(world)
    if brief:
        cases = cases[0][:5], cases[1][:4]
    failing(report, place, "osm", cases[0])
    failing(report, place, "hygiene", cases[1])
    refusing(report, place, world)
    if not brief:
        stopped(report, place)
        killed(report, place)
    road.walk(report, Place(finder, folder + "/newcomer"), world)
    road.walk_with_file(report, Place(finder, folder + "/reader"))
    report.check(not elsewhere.requests, "a redirect was followed")
    return report.faults
