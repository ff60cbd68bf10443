"""How many runs of each kind ended how, and what was wrong with which; and what must be so when all is over."""
import collections
import hashlib
import json
import os
import threading
import time

from checks.hostile.world import EDITIONS


class Report:
    MOST = 20

    def __init__(self, strict):
        self.strict, self.lock = strict, threading.Lock()
        self.runs, self.damage, self.wrong = collections.Counter(), collections.Counter(), collections.Counter()
        self.stop = threading.Event()

    def ended(self, run):
        with self.lock:
            self.runs[run.words[0] if run.words[0] != "data" else " ".join(run.words[:2]), run.ailment.name, run.code] += 1

    def did(self, what):
        with self.lock:
            self.damage[what] += 1

    def finding(self, kind, text):
        with self.lock:
            self.wrong[kind] += 1
            if self.wrong.total() <= self.MOST or self.wrong[kind] <= 2:
                print(f"WRONG: {kind}\n  {text}", flush=True)
        if self.strict:
            self.stop.set()

    def table(self):
        print("| run | suffers | times | exit codes |\n| --- | --- | ---: | --- |")
        kinds = collections.defaultdict(collections.Counter)
        for (kind, ailment, code), number in self.runs.items():
            kinds[kind, ailment][code] += number
        for (kind, ailment), codes in sorted(kinds.items()):
            print(f"| {kind} | {ailment} | {codes.total()} | {', '.join(f'{code}: {number}' for code, number in sorted(codes.items()))} |")
        print("\nmeanwhile: " + ", ".join(f"{number} x {what}" for what, number in sorted(self.damage.items())))
        for kind, number in self.wrong.most_common():
            print(f"{number:6} x {kind}")


LONG_AGO = 30 * 86400
SETTLED = 2.1


def check(place, report):
    installed(place, report)
    cache(place, report)
    leftovers(place, report)


def installed(place, report):
    """The dataset is one of the two, byte for byte, and answers."""
    folder = place.path("data", "finder")
    with open(os.path.join(folder, "installed.json"), "rb") as file:
        record = json.load(file)["current"]
    with open(os.path.join(folder, record["file"]), "rb") as file:
        content = file.read()
    if hashlib.sha256(content).hexdigest() != record["sha256"] or content not in place.content.values():
        return report.finding("the installed dataset is damaged", str(record))
    name = next(name for name in EDITIONS if place.content[name] == content)
    for number, question in enumerate(place.questions):
        if place.ask(*question.words, input=question.points) != place.answers[number, "installed", name]:
            report.finding("a wrong answer when all is over", str(question.words))


def cache(place, report):
    """A query keeps a snapshot again, and the next one uses it."""
    time.sleep(SETTLED)
    for name in EDITIONS:
        for _ in range(2):
            number = 0
            question = place.questions[number]
            if place.ask(*question.words, "--data", f"{name}.geojson", input=question.points) != place.answers[number, "option", name]:
                report.finding("a wrong answer when all is over", str(question.words))
        state = json.loads(place.ask("data", "info", f"{name}.geojson", "--json"))["snapshot"]
        if state != "fresh":
            report.finding("the cache is no longer used", f"{name}: {state}")


def leftovers(place, report):
    """What killed runs have left is swept by those that come later, once it is old."""
    def unfinished():
        return [os.path.join(folder, name) for home in ("cache", "data", "out", "here") for folder, _, names in os.walk(place.path(home))
                for name in names if name.startswith(".finder") or name.endswith(".tmp")]
    before = unfinished()
    for path in before:
        os.utime(path, (time.time() - LONG_AGO,) * 2)
    for name in EDITIONS:
        place.ask("data", "install", f"{name}.geojson")
    place.ask("data", "cache", "--clear")
    for name in EDITIONS:
        place.ask("near", "--at", "51.5,-0.12", "--data", f"{name}.geojson")
        place.ask("near", "--at", "51.5,-0.12", "--output", place.path("out", "last"))
    print(f"left by runs that were killed: {len(before)} unfinished files, gone with the next: {len(before) - len(unfinished())}")
    if left := unfinished():
        report.finding("old unfinished files are not swept", ", ".join(left[:5]))
