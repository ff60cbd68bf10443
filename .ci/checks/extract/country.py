#!/usr/bin/env python3
"""Makes a large extract of OpenStreetMap with a country's mix of nodes, ways and relations.

    .ci/checks/extract/country.py OUT.osm.pbf [--bytes 1e9] [--venues 100000] [--seed 1]

1 GB takes up to a quarter of an hour. The file is sorted by type, then by id; it has metadata, and an
object takes a little over 7 bytes, as in public extracts. A third of the venues are ways, and one in 500 is a relation.

A block has 8,000 shapes: buildings, roads and so on, which are ways, and points, which are nodes. It follows from the
seed and its number alone, so its nodes, ways and relations can be written at different times and by several
processes. Ids are spread as widely as real ones: osmium's memory depends on the largest.
"""
import argparse
import functools
import multiprocessing
import os
import random
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path[0] += "/../.."
import lib

lib.packages("osmium")
import osmium
from osmium.osm import mutable

SHAPES, SHAPES_A_STREET, RELATIONS = 8000, 25, 100
BYTES_A_BLOCK = 420_000
LARGEST_ID = {"nodes": 12_000_000_000, "ways": 1_400_000_000, "relations": 18_000_000}
METRE = 1e-5  # in degrees, roughly
CROSSING = {"highway": "crossing", "crossing": "uncontrolled"}
# The kind of shape, its share, the fewest nodes, how many more on average, and metres from node to node.
KINDS = [("building", 0.47, 4, 2, 20), ("road", 0.24, 2, 6, 40), ("area", 0.045, 6, 17, 200),
         ("barrier", 0.085, 2, 8, 40), ("point", 0.16, 1, 0, 0)]
WORDS = """High Church Station Mill Park Victoria Green Manor Queens Chapel Bridge Castle Oak Willow Abbey Farm Hill Market
Heol-y-Bryn Patel Rossi Wong O'Neill Yılmaz García Zoë Royal Lion Swan Crown Kitchen Grill Café 寿司 🍕""".split()
ADDRESS = [("addr:housenumber", 1, "9|99|99|199|9a"), ("addr:street", 1, "* Road|* Street|* * Lane"),
           ("addr:city", 0.5, "*"), ("addr:postcode", 0.7, "LS9 9AB|B99 9XY|SW9 9QQ")]
# Sets of tags: key, share, values. A * becomes a word, a 9 any digit.
TAGS = {
    "building": [[("building", 1, "yes|yes|house|terrace|garage|retail|shed")]] * 3 + [[("building", 1, "house"), *ADDRESS],
                [("building", 1, "house"), ("ref:GB:uprn", 0.5, "999999999999")]],
    "road": [[("highway", 1, "residential|tertiary|primary"), ("name", 1, "* * Road|* Street"), ("lit", 0.3, "yes"),
              ("maxspeed", 0.4, "20 mph|30 mph|40 mph")], [("highway", 1, "service"), ("service", 0.6, "driveway|alley")],
             [("highway", 1, "footway|track|path"), ("surface", 0.3, "ground|gravel|paved")]],
    "area": [[("landuse", 1, "grass|meadow"), ("source", 0.1, "Bing")]], "barrier": [[("barrier", 1, "fence|hedge|wall")]],
    "point": [[("natural", 1, "tree")], [("amenity", 1, "bench|telephone")], [("shop", 1, "clothes"), ("name", 1, "* & *")],
              [("highway", 1, "bus_stop"), ("name", 1, "* * Street"), ("naptan:AtcoCode", 1, "999999999999")], ADDRESS,
              [("amenity", 1, "restaurant;bar|Cafe|ice_cream")], [("disused:amenity", 1, "pub")]],  # nearly venues
    "venue": [[("amenity", 1, "restaurant|cafe|pub|bar|fast_food"), ("name", 0.97, "The * *|* & *|*'s *|Caffè “*”"),
               ("brand", 0.1, "* *"), ("brand:wikidata", 0.1, "Q99999"), ("cuisine", 0.4, "indian|pizza;italian|thai"),
               ("opening_hours", 0.4, "Mo-Su 12:00-23:00|Tu-Su 17:30-22:30|24/7|Mo-Fr 07:00-18:00; Sa 08:00-18:00"),
               ("phone", 0.3, "+44 1999 999999"), ("website", 0.35, "https://a.example/99999"), ("fhrs:id", 0.35, "1999999"),
               ("wheelchair", 0.3, "yes|no|limited"), ("outdoor_seating", 0.15, "yes|no"), ("takeaway", 0.2, "yes|only|no"),
               ("internet_access", 0.12, "wlan"), ("diet:vegan", 0.07, "yes|only|no"), ("access", 0.006, "private|no"),
               ("disused", 0.001, "yes"), ("check_date", 0.1, "2024-09-19"), *more] for more in ([], ADDRESS)],
}


def drawn(r, kind):
    """Tags of one object."""
    fill = lambda match: r.choice(WORDS) if match[0] == "*" else str(r.randrange(10))
    return {key: re.sub(r"[*9]", fill, r.choice(values.split("|")))
            for key, share, values in r.choice(TAGS[kind]) if r.random() < share}


@functools.lru_cache
def pools(seed):
    """Tags for what is not a venue are drawn once, and then drawn from."""
    r = random.Random(f"{seed} tags")
    return {kind[0]: [drawn(r, kind[0]) for _ in range(10_000)] for kind in KINDS}


class Block:
    def __init__(self, plan, number):
        self.random = r = random.Random(f"{plan.seed} {number}")
        room = {kind: largest // plan.blocks for kind, largest in LARGEST_ID.items()}  # of ids
        node, way, self.relation = (1 + number * some for some in room.values())
        self.relation_step = room["relations"] // (RELATIONS * 2)
        self.shapes = []  # the kind's row in KINDS, the first node's id, the count of nodes, the way's id
        for place, kind in enumerate(r.choices(KINDS, [kind[1] for kind in KINDS], k=SHAPES)):
            if place % SHAPES_A_STREET == 0:  # the nodes of a street follow each other
                node += r.randrange(room["nodes"] // (SHAPES // SHAPES_A_STREET * 2))
            if r.random() < 0.1:
                way += r.randrange(room["ways"] // SHAPES * 8)
            count = kind[2] + (int(r.expovariate(1 / kind[3])) if kind[3] else 0)
            self.shapes.append((kind, node, count, way))
            node, way = node + count, way + 1
        nodes, ways, self.venue_relations = (
            (number + 1) * total // plan.blocks - number * total // plan.blocks for total in plan.venues)
        where = lambda name: [place for place, shape in enumerate(self.shapes) if shape[0][0] == name]
        chosen = r.sample(where("point"), nodes) + r.sample(where("building"), ways)
        self.venues, self.pools = {place: drawn(r, "venue") for place in chosen}, pools(plan.seed)

    def tags(self, place):
        return self.venues.get(place) or self.random.choice(self.pools[self.shapes[place][0][0]])

    def date(self, one):
        one.version = 1 + int(self.random.expovariate(0.7))
        year, month, day = (self.random.randrange(*some) for some in ((2010, 2026), (10, 13), (10, 29)))
        one.timestamp = f"{year}-{month}-{day}T09:30:00Z"

    def write_nodes(self, add):
        one, r = mutable.Node(), self.random
        chance, centre = r.random, (r.gauss(-1.5, 1.2), r.gauss(52.8, 1.3))
        for place, (kind, id, count, _) in enumerate(self.shapes):
            if place % SHAPES_A_STREET == 0:
                east, north = (r.gauss(middle, 700 * METRE) for middle in centre)
                self.date(one)
            longitude, latitude = east, north = east + chance() * 40 * METRE, north + chance() * 40 * METRE
            reach = kind[4] * METRE * 2
            for one.id in range(id, id + count):
                if chance() < 0.25:
                    self.date(one)
                one.location = (longitude, latitude)
                one.tags = self.tags(place) if kind[0] == "point" else CROSSING if chance() < 0.012 else None
                add(one)
                longitude, latitude = longitude + (chance() - 0.5) * reach, latitude + (chance() - 0.5) * reach

    def write_ways(self, add):
        one = mutable.Way()
        for place, (kind, node, count, one.id) in enumerate(self.shapes):
            if kind[0] != "point":
                one.nodes = [*range(node, node + count)] + [node] * (kind[0] in ("building", "area"))
                one.tags = self.tags(place)
                self.date(one)
                add(one)

    def write_relations(self, add):
        one, r = mutable.Relation(), self.random
        ways, before = [shape[3] for shape in self.shapes if shape[0][0] != "point"], []
        members = lambda count, roles: [("w", way, r.choice(roles)) for way in r.sample(ways, count)]
        for place in range(RELATIONS + self.venue_relations):
            one.id = self.relation = self.relation + r.randrange(1, self.relation_step)
            kind = r.choices(["multipolygon", "restriction", "route", "boundary", "site"], [50, 30, 12, 5, 3])[0]
            one.tags = {"type": kind, "name": f"{r.choice(WORDS)} {r.choice(WORDS)}"}
            if place < self.venue_relations:
                one.tags = {"type": "multipolygon", **drawn(r, "venue")}
                one.members = members(2, ["outer", "inner"])
            elif kind == "restriction":
                one.members = members(2, ["from", "to"]) + [("n", r.choice(self.shapes)[1], "via")]
            elif kind == "site":
                one.members = members(1, [""]) + [("r", other, "") for other in before[-1:]]
            else:
                one.members = members(r.randint(10, 60) if kind == "route" else r.randint(2, 9), ["outer", "inner", ""])
            before.append(one.id)
            self.date(one)
            add(one)


def write_part(plan, kind, first, last, path):
    header = osmium.io.Header()
    header.set("sorting", "Type_then_ID")
    header.add_box(osmium.osm.Box(osmium.osm.Location(-9.4, 45.0), osmium.osm.Location(6.0, 61.1)))
    file = osmium.io.File(path, "pbf,add_metadata=version+timestamp")
    with osmium.SimpleWriter(file, bufsz=1 << 22, header=header, overwrite=True) as writer:
        for number in range(first, last):
            getattr(Block(plan, number), f"write_{kind}")(getattr(writer, f"add_{kind[:-1]}"))
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--bytes", type=float, default=1e9)
    parser.add_argument("--venues", type=int, help="default: 100,000 a GB")
    parser.add_argument("--seed", type=int, default=1)
    plan = parser.parse_args()
    venues, plan.blocks = plan.venues or round(plan.bytes / 1e4), max(1, round(plan.bytes / BYTES_A_BLOCK))
    plan.venues = (venues - venues // 3 - venues // 500, venues // 3, venues // 500)
    # The first part has no objects, so its length is that of the header, which the others are put together without.
    edges = [plan.blocks * part // 16 for part in range(17)]
    parts = [("nodes", 0, 0)] + [(kind, *pair) for kind in LARGEST_ID for pair in zip(edges, edges[1:])]
    header = 0
    with multiprocessing.Pool() as pool, open(plan.out, "wb") as out:
        jobs = [pool.apply_async(write_part, (plan, *part, f"{plan.out}.{number}")) for number, part in enumerate(parts)]
        for job in jobs:
            with open(job.get(), "rb") as part:
                part.seek(header)
                shutil.copyfileobj(part, out)
            header = header or out.tell()
            os.remove(job.get())
    print(f"{os.path.getsize(plan.out)} bytes, {venues} venues")


if __name__ == "__main__":
    main()
