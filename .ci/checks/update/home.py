"""The place that finder works in, and what is found there afterwards."""
import hashlib
import json
import pathlib
import signal
import subprocess

import lib
from checks.update.editions import KNOWN


class Home:
    def __init__(self, finder, folder):
        self.finder, self.path = finder, pathlib.Path(folder)
        self.environment = lib.home(self.path)
        (self.path / "cache").mkdir(parents=True)

    @property
    def data(self):
        return self.path / "data" / "finder"

    def run(self, *words, **more):
        return subprocess.run([self.finder, *words], env=self.environment, capture_output=True, text=True, timeout=120, **more)

    def start(self, *words):
        # A shell that runs this in the background has it ignore SIGINT, and finder keeps to that.
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        return subprocess.Popen([self.finder, *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, preexec_fn=heed)

    def traced(self, options, words):
        """Under strace."""
        return subprocess.run(["strace", *options, self.finder, *words], env=self.environment, capture_output=True)

    def nearest(self, form):
        return self.run("near", "--at", "51.5,-0.1", "--limit", "1", "--format", form)

    def record(self):
        return json.loads((self.data / "installed.json").read_text())

    def kept(self):
        """The names of the present edition and of the one before, by the record; None for what is not there."""
        record = self.record()
        return [KNOWN[record[which]["sha256"]][0] if record[which] else None for which in ("current", "previous")]

    def clutter(self):
        """Unfinished files, and how many editions there are."""
        found = [path for path in self.data.rglob("*") if path.is_file()]
        unfinished = [str(path.relative_to(self.data)) for path in found if path.name.endswith(".tmp")]
        return unfinished, len([path for path in found if path.parent.name == "editions" and path.suffix not in (".tmp", ".snapshot", ".names", ".food")])

    def found(self):
        """The name of the edition that is there, whole; anything else is a failure."""
        info, near = self.run("data", "info", "--json"), self.nearest("json")
        if info.returncode or near.returncode:
            return f"BROKEN: {(info.stderr + near.stderr).strip()}"
        info, near = json.loads(info.stdout), json.loads(near.stdout)["venues"][0]["name"]
        if info["source"] != "installed":
            return "nothing installed"
        record = self.record()["current"]
        content = pathlib.Path(info["path"]).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        name, venues = KNOWN.get(digest, (None, None))
        whole = (digest == record["sha256"] and len(content) == record["bytes"]
                 and info["venues"] == venues == record["venues"] and near == name)
        return name if whole else f"BROKEN: {record}, sha256 {digest}, near {near}"
