"""The examples of the help pages. Which pages there are, the program says: `finder help` lists commands
and topics, and a group's page lists the group's.

An example is a line indented by two below `Examples:`, what it does stands below it, indented more. Each
runs in a fresh folder that has the files which examples name, and two datasets installed. It must end
with 0, or with the code that its explanation names ('exits with 65'); with either where the
explanation says when ('exits with 1 when up to date').
"""
import os
import re
import shutil
import subprocess
import tempfile
import zipfile

import lib
from checks.readme import readme

NEEDS_NETWORK = re.compile(r"\bdata update\b|\bdata fetch\b(?!.*--dry-run)|\bcurl\b|\blocate use\b|\.osm\.pbf\b")  # or a program of other systems, or a country's file
# What ends otherwise where examples run, and why.
ELSEWHERE = {
    "finder data remove 5f0c23a91b7e": "editions are called by what is in them",
    "VISUAL='nano -l' finder config edit": "there is no terminal, and perhaps no nano",
    'cat "$(finder config path)"': "there are no settings yet",
}
VENUES = """id,name,postcode,lat,lon
1,The Bucks Head,WC1H 1AG,51.5072,-0.1271
2,Café Nord,WC1B 2JS,51.5064,-0.1266
3,Izmir,WC1E 2JJ,51.5082,-0.1284
4,"Ann's, Bar",N1 1AA,51.5360,-0.1030
6,Hoagie Yard,WC1H 1JJ,51.5084,-0.1269
7,HOAGIE YARD,WC1R 1DZ,51.5103,-0.1290
zrz7p23dmzwy,Broou Sandwich Co,WC1E 2UY,51.5075,-0.1279
"""
VENUE = '{"id":"zrz7p23dmzwy","name":"Broou Sandwich Co","postcode":"WC1E 2UY","lat":51.5075,"lon":-0.1279}'
RECORDS = f"""{{"id":"20250614-7rje6gph","venue":{VENUE},"date":"2025-06-14","kind":"review","rating":4}}
{{"id":"20250614-h70gbmzx","venue":{VENUE},"date":"2025-06-14","kind":"visit"}}
"""
FILES = {
    "venues.csv": VENUES,
    "points.csv": "name,lat,lon\nCharing Cross,51.5074,-0.1278\nAngel,51.5322,-0.1058\n",
    "points.ndjson": '{"name":"Charing Cross","lat":51.5074,"lon":-0.1278}\n',
    "list.csv": "name,postcode\nThe Bucks Head,wc1h1ag\nIzmir,WC1E 2JJ\nLost,ZE3 9JZ\n",
    "postcodes.csv": "postcode,lat,lon\nWC1H 1AG,51.5072,-0.1271\nWC1E 2JJ,51.5082,-0.1284\n",
    "outcodes.csv": "outcode,lat,lon\nWC1H,51.5250,-0.1270\nN1,51.5360,-0.1030\n",
    "places.csv": "name,lat,lon,population,county\nAshford,51.149,0.874,83200,Kent\n",
    "ONSPD_AUG_2026.csv": "pcds,doterm,oseast1m,osnrth1m,osgrdind,lat,long\nWC1H 1AG,,530070,182200,1,51.5072,-0.1271\n",
    "GB.txt": "1\tLondon\tLondon\t\t51.5\t-0.12\tP\tPPLC\tGB\t\tENG\t\t\t\t8900000\t\t\t\t\n",
    "walk.gpx": "<gpx version='1.1'><trk><trkseg>" + "".join(f"<trkpt lat='51.5{i:02}' lon='-0.12'/>" for i in range(99))
    + "</trkseg></trk></gpx>\n",
    "area.geojson": '{"type":"Polygon","coordinates":[[[-0.2,51.4],[0,51.4],[0,51.6],[-0.2,51.4]]]}\n',
    "walk.gpx": '<gpx version="1.1"><trk><trkseg><trkpt lat="51.5074" lon="-0.1278"/><trkpt lat="51.62" lon="-0.1278"/></trkseg></trk></gpx>\n',
    "old.csv": VENUES,
    "new.csv": VENUES.replace("51.5082", "51.5092").replace("2,Café Nord", "5,Café Süd"),
}
ARCHIVES = {
    "codepo_gb.zip": ("Data/CSV/wc.csv", '"WC1H1AG",10,530070,182200,"E92000001","","","","",""\n'),
    "opname_csv_gb.zip": ("Data/TR04.csv", "osgb1,http://x/1,Ashford,,,,populatedPlace,Town,600900,142300" + "," * 14 + ",Kent,,,,,England,,,,\n"),
}
DATASETS = ("venues", "old", "new")


def prepare(finder, folder):
    """`files`, which examples start with, and `home`, where `new` is installed and `old` before it."""
    files, home = folder + "/files", folder + "/home"
    os.mkdir(files)
    os.mkdir(home)
    # The sample, as from the package's own folder, where examples name it.
    os.mkdir(files + "/Data")
    shutil.copy(os.path.join(lib.ROOT, "Data", "venues.geojson.gz"), files + "/Data")
    for name, text in FILES.items():
        with open(f"{files}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    for name, member in ARCHIVES.items():
        with zipfile.ZipFile(f"{files}/{name}", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(*member)

    def data(*words):
        subprocess.run([finder, "data", *words, "--quiet"], cwd=files, env=lib.home(home), check=True, stdout=subprocess.DEVNULL)
    for name in DATASETS:
        for ending in ("geojson", "geojson.gz"):
            data("convert", name + ".csv", "--output", f"{name}.{ending}")
    for name in ("old", "new"):
        data("install", name + ".geojson")
    for name in ("Wagamama", "Izmir", "Dishoom", "Ann's"):
        subprocess.run([finder, "favourites", "add", name, "--quiet"], env=lib.home(home), check=True)
    data("gazetteer", "add", "places.csv")
    subprocess.run([finder, "review", "import", "-", "--quiet"], env=lib.home(home), check=True, input=RECORDS, text=True)
    for words in (["set", "51.5,-0.1"], ["save", "home", "51.5,-0.1"]):
        subprocess.run([finder, "locate", *words], env=lib.home(home), check=True)
    # Examples find it where it lies without XDG_DATA_HOME.
    os.makedirs(home + "/.local/share")
    shutil.move(home + "/data/finder", home + "/.local/share/finder")


def pages(finder, *words):
    """Yields the words after `finder help` and the page's lines, for all pages there are."""
    shown = subprocess.run([finder, "help", *words], stdout=subprocess.PIPE, text=True, check=True)
    lines = shown.stdout.splitlines()
    yield words, lines
    commands, topics = lib.listed(shown.stdout)
    for name in commands + topics:
        yield from pages(finder, *words, name)


def examples(lines):
    """Yields each command and its explanation."""
    found, inside = [], False
    for line in lines:
        if line and not line.startswith(" "):
            inside = line == "Examples:"
        elif inside and found and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line.strip()
        elif inside and re.match(r"  \S", line):
            found.append([line.strip(), ""])
        elif inside and found:
            found[-1][1] += " " + line.strip()
    return found


def expected(explanation):
    codes = {int(code) for code in re.findall(r"exits? with (\d+)", explanation)}
    return codes | {0} if not codes or re.search(r"\b(when|where|if|unless)\b", explanation) else codes


def check(finder):
    """Runs all; prints what went wrong, and returns how many did."""
    count, skipped, faults, listed = 0, 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="finder-help-") as folder:
        prepare(finder, folder)
        for words, lines in pages(finder):
            listed += 1
            for command, explanation in examples(lines):
                if NEEDS_NETWORK.search(command):
                    skipped += 1
                    continue
                count += 1
                status, printed = run(finder, folder, command)
                if status not in expected(explanation) and command not in ELSEWHERE:
                    faults += 1
                    print(f"{' '.join(('finder help', *words))}: $ {command}\nended with {status}:", *printed, sep="\n")
    print(f"help: {count} examples on {listed} pages, {faults or 'none'} at fault; {skipped} that need the network left out")
    return faults if count else 1


def run(finder, folder, command):
    with tempfile.TemporaryDirectory() as place:
        files = shutil.copytree(folder + "/files", place + "/files")
        home = shutil.copytree(folder + "/home", place + "/home")
        stdin = "venues.geojson" if "--data -" in command else "venues.csv" if re.search(r"\bdata\b.* -( |$)", command) else "points.csv"
        root = os.path.dirname(os.path.dirname(os.path.dirname(finder)))
        return readme.run(command, root, files, home, stdin=f"{files}/{stdin}")
