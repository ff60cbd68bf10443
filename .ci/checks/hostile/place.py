"""The folders that everybody works in at once, and what finder says there while all is calm."""
import json
import os
import random
import shutil
import subprocess
import sys

import lib
from checks.hostile import truth

EDITIONS = ("A", "B")
SMALL_DISK = 1 << 20
# Datasets that are replaced, one edition by the other; one that is cut short and made whole again.
REPLACED = [f"list{number}.geojson" for number in range(3)]


class Place:
    def __init__(self, folder, finder, seed):
        self.folder, self.finder = folder, finder
        for name in ("cache", "data", "out", "work", "small"):
            os.mkdir(self.path(name))
            os.chmod(self.path(name), 0o777)
        self.mounted = self.mount()
        self.venues = {name: truth.edition(name) for name in EDITIONS}
        self.content = {name: truth.dataset(venues) for name, venues in self.venues.items()}
        self.questions = truth.questions(random.Random(seed))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def mount(self):
        """Whether there is a disk of 1 MB."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=777", "tmpfs", self.path("small")]
        return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0

    def unmount(self):
        if self.mounted:
            subprocess.run(["umount", self.path("small")], check=True)

    def environment(self, cache="cache", data="data"):
        return dict(lib.home(self.path("work")), XDG_CACHE_HOME=self.path(cache), XDG_DATA_HOME=self.path(data))

    def fill(self):
        """By the user who does the work."""
        for name in EDITIONS:
            self.write(f"{name}.geojson", self.content[name])
        for name in (*REPLACED, "cut.geojson"):
            self.write(name, self.content["A"])
        for number, question in enumerate(self.questions):
            if question.streams:
                self.write(f"points{number}.csv", question.points)
        for name in EDITIONS:
            self.calmly("data", "install", self.path("work", f"{name}.geojson"))

    def write(self, name, content):
        with open(self.path("work", name), "wb") as file:
            file.write(content)

    def calmly(self, *words, **more):
        environment = dict(self.environment(), CALM="1")  # for gates-test
        return subprocess.run([self.finder, *words], env=environment, cwd=self.path("work"), capture_output=True, check=True, **more).stdout

    def learn(self):
        """By question and source, the bytes of the right answer in each edition; each is held against the truth first."""
        self.answers = {}
        for number, question in enumerate(self.questions):
            for name in EDITIONS:
                if question.right:
                    self.verify(question, name)
                data = ["--no-cache", "--data", f"{name}.geojson"]
                self.answers[number, "option", name] = self.calmly(*question.words, *data, input=question.points)
        for name in EDITIONS:
            self.calmly("data", "install", f"{name}.geojson")
            for number, question in enumerate(self.questions):
                self.answers[number, "installed", name] = self.calmly(*question.words, "--no-cache", input=question.points)

    def right(self, number, source):
        return [self.answers[number, source, name] for name in EDITIONS]

    def verify(self, question, name):
        form = [] if question.streams else ["--format", "ndjson"]
        said = self.calmly(*question.words, *form, "--no-cache", "--data", f"{name}.geojson", input=question.points)
        rows = [json.loads(row) for row in said.splitlines()]
        found = [venue for row in rows[:10] for venue in row["venues"]] if question.streams else rows
        right = question.right(self.venues[name])
        if [venue["id"] for venue in found] != [identifier for identifier, _ in right]:
            sys.exit(f"chaos: wrong while all is calm: {question.words} in {name}: {[venue['id'] for venue in found]}, not {right}")
        if any(abs(venue["distance_m"] - distance) > 0.0501 for venue, (_, distance) in zip(found, right)):
            sys.exit(f"chaos: a wrong distance while all is calm: {question.words} in {name}")

    def remove(self):
        self.unmount()
        shutil.rmtree(self.folder)
