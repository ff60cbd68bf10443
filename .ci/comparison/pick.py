"""`pick` against `near` from the same point, with ids that finder makes and with the features' own."""
TURNS = 300
CITY, TOWN = "51.5074,-0.1278", "50.8225,-0.1372"
ROWS = {"in a city": (CITY, (), ()), "in a town": (TOWN, (), ()), "five, in a city": (CITY, ("-n", "5"), ()),
        "by a filter": (CITY, ("--match", "pizza"), ()), "without three": (CITY, (), ("--not", "x", "--not", "y", "--not", "z"))}


def rows(frame):
    new, features = frame.new, frame.features()
    named = [dict(feature, id=f"node/{number}") for number, feature in enumerate(features)]
    for name, venues in (("ids that finder makes", features), ("ids of their own", named)):
        data = ["--data", frame.collection("pick", venues)]
        for what, (point, words, refused) in ROWS.items():
            frame.row(f"pick {what}, {name}", None if refused else 1.3, lambda: new.seconds("near", point, *words, *data),
                      lambda: new.seconds("pick", point, *words, *refused, *data))
