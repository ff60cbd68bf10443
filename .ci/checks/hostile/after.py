"""What must be so when all is over."""
import hashlib
import json
import os
import time

from checks.hostile.place import EDITIONS

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
        if place.calmly(*question.words, input=question.points) != place.answers[number, "installed", name]:
            report.finding("a wrong answer when all is over", str(question.words))


def cache(place, report):
    """A query keeps a snapshot again, and the next one uses it."""
    time.sleep(SETTLED)
    for name in EDITIONS:
        for _ in range(2):
            number = 0
            question = place.questions[number]
            if place.calmly(*question.words, "--data", f"{name}.geojson", input=question.points) != place.answers[number, "option", name]:
                report.finding("a wrong answer when all is over", str(question.words))
        state = json.loads(place.calmly("data", "info", f"{name}.geojson", "--json"))["snapshot"]
        if state != "fresh":
            report.finding("the cache is no longer used", f"{name}: {state}")


def leftovers(place, report):
    """What killed runs have left is swept by those that come later, once it is old."""
    def unfinished():
        return [os.path.join(folder, name) for home in ("cache", "data", "out", "work") for folder, _, names in os.walk(place.path(home))
                for name in names if name.startswith(".finder") or name.endswith(".tmp")]
    before = unfinished()
    for path in before:
        os.utime(path, (time.time() - LONG_AGO,) * 2)
    for name in EDITIONS:
        place.calmly("data", "install", f"{name}.geojson")
    place.calmly("data", "cache", "--clear")
    for name in EDITIONS:
        place.calmly("near", "--at", "51.5,-0.12", "--data", f"{name}.geojson")
        place.calmly("near", "--at", "51.5,-0.12", "--output", place.path("out", "last"))
    print(f"left by runs that were killed: {len(before)} unfinished files, gone with the next: {len(before) - len(unfinished())}")
    if left := unfinished():
        report.finding("old unfinished files are not swept", ", ".join(left[:5]))
