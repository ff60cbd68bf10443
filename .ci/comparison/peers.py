"""The fastest programs known for the same work; their sources are in the folder $FINDER_PEERS."""
import json
import os
import re

from comparison.frame import run
from comparison.programs import Programs

TURNS = 5


def rows(frame):
    programs = Programs(frame)
    for part in (near, reading, searching, bulk, rest):
        part(programs, frame)


def near(peers, frame):
    if name := frame.wants("near with a snapshot, whole process; sqlite3's R*Tree in a shell query"):
        data = peers.with_snapshot(peers.plain)
        ours = peers.near(data)
        frame.whole(name, 0.5, peers.sqlite_query, ours)
        frame.agree(name, peers.nearest_agree(run(*peers.sqlite_query), ours))
    if name := frame.wants("near with a snapshot, whole process; `/bin/true`"):
        frame.whole(name, 2.2, ["/bin/true"], peers.near(peers.with_snapshot(peers.plain)))
    if name := frame.wants("near as installed, with a snapshot, whole process; `/bin/true`"):
        frame.whole(name, 1.5, ["/bin/true"], [frame.new.finder, *peers.near(peers.with_snapshot(peers.plain))[1:]])
    if name := frame.wants("near with a snapshot, 5.5 million venues; 55 thousand", large=True):
        small, large = (peers.near(peers.with_snapshot(peers.scattered(count))) for count in (55_000, 5_500_000))
        frame.whole(name, 1.5, small, large)
    for name, path, limit in (
        ("near, plain file, no cache; simdjson in C++", peers.plain, 1.0),
        ("near, .gz, no cache; simdjson with libdeflate", peers.packed, 1.3),
    ):
        if frame.wants(name):
            theirs, ours = [peers.simdjson_near, path], peers.near(path, "--no-cache")
            frame.whole(name, limit, theirs, ours)
            frame.agree(name, peers.nearest_agree(run(*theirs), ours))


def reading(peers, frame):
    for name, path, limit in (
        ("reading in memory; simdjson On-Demand", lambda: peers.plain, 1.0),
        ("reading in memory, members in mixed order; simdjson On-Demand", lambda: peers.mixed, 2.0),
    ):
        if not frame.wants(name):
            continue
        path, theirs, ours = path(), [], []
        for _ in range(frame.turns):
            said = run(peers.simdjson_parse, env=dict(os.environ, GEOJSON=path)).splitlines()[0]
            theirs.append(float(re.search(r"median ([0-9.]+) ms", said)[1]))
            timed = run(peers.bench, "measure", "--data", path, "--only", "parse (count only)", "--runs", "21", "--points", "1", "--json")
            ours.append(json.loads(timed)[0]["median_s"] * 1000)
        frame.rounds_row(name, theirs, ours, limit)
        count, total = re.search(r"(\d+) features\tcoordsum (-?[0-9.]+)", said).groups()
        features, found, text = peers.listing(path)
        same = features == int(count) and abs(found - float(total)) < 0.01
        finding = f"{features} features and {found:.4f} as the sum of their coordinates" + ("" if same else f"; DIFFER: {count} and {total}")
        if path != peers.plain:
            finding += "; the list as from the file itself" if text == peers.listing(peers.plain)[2] else "; DIFFER from the file itself"
        frame.agree(name, finding)


SEARCHES = {  # finder-bench's name of it: how the others call it
    "nearest 10, exact order": ("100,000 nearest-10 in process, exact order", "knn k=10"),
    "count within a mile": ("100,000 counts within a mile in process", "radius 1 mile"),
    "count in a 0.025 degree box": ("100,000 counts in a 0.025° box in process", "bbox 0.025"),
}


def searching(peers, frame):
    rows = [row for row in SEARCHES.items() if frame.wants(row[1][0])]
    if not rows:
        return
    folder = peers.doubles
    boxes = any(workload.startswith("count in a") for workload, _ in rows)
    times, said = {}, ""
    for _ in range(frame.turns):
        said = run(peers.nanoflann, env=dict(os.environ, WORK=folder, LEAF="32"))
        lines = said.splitlines()
        if boxes and "bbox" not in said:
            # Debian's nanoflann cannot count in a box; of what Debian has, Boost's R-tree is next.
            other = run(peers.boost, env=dict(os.environ, WORK=folder))
            said += other
            lines += [line for line in other.splitlines() if "bbox" in line]
        timed = {row["workload"]: row for row in json.loads(run(*peers.search))}
        for workload, (_, called) in rows:
            line = next(line for line in lines if line.split("\t")[1].startswith(called))
            theirs = float(re.search(r"median ([0-9.]+) ms", line)[1])
            tool = line.split(" ")[0]
            times.setdefault(workload, (tool, [], []))[1].append(theirs)
            times[workload][2].append(timed[workload]["median_s"] * 1000)
    for workload, (name, _) in rows:
        tool, theirs, ours = times[workload]
        frame.rounds_row(f"{name}; {tool}{', leaf 32' if tool == 'nanoflann' else ''}", theirs, ours, 1.0)
    for line in said.splitlines():
        if "\tcheck\t" in line:
            tool, _, finding = line.split("\t")
            off = re.search(r"max \|diff\| (\S+) m", finding)
            wrong = re.search(r"mismatches [1-9]", finding) or off and float(off[1]) > 1e-5
            frame.agree("from the first 1,000 points, the ten nearest along a sphere of finder's first thirty, and counts; " + tool.split(" ")[0],
                        finding + (" DIFFER" if wrong else ""))


def bulk(peers, frame):
    names = [frame.wants(f"bulk --limit 1, 1,000,000 CSV points to NDJSON, two jobs, {what}")
             for what in ("wall clock", "processor time; one job's")]
    if not any(names):
        return
    data = peers.with_snapshot(peers.plain)
    one, two = ([peers.finder, "bulk", peers.million, "--limit", "1", "--jobs", jobs, "--data", data] for jobs in "12")
    if names[0]:
        frame.whole(names[0], 1200, None, two, runs=3)
        answers = [run(*command) for command in (one, two)]
        lines = answers[0].count("\n")
        frame.agree(names[0], f"{lines} answers, {'the same' if answers[0] == answers[1] else 'DIFFER'} by one job and by two")
    if names[1]:
        frame.whole(names[1], 1.2, one, two, runs=3, seconds="processor", rounds=3)


def rest(peers, frame):
    if name := frame.wants("within a 0.025° view with a snapshot, whole process; `/bin/true`"):
        view = [peers.finder, "within", *peers.near("")[2:6], "--span", "middle", "--data", peers.with_snapshot(peers.plain)]
        frame.whole(name, 2.2, ["/bin/true"], view)

    def memory(command):
        return int(run("/usr/bin/time", "-f", "%M", "-o", "/dev/stdout", *command).splitlines()[-1]) / 1000 * 1.024
    if name := frame.wants("resident memory of near with a snapshot"):
        frame.print_row(name, None, memory(peers.near(peers.with_snapshot(peers.plain))), 8, "MB")
    if name := frame.wants("peak memory of near, plain file, no cache; simdjson in C++"):
        frame.print_row(name, memory([peers.simdjson_near, peers.plain]), memory(peers.near(peers.plain, "--no-cache")), None, "MB")
    if name := frame.wants("size of the binary"):
        frame.print_row(name, None, os.stat(peers.finder).st_size / 1e6, None, "MB")
