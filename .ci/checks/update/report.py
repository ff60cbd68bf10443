"""The table of what was done and what was found after."""


class Report:
    def __init__(self):
        self.failures = []
        print("| what was done | times | ended with | found after |\n| --- | ---: | --- | --- |", flush=True)

    def row(self, what, times, ended, found, right):
        self.check(right, what)
        print(f"| {what} | {times} | {ended} | {found}{'' if right else ' **WRONG**'} |", flush=True)

    def check(self, right, what):
        if not right:
            self.failures.append(what)


def said(result):
    """The first line of what it said, without whose word it is."""
    lines = (result.stderr or result.stdout).strip().splitlines() or [""]
    return (lines[0].split(": ", 2)[-1] if result.stderr else lines[0]).replace("|", "\\|")
