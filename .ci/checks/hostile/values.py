"""Values for options and arguments, good and hostile, as bytes."""
from checks.hostile import files

NUMBERS = ["0", "1", "2", "7", "10", "300"]
HOSTILE_NUMBERS = ["-1", "-0", "00", "+5", "1.5", "1e3", "1e400", "nan", "inf", "-inf", "0x10", "99999999999999999999", "9223372036854775807",
                   "9223372036854775808", "18446744073709551616", "4294967296", "2147483648", "٣", "1_000", "1,5", " 5", "5 ", "½", "1e-400", "1" * 400]
DISTANCES = ["0", "100", "800m", "1.5km", "5mi", "300yd", "600ft", "1e3", "2000km", "25000km"]
LATITUDES, LONGITUDES = ["51.5", "51.52", "50.0", "55.95", "5.15e1", "+51.5"], ["-0.12", "0", "-0.1", "-3.2", "1e-1", "-.12"]
HOSTILE_DEGREES = ["90", "-90", "180", "-180", "90.0000001", "181", "-0.0", "51,5", "51°", "1e-320", *HOSTILE_NUMBERS]
HOSTILE_TEXT = ["", " ", "\t", "\n", "-", "--", "---", "-x", "--=", "=", ",", ",,,", "\x1b[2J", "\u202e", "\u200b", "e\u0301" * 20, "%s%n", "$(id)", "*", "'", "\"", "\\",
                "a" * 5000, "🍕" * 300, "null", "true", "😀,😀", "\ufeff", "…", "--help", "-h", "--version"]
BYTES = [b"\xff", b"caf\xe9", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"a\xe2\x82", b"--\xff", b"\x80=1", b"\xf0\x9f"]
WORDS = ["cafe", "old", "CROWN", "noodle smithy", "o'neills", "zoe", "ang", "दा", "zzz"]
PROPERTIES = ["cuisine", "stars", "address.city", "name", "postcode", "id", "missing", "address.open"]
EXPRESSIONS = [f"{key}{sign}" for key in PROPERTIES for sign in ("", "=Old", "!=Old", ">2", "<=3", "~ca", '=""')] + ["!cuisine", "!address.open"]
FIELDS = ["id", "name", "postcode", "lat", "lon", "distance_m", "bearing_deg", "properties.cuisine", "properties.address.city"]
NAMES = ["Old", "the old", "Crown", "ann's", "noodle smithy", "Nobody", "zzz", "1", "7", "\U0001f355"]
COLUMNS = ["lat", "lon", "name", "postcode", "latitude", "x", "y", "NAME"]
OUTPUTS = [b"new.json", b"new.csv", b"new.svg", b"new.png", b"new.geojson.gz", b"output", b"new", b"new-caf\xe8.csv", b"./new.tsv", b"folder/new.ndjson"]
HOSTILE_OUTPUTS = [b"", b"folder", b"missing/new", b"sealed/new", b"good.geojson", b"points.csv", b"list.csv", b"./good.geojson", b"folder/../good.geojson",
                   b"link", b"dangling", b"loop", b"-", b"/dev/null", b"/dev/full", b"/", b".", b"..", b"new/", files.LONG + b"xxxxxxxxxx", b"/proc/self/mem"]
ADDRESSES = ["http://127.0.0.1:9/x", "https://127.0.0.1:9/x?y=z", "http://user:pass@127.0.0.1:9/"]
HOSTILE_ADDRESSES = ["file:///etc/hostname", "ftp://127.0.0.1/x", "http://", "http:///", "-o/tmp/x", "http://[::1", "//x", "http://127.0.0.1:99999/",
                     "http://127.0.0.1:9/\n", "http://127.0.0.1:9/{a,b}[1-3]", *HOSTILE_TEXT]
INPUTS = files.DATASETS + files.POINTS + files.LISTS


class Values:
    """Draws from one line's own source of chance."""

    def __init__(self, chance):
        self.chance = chance
        self.hostile_files = files.hostile_names()

    def point(self):
        return f"{self.pick(LATITUDES)},{self.pick(LONGITUDES)}"

    def words(self):
        """A point in words, which the dataset or the home may know."""
        return self.pick(["here", "home", "N1 1AA", "n11aa", "N1", "SE24", "Brighton", "Ashford, Kent", "Newport", "venue:7", "saved:home", "place:Bath", "postcode:N1 9ZZ",
                          "TQ 30 80", "TQ3080", "M1", "W1 4", "SW11 EZ", "postcode:", "grid:", "O 15904 34671", "530500,180500", "9C3XGV4C+XV", "geo:51.5,-0.1", "a" * 300])

    def pick(self, values):
        return self.chance.choice(values)

    def box(self):
        west, south = self.chance.uniform(-1, 0), self.chance.uniform(51, 51.6)
        return f"{west:.3f},{south:.3f},{west + self.chance.uniform(0, 1):.3f},{south + self.chance.uniform(0, 1):.3f}"

    def good(self, option):
        """A value that finder must take; None where it is not known what such an option takes."""
        if option.choices:
            return self.pick(option.choices).encode()
        made = GOOD.get(option.name) or GOOD_BY_PLACEHOLDER.get(option.value)
        value = made and made(self)
        return value.encode() if isinstance(value, str) else value

    def hostile(self, option):
        """Anything, but most often something of the kind that is asked for."""
        pools = {"D": HOSTILE_DEGREES, "N": HOSTILE_NUMBERS, "SECONDS": HOSTILE_NUMBERS, "SIZE": HOSTILE_NUMBERS, "URL": HOSTILE_ADDRESSES}
        roll = self.chance.random()
        if option.value in ("PATH", "FILE", "IN", "LIST", "OLD", "NEW") and roll < 0.8:
            return self.pick(HOSTILE_OUTPUTS) if option.name in WRITTEN else self.file()
        if option.value in pools and roll < 0.7:
            return self.pick(pools[option.value]).encode()
        if "," in (option.value or "") and roll < 0.7:
            return self.listed(option.value.count(",") + 1)
        return self.pick(BYTES) if roll > 0.9 else self.pick(HOSTILE_TEXT).encode()

    def listed(self, count):
        count = max(1, count + self.pick([-1, 0, 0, 0, 1]))
        return self.pick([",", ",", ", ", " ", ";"]).join(self.pick(HOSTILE_DEGREES + LATITUDES) for _ in range(count)).encode()

    def typed(self):
        """The beginning of some word, perhaps with a letter lost."""
        word = self.pick(WORDS)
        word = word[:self.chance.randint(1, len(word))]
        lost = self.chance.randrange(len(word)) if len(word) > 3 and self.chance.random() < 0.3 else len(word)
        return (word[:lost] + word[lost + 1:]).encode()

    def own(self, path, argument):
        """A good word for an argument of such a command."""
        kinds = {"NAME|ID": WORDS, "WHAT": ["1", "2", "Dishoom", "ann's"], "WHERE": ["1", "2", "top", "bottom"], "FILE": ["favourites.json"],
                 "NAME": ["Wagas", "Über 🍕", "the Old"], "PROGRAM": ["curl", "curl -x 'a b'", "/bin/echo 51.5 -0.1"], "POINT": ["51.5,-0.12", "TQ 30 80", "home"],
                 "ID": ["20261122-k3f9xy2m", "x"], "VENUE": NAMES, "KEY": ["units", "weight", "opener", "limit", "outside", "data", "unitz"],
                 "VALUE": ["imperial", "82kg", "xdg-open", "0", "allow", "/nowhere", "-1"], "POINT|-": ["51.5,-0.12", "-"], "VENUE|-": NAMES, "MEAL": ["big mac", "500", "250", "pizza", "1e9"]}
        if path == ("locate", "forget"):
            return b"home"
        return self.pick(kinds[argument.strip("[]…")]).encode()

    def file(self):
        roll = self.chance.random()
        if roll < 0.15:
            return self.pick(INPUTS)
        return self.pick(self.hostile_files) if roll < 0.8 else self.pick(files.MADE + [b"-", b"", b"new\nline.csv", files.LONG])


# Keys and values that fit.
SETTINGS = {(b"units", b"imperial"), (b"weight", b"82kg"), (b"opener", b"xdg-open"), (b"limit", b"0"), (b"outside", b"allow")}
WRITTEN = ("--output", "--unplaced")
GOOD = {
    "--lat": lambda values: values.pick(LATITUDES), "--lon": lambda values: values.pick(LONGITUDES),
    "--at": Values.point, "--bbox": Values.box, "--radius": lambda values: values.pick(DISTANCES), "--distance": lambda values: values.pick(["500m", "3km", "2e6", "5mi"]),
    "--zoom": lambda values: values.pick(["0", "5", "9", "12", "20"]), "--members": lambda values: values.pick(["0-256", "5-64-0313131", "9-64-03131313113"]),
    "--size": lambda values: values.pick(["80x24", "40x16", "333x20"]), "--scale": lambda values: values.pick(["1", "2"]),
    "--base": lambda values: values.pick([b"none", *files.AREAS]),
    "--span": lambda values: values.pick(["low", "middle", "high", "0.1,0.2", "1,1"]), "--jobs": lambda values: values.pick(["1", "2", "3", "16"]),
    "--data": lambda values: values.pick(files.DATASETS), "--positions": lambda values: values.pick(files.POSITIONS),
    "--polygon": lambda values: values.pick(files.AREAS),
    "--router": lambda values: values.pick(["http://127.0.0.1:9", "osrm:http://127.0.0.1:9/x?key=1"]),
    "--output": lambda values: values.pick(OUTPUTS), "--unplaced": lambda values: b"unplaced.csv", "--precision": lambda values: values.pick(["0", "4", "6"]),
    "--where": lambda values: values.pick(EXPRESSIONS), "--fields": lambda values: ",".join(values.chance.sample(FIELDS, 3)),
    "--chain": lambda values: values.pick(WORDS), "--open": lambda values: values.pick(["now", "18:30", "tomorrow 09:00", "2026-12-25T13:00", "2026-03-29 01:30"]),
    "--authority": lambda values: values.pick(["Lambeth", "Brighton & Hove"]), "--kinds": lambda values: values.pick(["pub", "cafe,bar"]),
    "--kind": lambda values: values.pick(["pub", "cafe,bar", "Fast Food"]), "--cuisine": lambda values: values.pick(["pizza", "thai,curry", "fish & chips", "no such"]),
    "--diet": lambda values: values.pick(["vegan", "vegan=only", "halal,Kosher"]), "--with": lambda values: values.pick(["wifi", "wheelchair,dogs"]),
    "--for": lambda values: values.pick(["vegan pizza", "dog friendly pub", "curry", "zzz", "a place"]),
    "--server": lambda values: values.pick(["http://127.0.0.1:9", "osm=http://127.0.0.1:9/api", "hygiene=http://me:pw@127.0.0.1:9"]),
    "--cell": lambda values: values.pick(["1km", "2000", "1mi"]), "--nth": lambda values: values.pick(["1", "2", "20"]), "--beyond": lambda values: values.pick(["800m,1mi", "15min", "500"]),
    "--max-size": lambda values: values.pick(["500kB", "1GB"]), "--timeout": lambda values: values.pick(["1", "5"]),
}
GOOD_BY_PLACEHOLDER = {"D": lambda values: values.pick(DISTANCES), "N": lambda values: values.pick(NUMBERS), "TEXT": lambda values: values.pick(WORDS), "TYPE": lambda values: values.pick(WORDS)}
