#!/usr/bin/env python3
"""Writes places as Overture has them, with the overturemaps package's own writers.

    places.py OUT [--form geojson] [--places 500000] [--seed 1]    made-up ones, half of them for food or drink
    places.py OUT [--form geojson] --rows FILE                     those in a JSON array, each with lon and lat

The first row decides which columns of Overture's schema there are.
"""
import argparse
import itertools
import json
import random
import sys
import uuid

sys.dont_write_bytecode = True
sys.path[0] += "/../.."
import lib

lib.packages("overturemaps")
import pyarrow as pa
import shapely
from overturemaps.core import geoarrow_schema_adapter
from overturemaps.writers import copy, get_writer

TEXT, TEXTS = pa.string(), pa.list_(pa.string())
texts = lambda *keys: [(key, TEXT) for key in keys]
NAMES = pa.struct([("primary", TEXT), ("common", pa.map_(TEXT, TEXT)),
                   ("rules", pa.list_(pa.struct(texts("variant", "language", "value", "side"))))])
FIELDS = {
    "id": TEXT, "geometry": pa.binary(), "version": pa.int32(), "names": NAMES, "confidence": pa.float64(),
    "sources": pa.list_(pa.struct([*texts("property", "dataset", "license", "record_id", "update_time"),
                                   ("confidence", pa.float64())])), "operating_status": TEXT,
    "categories": pa.struct([("primary", TEXT), ("alternate", TEXTS)]), "basic_category": TEXT,
    "taxonomy": pa.struct([("primary", TEXT), ("hierarchy", TEXTS), ("alternates", TEXTS)]),
    "websites": TEXTS, "socials": TEXTS, "emails": TEXTS, "phones": TEXTS,
    "brand": pa.struct([("wikidata", TEXT), ("names", NAMES)]),
    "addresses": pa.list_(pa.struct(texts("freeform", "locality", "postcode", "region", "country"))),
}
FOOD = ["restaurant", "restaurant italian_restaurant pizza_restaurant", "restaurant asian_restaurant thai_restaurant",
        "restaurant fast_food_restaurant", "casual_eatery sandwich_shop", "cafe coffee_shop", "bar cocktail_bar", "bar pub",
        "bar pub gastropub", "bakery", "casual_eatery dessert_shop ice_cream_shop"]
OTHER = ["lifestyle_services beauty_service beauty_salon", "shopping food_and_beverage_store grocery_store", "lodging hotel"]
TOWNS = [("London", -0.1276, 51.5072), ("Leeds", -1.5491, 53.8008), ("Edinburgh", -3.1883, 55.9533)]
WORDS = """Golden Crown Café Zoë O'Neill's Pizzeria Roma Garden Old Mill "Best" 寿司 Ταβέρνα & Grill Palace\\Bar 🍕""".split()


def made_up(seed):
    """Rows without end, in the schema since the autumn of 2025; about 800 bytes each as GeoJSON."""
    r = random.Random(seed)
    maybe = lambda share, value: value if r.random() < share else None
    while True:
        is_food = r.random() < 0.5
        hierarchy = (["food_and_drink"] if is_food else []) + r.choice(FOOD if is_food else OTHER).split()
        town, longitude, latitude = r.choice(TOWNS)
        name = " ".join(r.choice(WORDS) for _ in range(r.randint(1, 4)))
        yield {
            "id": str(uuid.UUID(int=r.getrandbits(128), version=4)), "version": r.randint(1, 9),
            "lon": round(r.gauss(longitude, 0.08), 7), "lat": round(r.gauss(latitude, 0.05), 7),
            "names": maybe(0.99, {"primary": name, "common": maybe(0.04, [("cy", name + " Cymru")])}),
            "sources": [{"property": "", "dataset": r.choice(["meta", "Microsoft"]), "license": "CDLA-Permissive-2.0",
                         "record_id": str(r.getrandbits(48)), "update_time": "2026-08-11T07:00:00.000Z", "confidence": 0.9}],
            "operating_status": r.choices(["open", "temporarily_closed", "permanently_closed", None], [94, 1, 2, 3])[0],
            "basic_category": hierarchy[-1], "confidence": r.choice([0.77, 0.95, 1.0, r.random()]),
            "taxonomy": maybe(0.98, {"primary": hierarchy[-1], "hierarchy": hierarchy, "alternates": maybe(0.3, ["bar"])}),
            "websites": maybe(0.7, [f"https://www.{town.lower()}-{r.randint(1, 99999)}.example/?a=1&b=%20"]),
            "socials": maybe(0.75, [f"https://www.facebook.com/{r.getrandbits(50)}"]),
            "emails": maybe(0.1, ["hello@a.example"]), "phones": maybe(0.75, [f"+44{r.randint(10 ** 9, 2 * 10 ** 9)}"]),
            "brand": maybe(0.1, {"wikidata": "Q608845", "names": {"primary": "Costa Coffee"}}),
            "addresses": maybe(0.97, [{
                "freeform": maybe(0.9, f"{r.randint(1, 250)} {r.choice(WORDS)} Street"), "locality": town, "region": "ENG",
                "postcode": maybe(0.8, f"{town[:2].upper()}{r.randint(1, 30)} {r.randint(1, 9)}AB"), "country": "GB"}]),
        }


def typed(row):
    row["geometry"] = shapely.to_wkb(shapely.Point(row.pop("lon"), row.pop("lat")))
    if row["names"] and row["names"]["common"]:
        row["names"]["common"] = [tuple(pair) for pair in row["names"]["common"]]
    return row


def write(path, form, rows):
    batches = iter(lambda rows=map(typed, rows): list(itertools.islice(rows, 10_000)), [])
    first = next(batches)
    plain = pa.schema([(key, kind) for key, kind in FIELDS.items() if key in first[0]])
    schema = geoarrow_schema_adapter(plain)
    batches = (pa.RecordBatch.from_pylist(batch, schema=plain).cast(schema) for batch in itertools.chain([first], batches))
    with get_writer(form, path, schema=schema) as writer:
        copy(pa.RecordBatchReader.from_batches(schema, batches), writer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--form", default="geojson", help="geojson or geojsonseq")
    parser.add_argument("--places", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", metavar="FILE")
    options = parser.parse_args()
    rows = json.load(open(options.rows)) if options.rows else itertools.islice(made_up(options.seed), options.places)
    write(options.out, options.form, rows)


main()
