"""`meet` of 2, 5 and 50 people in one city and across the country, against `near` from one of their points."""
import random

TURNS = 300
# London and around; from Cornwall to Caithness.
CITY, COUNTRY = ((51.38, 51.62), (-0.35, 0.1)), ((50.2, 58.4), (-5.0, 0.5))


def rows(frame):
    chance, new, data = random.Random(36), frame.new, ["--data", frame.packed, "-q"]
    for where, box, limits in (("in one city", CITY, (1.3, 1.5, 4)), ("across the country", COUNTRY, (6, 6, 6))):
        for count, limit in zip((2, 5, 50), limits):
            points = [f"{chance.uniform(*box[0]):.5f},{chance.uniform(*box[1]):.5f}" for _ in range(count)]
            for order in ("max", "sum"):
                frame.row(f"meet of {count} people {where}, --by {order}", limit, lambda: new.seconds("near", points[0], *data),
                          lambda: new.seconds("meet", *points, "--by", order, *data))
