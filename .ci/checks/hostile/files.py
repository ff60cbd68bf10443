"""The files that command lines are about: good ones of each kind, and hostile ones.

Made from a fixed seed, so that a line means the same in every run.
"""
import functools
import gzip
import json
import random

# What finder must read without a word, by what it is good for.
DATASETS = [b"good.geojson", b"good.geojson.gz", b"good.geojsonl", b"good.seq", b"uk.geojson", b"spot.geojson", b"link"]
POINTS = [b"points.csv", b"points.tsv", b"points.txt", b"points.ndjson", b"points.geojsonl"]
LISTS = [b"list.csv", b"list.ndjson", b"overpass.json", b"good.geojson", b"caf\xe9.csv", b"-dash.csv"]
AREAS = [b"area.geojson", b"areas.geojson"]
POSITIONS = [b"positions.csv", b"good.geojson"]
LONG = b"n" * 250
RING = [[-0.3, 51.4], [0.1, 51.4], [0.1, 51.6], [-0.3, 51.6], [-0.3, 51.4]]
WORDS = ["Café", "Old", "Crown", "Noodle", "Smithy", "Ångström", "दाल", "ราเมน", "Inn", "Grill", "O'Neill's", "🍕", "-", "Zoë"]
# Beside these: what no file holds is made in world.py.
MADE = [b"folder", b"locked", b"sealed", b"fed", b"dangling", b"loop", b"missing", b"no/such/folder", b"/dev/null", b"/dev/zero"]


@functools.cache
def contents():
    """Every regular file, by its name."""
    made = good(random.Random(9))
    return made | hostile(random.Random(10), made)


@functools.cache
def hostile_names():
    return sorted(contents().keys() - good(random.Random(9)).keys())


def feature(chance, spread, **more):
    name = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
    properties = {"name": name, "postcode": f"W{chance.randint(1, 9)} {chance.randint(1, 9)}AA", "cuisine": chance.choice(WORDS),
                  "stars": chance.randint(0, 5), "address": {"city": "London", "open": None},
                  "opening_hours": chance.choice(["24/7", "Mo-Sa 11:00-23:00; PH off", "Fr,Sa 18:00-02:00", "SH off", None])}
    at = [round(-0.12 + chance.uniform(-1, 1) * spread, 5), round(51.5 + chance.uniform(-1, 1) * spread, 5)]
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": at}, "properties": properties, **more}


def collection(features):
    return text({"type": "FeatureCollection", "features": features})


def text(value):
    return json.dumps(value, ensure_ascii=False).encode()


def lines(values, before=b""):
    return b"".join(before + text(value) + b"\n" for value in values)


def good(chance):
    few = [feature(chance, 0.05) for _ in range(40)] + [feature(chance, 0.05, id=number) for number in range(20)]
    points = [(f"p{i}", 51.5 + i / 500, -0.12 - i / 700) for i in range(30)]
    rows = [f"{name},{lat:.5f},{lon:.5f}\r\n" for name, lat, lon in points]
    return {
        b"good.geojson": collection(few), b"good.geojson.gz": gzip.compress(collection(few), mtime=0),
        b"good.geojsonl": lines(few), b"good.seq": lines(few, b"\x1e"),
        b"uk.geojson": collection([feature(chance, 2) for _ in range(2000)]),
        b"spot.geojson": collection([feature(chance, 0) for _ in range(300)]),
        b"points.csv": "".join(["name,lat,lon\r\n", *rows]).encode(),
        b"points.tsv": "".join(["name,lat,lon\r\n", *rows]).replace(",", "\t").encode(),
        b"points.txt": "".join(f"{lat} {lon}\n" for _, lat, lon in points).encode(),
        b"points.ndjson": lines({"name": name, "lat": lat, "lon": lon} for name, lat, lon in points),
        b"points.geojsonl": lines(few[:20]),
        b"list.csv": "".join(["name,lat,lon,postcode\r\n", *(row[:-2] + ",N1 1AA\r\n" for row in rows)]).encode(),
        b"list.ndjson": lines({"name": name, "lat": lat, "lon": lon, "x": [1]} for name, lat, lon in points),
        b"overpass.json": text({"version": 0.6, "elements": [
            {"type": "node", "id": i, "lat": lat, "lon": lon, "tags": {"name": name}} for i, (name, lat, lon) in enumerate(points)]}),
        b"positions.csv": "".join(f"{head}\r\n" for head in ["postcode,lat,lon", "N1 1AA,51.53,-0.1", "N1 1AB,51.54,-0.11"]).encode(),
        b"caf\xe9.csv": b"name,lat,lon,postcode\nA,51.5,-0.1,N1 1AA\n", b"-dash.csv": b"name,lat,lon,postcode\nB,51.5,-0.1,N1 1AB\n",
        b"area.geojson": text({"type": "Polygon", "coordinates": [RING, [[-0.13, 51.49], [-0.11, 51.49], [-0.12, 51.51], [-0.13, 51.49]]]}),
        b"areas.geojson": text({"type": "Feature", "properties": None, "geometry": {"type": "MultiPolygon", "coordinates": [[RING], [RING]]}}),
        b"favourites.json": text({"version": 1, "favourites": [{"name": "Dishoom"}, {"name": "Ann's"}, {"name": "Zizzi", "note": [1]}], "later": {}}),
        b"output": b"what stood here before\n",
        b"new\nline.csv": b"lat,lon\n51.5,-0.1\n", LONG: b"lat,lon\n51.5,-0.1\n",
        "ünï 🍕.geojson".encode(): collection(few[:3]),
    }


OWN = {"saved.json": text({"version": 1, "points": [{"name": "home", "lat": 51.5, "lon": -0.12, "text": "x"}]}),
       "locate.json": text({"version": 1, "off": False, "point": {"lat": 51.5, "lon": -0.12}, "program": []})}
CONTROLS = "\x1b[31mred\x07\x00\x7f\x9b\r\n\t\u200b\u00ad\u2060\ufeff\u202e\U000e0041"


def evil(chance):
    """Text that must not reach a terminal, wherever a dataset can hold it."""
    features = [feature(chance, 0.02) for _ in range(5)]
    for where in features:
        where["properties"].update({"name": "evil " + CONTROLS, "postcode": CONTROLS, CONTROLS: CONTROLS})
        where["id"] = CONTROLS
    return features


def geometries():
    """One feature of each kind that cannot be used, and some shapes that can."""
    shapes = [None, {}, {"type": "Point", "coordinates": []}, {"type": "Point", "coordinates": [181, 51]}, {"type": "Point"},
              {"type": "Point", "coordinates": [1e400, "x"]}, {"type": "Blob", "coordinates": [0, 51]},
              {"type": "Point", "coordinates": [51.5, -0.12]}, {"type": "LineString", "coordinates": [[0, 51], [0.1, 51]]},
              {"type": "Polygon", "coordinates": [[[0, 51], [0.1, 51], [0.1, 51.1], [0, 51]]]}, {"type": "Polygon", "coordinates": []}]
    return collection([{"type": "Feature", "geometry": shape, "properties": None} for shape in shapes])


def hostile(chance, whole):
    dataset, points, packed = whole[b"good.geojson"], whole[b"points.csv"], whole[b"good.geojson.gz"]
    table = "name,lat,lon\n"
    return {
        b"empty": b"", b"blank": b"\n \t\n\n", b"bom": b"\xef\xbb\xbf", b"bom.csv": b"\xef\xbb\xbf" + points, b"nul": bytes(5000),
        b"binary": chance.randbytes(4000), b"utf16.csv": points.decode().encode("utf-16"), b"utf16.geojson": dataset.decode().encode("utf-16"),
        b"latin1.csv": b"name,lat,lon\ncaf\xe9,51.5,-0.1\n", b"cr.csv": points.replace(b"\r\n", b"\r"),
        b"semicolon.csv": b"name;lat;lon\nA;51,5;-0,12\nB;51,6;-0,1\n", b"sep.csv": b'"sep=;"\nname;lat;lon\nA;51,5;-0,12\n',
        b"swapped.csv": b"lat,lon\n-0.12,51.5\n", b"bad.csv": points + b"x,y,z\n,,\n1,2\n\"\n", b"quote.csv": b'name,lat,lon\n"A,51.5,-0.1\n' * 9,
        b"columns.csv": ",".join(f"c{i}" for i in range(5000)).encode() + b"\n", b"repeated.csv": b"lat,lat,LAT,lon,lng,error,rank\n51.5,1,2,-0.1,3,4,5\n",
        b"huge-cell.csv": table.encode() + b"x" * 100_000 + b",51.5,-0.1\n", b"huge-row.csv": table.encode() + b"x" * 2_000_000 + b",x,-0.1\n", b"long-line.csv": b"," * 1_000_000,
        b"controls.csv": (table + f'"{CONTROLS}",51.5,-0.1\n').encode(), b"numbers.csv": b"lat,lon\nnan,inf\n0x10,1e400\n-0,-0\n90,180\n91,181\n5e-324,1\n",
        b"cut.geojson": dataset[:-100], b"cut.gz": packed[:-20], b"bad.gz": packed[:200] + b"\0\0\0" + packed[203:], b"head.gz": packed[:5],
        b"two.gz": packed + packed, b"tail.gz": packed + b"junk", b"bomb.gz": gzip.compress(b" " * (48 << 20), 1, mtime=0),
        b"deep.json": b"[" * 300_000, b"deep-object.json": b'{"a":' * 100_000, b"deep.geojson": dataset[:-2] + b",[" * 3000,
        b"deep-property.geojson": collection([feature(chance, 0.1)]).replace(b'"London"', b"[" * 400 + b"]" * 400),
        b"evil.geojson": collection(evil(chance)), b"faults.geojson": geometries(), b"array.json": b'[{"lat":51.5,"lon":-0.1}]',
        b"scalar.json": b"1e999999999", b"none.geojson": collection([]), b"page.json": text({"establishments": [], "meta": {"totalPages": 25000, "pageNumber": 1}}),
        b"list.xml": b"<FHRSEstablishment><EstablishmentCollection><EstablishmentDetail></FHRS", b"page.html": b"<!DOCTYPE html><html></html>",
        b"archive.zip": b"PK\x03\x04" + bytes(60), b"archive.xz": b"\xfd7zXZ\0" + bytes(60), b"archive.zst": b"\x28\xb5\x2f\xfd" + bytes(60), b"archive.bz2": b"BZh91AY&SY" + bytes(60),
    }
