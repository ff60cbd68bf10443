"""What is asked of finder, and what must come of it."""
import json
import math
import os
import re
import subprocess
import time
import urllib.request

import lib
from checks.router import servers
from checks.router.town import metres

POINTS, LIMITS, MOST_QUESTIONS = 12, (1, 3, 10, 25), 2


class Asker:
    def __init__(self, finder, folder, town):
        self.finder, self.town = finder, town
        self.data = os.path.join(folder, "town.geojson")
        with open(self.data, "w", encoding="utf-8") as file:
            file.write(town.dataset())
        self.environment = lib.home(os.path.join(folder, "home"))
        # Where finder must not go for a server on this machine.
        self.environment["http_proxy"] = "http://127.0.0.1:1"
        self.points = [town.place() for _ in range(POINTS)]

    def near(self, point, url, *options):
        return subprocess.run(
            [self.finder, "near", f"{point[0]},{point[1]}", "--router", url, "--data", self.data, "--json", *options],
            env=self.environment, capture_output=True, text=True, timeout=60, check=False)

    def burn(self, point, url, kcal, *options):
        result = subprocess.run(
            [self.finder, "burn", kcal, f"{point[0]},{point[1]}", "--router", url, "--data", self.data, "--json",
             "--strict", *options],
            env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        return json.loads(result.stdout or '{"venues":[]}')["venues"]

    def venues(self, point, url, *options):
        return json.loads(self.near(point, url, "--strict", *options).stdout or '{"venues":[]}')["venues"]


class Row:
    def __init__(self, router):
        self.router, self.questions, self.asked, self.worst, self.count, self.faults = router, 0, 0, 0, 0, []

    def __str__(self):
        return (f"{self.router} | {self.questions} | {self.asked} | {self.count} within {self.worst:.2f} m "
                f"| {len(self.faults)}")


def against_dijkstra(ask, town, kind, server, slack, by_piece=0, by_metre=0):
    """A walk may differ by `slack` metres, and by so much more for each piece of street and each metre of
    it; the order by as much as the two walks may."""
    row = Row(kind)
    for point in ask.points:
        walks = list(town.walks(point))
        room = [slack + by_piece * pieces + by_metre * way for _, way, pieces, _ in walks]
        for limit in LIMITS:
            before = len(server.requests)
            found = ask.venues(point, f"{kind}:{server.url}", "--limit", str(limit))
            if limit == 10:
                row.questions = max(row.questions, len(server.requests) - before)
            numbers = [int(venue["id"][1:]) for venue in found]
            place = f"{kind}, from {point}, limit {limit}"
            if len(set(numbers)) != limit or any(venue["walk_from"] != "router" for venue in found):
                row.faults.append(f"{place}: {found}")
                continue
            for number, venue in zip(numbers, found):
                difference = abs(venue["walk_m"] - walks[number][0])
                row.worst, row.count = max(row.worst, difference), row.count + 1
                if difference > room[number] + 0.05 or venue["walk_m"] < venue["distance_m"]:
                    row.faults.append(f"{place}: V{number} {venue['walk_m']}, not {walks[number][0]:.1f}")
            last = numbers[-1]
            rest = set(range(len(walks))) - set(numbers)
            pairs = list(zip(numbers, numbers[1:])) + [(last, other) for other in rest]
            row.faults += [f"{place}: V{a} before V{b}" for a, b in pairs
                           if walks[a][0] - room[a] > walks[b][0] + room[b]]
    row.asked = sum(server.targets)
    if row.questions > MOST_QUESTIONS:
        row.faults.append(f"{kind}: {row.questions} questions for ten venues")
    return row


def burning(ask, town, server):
    """OSRM's walks again: those that burn so much and at most half as much more, the shortest first or last.
    70 kg burn 35 kcal a kilometre."""
    faults = []
    for point in ask.points[:6]:
        walks = [walk for walk, _, _, _ in town.walks(point)]
        for kcal, both in ((10, False), (20, False), (30, True), (25, False)):
            least, most = ((kcal * share / 35 * 1000) / (2 if both else 1) for share in (1, 1.5))
            right = sorted((walk, number) for number, walk in enumerate(walks) if least <= walk <= most)
            for sort in ("distance", "calories"):
                wanted = (right if sort == "distance" else right[::-1])[:10]
                found = ask.burn(point, f"osrm:{server.url}", str(kcal), "--order", sort, *["--return"] * both)
                walked = [venue["walk_m"] / (2 if both else 1) for venue in found]
                # A tenth of a metre is OSRM's rounding, and half of one is six decimals.
                if len(walked) != len(wanted) or any(abs(a - b) > 0.3 for a, (b, _) in zip(walked, wanted)):
                    faults.append(f"burn {kcal}, from {point}, {sort}: {found}, not {wanted}")
    return faults


def against_router(ask, town, server):
    """The very order of the walks that Valhalla tells for all venues in one answer."""
    faults = []
    for point in ask.points:
        places = [{"lat": lat, "lon": lon} for lat, lon in town.venues]
        question = {"sources": [dict(zip(("lat", "lon"), point))], "targets": places, "costing": "pedestrian",
                    "costing_options": {"pedestrian": {"shortest": True}}}
        with urllib.request.urlopen(server.url + "/sources_to_targets", json.dumps(question).encode()) as file:
            answer = json.load(file)

        def step(point, place):
            return metres(point, (place["lat"], place["lon"]))
        first = step(point, answer["sources"][0])
        walks = [max(metres(point, venue), first + 1000 * cell["distance"] + step(venue, place))
                 for venue, cell, place in zip(town.venues, answer["sources_to_targets"][0], answer["targets"])]
        order = sorted(range(len(walks)), key=walks.__getitem__)
        for limit in LIMITS:
            found = ask.venues(point, server.url, "--limit", str(limit))
            # A centimetre is what the flat formula and six decimals leave open.
            right = len(found) == limit and all(
                abs(venue["walk_m"] - walks[int(venue["id"][1:])]) < 0.06
                and abs(walks[int(venue["id"][1:])] - walks[wanted]) < 0.01 for venue, wanted in zip(found, order))
            if not right:
                faults.append(f"valhalla, from {point}, limit {limit}: {found}, not {order[:limit]}")
    return faults


def with_bad_servers(ask):
    """Estimates and a note, or 69 with --strict; and never longer than the limit."""
    faults = []
    elsewhere = servers.Server(servers.BAD["nothing"])
    bad = dict(servers.BAD, redirecting=servers.redirecting(elsewhere.url))
    urls = {name: servers.Server(answer).url for name, answer in bad.items()}
    urls["refused"] = "http://127.0.0.1:1"
    print("\n| server | finder says | seconds |\n| --- | --- | ---: |", flush=True)
    for name, url in urls.items():
        for kind in ("valhalla", "osrm"):
            began = time.monotonic()
            result = ask.near(ask.points[0], f"{kind}:{url}", "--timeout", "1")
            seconds = time.monotonic() - began
            strict = ask.near(ask.points[0], f"{kind}:{url}", "--timeout", "1", "--strict")
            said = result.stderr.strip()
            if kind == "valhalla":
                print(f"| {name} | {said.split('; these')[0].split(': ', 3)[-1]} | {seconds:.1f} |", flush=True)
            venues = json.loads(result.stdout or "{}").get("venues", [])
            straight = [venue["distance_m"] for venue in venues]
            right = (result.returncode == 0 and len(venues) == 10 and straight == sorted(straight)
                     and all(venue["walk_from"] == "estimate" for venue in venues)
                     and said.count("\n") == 0 and said.endswith("straight-line order")
                     and seconds < 3 and strict.returncode == 69 and not strict.stdout)
            if not right:
                faults.append(f"{name}, {kind}: {result}, {strict}, {seconds:.1f} s")
    thinking = servers.Server(servers.after(1.5, servers.table_of(ask.town)))
    found = ask.venues(ask.points[0], f"osrm:{thinking.url}", "--timeout", "30")
    if len(found) != 10 or any(venue["walk_from"] != "router" for venue in found):
        faults.append(f"a server that thinks for 1.5 seconds: {found}")
    if elsewhere.requests:
        faults.append("a redirect was followed")
    return faults


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
WALK = re.compile(r'<g id="walk"[^>]*><title>(.*?), about \d+ min, by the router</title>\s*<path[^>]* d="M([^"]*)"')


def square(spot):
    """Web Mercator, south as y grows."""
    lat, lon = map(math.radians, spot)
    return lon, -math.asinh(math.tan(lat))


def drawn(ask, point, venue, url):
    """The walk's length as it is said, and the line in the picture's pixels."""
    result = subprocess.run(
        [ask.finder, "map", f"{point[0]},{point[1]}", "--to", f"V{venue}", "--router", url, "--strict", "--data", ask.data,
         "--format", "svg", "--base", "none", "--size", "1200x900", "--limit", "0"],
        env=ask.environment, capture_output=True, text=True, timeout=60, check=False)
    found = WALK.search(result.stdout)
    if result.returncode or not found or result.stderr:
        return None, str(result)[:500]
    numbers = [float(number) for number in NUMBER.findall(found[2])]
    steps = list(zip(numbers[::2], numbers[1::2]))
    line = [(sum(x for x, _ in steps[:end]), sum(y for _, y in steps[:end])) for end in range(1, len(steps) + 1)]
    return found[1], line


def from_segment(spot, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = min(1, max(0, ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / (dx * dx + dy * dy or 1)))
    return math.hypot(spot[0] - a[0] - along * dx, spot[1] - a[1] - along * dy)


def along_streets(ask, town, kind, url):
    """All bends are on a street, and the line is as long as the shortest walk, as it says. Which of two ways
    of a length it takes is the router's affair."""
    faults = []
    for number, point in enumerate(ask.points[:6]):
        for venue in range(number, len(town.venues), 17):
            target = town.venues[venue]
            said, line = drawn(ask, point, venue, url)
            place = f"{kind}, walk from {point} to V{venue}"
            if said is None:
                faults.append(f"{place}: {line}")
                continue
            (ax, ay), (bx, by) = square(point), square(target)
            larger = math.dist(line[0], line[-1]) / math.dist((ax, ay), (bx, by))

            def pixel(spot):
                x, y = square(spot)
                return line[0][0] + (x - ax) * larger, line[0][1] + (y - ay) * larger
            streets = [[pixel(town.nodes[end]) for end in street] for street in town.streets]
            off = max(min(from_segment(bend, *street) for street in streets) for bend in line[1:-1])
            pixels = math.dist(line[0], line[-1]) / metres(point, target)
            length = sum(math.dist(a, b) for a, b in zip(line, line[1:])) / pixels
            walk = sum(metres(spot, town.on_street(spot)[3]) for spot in (point, target)) + town.path(point, target)[1]
            number_said, unit = said.split()
            metres_said = float(number_said) * (1000 if unit == "km" else 1)
            # Half of what is rounded away, and Valhalla's own rounding: see near.
            room = (50 if unit == "km" else 0.5) + 0.01 * walk + 3
            if off > 1.5 or abs(length - walk) > 0.01 * walk + 3 or abs(metres_said - walk) > room:
                faults.append(f"{place}: {said}, drawn {length:.0f} m, {off:.1f} px off the streets; it is {walk:.0f} m")
    return faults
