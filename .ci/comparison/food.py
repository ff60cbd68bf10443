"""Searches by food against the same search by name, `food` against `near -n 0 --json`, and an older finder."""
import random

from comparison.frame import POINT

TURNS = 300
CUISINES = "pizza;italian|pizza|indian|chinese|thai|burger;american|kebab|fish_and_chips|coffee_shop|sushi;japanese|sandwich|british"
TAGS = {"kind": (0.9, "restaurant|cafe|pub|fast_food|bar"), "cuisine": (0.4, CUISINES), "diet:vegan": (0.15, "yes|only|limited|no"),
        "wheelchair": (0.3, "yes|limited|no"), "outdoor_seating": (0.15, "yes|no"), "takeaway": (0.2, "yes|only|no"),
        "opening_hours": (0.4, "Mo-Su 12:00-23:00|24/7"), "phone": (0.3, "+44 20 7946 0000")}


def tagged(features, chance):
    """The same venues with as many tags as OpenStreetMap has of Britain's."""
    for feature in features:
        drawn = {key: chance.choice(values.split("|")) for key, (share, values) in TAGS.items() if chance.random() < share}
        yield dict(feature, properties={**feature["properties"], **drawn})


def nearest(features, count):
    """Of London, roughly."""
    def distance(feature):
        lon, lat = feature["geometry"]["coordinates"][:2]
        return (lat - 51.5074) ** 2 + (0.62 * (lon + 0.1278)) ** 2
    return sorted(features, key=distance)[:count]


def rows(frame):
    new, old, few, plain = frame.new, frame.old, frame.turns // 20, frame.plain
    venues = list(tagged(frame.features(), random.Random(35)))
    country, city = frame.collection("country", venues), frame.collection("city", nearest(venues, 5_000))
    near = lambda data, *words: ["near", POINT, "--data", data, *words]
    for name, data, words in (("--cuisine", country, ("--cuisine", "pizza")), ("--diet", country, ("--diet", "vegan")),
                              ("--for", country, ("--for", "pizza")), ("--for of names alone", plain, ("--for", "pizza"))):
        # As many venues are passed on the way to ten that fit; counted, all are looked at.
        for what, more in ((name, ()), (f"{name} --count", ("--count",))):
            frame.row(f"near {what}, against --match", 1.2, lambda: new.seconds(*near(data, "--match", "pizza", *more)),
                      lambda: new.seconds(*near(data, *words, *more)))
    frame.row("food of 5,000 venues, against near -n 0 --json", 1.0, lambda: new.seconds(*near(city, "-n", "0", "--json")),
              lambda: new.seconds("food", POINT, "--data", city, "-r", "2000km", "--json"), frame.turns // 3)
    frame.row("the first near --cuisine of a dataset, against the first --match", None,
              lambda: new.first_seconds(*near(country, "--match", "pizza")),
              lambda: new.first_seconds(*near(country, "--cuisine", "pizza")), few)
    if not old:
        return frame.skip("near and the first query without them, against an older finder")
    for name, data in (("names alone", plain), ("tags", country)):
        words = near(data)
        frame.row(f"near, of {name}, against the older", 1.02, lambda: old.seconds(*words), lambda: new.seconds(*words), frame.turns * 3)
        frame.row(f"first query, of {name}, against the older", 1.05,
                  lambda: old.first_seconds(*words), lambda: new.first_seconds(*words), few)
