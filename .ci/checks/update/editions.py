"""Datasets that can be told apart by their bytes, by their record and by what a query finds."""
import gzip
import hashlib
import json
import random

KNOWN = {}  # by SHA-256: name and number of venues


def collection(features):
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def point(longitude, latitude, **properties):
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": properties}


def pack(content):
    return gzip.compress(content, mtime=0)


def edition(name, venues=2000):
    """A packed dataset whose every venue has the edition's name, and all near one point."""
    packed = pack(collection([point(-0.1 - i / 1e5, 51.5, name=name, postcode=f"N1 {i}") for i in range(venues)]))
    KNOWN[hashlib.sha256(packed).hexdigest()] = (name, venues)
    return packed


def rotation(folder):
    """Three editions, of which two are kept: there is always one that has to be written."""
    contents = {name: edition(name, 20_000) for name in ("old", "new", "third")}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return contents


def unpackable():
    """2 MB of names that do not pack."""
    chance = random.Random(1)
    return collection([point(chance.random(), 51 + chance.random(), name=chance.randbytes(40).hex()) for _ in range(20_000)])


def bomb():
    """Packed spaces after a good beginning: 3 GB out of 3 MB."""
    return pack(b'{"type":"FeatureCollection","features":[') + pack(b" " * (64 << 20)) * 48
