"""An older finder, on the same data: times, memory, and whether both say the same."""
import os
import random
import statistics

import lib

TURNS = 200
POINT = ["--lat", "51.5074", "--lon", "-0.1278"]


def rows(frame):
    old = frame.old or lib.fail("--older names no finder to compare with", 69)
    new, n = frame.new, frame.turns
    plain, packed, chance = ["--data", frame.plain], ["--data", frame.packed], random.Random(20200805)
    points = frame.points("million", ((f"{chance.uniform(50.5, 55.5):.6f}", f"{chance.uniform(-4, 1):.6f}") for _ in range(1_000_000)))

    def row(name, limit, turns, *words):
        if frame.wants(name):
            frame.row(name, limit, lambda: old.seconds(*words), lambda: new.seconds(*words), turns)
            memory = [statistics.median(side.megabytes(*words) for _ in range(5)) for side in (old, new)]
            frame.print_row(f"{name}: memory", *memory, 1.05, "MB")
            frame.agree(name, "the same" if old.answer(*words) == new.answer(*words) else "DIFFERENT")
    near = ["near", *POINT, *plain]
    row("near, installed, freshly written, with a snapshot", 1.03, n * 3, *near)
    row("near, plain file, no cache", 1.03, n // 2, *near, "--no-cache")
    row("near, .gz, no cache", 1.03, n // 4, "near", *POINT, *packed, "--no-cache")
    row("within a view, with a snapshot", 1.03, n * 2, "within", *POINT, "--span", "middle", *plain)
    row("bulk, 1,000,000 points, --limit 1", 1.03, n // 20, "bulk", points, "--limit", "1", "--quiet", *plain)
    row("data convert, 54,754 venues to CSV", 1.03, n // 4, "data", "convert", plain[1], "--format", "csv")
    row("near --chain", None, n, *near, "--chain", "mcdonald's")
    row("clusters --zoom 9", None, n // 2, "clusters", "--zoom", "9", *plain)
    row("near POSTCODE", None, n, "near", "SW1A 1AA", *plain)
    row("near Leeds", None, n, "near", "Leeds", *plain)
    row("suggest", None, n, "suggest", "piz", *plain)
    if os.geteuid():
        return frame.skip("near, after the page cache was dropped, which needs root")
    # A file is mapped in smaller pieces then: that is what users have after a reboot.
    os.sync()
    with open("/proc/sys/vm/drop_caches", "w") as file:
        file.write("3")
    row("near, installed, after the page cache was dropped", 1.03, n * 3, *near)
