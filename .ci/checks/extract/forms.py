"""A town, and extracts of it in each form that pyosmium writes."""
import os
import random

import osmium
from osmium.osm import mutable


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
