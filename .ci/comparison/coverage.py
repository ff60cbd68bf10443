"""`coverage`, against `bulk` of its cells' middles, whose answers must be the same."""
import csv

import lib

TURNS = 30
AREAS = {
    "London, 100 m": ["--bbox", "-0.5,51.3,0.3,51.7", "--cell", "100m"],
    "Cornwall, 500 m": ["--bbox", "-5.8,49.9,-4.1,51", "--cell", "500m"],
    "20 km round Leeds, 200 m": ["53.8,-1.55", "--radius", "20km", "--cell", "200m"],
    "the country, 1 km": ["--bbox", "-8,49.9,2,59", "--cell", "1km"],
    "the third nearest, 500 m": ["--bbox", "-5.8,49.9,-4.1,51", "--cell", "500m", "--nth", "3"],
    "the world, 50 km": ["--bbox", "-180,-90,180,90", "--cell", "50km"],
}
# Opposite the venues, bulk measures nearly all of them for each point.
SLOW_IN_BULK = "the world, 50 km"


def rows(frame):
    new, data = frame.new, ["--data", frame.packed, "--quiet"]
    forms = {"csv": (["--csv"], 0.7), "table": ([], None), "picture": (["--output", f"{frame.work}/map.png"], None),
             "geojson": (["--format", "geojson"], None)}
    for name, area in AREAS.items():
        if not frame.wants(name):
            continue
        cells = list(csv.reader(new.answer("coverage", *area, "--csv", "--no-header", *data).splitlines()))
        # Far more than a second a turn: a hundredth of the points, and its time a hundredfold.
        share = 100 if name == SLOW_IN_BULK else 1
        points = frame.points("points", [row[:2] for row in cells[::share]])
        nth = area[area.index("--nth") + 1] if "--nth" in area else "1"
        bulk = ["bulk", points, "--csv", "--limit", nth, *data]
        answers = [row for row in csv.DictReader(new.answer(*bulk).splitlines()) if row["rank"] == nth]
        found = [[row["lat"], row["lon"], row["distance_m"], row["venue_id"]] for row in answers]
        if found != cells[::share]:
            wrong = next((pair for pair in zip(found, cells[::share]) if pair[0] != pair[1]), (len(found), len(cells)))
            lib.fail(f"{name}: bulk has {wrong[0]}, coverage {wrong[1]}")
        for form, (words, limit) in forms.items():
            frame.row(f"{name}: {len(cells):,} cells, {form}, against bulk", limit, lambda: new.seconds(*bulk) * share,
                      lambda: new.seconds("coverage", *area, *words, *data))
