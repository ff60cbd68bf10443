"""How many runs of each kind ended how, and what was wrong with which."""
import collections
import threading


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
