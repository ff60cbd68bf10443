"""One fetch after another: what a server may answer, and what is installed then."""
import os
import resource
import signal
import time

from checks.update.home import bomb, edition, pack, said


# What it is, the path, the exit code, what finder says, more options. All leave "old" as it is.
SERVER_FAULTS = [
    ("404", "nothing", 69, "404 Not Found"),
    ("500", "500", 69, "500 Internal Server Error"),
    ("redirect loop", "round", 69, "more than 5 redirects"),
    ("redirect to ftp", "away", 69, "not followed"),
    ("connection cut in the middle (origin)", "cut", 69, "connection was cut"),
    ("Content-Length 1000 bytes too long", "long", 69, "connection was cut"),
    ("Content-Length 1000 bytes too short", "short", 65, "ends too early"),
    ("HTML in place of data", "html", 65, "a web page"),
]
SLOW_AND_LARGE = [
    ("slow drip (2 kB/s), --timeout 2", "drip/large", 69, "--timeout", "--timeout", "2"),
    ("slow drip (0.5 kB/s), no --timeout", "trickle/large", 69, "less than 1000 bytes a second"),
    ("larger than --max-size 10kB", "large", 65, "is larger than 10 kB", "--max-size", "10kB"),
]
AT_MOST_SECONDS = {"drip/large": (4, "the timeout holds"), "trickle/large": (60, "a slow drip ends by itself")}
MOST_MEMORY = 300_000  # kB, whatever an archive unpacks to


class Fetching:
    def __init__(self, report, home, nginx):
        self.report, self.home, self.nginx = report, home, nginx
        self.old, self.new = edition("old"), edition("new")

    def update(self, what, path, code, contains, *more, leaves="old"):
        start = time.time()
        result = self.home.run("data", "update", self.nginx.url(path), *more)
        seconds = time.time() - start
        found = self.home.found()
        self.row(what, result, found, result.returncode == code and found == leaves and contains in said(result))
        if path in AT_MOST_SECONDS:
            most, rule = AT_MOST_SECONDS[path]
            self.report.check(seconds <= most, rule)

    def row(self, what, result, found, right):
        self.report.row(what, 1, f"{result.returncode}: {self.nginx.short(said(result))}", found, right)

    def run(self):
        self.first_and_again()
        for case in SERVER_FAULTS:
            self.update(*case)
        self.nginx.serve(edition("large", 100_000), "large")
        for case in SLOW_AND_LARGE:
            self.update(*case)
        self.archives()
        self.killed_worker()
        self.changes()

    def first_and_again(self):
        self.nginx.serve(self.old)
        self.update("first fetch", "venues.geojson.gz", 0, "updated to 2000 venues")
        record = self.home.record()["current"]
        self.report.check(record["etag"] and record["last_modified"] and record["fetched"], "validators are kept")
        self.update("again: 304", "venues.geojson.gz", 0, "up to date")
        status = self.nginx.last_status()
        self.report.check(status == "304", f"asked conditionally: {status}")

    def archives(self):
        packed = bomb()
        self.nginx.serve(packed, "bomb")
        self.update(f"gzip bomb, {len(packed) >> 20} MB that unpack to 3 GB", "bomb", 65, "unpacks to more than 2 GiB")
        # The most of any child so far.
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.report.check(peak <= MOST_MEMORY, f"memory against a gzip bomb: {peak} kB")
        self.nginx.serve(pack(bytes(200 << 20)), "zeros")
        self.update("gzip of zeros", "zeros", 65, "expected a dataset, an extract, a list or a zip")

    def killed_worker(self):
        process = self.home.start("data", "update", self.nginx.url("drip/large"))
        time.sleep(1)
        for worker in self.nginx.workers():
            os.kill(worker, signal.SIGKILL)
        _, errors = process.communicate(timeout=30)
        found = self.home.found()
        words = errors.strip().split(": ", 2)[-1]
        self.report.row("nginx's worker killed in the middle", 1, f"{process.returncode}: {self.nginx.short(words)}", found,
                        process.returncode == 69 and found == "old" and "cut" in words)
        time.sleep(0.3)

    def changes(self):
        self.nginx.serve(edition("few", 900))
        self.update("less than half the venues", "venues.geojson.gz", 65, "less than half")
        self.update("the same with --force", "venues.geojson.gz", 0, "", "--force", leaves="few")
        self.nginx.serve(self.new)
        self.update("changed file", "venues.geojson.gz", 0, "updated to", leaves="new")
        self.nginx.serve(self.old)
        self.update("redirect", "moved", 0, "updated to")
        result = self.home.run("data", "rollback")
        found = self.home.found()
        self.row("rollback", result, found, found == "new")
        result = self.home.run("data", "update", self.nginx.url().replace("http://", "http://me:s3cret@"))
        kept = "".join(path.read_text(errors="replace") for path in self.home.data.glob("*.json"))
        found = self.home.found()
        self.row("user and password in the address", result, found,
                 found == "old" and "s3cret" not in kept + result.stdout + result.stderr)
