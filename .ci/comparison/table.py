"""Two sides' times, measured in turn, and the Markdown table of them."""
import json
import shlex
import statistics
import subprocess

from comparison.peers import run


class Table:
    def __init__(self, work, rounds):
        self.work, self.rounds, self.agreements = work, rounds, []
        print("| what | the other | finder | ratio | at most |")
        print("| --- | ---: | ---: | ---: | ---: |", flush=True)

    def rounds_row(self, name, theirs, ours, limit):
        """Figures by round; none of theirs where there is nothing to compare with."""
        ratio = statistics.median(b / a for a, b in zip(theirs, ours)) if theirs else None
        self.row(name, statistics.median(theirs) if theirs else None, statistics.median(ours), limit, ratio=ratio)

    def row(self, name, theirs, ours, limit, unit="ms", ratio=None):
        def cell(value, over):
            text = "" if value is None else value if isinstance(value, str) else f"{value:.2f}"
            return f"**{text}**" if over and text else text
        ratio = ratio or (ours / theirs if theirs else None)
        over = limit is not None and (ratio if theirs else ours) > limit
        side = [f"{value:.3g} {unit}" if value and value < 1 else f"{value:.1f} {unit}" if value else "" for value in (theirs, ours)]
        bound = "" if limit is None else f"{limit}" if theirs else f"{limit} {unit}"
        print(f"| {name} | {side[0]} | {cell(side[1], over and ratio is None)} | {cell(ratio, over)} | {bound} |", flush=True)

    def agree(self, name, finding):
        self.agreements.append(f"- {name}: {finding}")

    def hyperfine(self, command, runs, seconds):
        result = f"{self.work}/hyperfine.json"
        run("hyperfine", "-N", "-w", "1", "-r", str(runs), "--export-json", result, shlex.join(command),
            stderr=subprocess.DEVNULL)
        with open(result) as file:
            result = json.load(file)["results"][0]
        return [(result["user"] + result["system"]) * 1000] if seconds == "processor" else [time * 1000 for time in result["times"]]

    def whole(self, name, limit, theirs, ours, runs=11, seconds="wall", rounds=None):
        """Two commands in turn. The processor's time is hyperfine's mean of each round."""
        times = [], []
        for _ in range(rounds or self.rounds):
            for side, command in zip(times, (theirs, ours)):
                side += [statistics.median(self.hyperfine(command, runs, seconds))] if command else []
        self.rounds_row(name, *times, limit)
