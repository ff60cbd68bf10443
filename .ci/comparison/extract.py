"""Extracts of OpenStreetMap, against `osmium tags-filter`; places of Overture Maps, against `jq` printing ids."""
import os
import subprocess

import lib

TURNS = 5
VENUES = "nwr/amenity=restaurant,cafe,pub,bar,fast_food"
MEMORY_MB = 400


def made(frame, name, ending):
    """The same each time: 1 GB of an extract takes up to a quarter of an hour. Read once, as each turn does."""
    path = f"{frame.work}/{name}{ending}"
    subprocess.run([f"{lib.CI}/checks/extract/{name}.py", path], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cat", path], check=True, stdout=subprocess.DEVNULL)
    return path, f"{os.path.getsize(path) / 1e6:,.1f} MB"


def rows(frame):
    if missing := lib.install({"osmium-tool": "osmium", "jq": "jq"}):
        lib.fail(f"{', '.join(missing)} cannot be installed", 69)
    new, out = frame.new, f"{frame.work}/extract"
    osmium = lambda path: ["osmium", "tags-filter", path, VENUES, "--overwrite", "-o", f"{out}.osm.pbf"]
    convert = lambda path: ["data", "convert", path, "--output", f"{out}.geojson"]

    def row(name, limit, most, theirs, words, turns=None):
        if frame.wants(name):
            frame.row(name, limit, lambda: lib.seconds_of(theirs, new.home), lambda: new.first_seconds(*words), turns)
            frame.print_row(f"{name}: memory", None, new.megabytes(*words), most, "MB")
    helsinki = lib.helsinki()
    if os.path.exists(helsinki):
        row("Helsinki to GeoJSON", 0.5, None, osmium(helsinki), convert(helsinki), 21)
    else:
        frame.skip("Helsinki, which is not there")
    if not frame.options.large:
        return frame.skip("an extract of 1 GB and 500,000 places, without --large")
    big, size = made(frame, "country", ".osm.pbf")
    row(f"extract, {size}, to GeoJSON", 1.0, MEMORY_MB, osmium(big), convert(big))
    row(f"extract, {size}, installed", 1.3, MEMORY_MB, osmium(big), ["data", "install", big])
    places, size = made(frame, "places", ".geojson")
    row(f"Overture, {size}, installed", 0.3, None, ["jq", "-c", ".features[].id", places], ["data", "install", places])
