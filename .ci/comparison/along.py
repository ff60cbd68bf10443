"""A search along a walk, a ride or between points, against `near`, and `wc -l` of the track."""
import math
import random

from comparison.frame import POINT
import lib

TURNS = 200
THAMES = [(51.4615, -0.3010), (51.4750, -0.2200), (51.4870, -0.1300), (51.5080, -0.1100), (51.5050, -0.0700)]
COUNTRY = [(50.72, -3.53), (51.45, -2.59), (51.75, -1.26), (52.48, -1.89), (53.38, -1.47), (53.80, -1.55), (54.97, -1.61), (55.95, -3.19)]


def track(path, chance, corners, metres, count):
    """Through the corners in turn, winding a little, with a time and a height at each point as receivers write them."""
    place, corner, heading, step = list(corners[0]), 1, None, metres / count
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="reach" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><name>Way</name><trkseg>\n')
        for number in range(count):
            file.write(f'<trkpt lat="{place[0]:.7f}" lon="{place[1]:.7f}"><ele>{10 + number % 90}.4</ele><time>2026-11-27T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z</time></trkpt>\n')
            width = math.cos(math.radians(place[0]))
            target = corners[corner % len(corners)]
            north, east = target[0] - place[0], (target[1] - place[1]) * width
            if math.hypot(north, east) * 111_195 < 3 * step:
                corner += 1
            heading = math.atan2(east, north) + 0.6 * math.sin(number / 40) + chance.gauss(0, 0.2)
            place[0] += step * math.cos(heading) / 111_195
            place[1] += step * math.sin(heading) / 111_195 / width
        file.write("</trkseg></trk></gpx>\n")
    return path


def still(path, chance, count):
    """A receiver that lay on a table."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('<gpx version="1.1"><trk><trkseg>\n')
        for _ in range(count):
            file.write(f'<trkpt lat="{51.5074 + chance.gauss(0, 2e-5):.7f}" lon="{-0.1278 + chance.gauss(0, 3e-5):.7f}"/>\n')
        file.write("</trkseg></trk></gpx>\n")
    return path


def rows(frame):
    chance, new, data = random.Random(36), frame.new, ["--data", frame.packed, "-q"]
    walk = track(f"{frame.work}/walk.gpx", chance, THAMES, 15_000, 2_000)
    ride = track(f"{frame.work}/ride.gpx", chance, COUNTRY, 600_000, 50_000)
    long = track(f"{frame.work}/long.gpx", chance, COUNTRY, 2_400_000, 200_000)
    spot = still(f"{frame.work}/spot.gpx", chance, 200_000)
    for name, limit, counted, words in [
        ("along a walk of 15 km, 2,000 points, 500 m, against near", 3, None, [walk]),
        ("the same, --count", 3, None, [walk, "--count"]),
        ("along a ride of 600 km, 50,000 points, 500 m, against wc -l and near", 8, ride, [ride]),
        ("along 2,400 km, 200,000 points, 500 m, against wc -l and near", None, long, [long]),
        ("along 200,000 points on one spot, 500 m, against wc -l and near", None, spot, [spot]),
        ("along two points, 3 km apart, against near", None, None, [POINT, "51.52,-0.09"]),
        ("along from London to Edinburgh, 500 m, against near", None, None, [POINT, "55.9533,-3.1883"]),
        ("the same, 5 km, by detour", None, None, [POINT, "55.9533,-3.1883", "--within", "5km", "--order", "detour"]),
    ]:
        frame.row(name, limit, lambda: new.seconds("near", POINT, *data) + (lib.seconds_of(["wc", "-l", counted], new.home) if counted else 0),
                  lambda: new.seconds("along", *words, *data), frame.turns if limit else frame.turns // 10)
