"""`--explain` against the same search without, `--verify` against `--no-cache`, and both against an older finder."""
import random

from comparison.frame import POINT

TURNS = 300


def rows(frame):
    new, old, chance, few = frame.new, frame.old, random.Random(36), frame.turns // 10
    near = lambda data, *words: ["near", POINT, "--data", data, *words]
    within = ["within", POINT, "--radius", "5km", "--data", frame.packed]
    for name, more in (("", ()), (" --json", ("--json",)), (" --match cafe", ("--match", "cafe")), (" -r 1mi -n 0", ("-r", "1mi", "-n", "0"))):
        words = near(frame.packed, *more)
        frame.row(f"near{name} --explain, against near{name}", 1.1,
                  lambda: new.seconds(*words), lambda: new.seconds(*words, "--explain"), frame.turns * 2)
    frame.row("within --explain, against within", None, lambda: new.seconds(*within), lambda: new.seconds(*within, "--explain"))
    # A verification reads the dataset once more than --no-cache does, and measures every venue.
    for name, data in (("gzip", frame.packed), ("plain", frame.plain)):
        without = lambda: new.seconds(*near(data, "--no-cache"))
        frame.row(f"near --verify, against near --no-cache ({name})", 3, without, lambda: new.seconds(*near(data, "--verify")), few)
        frame.row(f"near --no-cache --verify, against near --no-cache ({name})", None, without,
                  lambda: new.seconds(*near(data, "--no-cache", "--verify")), few)
    if not old:
        return frame.skip("near, within and bulk without them, against an older finder")
    stream = frame.points("stream", ((f"{chance.uniform(50, 58):.6f}", f"{chance.uniform(-5, 1.5):.6f}") for _ in range(20_000)))
    for name, words, turns in (("near", near(frame.packed), frame.turns * 3), ("within", within, frame.turns),
                               ("bulk", ["bulk", stream, "--data", frame.packed, "--csv"], few)):
        frame.row(f"{name}, against the older", 1.02, lambda: old.seconds(*words), lambda: new.seconds(*words), turns)
