"""The folders that everybody works in at once, and what finder says there while all is calm."""
import json
import os
import random
import shutil
import subprocess
import sys

from checks.hostile import truth
from checks.hostile.world import Folders

EDITIONS = ("A", "B")
SMALL_DISK = 1 << 20
# Datasets that are replaced, one edition by the other; one that is cut short and made whole again.
REPLACED = [f"list{number}.geojson" for number in range(3)]


class Place(Folders):
    def __init__(self, folder, finder, seed):
        super().__init__(folder, finder)
        for name in ("cache", "data", "out", "small"):
            os.mkdir(self.path(name))
            os.chmod(self.path(name), 0o777)
        self.mounted = self.mount()
        self.venues = {name: truth.edition(name) for name in EDITIONS}
        self.content = {name: truth.dataset(venues) for name, venues in self.venues.items()}
        self.questions = truth.questions(random.Random(seed))

    def mount(self):
        """Whether there is a disk of 1 MB."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=777", "tmpfs", self.path("small")]
        return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0

    def unmount(self):
        if self.mounted:
            subprocess.run(["umount", self.path("small")], check=True)

    def fill(self):
        """By the user who does the work."""
        for name in EDITIONS:
            self.put(f"{name}.geojson", self.content[name])
        for name in (*REPLACED, "cut.geojson"):
            self.put(name, self.content["A"])
        for number, question in enumerate(self.questions):
            if question.streams:
                self.put(f"points{number}.csv", question.points)
        for name in EDITIONS:
            self.ask("data", "install", self.path("here", f"{name}.geojson"))

    def environment(self, cache="cache", data="data"):
        return super().environment(cache, data)

    def put(self, name, content):
        self.write(self.path("here", name), content)

    def ask(self, *words, **more):
        return self.calmly(words, self.environment(), **more)

    def learn(self):
        """By question and source, the bytes of the right answer in each edition; each is held against the truth first."""
        self.answers = {}
        for number, question in enumerate(self.questions):
            for name in EDITIONS:
                if question.right:
                    self.verify(question, name)
                data = ["--no-cache", "--data", f"{name}.geojson"]
                self.answers[number, "option", name] = self.ask(*question.words, *data, input=question.points)
        for name in EDITIONS:
            self.ask("data", "install", f"{name}.geojson")
            for number, question in enumerate(self.questions):
                self.answers[number, "installed", name] = self.ask(*question.words, "--no-cache", input=question.points)

    def right(self, number, source):
        return [self.answers[number, source, name] for name in EDITIONS]

    def verify(self, question, name):
        form = [] if question.streams else ["--format", "ndjson"]
        said = self.ask(*question.words, *form, "--no-cache", "--data", f"{name}.geojson", input=question.points)
        rows = [json.loads(row) for row in said.splitlines()]
        found = [venue for row in rows[:10] for venue in row["venues"]] if question.streams else rows
        right = question.right(self.venues[name])
        if [venue["id"] for venue in found] != [identifier for identifier, _ in right]:
            sys.exit(f"chaos: wrong while all is calm: {question.words} in {name}: {[venue['id'] for venue in found]}, not {right}")
        if any(abs(venue["distance_m"] - distance) > 0.0501 for venue, (_, distance) in zip(found, right)):
            sys.exit(f"chaos: a wrong distance while all is calm: {question.words} in {name}")

    def remove(self):
        self.unmount()
        shutil.rmtree(self.root)
