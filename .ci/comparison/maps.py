"""Maps, against plotext, drawille, datashader and folium, which draw warm, with the venues in memory."""
import subprocess
import sys

from comparison.frame import POINT
import lib

TURNS = 15
# What is drawn, by which of the four, and the words that have finder draw it.
ROWS = [
    ("still map 160×50, the country", ["plotext", "drawille"], ["--format", "text"]),
    ("PNG 1024×1024, the country", ["datashader"], ["--format", "png", "--size", "1024x1024"]),
    ("page of all venues", ["folium"], ["--format", "html"]),
    ("still map 160×50, London at zoom 11", [None], ["London", "--zoom", "11", "--format", "text"]),
    ("PNG 1024×1024, London at zoom 11", [None], ["London", "--zoom", "11", "--format", "png", "--size", "1024x1024"]),
]
# plotext 6 draws by other functions.
PACKAGES = {"plotext": ["plotext<6"], "datashader": ["datashader", "pandas", "pillow"]}


class Peer:
    """One that waits for a line, draws, and says how long it took."""

    def __init__(self, name, python, data):
        self.process = subprocess.Popen([python, "-B", f"{lib.CI}/comparison/drawing.py", name, data], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdout.readline()

    def draw(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline().split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def peers(frame):
    """Those that can be installed, in a folder of their own."""
    subprocess.run([sys.executable, "-m", "venv", f"{frame.work}/venv"], check=True)
    python, found = f"{frame.work}/venv/bin/python3", {None: None}
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # drawille's setup asks for a tool that newer Pythons come without.
    subprocess.run([*pip, "setuptools<80", "wheel"], **quiet)
    for name in ("plotext", "drawille", "datashader", "folium"):
        if subprocess.run([*pip, *PACKAGES.get(name, [name])], **quiet).returncode:
            frame.skip(f"{name}, which cannot be installed")
        else:
            found[name] = Peer(name, python, frame.plain)
    return found


def rows(frame):
    new, data = frame.new, ["--quiet", "--data", frame.plain]
    new.home |= {"COLUMNS": "160", "LINES": "50", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    others = peers(frame)
    frame.row("an empty process", None, None, lambda: lib.seconds_of(["/bin/true"], new.home))
    frame.row("near", None, None, lambda: new.seconds("near", POINT, *data))
    for what, names, words in ROWS:
        for name in others.keys() & set(names):
            frame.row(f"{what}; {name}" if name else what, None, others[name] and others[name].draw,
                      lambda: new.seconds("map", *words, *data))
    for peer in filter(None, others.values()):
        peer.close()
