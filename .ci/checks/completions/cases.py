"""Lines, and the arguments that they stand for once Tab was pressed at their end or at ‸."""
import os
import subprocess

import lib

# Files in the folder where each line is typed. Whatever is run leaves a file `ran`.
FILES = ["venues.geojson", "area.geojson.gz", "list.csv", "my places.geojson", "it's \"odd\".geojson", "two:parts.geojson", "a=b.geojson",
         "run$(touch ran).geojson", "tick`touch ran`.geojson", "semi;touch ran;.geojson", "zu!!ende.geojson", "star*.geojson", "überall.geojson",
         "folder/inside.json", "home/kept.json"]


# Favourites, in whose names shells find more than words.
NAMES = ["Dishoom", "Ann's Bar", "Wow!! $(touch ran) `touch ran`", 'Say "cheese"', "a\\b; touch ran", "Zoë: café & bar", "100% <b>*?[x]{y,z}~", "-dash"]


class World:
    def __init__(self, finder, root):
        self.root, self.here, self.finder = root, root + "/here", finder
        self.canary = self.here + "/ran"
        self.environment = dict(lib.home(root + "/here/home", root + "/bin:" + os.environ["PATH"]), LANG="C.UTF-8", PS1="$ ")


def prepare(finder, root):
    world = World(finder, root)
    os.makedirs(root + "/bin")
    os.symlink(finder, root + "/bin/finder")
    for name in FILES:
        path = os.path.join(world.here, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"type":"FeatureCollection","features":[]}')
    with open(world.here + "/my codes.csv", "w", encoding="utf-8") as file:
        file.write("postcode,lat,lon\nN1 1AA,51.5,-0.1\n")
    subprocess.run([finder, "data", "gazetteer", "add", "my codes.csv", "--quiet"], cwd=world.here, env=world.environment, check=True, stdout=subprocess.DEVNULL)
    for name in NAMES:
        subprocess.run([finder, "favourites", "add", "--quiet", "--", name], cwd=world.here, env=world.environment, check=True)
    return world


def cases(world):
    """(line, arguments), or arguments by shell where they differ."""
    yield from COMMANDS
    yield from VALUES
    yield from PATHS
    for name in NAMES[:-1]:
        yield f"finder fav remove {name[:2]}", ["fav", "remove", name]
        yield f"finder fav remove '{name[:2]}", ["fav", "remove", name]
        yield f'finder favourites rename "{name[:2]}', ["favourites", "rename", name]
    yield "finder near --data ~/kep", ["near", "--data", world.here + "/home/kept.json"]


COMMANDS = [
    ("finder nea", ["near"]), ("finder wi", ["within"]), ("finder data inf", ["data", "info"]), ("finder data ro", ["data", "rollback"]),
    ("finder near --lim", ["near", "--limit"]), ("finder near --limit 3 --lim", ["near", "--limit", "3", "--lim"]),
    ("finder near --wher", ["near", "--where"]), ("finder near --where a --wher", ["near", "--where", "a", "--where"]),
    ("finder near -n 3 --lim", ["near", "-n", "3", "--lim"]), ("finder near -qn3 --lim", ["near", "-qn3", "--lim"]),
    ("finder --quie", ["--quie"]), ("finder --vers", ["--version"]), ("finder near --vers", ["near", "--vers"]),
    ("finder --quiet near --lim", ["--quiet", "near", "--limit"]), ("finder -- nea", ["--", "near"]), ("finder data info -- --lim", ["data", "info", "--", "--lim"]),
    ("finder help nea", ["help", "near"]), ("finder help data inf", ["help", "data", "info"]), ("finder help filt", ["help", "filters"]),
    ("finder data help", ["data", "help"]), ("finder complet", ["completions"]), ("finder completions ba", ["completions", "bash"]),
    ("finder 'nea", ["near"]), ("finder near --li‸ --quiet", ["near", "--limit", "--quiet"]), ("finder nonsense --lim", ["nonsense", "--lim"]),
]
VALUES = [
    ("finder show broou", ["show", "Broou Sandwich Co"]), ("finder favourites add 'Broou s", ["favourites", "add", "Broou Sandwich Co"]),
    ("finder near --at Aberyst", ["near", "--at", "Aberystwyth, Ceredigion"]),
    ("finder near 'Milton Key", ["near", "Milton Keynes, Buckinghamshire"]), ("finder near milton\\ key", ["near", "Milton Keynes, Buckinghamshire"]),
    ("finder data gazetteer remove my", ["data", "gazetteer", "remove", "my codes.csv"]),
    ("finder fav remove -- -d", ["fav", "remove", "--", "-dash"]), ("finder fav move Dishoom to", ["fav", "move", "Dishoom", "top"]),
    ("finder fav remove Wow\\!\\!\\ ", ["fav", "remove", NAMES[2]]), ("finder fav remove dish", ["fav", "remove", "Dishoom"]),
    ("finder fav remove Zoë:\\ c", ["fav", "remove", NAMES[5]]), ("finder fav remove 'Zoë: c", ["fav", "remove", NAMES[5]]),
    ("finder fav remove Say\\ \\\"ch", ["fav", "remove", NAMES[3]]), ("finder fav remove nobody", ["fav", "remove", "nobody"]),
    ("finder near --format geojsons", ["near", "--format", "geojsonseq"]), ("finder near --format=geojsons", ["near", "--format=geojsonseq"]),
    ("finder near -f geojsons", ["near", "-f", "geojsonseq"]), ("finder near -fgeojsons", ["near", "-fgeojsonseq"]),
    ("finder near --format='geojsons", ["near", "--format=geojsonseq"]), ('finder near --format "geojsons', ["near", "--format", "geojsonseq"]),
    ("finder near --units im", ["near", "--units", "imperial"]), ("finder check --format nd", ["check", "--format", "ndjson"]),
    ("finder check --format geo", ["check", "--format", "geo"]), ("finder within --span mid", ["within", "--span", "middle"]),
    ("finder near --fields name,dist", ["near", "--fields", "name,distance_m"]), ("finder near --fields=id,po", ["near", "--fields=id,postcode"]),
    ("finder near --limit 1", ["near", "--limit", "1"]), ("finder near --match v", ["near", "--match", "v"]),
]
PATHS = [
    ("finder near --data ven", ["near", "--data", "venues.geojson"]), ("finder near --data=ven", ["near", "--data=venues.geojson"]),
    ("finder near --data area", ["near", "--data", "area.geojson.gz"]), ("finder within --polygon area", ["within", "--polygon", "area.geojson.gz"]),
    ("finder near --data fol", ["near", "--data", "folder/"]), ("finder near --data folder/", ["near", "--data", "folder/inside.json"]),
    ("finder near --data my", ["near", "--data", "my places.geojson"]), ("finder near --data my\\ pl", ["near", "--data", "my places.geojson"]),
    ("finder near --data 'my pl", ["near", "--data", "my places.geojson"]), ('finder near --data="my pl', ["near", "--data=my places.geojson"]),
    ("finder near --data it", ["near", "--data", "it's \"odd\".geojson"]), ("finder near --data tw", ["near", "--data", "two:parts.geojson"]),
    ("finder near --data two:p", ["near", "--data", "two:parts.geojson"]), ("finder near --data=two:p", ["near", "--data=two:parts.geojson"]),
    ("finder near --data a=", ["near", "--data", "a=b.geojson"]), ("finder near --data run", ["near", "--data", "run$(touch ran).geojson"]),
    ("finder near --data tick", ["near", "--data", "tick`touch ran`.geojson"]), ("finder near --data semi", ["near", "--data", "semi;touch ran;.geojson"]),
    ("finder near --data zu", ["near", "--data", "zu!!ende.geojson"]), ("finder near --data sta", ["near", "--data", "star*.geojson"]),
    ("finder near --data üb", ["near", "--data", "überall.geojson"]), ("finder near --data lis", ["near", "--data", "list.csv"]),
    ("finder near --data=fol", ["near", "--data=folder/"]), ("finder near -dven", ["near", "-dvenues.geojson"]),
    ("finder bulk lis", ["bulk", "list.csv"]), ("finder data diff venues.geojson area", ["data", "diff", "venues.geojson", "area.geojson.gz"]),
    ("finder data info ven", ["data", "info", "venues.geojson"]), ("finder near --output ven", ["near", "--output", "venues.geojson"]),
]
