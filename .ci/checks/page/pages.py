"""The pages that are looked at: of the dataset given, of names that mean harm, and of venues that coincide."""
import json
import os
import random
import subprocess

import lib

HOSTILE = [
    "</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 2'>", "<!--", "-->", "]]>",
    "\"><svg onload=window.hacked=3>", "{{7*7}}", "${window.hacked = 4}", "javascript:window.hacked=5",
    "<b>bold</b> & <i>italic</i>", "&lt;script&gt;", "Tom's \"Caf\u00e9\" & Grill", "a\u0000b", "a\u2028b\u2029c", "tab\there",
    "line\nbreak", "\u202egnirts desrever", "\u0645\u0637\u0639\u0645 \u0627\u0644\u0628\u062d\u0631", "\u5317\u4eac\u70e4\u9e2d",
    "\U0001f355\U0001f469\u200d\U0001f373 pizza", "e\u0301\u0323 combined", "</textarea></title></style>", "%3Cscript%3E", "../../etc/passwd", "constructor",
    "__proto__", "toString", " ", "", "\u200b", "\ufeffbom", "x" * 10000, "word " * 400, "</SCRIPT >", "<base href=//evil.example>",
    "<link rel=stylesheet href=//evil.example/a.css>", "<iframe src=//evil.example>", "a\\u003cb", "=cmd|' /C calc'!A0",
]

KINDS = ["Pizza", "Caf\u00e9", "Fish Bar", "Curry House", "Tea Room"]


def collection(venues):
    features = [{"type": "Feature", "properties": properties, "geometry": {"type": "Point", "coordinates": [lon, lat]}}
                for properties, lat, lon in venues]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False)


class Pages:
    def __init__(self, finder, folder, data):
        self.finder, self.folder = finder, folder
        self.environment = lib.home(folder)
        rng = random.Random(2026)
        self.data = data if os.path.exists(data) else self.write("made-up", [
            ({"name": f"{rng.choice(KINDS)} {number}", "postcode": f"AB{number % 40} {number % 9}CD"},
             rng.uniform(50.5, 56), rng.uniform(-4, 0)) for number in range(5000)])
        self.whole = self.page("whole", self.data)
        self.near = self.page("near", self.data, "51.5074,-0.1278")
        self.hostile_data = self.write("hostile", [
            ({"name": name, "postcode": "AB1 2CD", "<key>": f"<i>{number}</i>", "list": [1, "<u>"], "more\ttabs": "a\tb"},
             54 + number / 100, -2 + number % 7 / 10) for number, name in enumerate(HOSTILE)])
        self.hostile = self.page("hostile", self.hostile_data)
        # Spots with 1 to 40 venues, and a cloud around them.
        spots = [({"name": f"Spot {spot} venue {number}", "postcode": "AB1 2CD"}, 53 + spot / 10, -2.5 + spot / 20)
                 for spot, size in enumerate([1, 2, 5, 16, 17, 40]) for number in range(size)]
        cloud = [({"name": f"Cloud {number}"}, rng.gauss(53.2, 0.3), rng.gauss(-2.3, 0.3)) for number in range(900)]
        self.spots_data = self.write("spots", spots + cloud)
        self.spots = self.page("spots", self.spots_data)
        self.food_data = self.write("food", self.food_venues())
        self.food = self.page("food", self.food_data)
        self.many = self.page("many", self.write("many", self.own_cuisines()))
        self.empty = self.page("empty", self.write("empty", []))
        self.far = self.page("far", self.write("far", [
            ({"name": f"Fiji {number}"}, -17 - number / 10, 179.8 + number / 20 - (360 if number > 4 else 0))
            for number in range(10)]))
        self.zoom0 = self.page("zoom0", self.spots_data, "53,-2", "--zoom", "0")
        self.way = self.page("way", self.spots_data, "53.2,-2.3", "--to", "Spot 1 venue 0", "--outside", "allow")
        self.pole = self.page("pole", self.write("equator", [({"name": "Equator"}, 0, 25)]), "90,0", "--outside", "allow")
        self.sample = self.page("sample", None, "51.5074,-0.1278")
        # A band round the world, and a line across the antimeridian.
        self.base = f"{folder}/base.geojson"
        with open(self.base, "w", encoding="utf-8") as file:
            json.dump({"type": "GeometryCollection", "geometries": [
                {"type": "LineString", "coordinates": [[179, -17], [-179, -17]]},
                {"type": "Polygon", "coordinates": [[[-180, -19], [180, -19], [180, -20], [-180, -20], [-180, -19]]]}]}, file)
        self.dateline = self.page("dateline", f"{folder}/far.geojson", "--base", self.base)

    def food_venues(self):
        """A town in which each venue says something else of food, some of them what means harm."""
        rng = random.Random(35)
        venues = [({"name": f"{rng.choice(KINDS)} {number}", "kind": rng.choice(["restaurant", "pub", "cafe"]),
                    "cuisine": rng.choice(["pizza", "thai", "pizza;italian", "fish_and_chips"]),
                    "diet:vegan": rng.choice(["yes", "no", "only", "limited"]),
                    "outdoor_seating": rng.choice(["yes", "no", "garden"])},
                   53 + rng.uniform(-0.02, 0.02), -2 + rng.uniform(-0.02, 0.02)) for number in range(200)]
        shown = {"name": "Shown", "kind": "pub", "diet:vegan": "no", "wheelchair": "limited", "dog": "leashed",
                 "outdoor_seating": "garden", "address": "1 Row, York", "phone": "+44 20 7946 0958; call me",
                 "website": "https://shown.example/a?b=c&d", "opening_hours": "24/7", "level": "2"}
        hostile = [({"name": f"Hostile {number}", "website": website, "phone": "javascript:alert(1)", "cuisine": HOSTILE[number]},
                    53.01, -2.01 + number / 1000) for number, website in enumerate([
            "javascript:window.hacked=8", "data:text/html,<script>window.hacked=9</script>", "//evil.example", "HTTPS://ok.example",
            "https://a:b@evil.example", " https://ok.example", "https://[", "ftp://x.example", "file:///etc/passwd"])]
        listed = {"name": "Listed", "phone": "+44 (0)20 7946 0958; 020 7946 0959 / (020) 7946 0960, 999",
                  "website": "www.listed.example;https://b.example/c;d,listed.example, javascript:window.hacked=6"}
        return venues + [(shown, 53, -2), (listed, 53, -2.02)] + hostile

    def own_cuisines(self):
        """Each venue with one of its own, and every third with one that others have."""
        return [({"name": f"Venue {number}", "cuisine": f"own_dish_of_number_{number};pizza" if number % 3 == 0
                  else f"own_dish_of_number_{number}"}, 53 + number / 10000, -2) for number in range(5000)]

    def write(self, name, venues):
        path = f"{self.folder}/{name}.geojson"
        with open(path, "w", encoding="utf-8") as file:
            file.write(collection(venues))
        return path

    def run(self, *arguments):
        return subprocess.run([self.finder, *arguments], env=self.environment, check=True, stdout=subprocess.PIPE).stdout

    def page(self, name, data, *point):
        path = f"{self.folder}/{name}.html"
        self.run("map", *point, *(["--data", data] if data else []), "--format", "html", "--output", path)
        return "file://" + path

    def large_base(self):
        """What is said of a base map that is large even when simplified."""
        rng = random.Random(5)
        with open(f"{self.folder}/large.geojson", "w", encoding="utf-8") as file:
            json.dump({"type": "LineString", "coordinates": [
                [round(rng.uniform(-180, 180), 6), round(rng.uniform(-80, 80), 6)] for _ in range(600000)]}, file)
        return subprocess.run(
            [self.finder, "map", "--data", self.spots_data, "--base", file.name, "--output", f"{self.folder}/large.html"],
            env=self.environment, check=True, stderr=subprocess.PIPE, text=True).stderr

    def rows(self, *arguments):
        return [json.loads(line) for line in self.run(*arguments, "--format", "ndjson").splitlines()]
