"""Command lines by chance. A line is drawn from its seed and its number alone, and so can be drawn again."""
import random

from checks.hostile import answers, files, values
from checks.hostile.world import CACHES, HOMES

POINT_OPTIONS = ("--lat", "--lon", "--at")
AREAS = ("--bbox", "--radius", "--span", "--polygon")
# Drawn on purpose too: one group or those of a zoom.
GROUPS = ("--zoom", "--pixels", "--members")
MAPS = ("--to", "--interactive", "--size", "--scale", "--marks")
# Of which at most one may be given, or which are drawn on purpose.
DRAWN_APART = (*POINT_OPTIONS, *GROUPS, *MAPS, "--format", "--json", "--csv", "--count", "--output", "--positions", "--data", "--seed")
# Of no effect without one another; no router answers.
ROUTES = ("--router", "--route", "--timeout", "--strict")
# Drawn more often than the others.
QUERIES = ["bulk", "check", "clusters", "map", "near", "within"]


def text(word):
    """Whether it is UTF-8."""
    try:
        return word.decode() is not None
    except UnicodeDecodeError:
        return False


class Line:
    """`units` are words that belong together; `good` if finder must do what they ask."""

    def __init__(self, command, seed, number):
        self.command, self.seed, self.number = command, seed, number
        self.units, self.given = [], []
        self.good, self.known = True, True
        self.cache, self.home, self.more = "warm", "none", {}
        self.input, self.output = ("null", None), "file"

    @property
    def words(self):
        return [word for unit in self.units for word in unit]

    def environment(self, world):
        return world.environment(self.cache, self.home, self.more)

    def has(self, name):
        return any(option.name == name for option, _ in self.given)

    def value(self, name):
        """The last one given, since that one counts."""
        return next((value for option, value in reversed(self.given) if option.name == name), None)

    def written(self):
        """Every path that an option may have named for output."""
        found = [value for option, value in self.given if option.name in values.WRITTEN]
        words = self.words
        found += [after for word, after in zip(words, words[1:]) if word in (b"--output", b"-o", b"--unplaced")]
        found += [word.partition(b"=")[2] for word in words if word.startswith((b"--output=", b"--unplaced="))]
        return found + [word[2:] for word in words if word.startswith(b"-o")]


class Generator:
    def __init__(self, commands, seed):
        self.commands, self.seed = commands, seed

    def line(self, number):
        self.chance = random.Random(f"{self.seed}:{number}")
        self.values = values.Values(self.chance)
        path = self.chance.choice(list(self.commands) + QUERIES * 4)
        line = Line(self.commands[path], self.seed, number)
        line.units = [(word.encode(),) for word in path.split()]
        roll = self.chance.random()
        self.sensible(line)
        self.surroundings(line)
        if roll > 0.5:
            self.spoil(line, roll)
        # Help and the version come before anything else, whatever they are the value of.
        line.known = line.known and not {b"-h", b"--help", b"-V", b"--version"} & set(line.words)
        return line

    def likely(self, share):
        return self.chance.random() < share

    # A line that makes sense.

    def sensible(self, line):
        name = line.command.path[-1]
        if line.command.is_own:
            self.own(line)
            if self.likely(0.3):
                self.surprise(line)
            return None
        if name in ("show", "closest"):
            return self.named(line, name)
        if name == "fetch":
            return self.fetch(line)
        if name in ("near", "check") and self.likely(0.2):
            self.surprise(line)
        elif name in ("near", "check", "food", "pick") or name == "within" and self.likely(0.6):
            self.point(line)
        elif name in ("meet", "along"):
            for _ in range(self.chance.choice((2, 2, 3, 5))):
                line.units.append((self.values.point().encode(),))
            # There may be weights, of which each point needs one, or points given twice over.
            line.good = False
        if name == "suggest":
            self.argument(line, self.values.typed())
            if self.likely(0.4):
                self.give(line, "--at")
        if name == "within":
            areas = ["--radius", "--span"] if len(line.units) > 1 else [area for area in ("--bbox", "--polygon") if line.command.option(area)]
            self.give(line, self.chance.choice(areas))
        elif name == "coverage":
            self.coverage(line)
        elif name == "clusters":
            self.groups(line)
        elif name == "map":
            self.map(line)
        elif self.likely(0.3) and name != "map":
            self.give(line, "--radius")
        if name == "completions":
            self.typed(line)
        else:
            self.files(line, name)
            self.form(line)
        routes = [option for option in line.command.options if option.name in ROUTES] if name in ("near", "map") else []
        for option in line.command.options:
            if option.name not in DRAWN_APART + AREAS and option not in routes and self.likely(0.15):
                self.give(line, option.name)
        if routes and name == "near" and self.likely(0.1):
            self.give(line, "--router")
            line.good = line.good and not line.has("--count")
        if line.has("--spread") or name == "pick" and not line.has("--count") and self.likely(0.7):
            self.give(line, "--seed")
        line.good = line.good and not self.may_be_refused(line, name)

    def coverage(self, line):
        """A point has its radius; cells are not so small that there are too many of them."""
        areas = [area for area in ("--bbox", "--polygon") if line.command.option(area)]
        if self.likely(0.5):
            self.point(line)
            areas = ["--radius"]
        self.give(line, self.chance.choice(areas))
        self.give(line, "--cell")

    def fetch(self, line):
        """Of one source or both; nothing answers, so that only what is not sent is good."""
        sources = self.chance.choice([["osm"], ["hygiene"], ["osm", "hygiene"]])
        for source in sources:
            self.argument(line, source.encode())
        if self.likely(0.7):
            line.units.append((self.values.point().encode(),))
            line.units.append((b"--radius", self.chance.choice([b"800m", b"5mi", b"40km"])))
        else:
            self.give(line, self.chance.choice(["--bbox", "--authority"]))
        for option in line.command.options:
            if option.name not in ("--at", "--lat", "--lon", "--radius", "--bbox", "--authority") and self.likely(0.2):
                self.give(line, option.name)
        line.good = False

    def groups(self, line):
        """Of a zoom or the venues of one, everywhere or in an area."""
        if self.likely(0.3):
            self.give(line, "--members")
        else:
            self.give(line, "--zoom")
            if self.likely(0.4):
                self.give(line, "--pixels")
        if self.likely(0.3):
            self.give(line, "--bbox")
        elif self.likely(0.4):
            self.point(line)
            self.give(line, "--span")

    def map(self, line):
        """Of all venues, or around a point; a venue to go to need not be there."""
        if self.likely(0.7):
            self.point(line)
            if self.likely(0.5):
                self.give(line, self.chance.choice(["--radius", "--span", "--zoom"]))
            elif self.likely(0.2):
                line.units.append((b"--to", self.chance.choice(values.NAMES).encode()))
                line.good = False
                if self.likely(0.3):
                    self.give(line, "--router")
        elif self.likely(0.5):
            self.give(line, self.chance.choice(["--bbox", "--zoom"]))
        if self.likely(0.3):
            self.give(line, self.chance.choice(["--size", "--scale", "--marks"]))

    def surprise(self, line):
        """A point in words, which may be none."""
        line.good = False
        line.home = self.chance.choice(["own", "own", "none", "damaged"])
        if self.likely(0.1):
            line.more[b"FINDER_LOCATION"] = self.chance.choice([b"51.5,-0.12", b"here", b"\xff", b"N1", b""])
        line.units += [(self.values.words().encode(),)] if self.likely(0.7) else []

    def own(self, line):
        """A command about files of the user's own, of which the home `own` has some."""
        line.home = "own"
        # What is kept for here is to be said, though help has every POINT in brackets.
        needs_all = line.command.path[-1] == "set"
        for argument in line.command.arguments:
            if needs_all or not argument.startswith("[") or self.likely(0.5):
                self.argument(line, self.values.own(line.command.path, argument))
        for option in line.command.options:
            if option.name not in DRAWN_APART and self.likely(0.2):
                self.give(line, option.name)
        if line.command.option("--format"):
            self.form(line)
            line.good = not line.has("--output")
        line.good = line.good and self.is_known_to_be_right(line)

    def is_known_to_be_right(self, line):
        """Whether there is such a record, venue or meal is not known here."""
        path, words = line.command.path, [unit[0] for unit in line.units]
        if path[0] in ("favourites", "locate"):
            return True
        if any(word.startswith(b"-") for word in words):
            return False
        return path in (("config", "list"), ("config", "path"), ("review", "export")) or (
            path == ("config", "set") and tuple(words) in values.SETTINGS)

    def named(self, line, name):
        """A venue or a chain, which need not be there, and mostly a point."""
        if name == "show" or self.likely(0.8):
            self.argument(line, self.chance.choice(values.NAMES).encode())
        else:
            self.give(line, "--all")
        if self.likely(0.8):
            line.units.append((self.values.point().encode(),))
        self.give(line, "--data")
        self.form(line)
        # Whether there is such a venue is the dataset's business.
        line.good = False

    def point(self, line):
        if line.command.arguments and self.likely(0.4):
            point = self.values.point().encode()
            line.units += [(point,)] if self.likely(0.5) else [tuple(point.split(b","))]
        elif self.likely(0.5):
            self.give(line, "--at")
        else:
            self.give(line, "--lat")
            self.give(line, "--lon")

    def files(self, line, name):
        """The arguments, and the dataset."""
        named = {"convert": files.LISTS, "import": files.LISTS[:1] + files.LISTS[4:], "install": files.DATASETS, "diff": files.DATASETS, "add": files.POSITIONS[:1]}
        if name == "remove":
            return self.give(line, "--all")
        for argument in line.command.arguments if name not in ("near", "within", "meet", "along", "food", "pick", "clusters", "coverage", "map", "check", "suggest") else ():
            if name == "bulk" and self.likely(0.5):
                line.input = (self.chance.choice(["pipe", "file"]), self.chance.choice(files.POINTS))
            elif not argument.startswith("[") or name == "bulk" or self.likely(0.5) and name != "update":
                self.argument(line, self.chance.choice(named.get(name, files.POINTS if name == "bulk" else files.DATASETS)))
        if line.command.option("--positions"):
            self.give(line, "--positions")
        taken = any(argument.startswith("[") for argument in line.command.arguments) and name != "bulk"
        if line.command.option("--data") and not taken and self.likely(0.8):
            self.give(line, "--data")
        if name == "rollback":
            line.home = "installed"

    def typed(self, line):
        """A shell, and a line as its script hands it over."""
        self.argument(line, self.chance.choice([b"bash", b"zsh", b"fish"]))
        if self.likely(0.8):
            commands = [path.split() for path in self.commands]
            typed = [word.encode() for word in self.chance.choice(commands)] + [self.typed_word() for _ in range(self.chance.randrange(4))]
            if line.words[-1] == b"bash" and self.likely(0.8):
                typed = [b" ".join(typed), b" \t\n\"'><=;|&(:"]
            line.units.append((b"--", *typed))

    def typed_word(self):
        option = self.chance.choice([option for command in self.commands.values() for option in command.options])
        word = self.chance.choice(option.names).encode()
        word = word[:self.chance.randrange(len(word) + 1)] if self.likely(0.3) else word
        return self.chance.choice([word, word + b"=", self.values.hostile(option).replace(b"\0", b"") if option.value else b"", b"'", b'"a b'])

    def form(self, line):
        roll = self.chance.random()
        if roll < 0.5:
            self.give(line, "--format")
        elif roll < 0.6:
            self.give(line, "--json")
        if self.likely(0.1):
            self.give(line, "--count")
        if self.likely(0.15):
            self.give(line, "--output")

    @staticmethod
    def may_be_refused(line, name):
        """What does not go together, or not with every file."""
        if name == "completions":
            return any(not text(word) for word in line.words)
        form = answers.form(line)
        forms = line.command.option("--format")
        offered = forms.choices if forms else []
        ending = (line.value("--output") or b"").removeprefix(b"./").partition(b".")[2]
        return (any(line.has(option) for option in ("--not-visited", "--reviewed", "--min-rating"))
                or line.has("--chain") and line.has("--independents-only")
                or line.has("--explain") and line.has("--quiet") and form != "json"
                or (line.has("--explain") or line.has("--verify")) and (line.has("--route") or line.has("--router"))
                or line.has("--unknown-hours") and not line.has("--open")
                or line.has("--attributes") and form not in ("json", "table")
                or line.has("--count") and (form not in ("json", "table") or line.has("--fields"))
                or line.has("--size") and form == "html" or line.has("--scale") and form not in ("svg", "png")
                or line.has("--marks") and form != "text"
                or name == "map" and line.value("--radius") == b"0"
                or name == "coverage" and (line.has("--base") or line.has("--size")) and form != "png"
                or name == "coverage" and line.has("--beyond") and form not in ("table", "json", "png")
                or name == "clusters" and not line.has("--members") and (line.has("--units") or form in ("gpx", "kml"))
                or line.has("--no-header") and (form not in ("csv", "tsv") or line.has("--count"))
                or ending and answers.ENDINGS.get(ending) not in offered and name not in ("convert", "import")
                or ending == b"tsv" and "tsv" not in offered
                or line.value("--encoding") == b"latin1" or name == "update")

    def argument(self, line, value):
        if value.startswith(b"-") and value != b"-":
            value = b"./" + value
        line.units.append((value,))

    def give(self, line, name):
        """An option with a good value, if the command has it."""
        option = line.command.option(name)
        if not option:
            return
        value = self.values.good(option) if option.value else None
        if option.value and value is None:
            line.good = False
            value = self.values.hostile(option)
        self.add(line, option, value)

    def add(self, line, option, value):
        line.given.append((option, value))
        line.units.append(self.spelled(self.chance.choice(option.names).encode(), value))

    def spelled(self, name, value):
        if value is None:
            return (name,)
        return (name + b"=" + value,) if name.startswith(b"--") and self.likely(0.4) else (name, value)

    def surroundings(self, line):
        """The homes and the streams; a good line stays good in all of them but where it is said."""
        line.cache = self.chance.choice(CACHES) if self.likely(0.4) else "warm"
        if line.home == "none" and self.likely(0.3):
            line.home = self.chance.choice(HOMES)
            line.good = line.good and line.home in ("none", "installed", "own")
        if line.home == "none" and self.likely(0.9):
            line.more[b"FINDER_DATA"] = self.chance.choice(files.DATASETS)
        if self.likely(0.1):
            line.more[b"COLUMNS"] = self.chance.choice([b"0", b"1", b"20", b"-1", b"99999999999999999999", b"x"])
        if line.command.path[-1] in ("install", "rollback", "update", "fetch") and line.home == "sealed":
            line.good = False
        if self.likely(0.06):
            line.output = self.chance.choice(["full", "broken", "closed"])
            line.good = False

    # And one that does not.

    def spoil(self, line, roll):
        """One thing or several are made worse."""
        line.good = False
        for _ in range(1 if roll < 0.8 else self.chance.randint(2, 6)):
            self.chance.choice([self.bad_value, self.bad_value, self.bad_value, self.bad_file, self.bad_file, self.bad_home,
                                self.bad_word, self.bad_order, self.bad_input])(line)

    def bad_value(self, line):
        valued = [option for option in line.command.options if option.value]
        if valued:
            option = self.chance.choice(valued)
            self.add(line, option, self.values.hostile(option))
        elif line.command.arguments:
            self.replace_argument(line, self.chance.choice(values.HOSTILE_TEXT).encode().replace(b"\0", b""))

    def bad_file(self, line):
        """In the place of an argument or dataset."""
        option = line.command.option("--data")
        if line.command.arguments and self.likely(0.7):
            self.replace_argument(line, self.values.file())
        elif option:
            self.add(line, option, self.values.file())

    def replace_argument(self, line, value):
        plain = [index for index, unit in enumerate(line.units) if len(unit) == 1 and unit[0] in values.INPUTS]
        if plain:
            line.units[self.chance.choice(plain)] = (value,)
        else:
            line.units.append((value,))

    def bad_home(self, line):
        line.home, line.cache = self.chance.choice(HOMES), self.chance.choice(CACHES)
        name, value = self.chance.choice([
            (b"FINDER_DATA", self.values.file()), (b"FINDER_CACHE_SIZE", self.chance.choice(values.HOSTILE_NUMBERS + ["1kB"]).encode()),
            (b"FINDER_CACHE", b"maybe"), (b"HOME", b""), (b"XDG_DATA_HOME", b"here"), (b"XDG_CACHE_HOME", b"\xff"), (b"XDG_DATA_HOME", b""),
            (b"NO_COLOR", b"1"), (b"LC_ALL", b"xx_YY.\xff"), (b"PATH", b""), (b"TERM", b"\x1b")])
        line.more[name] = value
        line.known = line.known and not name.startswith((b"HOME", b"XDG"))

    def bad_word(self, line):
        line.known = False
        every = [name for command in self.commands.values() for option in command.options for name in option.names]
        word = self.chance.choice([self.chance.choice(every).encode(), self.chance.choice(values.HOSTILE_TEXT).encode(),
                                   self.chance.choice(values.BYTES), self.values.point().encode(), self.chance.choice(values.LATITUDES).encode(),
                                   b"--" + bytes(self.chance.choices(b"abcdefgh-=", k=6)), b"-" + bytes(self.chance.choices(b"nrmfoqjVdhx=", k=2))])
        line.units.insert(self.chance.randint(0, len(line.units)), (word.replace(b"\0", b""),))

    def bad_order(self, line):
        """Shuffled, doubled or with one left out. What was spoilt before may have left none."""
        if not line.units:
            return
        line.known = False
        what = self.chance.randint(0, 2)
        if what == 0:
            self.chance.shuffle(line.units)
        elif what == 1:
            line.units.insert(self.chance.randint(0, len(line.units)), self.chance.choice(line.units))
        else:
            line.units.pop(self.chance.randrange(len(line.units)))

    def bad_input(self, line):
        hostile = self.chance.choice(self.values.hostile_files + values.INPUTS)
        line.input = self.chance.choice([("pipe", hostile), ("pipe", hostile), ("file", hostile), ("closed", None), ("file", b"folder"),
                                         ("silent", None)] if self.likely(0.5) else [("pipe", hostile), ("file", hostile)])
        if self.likely(0.7):
            self.replace_argument(line, b"-")
