"""Two editions of a dataset, questions about them, and the right answers, found without finder."""
import functools
import json
import math
import random

VENUES = 12_000
WORDS = ["Café", "Old", "Crown", "Noodle", "Smithy", "Inn", "Grill", "Zoë", "Golden", "Dragon"]
SEMI_MAJOR, FLATTENING = 6378137.0, 1 / 298.257223563


class Venue:
    def __init__(self, identifier, name, lat, lon):
        self.id, self.name, self.lat, self.lon = identifier, name, lat, lon

    def feature(self):
        return {"type": "Feature", "id": self.id, "geometry": {"type": "Point", "coordinates": [self.lon, self.lat]},
                "properties": {"name": self.name, "postcode": "N1 1AA", "stars": len(self.name)}}


def edition(name):
    """Every venue's id begins with the edition's name, so that each answer tells whose it is."""
    chance = random.Random(name)
    return [Venue(f"{name}{number}", f"{chance.choice(WORDS)} {chance.choice(WORDS)} {number}",
                  round(chance.gauss(51.5, 0.3), 6), round(chance.gauss(-0.12, 0.4), 6)) for number in range(VENUES)]


def dataset(venues):
    return json.dumps({"type": "FeatureCollection", "features": [venue.feature() for venue in venues]}, ensure_ascii=False).encode()


def geodesic(lat1, lon1, lat2, lon2):
    """Vincenty's inverse formula (1975), in metres: good to a tenth of a millimetre at these distances."""
    minor = SEMI_MAJOR * (1 - FLATTENING)
    reduced1, reduced2 = (math.atan((1 - FLATTENING) * math.tan(math.radians(lat))) for lat in (lat1, lat2))
    sin1, cos1, sin2, cos2 = math.sin(reduced1), math.cos(reduced1), math.sin(reduced2), math.cos(reduced2)
    difference = around = math.radians(lon2 - lon1)
    for _ in range(100):
        sine = math.hypot(cos2 * math.sin(around), cos1 * sin2 - sin1 * cos2 * math.cos(around))
        if sine == 0:
            return 0.0
        cosine = sin1 * sin2 + cos1 * cos2 * math.cos(around)
        angle, azimuth = math.atan2(sine, cosine), cos1 * cos2 * math.sin(around) / sine
        square = 1 - azimuth * azimuth
        middle = cosine - 2 * sin1 * sin2 / square
        factor = FLATTENING / 16 * square * (4 + FLATTENING * (4 - 3 * square))
        before, around = around, difference + (1 - factor) * FLATTENING * azimuth * (
            angle + factor * sine * (middle + factor * cosine * (2 * middle * middle - 1)))
        if abs(around - before) < 1e-13:
            break
    ratio = square * (SEMI_MAJOR**2 - minor**2) / minor**2
    first = 1 + ratio / 16384 * (4096 + ratio * (ratio * (320 - 175 * ratio) - 768))
    second = ratio / 1024 * (256 + ratio * (ratio * (74 - 47 * ratio) - 128))
    return minor * first * (angle - second * sine * (middle + second / 4 * (
        cosine * (2 * middle * middle - 1) - second / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3))))


def nearest(venues, lat, lon, limit=0, radius=math.inf, word=""):
    """Ids and distances, nearest first. A sphere says which are worth the exact formula."""
    wide = math.cos(math.radians(lat))
    rough = sorted((math.hypot(venue.lat - lat, (venue.lon - lon) * wide) * 111_195, number) for number, venue in enumerate(venues)
                   if any(part.startswith(word) for part in venue.name.lower().split()))
    least = rough[min(limit or len(rough), len(rough)) - 1][0] if rough else 0
    worth = [number for distance, number in rough if distance <= min(least, radius) * 1.05 + 10]
    exact = sorted((geodesic(lat, lon, venues[number].lat, venues[number].lon), number) for number in worth)
    found = [(venues[number].id, distance) for distance, number in exact if distance <= radius]
    return found[:limit] if limit else found


def inside(venues, west, south, east, north):
    box = [venue for venue in venues if west <= venue.lon <= east and south <= venue.lat <= north]
    return nearest(box, (south + north) / 2, (west + east) / 2)


class Question:
    """Words for finder; the right answer, a function of the venues, or None; and what it is given on stdin."""

    def __init__(self, words, right, points=None):
        self.words, self.right, self.points = words, right, points
        self.streams = words[0] == "bulk"


FORMS = ["json", "ndjson", "csv", "geojson", "table"]


def questions(chance, count=24):
    """The same for every edition."""
    made = [bulk(chance) for _ in range(count // 4)]
    while len(made) < count:
        lat, lon = round(chance.gauss(51.5, 0.3), 4), round(chance.gauss(-0.12, 0.4), 4)
        form, at = ["--format", chance.choice(FORMS)], ["--at", f"{lat},{lon}"]
        made += [
            Question(["near", *at, "--limit", "7", *form], functools.partial(nearest, lat=lat, lon=lon, limit=7)),
            Question(["near", *at, "--match", "golden", *form], functools.partial(nearest, lat=lat, lon=lon, limit=10, word="golden")),
            Question(["check", *at, "--span", "0.1,0.1", "--json"], None),
            Question(["within", *at, "--radius", "3km", *form], functools.partial(nearest, lat=lat, lon=lon, radius=3000)),
            Question(["within", f"--bbox={lon:.4f},{lat:.4f},{lon + 0.1:.4f},{lat + 0.1:.4f}", *form],
                     functools.partial(inside, west=lon, south=lat, east=round(lon + 0.1, 4), north=round(lat + 0.1, 4))),
        ]
    return made


def bulk(chance):
    places = [(round(chance.gauss(51.5, 0.3), 4), round(chance.gauss(-0.12, 0.4), 4)) for _ in range(300)]
    checked = places[:10]

    def right(venues):
        return [pair for lat, lon in checked for pair in nearest(venues, lat, lon, limit=3)]
    return Question(["bulk", "--limit", "3", "--jobs", chance.choice(["1", "2", "4"])], right,
                    "".join(f"{lat},{lon}\n" for lat, lon in places).encode())
