"""Walks that `map --to` draws, against the town's streets."""
import math
import re
import subprocess

from checks.router.town import metres

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
