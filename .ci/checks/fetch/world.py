"""Made-up venues, as OpenStreetMap and as the hygiene ratings have them."""
import math
import random

CENTRE = (51.5, -0.1)
KINDS = ["restaurant", "cafe", "pub", "bar", "fast_food"]
TYPES = {"restaurant": (1, "Restaurant/Cafe/Canteen"), "cafe": (1, "Restaurant/Cafe/Canteen"),
         "pub": (7843, "Pub/bar/nightclub"), "bar": (7843, "Pub/bar/nightclub"),
         "fast_food": (7844, "Takeaway/sandwich shop")}
AUTHORITIES = [("Lambeth", 1), ("Brighton and Hove", 2), ("Lancaster", 3), ("Lancashire East", 4)]
WORDS = "Golden Crown Lion Rose Café Anchor Garden Star Olive Bell Ship Swan Oak Lamp Harbour".split()


def metres(a, b):
    """On a sphere: close enough where nothing lies near the edge."""
    (lat1, lon1), (lat2, lon2) = [(math.radians(lat), math.radians(lon)) for lat, lon in (a, b)]
    h = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(h))


class World:
    def __init__(self, seed=2026, count=1300, around=3000):
        chance = random.Random(seed)
        self.venues = []
        for number in range(1, count + 1):
            kind = chance.choice(KINDS)
            while True:
                lat, lon = CENTRE[0] + chance.uniform(-0.04, 0.04), CENTRE[1] + chance.uniform(-0.06, 0.06)
                # Nothing near the edge of the circles that are asked for.
                if all(abs(metres(CENTRE, (lat, lon)) - edge) > 20 for edge in (2000, around)):
                    break
            self.venues.append(dict(
                number=number, kind=kind, lat=round(lat, 7), lon=round(lon, 7),
                name=f"The {chance.choice(WORDS)} {chance.choice(WORDS)} {number}",
                street=f"{chance.choice(WORDS)} Street", house=str(chance.randint(1, 200)),
                postcode=f"N{number % 19 + 1} {number % 9 + 1}{chance.choice('ABD')}{chance.choice('EFG')}",
                rating=chance.choice(["5", "4", "3", "Exempt"]), authority=chance.choice(AUTHORITIES),
                element=chance.choice(["node", "node", "way", "relation"])))

    # MARK: OpenStreetMap

    @staticmethod
    def is_mapped_with_postcode(venue):
        return venue["number"] % 2 == 1

    def element(self, venue):
        tags = {"amenity": venue["kind"], "name": venue["name"], "addr:housenumber": venue["house"],
                "addr:street": venue["street"], "addr:postcode": venue["postcode"],
                "opening_hours": "Mo-Su 10:00-23:00", "contact:phone": f"+44 20 7946 {venue['number']:04}",
                "building": "yes", "source": "survey"}
        # The map has a postcode for one restaurant in two.
        if not self.is_mapped_with_postcode(venue):
            del tags["addr:postcode"]
        place = {"lat": venue["lat"], "lon": venue["lon"]}
        made = {"type": venue["element"], "id": venue["number"]}
        made |= place if venue["element"] == "node" else {"center": place}
        return made | {"tags": tags}

    def elements(self, kinds, inside):
        order = ["node", "way", "relation"]
        found = [self.element(venue) for venue in self.venues
                 if venue["kind"] in kinds and inside((venue["lat"], venue["lon"]))]
        return sorted(found, key=lambda element: (order.index(element["type"]), element["id"]))

    # MARK: Hygiene ratings

    def establishment(self, venue):
        number, name = TYPES[venue["kind"]]
        return {"FHRSID": venue["number"], "BusinessName": venue["name"].upper(), "BusinessType": name,
                "BusinessTypeID": number, "AddressLine1": f"{venue['house']} {venue['street']}", "AddressLine2": "",
                "AddressLine3": "London", "PostCode": venue["postcode"], "Phone": "",
                "RatingValue": venue["rating"], "RatingDate": "2025-03-04T00:00:00",
                "LocalAuthorityName": venue["authority"][0], "scores": {"Hygiene": 5},
                "geocode": {"longitude": str(venue["lon"]), "latitude": str(venue["lat"])},
                "links": [{"rel": "self", "href": "x"}]}

    def establishments(self, kind, inside, authority=None):
        return [self.establishment(venue) for venue in self.venues
                if TYPES[venue["kind"]][0] == kind and inside((venue["lat"], venue["lon"]))
                and authority in (None, venue["authority"][1])]
