#!/usr/bin/env python3
"""Random features through every form and back, read by Python's own JSON: the same features.

   .ci/checks/convert/roundtrip.py FINDER [CASES [SEED]]

Numbers are compared by their digits, strings by what they mean, geometries whole. Keys and values
are those that a table is most likely to change: texts that look like numbers or JSON, names of
columns, quotes, line breaks, halves of surrogate pairs.
"""
import json
import random
import subprocess
import sys

finder = sys.argv[1]
cases = int(sys.argv[2]) if len(sys.argv) > 2 else 150
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
random.seed(seed)

KEYS = [
    "name", "postcode", "Name", "NAME", "title", "lat", "LON", "id", "geometry", "x", "easting",
    "a b", '"q"', " sp", "sp ", "", "properties.x", "properties.", "properties.name", "k,;\t", "é",
    "\ud800", "n\nl", "\0", "BusinessType", "{}", '"']
STRINGS = [
    "", "1847", "true", "null", "false", "-0", "1e5", "01", "{}", "[1]", '{"a":1}', '"s"', '"',
    "a,b", 'a"b', "a\r\nb", "\n", " lead", "trail ", "é", "\ud800", "\0", "\x7f", "\\&", "a;b", "\t",
    "[", "{", '"x', "+1", ".5", "-", "0x1", "nan", "=1+1", "\u2028", "😀", 'x"y"z', '""',
    " ", '"{}"', '"\\u0000"', '"\\"[1]\\""', '"\\"s\\""']
VALUES = [
    "0", "1.50", "-1e+5", "12345678901234567890", "1.0", "true", "false", "null", "-0.0", "1E400",
    "{}", "[]", "[1, 2]", '{"a":"b,\\"c"}', '{ "x" : [null] }', '["x"]', '{"k":"\\ud800"}']
GEOMETRIES = [
    "null", '{"type":"Point","coordinates":[1,2,3.50]}', '{"type":"Point","coordinates":[]}',
    '{"type":"LineString","coordinates":[[0,1],[2,3]]}', '{"coordinates":[1,2],"type":"Point"}',
    '{ "type" : "Point" , "coordinates" : [ -1.0 , 2 ] }',
    '{"type":"Point","coordinates":[1,2],"bbox":[1,2,1,2]}']
IDS = ["1", '"1"', '"a"', '""', "12345678901234567890", '"null"', '"{}"', "1.0"]
FORMS = ["csv", "geojson", "ndjson", "geojsonseq", "csv", "ndjson", "geojson"]


def string(text):
    if random.random() < 0.5:
        try:
            plain = json.dumps(text, ensure_ascii=False)
            plain.encode()
            return plain
        except UnicodeEncodeError:
            pass
    return json.dumps(text)


def geometry():
    if random.random() < 0.4:
        return random.choice(GEOMETRIES)
    return '{"type":"Point","coordinates":[%s,%s]}' % (
        random.choice(["-0.1", "1.50", "1e1", "0", "180"]),
        random.choice(["51.5", "-90", "5.0e1", "0.000"]))


def feature():
    keys = random.sample(KEYS, random.randint(0, 6))
    values = [
        string(random.choice(STRINGS)) if random.random() < 0.6 else random.choice(VALUES)
        for _ in keys]
    members = ",".join(string(key) + ":" + value for key, value in zip(keys, values))
    identity = '"id":%s,' % random.choice(IDS) if random.random() < 0.5 else ""
    return '{"type":"Feature",%s"geometry":%s,"properties":{%s}}' % (identity, geometry(), members)


def meaning(text):
    read = json.loads(text, parse_float=lambda n: ["number", n], parse_int=lambda n: ["number", n])
    return [
        json.dumps([f.get("id"), f["properties"], f["geometry"]], sort_keys=True)
        for f in read["features"]]


for case in range(cases):
    features = [feature() for _ in range(random.randint(1, 6))]
    source = '{"type":"FeatureCollection","features":[%s]}' % ",\n".join(features)
    text = source.encode()
    for form in FORMS:
        run = subprocess.run(
            [finder, "data", "convert", "-", "--format", form, "--quiet"], input=text,
            capture_output=True)
        if run.returncode != 0:
            sys.exit("seed %d, case %d, to %s: %s\n%s" % (seed, case, form, run.stderr, source))
        text = run.stdout
    if meaning(text) != meaning(source):
        sys.exit("seed %d, case %d: not the same features:\n%s" % (seed, case, source))
print("%d random lists through %s: the same features" % (cases, ", ".join(FORMS)))
