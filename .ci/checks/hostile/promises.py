"""What holds for every run, whatever was asked: how it ended, what it said, what it left."""
import os
import re
import signal
import sys
import unicodedata

from checks.hostile.commands import SILENT, STOPPED, WORDLESS

# These may have written answers before a bad line, or report on it.
PARTIAL = ("bulk", "convert", "import", "validate", "diff")
MEMORY_KB = 400_000
CPU_SECONDS = 8
CACHED = re.compile(rb"/finder(/[^/]*\.(snapshot|names|food)(\.too-large)?|/\.lock)?$")
OWN = re.compile(rb"/finder(/favourites\.json|/locate\.json|/saved\.json|/visits\.(ndjson|index)|/photos(/[0-9a-f]{64}\.\w+)?|/config|/\.(own|config)\.lock|/.*\.(snapshot|names|food))?$")
GAZETTEER = re.compile(rb"/finder(/gazetteer(/sources)?(/\.lock|/[^/]*\.snapshot)?)?$")
KEPT = re.compile(rb"/finder(/news(/(journal|food))?|/editions(/[0-9a-f]+\.geojson(\.gz)?)?|/installed\.json|/\.lock|/.*\.(snapshot|names|food))?$")


def ending(line, outcome):
    """Findings as kind and detail."""
    code = outcome.code
    stopped = {-signal.SIGTERM} | STOPPED if line.input[0] == "silent" else set()
    broken = {-signal.SIGPIPE} if line.output == "broken" else set()
    if outcome.late:
        yield "hangs", f"still there after {outcome.seconds:.0f} s"
    elif code < 0 and code not in stopped | broken:
        yield "signal", f"ended by {signal.Signals(-code).name}"
    elif code not in line.command.codes | stopped | broken:
        yield "exit-code", f"{code} is no code of '{' '.join(line.command.path)}'"
    elif code == 141 and line.output != "broken":
        yield "exit-code", "141, and no pipe was closed"
    if outcome.strays:
        yield "stray", "a process that it started was still there"
    if outcome.peak_kb > MEMORY_KB:
        yield "memory", f"{outcome.peak_kb // 1000} MB"
    if outcome.cpu > CPU_SECONDS:
        yield "slow", f"{outcome.cpu:.1f} s of processor time"


def fitting(line, outcome):
    """Whether what is on the streams fits the exit code."""
    code, name, words = outcome.code, line.command.path[-1], line.words
    # Where 'here' is not known, `locate` says so on standard output; that is its answer.
    is_answer = code == 69 and line.command.path[0] == "locate"
    if code >= 64 and code not in WORDLESS and not outcome.errors and not is_answer:
        yield "no-message", f"{code} without a word"
    if code in SILENT and outcome.out and not is_answer:
        yield "output-with-error", f"{code}, and {len(outcome.out)} bytes on stdout"
    if code == 65 and name not in PARTIAL and outcome.out:
        yield "output-with-error", f"65, and {len(outcome.out)} bytes on stdout"
    may_clear = not (line.cache in ("foreign", "file", "sealed") and b"--clear" in words and code == 73)
    if code == 1 and b"--exit-status" not in words and not line.command.is_own and name not in ("remove", "show", "closest", "map") and b"venue:" not in b" ".join(words) and not line.has("--members"):
        yield "exit-code", "1 without --exit-status"
    if code == 74 and line.output == "file" and b"/dev/full" not in b" ".join(words):
        yield "exit-code", "74, and nothing was full"
    if line.good and may_clear and code not in ({0, 1} if b"--exit-status" in words or line.has("--members") else {0}):
        yield "refused", f"{code} for a line that is right"
    if code == 0 and outcome.errors and line.known and line.has("--quiet"):
        yield "not-quiet", "words in spite of --quiet"


def words(line, outcome):
    """Standard error: lines that begin as promised, and nothing in them that a terminal obeys."""
    try:
        said = outcome.errors.decode()
    except UnicodeDecodeError as error:
        yield "stderr-utf8", str(error)
        return
    if odd := unfit(said):
        yield "stderr-control", f"{odd} on stderr"
    rows = said.split("\n")
    if rows.pop():
        yield "stderr-line", "no line break at the end"
    if stray := [row for row in rows if not row.startswith(("finder: ", "  "))]:
        yield "stderr-line", f"a line that is neither an error nor help: {stray[0][:80]!r}"
    most = 20 if line.command.path[-1] in PARTIAL or line.has("--explain") else 8
    if len(rows) > most or len(said) > 40_000:
        yield "stderr-long", f"{len(rows)} lines, {len(said)} characters"


def unfit_characters():
    """A pattern of what a terminal would obey or hide, but for what scripts and emoji need."""
    kept = {"\n", "\u200c", "\u200d"} | {chr(code) for code in range(0x600, 0x900)}
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    found = "".join(one for one in every if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") and one not in kept)
    return re.compile(f"[{re.escape(found)}]")


UNFIT = unfit_characters()


def unfit(text):
    """The first character that must not reach a terminal."""
    found = UNFIT.search(text)
    return found and f"U+{ord(found.group()):04X}"


def remains(line, outcome, world, new, changed):
    """Files that nobody asked for, and inputs that are not what they were."""
    outputs = [os.path.realpath(os.path.join(world.here, name)) for name in line.written() if b"\0" not in name]
    outputs += [os.path.normpath(os.path.join(world.here, name)) for name in line.written()]
    failed = outcome.code in SILENT | WORDLESS or outcome.code < 0
    for what, paths in (("left-behind", new), ("changed", changed)):
        for path in paths:
            short = os.fsdecode(path[len(world.root) + 1:])
            if path in outputs:
                if failed and path != b"" and not named_twice(line):
                    yield "output-after-error", f"{short} {what}, and the exit code is {outcome.code}"
            elif not expected(line, path, world):
                yield what, short


def named_twice(line):
    return len(line.written()) > 1


def expected(line, path, world):
    """In the cache and the data folder finder keeps what it has promised to."""
    if path.startswith(world.path("caches")) or b"/home/.cache" in path:
        return bool(CACHED.search(path)) or path.endswith(b"/.cache")
    if line.command.path[-1] in ("install", "rollback", "update", "fetch") or line.command.path == ("data", "remove"):
        return bool(KEPT.search(path)) or path.endswith((b"/.local", b"/.local/share"))
    if line.command.path[:2] == ("data", "gazetteer"):
        return bool(GAZETTEER.search(path)) or path.endswith((b"/.local", b"/.local/share"))
    if line.command.is_own:
        return bool(OWN.search(path)) or path.endswith((b"/.local", b"/.local/share", b"/.config"))
    return path.startswith(world.path("homes")) and path.endswith((b".snapshot", b".names", b".food"))


def all_of(line, outcome, world, new, changed):
    yield from ending(line, outcome)
    yield from fitting(line, outcome)
    yield from words(line, outcome)
    yield from remains(line, outcome, world, new, changed)


