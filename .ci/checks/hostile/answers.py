"""What holds for an answer: that its form can be read, and that it says what was asked for."""
import csv
import io
import json
import os
import xml.etree.ElementTree

from checks.hostile.promises import unfit
from checks.hostile.running import MOST_READ

BULK = ("line", "lat", "lon")
csv.field_size_limit(MOST_READ)


class Wrong(Exception):
    """A finding: its kind and what was seen."""


def check(line, outcome, world):
    """Findings as kind and detail. Only what was asked for in plain words is looked at."""
    if not line.known or not line.command.option("--format") or outcome.code not in expected_codes(line):
        return
    try:
        content = answer(line, outcome, world)
        if content is not None:
            look(line, outcome, content)
    except Wrong as wrong:
        yield wrong.args
    except (AttributeError, KeyError, TypeError) as error:
        yield "shape", f"not what an answer has: {error!r}"


def expected_codes(line):
    name = line.command.path[-1]
    return {0, 1, 3, 65} if name in ("bulk", "check") else {0, 1, 65} if name in ("validate", "convert") else {0, 1}


def answer(line, outcome, world):
    """The bytes of stdout or of the file; None where they went elsewhere."""
    if line.output != "file":
        return None
    name = line.value("--output")
    if name in (None, b"-"):
        if outcome.code == 65 and line.command.path[-1] == "convert":
            return None  # a stream whose input turned out to be damaged
        return outcome.out if 0 < len(outcome.out) < MOST_READ else None
    # What was not placed may go to standard output instead.
    if outcome.out and line.value("--unplaced") != b"-":
        raise Wrong("output-twice", "something on stdout, though --output names a file")
    path = os.path.join(world.here, name)
    if os.path.realpath(path).startswith(b"/proc/"):
        return None  # of another process by now
    if not os.path.isfile(path) or os.path.getsize(path) >= MOST_READ:
        return None
    with open(path, "rb") as file:
        content = file.read()
    untouched = content == world.content.get(os.path.basename(os.path.realpath(path)))
    return None if untouched or name.endswith(b".gz") or line.has("--gzip") else content


ENDINGS = {b"json": "json", b"ndjson": "ndjson", b"geojson": "geojson", b"geojsonl": "geojsonseq", b"csv": "csv", b"tsv": "tsv", b"gpx": "gpx", b"kml": "kml", b"svg": "svg", b"png": "png", b"html": "html"}


def form(line):
    """The last of the options counts, then the ending of the file, then the command's own."""
    name = line.command.path[-1]
    short = {"--json": "ndjson" if name == "bulk" else "json", "--csv": "csv"}
    for option, value in reversed(line.given):
        if option.name in short:
            return short[option.name]
        if option.name == "--format":
            return value.decode()
    ending = (line.value("--output") or b"").rpartition(b".")[2]
    offered = line.command.option("--format").choices if line.command.option("--format") else []
    if ENDINGS.get(ending) in offered:
        return ENDINGS[ending]
    return {"bulk": "ndjson", "convert": "geojson", "import": "geojson", "map": "text"}.get(name, "table")


def look(line, outcome, content):
    if line.has("--gzip"):
        return
    if line.command.path[-1] == "map" or form(line) in ("svg", "png", "html"):
        return picture(line, content)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise Wrong("not-utf8", str(error)) from error
    kind, name = form(line), line.command.path[-1]
    if name == "completions":
        if odd := unfit(text.replace("\t", " ")):
            raise Wrong("completion-control", f"{odd} in what a shell shows")
        return
    counted = line.has("--count") and name in ("near", "within", "pick", "meet", "along") and kind != "json"
    if counted or name == "cache" and not text:
        return
    read = READERS[kind]
    found = read(line, text)
    if name in ("near", "within") and kind == "json":
        document(line, outcome, found)
    if name in ("near", "within") and kind == "ndjson":
        venues(line, found)
    if name == "clusters" and kind in ("json", "ndjson") and not line.has("--members"):
        groups(found)
    if name == "bulk" and kind == "ndjson":
        stream(line, found)


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def unique(pairs):
    return dict(pairs)


def load(text):
    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise Wrong("json", f"{error}: {text[:120]!r}") from error


def whole_lines(text):
    if text and not text.endswith("\n"):
        raise Wrong("cut", f"no line break at the end: {text[-80:]!r}")
    return text.split("\n")[:-1]


def ndjson(line, text):
    return [load(row) for row in whole_lines(text)]


def geojson(line, text):
    found = load(text)
    if found.get("type") != "FeatureCollection" or any(feature["type"] != "Feature" for feature in found["features"]):
        raise Wrong("geojson", text[:80])
    return found["features"]


def sequence(line, text):
    rows = whole_lines(text)
    if any(not row.startswith("\x1e") for row in rows):
        raise Wrong("geojsonseq", "a line without RS")
    return [load(row[1:]) for row in rows]


def table(line, text):
    shown = text if line.value("--color") != b"always" else text.replace("\x1b[", "")
    if odd := unfit(shown):
        raise Wrong("table-control", f"{odd} in a table")


def comma_separated(line, text):
    if line.command.path[-1] in ("near", "within", "meet", "along", "food", "pick", "clusters", "coverage", "diff", "suggest") and (odd := unfit(text)):
        raise Wrong("csv-control", f"{odd} in CSV")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise Wrong("csv", str(error)) from error
    return even(rows)


def tab_separated(line, text):
    if line.command.path[-1] in ("near", "within", "meet", "along", "food", "pick", "clusters", "coverage", "diff", "suggest") and (odd := unfit(text.replace("\t", " "))):
        raise Wrong("csv-control", f"{odd} in TSV")
    return even([row.split("\t") for row in whole_lines(text)])


def even(rows):
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise Wrong("columns", f"rows of {sorted(widths)} columns")
    return rows


def waypoints(line, text):
    """Marks for maps, with nothing in them that misleads whoever looks at one."""
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        raise Wrong("xml", str(error)) from error
    kind = form(line)
    if not root.tag.endswith("}" + kind):
        raise Wrong("xml", f"{root.tag} in {kind}")
    if odd := unfit("".join(root.itertext())):
        raise Wrong("xml-control", f"{odd} in {kind}")
    return [mark for mark in root.iter() if mark.tag.endswith(("}wpt", "}Placemark"))]


READERS = {"json": lambda line, text: load(text), "ndjson": ndjson, "geojson": geojson, "geojsonseq": sequence, "table": table,
           "csv": comma_separated, "tsv": tab_separated, "gpx": waypoints, "kml": waypoints}


def document(line, outcome, found):
    """`near` and `within` as one document."""
    if not isinstance(found, dict) or list(found)[:4] != ["query", "camera", "data", "count"]:
        raise Wrong("keys", str(found)[:100])
    if line.has("--explain"):
        explained(found)
    if line.has("--count"):
        if "venues" in found:
            raise Wrong("count", "venues, though --count was asked for")
        return
    if found["count"] != len(found["venues"]):
        raise Wrong("count", f"{found['count']} for {len(found['venues'])} venues")
    if (outcome.code == 1) != (line.has("--exit-status") and not found["venues"]):
        raise Wrong("exit-status", f"{outcome.code} with {found['count']} venues")
    venues(line, found["venues"])


def explained(found):
    """Every venue of the dataset counts once."""
    explain = found["explain"]
    if list(explain) != ["venues", "left_out", "geodesics", "ties", "next"]:
        raise Wrong("explain-keys", str(explain)[:100])
    sums = [filter["venues"] for filter in explain["left_out"]]
    if min(sums, default=0) < 0 or explain["venues"] != found["count"] + sum(sums):
        raise Wrong("explain-sums", f"{explain['venues']} venues, {found['count']} found, {explain['left_out']}")


def venues(line, found):
    """In order, no more than the limit, none twice."""
    most = limit(line)
    if most and len(found) > most:
        raise Wrong("limit", f"{len(found)} venues, and the limit is {most}")
    if line.has("--fields"):
        return
    distances = [venue["distance_m"] for venue in found]
    if distances != sorted(distances):
        raise Wrong("order", str(distances[:20]))
    if len({venue["id"] for venue in found}) != len(found):
        raise Wrong("ids", "the same id twice")
    for venue in found:
        if not (isinstance(venue["id"], str) and 0 <= venue["bearing_deg"] < 360 and 0 <= venue["distance_m"] < 20_040_000):
            raise Wrong("venue", str(venue)[:200])


def limit(line):
    """The number of venues at most; 0 for any."""
    given = line.value("--limit")
    if given is None:
        return {"near": 10, "bulk": 1}.get(line.command.path[-1], 0)
    try:
        return int(given)
    except ValueError:
        raise Wrong("limit", f"--limit {given!r} was taken") from None


def picture(line, content):
    """`map`, and the PNG of `coverage`: a whole PNG; else text, and of a markup that can be read."""
    kind = form(line)
    if kind == "png":
        if not content.startswith(b"\x89PNG\r\n\x1a\n") or content[-8:-4] != b"IEND":
            raise Wrong("png", repr(content[:20]))
        return
    text = content.decode()
    if kind == "text":
        shown = text.replace("\x1b[", "") if line.value("--color") == b"always" else text
        if odd := unfit(shown):
            raise Wrong("table-control", f"{odd} in a map")
    elif kind == "svg":
        try:
            xml.etree.ElementTree.fromstring(text)
        except xml.etree.ElementTree.ParseError as error:
            raise Wrong("svg", str(error)) from error
    elif not text.startswith("<!DOCTYPE html>") or not text.endswith("</html>\n"):
        raise Wrong("html", text[:40])


def groups(found):
    """`clusters`: in order of id, none empty, each with its mean."""
    ids = [group["id"] for group in found]
    if ids != sorted(set(ids)):
        raise Wrong("order", f"groups {ids[:20]}")
    for group in found:
        if list(group) != ["id", "count", "lat", "lon", "bbox", "splits_at_zoom", "venue"] or group["count"] < 1:
            raise Wrong("group", str(group)[:200])


def stream(line, found):
    """`bulk`: an answer or an error for each, in the input's order."""
    at = [row["query"]["line"] for row in found]
    if at != sorted(at):
        raise Wrong("order", f"lines {at[:20]}")
    for row in found:
        if "error" in row:
            continue
        if list(row["query"])[:3] != list(BULK):
            raise Wrong("keys", str(list(row["query"])))
        if not line.has("--count"):
            if row["count"] != len(row["venues"]):
                raise Wrong("count", f"{row['count']} for {len(row['venues'])} venues")
            venues(line, row["venues"])
