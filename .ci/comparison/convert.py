"""`data convert` of the real dataset to CSV, and of millions of rows of CSV, against ogr2ogr."""
import random
import shutil

from comparison.frame import megabytes_of
import lib

TURNS = 21
WORDS = "Golden Dragon Royal Oak Red Lion Nero Pizza White Hart Kings Arms Spice Blue Mill".split()


def many(path, rows):
    """A CSV of 50,000 made-up venues, again and again."""
    chance, lines = random.Random(5), []
    for i in range(50_000):
        name = " ".join(chance.sample(WORDS, 3))
        if i % 20 == 0:
            name = f'"{name}, The ""{WORDS[i % len(WORDS)]}"""'
        postcode = f"{chance.choice(['SW', 'N', 'AB', 'LS'])}{chance.randint(1, 20)} {chance.randint(1, 9)}AB"
        lines.append(f"{name},{postcode},{chance.uniform(50, 58):.6f},{chance.uniform(-6, 1.7):.6f},"
                     f"{chance.choice(['cafe', 'pub', 'restaurant'])}\n")
    with open(path, "w") as file:
        file.write("id,name,postcode,lat,lon,category\n")
        file.writelines(f"{i},{lines[i % len(lines)]}" for i in range(rows))
    return path


def rows(frame):
    """300 MB in and 900 MB out with --large."""
    count = 5_000_000 if frame.options.large else 500_000
    new, source, out = frame.new, many(f"{frame.work}/many.csv", count), f"{frame.work}/out"
    convert = lambda path, form: ["data", "convert", path, "--output", f"{out}.{form}"]
    ogr = ["ogr2ogr", "-f", "GeoJSON", f"{out}.ogr.geojson", source, "-a_srs", "EPSG:4326", "-oo", "X_POSSIBLE_NAMES=lon",
           "-oo", "Y_POSSIBLE_NAMES=lat"]
    has_ogr = shutil.which("ogr2ogr")
    for name, words, theirs in (("the real GeoJSON to CSV", convert(frame.packed, "csv"), None),
                                (f"{count:,} rows of CSV to CSV", convert(source, "csv"), None),
                                (f"{count:,} rows of CSV to GeoJSON; ogr2ogr", convert(source, "geojson"), has_ogr and ogr)):
        if frame.wants(name):
            frame.row(name, None, theirs and (lambda: lib.seconds_of(theirs, new.home)), lambda: new.seconds(*words),
                      frame.turns if words[2] != source else 5)
            frame.print_row(f"{name}: memory", megabytes_of(theirs, new.home) if theirs else None, new.megabytes(*words), None, "MB")
