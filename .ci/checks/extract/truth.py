"""A town, extracts of it in each form that pyosmium writes, and what finder should make of an extract, worked out
from what pyosmium reads."""
import os
import random
import re

import osmium
from osmium.osm import mutable

KINDS = ("restaurant", "cafe", "pub", "bar", "fast_food")
TODAY = "2026-11-27"
# The property, and the tags of which the first that there is gives it.
BEFORE = [("alt_name", "alt_name"), ("postcode", "addr:postcode"), ("kind", "amenity")]
AFTER = [("phone", "phone contact:phone contact:mobile"), ("website", "website contact:website url"),
         ("email", "email contact:email")]
AFTER += [(key, key) for key in (
    "opening_hours cuisine takeaway delivery outdoor_seating wheelchair toilets:wheelchair internet_access "
    "diet:vegetarian diet:vegan diet:halal diet:kosher diet:gluten_free organic real_ale highchair dog access "
    "level brand brand:wikidata operator wikidata").split()]
AFTER += [("fhrs_id", "fhrs:id")]


def objects(path):
    """All of a small extract, in three dictionaries: node's places, way's nodes, relation's members; and the
    tags of the venues by kind and id."""
    nodes, ways, relations, venues = {}, {}, {}, {}
    for one in osmium.FileProcessor(path):
        if one.is_node():
            kind, nodes[one.id] = "node", (one.location.x, one.location.y)
        elif one.is_way():
            kind, ways[one.id] = "way", [(node.ref, node.location.x, node.location.y) for node in one.nodes]
        else:
            kind, relations[one.id] = "relation", [(member.type, member.ref) for member in one.members]
        if one.tags.get("amenity") in KINDS:
            venues[kind, one.id] = {tag.k: tag.v for tag in one.tags}
    return nodes, ways, relations, venues


def places(kind, id, nodes, ways, relations, depth=0):
    """Of the nodes of one, in units of 1e-7 degrees, as (longitude, latitude)."""
    if kind == "node":
        return [nodes[id]] if id in nodes else []
    if kind == "way":
        return [nodes.get(ref, (x, y)) for ref, x, y in ways.get(id, []) if ref in nodes or abs(y) <= 900_000_000]
    parts = {"n": "node", "w": "way", "r": "relation"}
    members = [(parts[type], ref) for type, ref in relations.get(id, [])]
    direct = [place for part, ref in members if part != "relation" for place in places(part, ref, nodes, ways, relations)]
    if direct or depth > 6:
        return direct
    return [place for part, ref in members if part == "relation"
            for place in places(part, ref, nodes, ways, relations, depth + 1)]


def middle(found):
    """Of the box around them, as Overpass works it out and prints it."""
    west, east = min(x for x, _ in found), max(x for x, _ in found)
    south, north = min(y for _, y in found), max(y for _, y in found)
    latitude = ((south + 910_000_000) / 1e7 - 91.0 + ((north + 910_000_000) / 1e7 - 91.0)) / 2
    return [float(f"{(west / 1e7 + east / 1e7) / 2:.7f}"), float(f"{latitude:.7f}")]


def properties(tags):
    def first(keys):
        return next((tags[key] for key in keys.split() if tags.get(key)), None)
    found = {"name": next((tags[key] for key in ("name", "brand", "operator") if tags.get(key, "").strip()), None)}
    found.update((name, first(keys)) for name, keys in BEFORE)
    street = first("addr:street addr:place")
    numbered = f"{tags['addr:housenumber']} {street}" if street and tags.get("addr:housenumber") else street
    if street or tags.get("addr:housename"):
        found["address"] = ", ".join(part for part in (tags.get("addr:housename"), numbered, tags.get("addr:city")) if part)
    found.update((name, first(keys)) for name, keys in AFTER)
    return {name: value for name, value in found.items() if value}


def is_open(tags):
    end = tags.get("end_date", "")
    is_past = re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", end) and end < TODAY[:len(end)]
    return tags.get("disused") != "yes" and not is_past


def features(path):
    """In finder's order; with private ones."""
    nodes, ways, relations, venues = objects(path)
    order = ["node", "way", "relation"]
    made = []
    for (kind, id), tags in sorted(venues.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
        found = places(kind, id, nodes, ways, relations)
        values = properties(tags)
        if found and "name" in values and is_open(tags):
            made.append({"type": "Feature", "id": f"osm:{kind}/{id}",
                         "geometry": {"type": "Point", "coordinates": middle(found)}, "properties": values})
    return made


def answer(path):
    """The same venues as an answer of Overpass to `out count; out center tags`."""
    nodes, ways, relations, venues = objects(path)
    elements = []
    for (kind, id), tags in venues.items():
        longitude, latitude = middle(places(kind, id, nodes, ways, relations))
        place = {"lat": latitude, "lon": longitude}
        elements.append({"type": kind, "id": id, **(place if kind == "node" else {"center": place}), "tags": tags})
    return elements


class Town:
    """Some hundred objects: venues that are nodes, ways, and relations of ways, of nodes and of relations."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.nodes, self.ways, self.relations = [], [], []
        for number in range(40):
            self.node(self.venue(number) if number % 2 else {"highway": "crossing"})
        for number in range(60):
            self.way(self.venue(100 + number) if number % 3 == 0 else {"building": "yes"})
        for number in range(12):
            members = [("w", self.random.choice(self.ways).id, "outer") for _ in range(2)]
            members += [("n", self.random.choice(self.nodes).id, "label")] * (number % 2)
            if number % 4 == 3:
                members = [("r", self.relations[-1].id, "")]
            self.relations.append(mutable.Relation(id=number + 1, members=members, tags=self.venue(200 + number)))

    def venue(self, number):
        tags = {"amenity": ("restaurant", "cafe", "pub", "bar", "fast_food", "ice_cream")[number % 6],
                "name": ("The Ship", 'Café "Zoë"', "Back\\slash", "寿司 🍣")[number % 4] + f" {number}"}
        for key, value in (("cuisine", "pizza;italian"), ("addr:street", "High\tStreet"), ("addr:housenumber", "12a"),
                           ("contact:phone", "+44 1273 0"), ("brand:wikidata", "Q1"), ("dog", "leashed"), ("note", "x")):
            if self.random.random() < 0.4:
                tags[key] = value
        return tags

    def node(self, tags):
        place = (self.random.uniform(-0.2, 0.2), self.random.uniform(51.4, 51.6))
        self.nodes.append(mutable.Node(id=3 * len(self.nodes) + 1, location=place, tags=tags, version=1))
        return self.nodes[-1].id

    def way(self, tags):
        ring = [self.node({}) for _ in range(self.random.randint(2, 6))]
        self.ways.append(mutable.Way(id=len(self.ways) + 1, nodes=ring + ring[:1], tags=tags, version=1))

    def write(self, path, form="pbf", shuffle=False):
        if os.path.exists(path):
            os.remove(path)
        objects = [*self.nodes, *self.ways, *self.relations]
        if shuffle:
            self.random.shuffle(objects)
        with osmium.SimpleWriter(osmium.io.File(path, form)) as writer:
            for one in objects:
                kind = type(one).__name__.lower()
                getattr(writer, f"add_{kind}")(one)


# The name of the file, pyosmium's format, and whether its objects come in any order.
FORMS = [("usual", "pbf", False), ("plain nodes", "pbf,pbf_dense_nodes=false", False),
         ("not packed", "pbf,pbf_compression=none", False), ("unsorted", "pbf", True),
         ("without metadata", "pbf,add_metadata=false", False), ("unsorted, not packed", "pbf,pbf_compression=none", True)]
