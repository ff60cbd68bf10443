"""Downloads that are cut, and resumed: never a mixture of two editions, and nothing left behind."""
import contextlib
import email.utils
import hashlib
import http.server
import random
import resource
import signal
import subprocess
import sys
import threading
import time

from checks.update.company import small_disk
from checks.update.home import KNOWN, collection, point, said

OVERLAP = 1 << 16
LARGE = 210_000_000
MOST_MEMORY = 60_000  # kB, however large a file is
WATCHED = """import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(status)"""


def plain(name, size, venues=2000):
    """A dataset of so many bytes, with members that mean nothing to finder."""
    chance = random.Random(name)
    filler = chance.randbytes(min(size, 1 << 20) // 2).hex()
    head = collection([point(-0.1 - i / 1e5, 51.5, name=name, postcode=f"N1 {i}") for i in range(venues)])[:-1]
    parts, length = [head], len(head) + 1
    while length < size:
        name_of = f',"filler{len(parts)}":'
        parts.append(f'{name_of}"{filler[:size - length - len(name_of) - 2]}"'.encode())
        length += len(parts[-1])
    body = b"".join(parts) + b"}"
    KNOWN[hashlib.sha256(body).hexdigest()] = (name, venues)
    return body


class Server(http.server.ThreadingHTTPServer):
    """One file. `answers` are what is done wrong, one a request, and then nothing more."""
    daemon_threads = True

    def __init__(self, body):
        super().__init__(("127.0.0.1", 0), Handler)
        self.moment, self.log, self.answers = 1_600_000_000, [], []
        self.ranges = self.honours = self.tags = True
        self.pause = 0
        self.serve(body)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def serve(self, body):
        self.body, self.moment = body, self.moment + 60
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/venues"


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server
        body, fault = server.body, server.answers.pop(0) if server.answers else {}
        asked = self.headers.get("Range")
        date = email.utils.formatdate(server.moment, usegmt=True)
        names = {"Last-Modified": date} | ({"ETag": server.tag} if server.tags else {})
        known = self.headers.get("If-None-Match") if server.tags else self.headers.get("If-Modified-Since")
        if known == (server.tag if server.tags else date):
            return self.answer(304, names, b"")
        start = int(asked[6:-1]) if asked and server.ranges else 0
        if start and server.honours and self.headers.get("If-Range") not in (server.tag if server.tags else date,):
            start = 0
        if fault.get("status"):
            return self.answer(fault["status"], {"Content-Length": "0"}, b"")
        if not start:
            length = {} if fault.get("unannounced") else {"Content-Length": str(len(body))}
            return self.answer(200, names | length, body, fault.get("cut"))
        part = fault.get("body", body)[start:]
        first, total = start + fault.get("shift", 0), len(body) + fault.get("longer", 0)
        part = part[:len(part) - fault.get("shorter", 0)]
        names |= {"Content-Range": f"bytes {first}-{first + len(part) - 1}/{total}", "Content-Length": str(len(part))}
        names |= fault.get("names", {})
        self.answer(206, names, part, fault.get("cut"))

    def answer(self, status, names, body, cut=None):
        entry = [status, self.headers.get("Range"), 0]
        self.server.log.append(entry)
        self.send_response(status)
        for name, value in names.items():
            self.send_header(name, value)
        self.end_headers()
        body = body if cut is None else body[:cut]
        with contextlib.suppress(OSError):
            for place in range(0, len(body), 1 << 18):
                self.wfile.write(body[place:place + (1 << 18)])
                entry[2] = min(place + (1 << 18), len(body))
                time.sleep(self.server.pause)


class Downloads:
    def __init__(self, report, home):
        self.report, self.home = report, home
        self.old, self.new = plain("old file", 1_000_000), plain("new file", 1_200_000)
        self.server = Server(self.old)

    def left(self):
        folder = self.home.data / "downloads"
        return sorted(path.suffix for path in folder.iterdir()) if folder.exists() else []

    def update(self, *more, **options):
        self.server.log.clear()
        return self.home.run("data", "update", self.server.url, *more, **options)

    def row(self, what, result, right, keeps=(), leaves="new file"):
        found, left = self.home.found(), self.left()
        words = said(result).replace(self.server.url, "…")
        asked = ", ".join(f"{status}{' for the rest' if wanted else ''}" for status, wanted, _ in self.server.log)
        right = right and found == leaves and left == list(keeps)
        self.report.row(what, len(self.server.log), f"{result.returncode}: {words} ({asked})", found, right)
        if not right:
            print(f"WRONG: {result} {self.server.log} {left}", flush=True)

    KEPT = [".head", ".lock", ".part"]

    def anew(self, **faults):
        """The old edition, installed; then the new one is cut half-way."""
        self.server.answers = []
        self.server.ranges = self.server.honours = self.server.tags = True
        self.server.pause = 0
        for name, value in faults.items():
            setattr(self.server, name, value)
        self.server.serve(self.old)
        self.home.run("data", "update", self.server.url, "--force")
        self.server.serve(self.new)
        self.server.answers = [{"cut": 700_000}]
        return self.update()

    def run(self):
        self.large()
        self.resumed()
        self.elsewhere()
        self.stopped()
        self.server.shutdown()

    def large(self):
        """Cut, resumed, unchanged."""
        self.server.serve(plain("large file", LARGE))
        size = len(self.server.body)
        self.home.run("data", "install", "-", input=self.old.decode())
        self.server.answers = [{"cut": 150_000_000}]
        # By a small program: what is started here would count this one's memory too.
        result = subprocess.run(
            [sys.executable, "-c", WATCHED, self.home.finder, "data", "update", self.server.url], env=self.home.environment,
            capture_output=True, text=True)
        errors, memory = result.stderr.rstrip().rsplit("\n", 1)
        self.row(f"a file of {size / 1e6:.0f} MB, cut after 150 MB", result,
                 result.returncode == 69 and "was cut after 150000000 of" in errors and "150 MB of 210 MB is kept" in errors,
                 self.KEPT, "old file")
        self.report.check(int(memory) <= MOST_MEMORY, f"memory while it is fetched: {memory} kB")
        result = self.update()
        sent = self.server.log[0][2]
        self.row("the same again", result,
                 result.returncode == 0 and [entry[0] for entry in self.server.log] == [206] and sent == size - 150_000_000 + OVERLAP,
                 leaves="large file")
        result = self.update("-q", "--exit-status")
        self.row("and again: 304, quietly", result,
                 result.returncode == 1 and not result.stdout and [entry[0] for entry in self.server.log] == [304], leaves="large file")
        result = self.home.run("data", "update", "-q")
        self.row("and without a URL", result, result.returncode == 0 and not result.stdout, leaves="large file")

    def resumed(self):
        result = self.anew()
        self.row("cut half-way", result, result.returncode == 69 and "is kept" in result.stderr, self.KEPT, "old file")
        result = self.update()
        self.row("the same again: the rest", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [206])
        # Cut twice, the second time within what came again.
        self.anew()
        self.server.answers = [{"cut": 1000}]
        result = self.update()
        self.row("cut once more, in what is there", result, result.returncode == 69, self.KEPT, "old file")
        self.server.answers = [{"cut": 100_000}]
        result = self.update()
        self.row("cut once more, behind it", result, result.returncode == 69, self.KEPT, "old file")
        result = self.update()
        self.row("and then not", result, result.returncode == 0 and self.server.log[0][1] == f"bytes={700_000 + 100_000 - 2 * OVERLAP}-")
        self.anew(tags=False)
        result = self.update()
        self.row("a server without tags, by the date", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [206])
        for what, settings in (("ranges", {"ranges": False}), ("ranges and tags", {"ranges": False, "tags": False})):
            self.anew(**settings)
            result = self.update()
            self.row(f"a server without {what}", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [200])
        self.anew()
        self.server.answers = [{"status": 503}]
        result = self.update()
        self.row("503 in between", result, result.returncode == 69 and "503" in result.stderr, self.KEPT, "old file")
        result = self.update()
        self.row("and then the rest", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [206])

    def elsewhere(self):
        """Another edition in between, and answers that are not the rest."""
        third = plain("third file", 1_200_000)
        for what, settings in (("a server that says so", {}), ("a server that ignores If-Range", {"honours": False}),
                               ("the same without tags", {"honours": False, "tags": False})):
            self.anew(**settings)
            self.server.serve(third)
            result = self.update()
            self.row(f"another edition in between, {what}", result,
                     result.returncode == 0 and self.server.log[-1][0] == 200, leaves="third file")
        self.anew()
        self.server.serve(self.old)
        result = self.update()
        self.row("back to the installed edition in between", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [304], leaves="old file")
        changed = bytearray(self.new)
        changed[650_000] ^= 1
        for what, fault in (
            ("another place", {"shift": 1}), ("another length", {"longer": 1}), ("a part of the rest", {"shorter": 1}),
            ("another tag", {"names": {"ETag": '"other"'}}), ("another date", {"names": {"Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"}}),
            ("no Content-Range", {"names": {"Content-Range": "none"}}), ("several parts", {"names": {"Content-Range": "bytes 0-1/2, 4-5/9"}}),
            ("other bytes of what is there", {"body": bytes(changed)}), ("416", {"status": 416}),
        ):
            self.anew()
            self.server.answers = [fault]
            result = self.update()
            statuses = [entry[0] for entry in self.server.log]
            self.row(f"a wrong range: {what}", result, result.returncode == 0 and statuses in ([206, 200], [416, 200]))
        self.anew()
        (part,) = [path for path in (self.home.data / "downloads").iterdir() if path.suffix == ".part"]
        part.write_bytes(b"x" * 700_000)
        result = self.update()
        self.row("what is there was changed", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [206, 200])
        self.anew()
        self.server.answers = [{"unannounced": True}]
        self.server.ranges = False
        result = self.update()
        self.row("no length", result, result.returncode == 0)

    def stopped(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            self.anew()
            self.update()
            self.server.serve(self.old)
            self.server.pause = 0.2
            process = self.home.start("data", "update", self.server.url)
            time.sleep(0.6)
            process.send_signal(number)
            out, errors = process.communicate(timeout=20)
            result = subprocess.CompletedProcess([], process.returncode, out, errors)
            name = signal.Signals(number).name
            self.row(f"{name} half-way", result, process.returncode == -number and not errors, self.KEPT)
            self.server.pause = 0
            result = self.update()
            self.row(f"and on after {name}", result, result.returncode == 0 and [entry[0] for entry in self.server.log] == [206], leaves="old file")
        # Small enough, and refused for another reason: what is there serves the next.
        few = plain("few venues", 1_000_000, 900)
        self.server.serve(few)
        result = self.update()
        self.row("less than half the venues", result, result.returncode == 65 and "less than half" in result.stderr, self.KEPT, "old file")
        result = self.update("--force")
        self.row("the same with --force", result, result.returncode == 0 and self.server.log[0][2] == OVERLAP, leaves="few venues")


def no_room(report, home):
    """A disk of 1 MB, and files that may not grow."""
    downloads = Downloads(report, home)
    server = downloads.server
    server.serve(plain("small file", 50_000, 200))

    def attempt(what, words, fault, **options):
        server.serve(plain("too large", 2_000_000))
        server.answers = [fault]
        result = downloads.update(**options)
        downloads.row(what, result, result.returncode == 74 and words in result.stderr, leaves="small file")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    with small_disk(home.path / "data") as mounted:
        if mounted:
            home.run("data", "update", server.url)
            attempt("a file that does not fit on a disk of 1 MB", "no room", {})
            attempt("the same, of unknown length", "cannot write", {"unannounced": True})
        else:
            print("skipped, no tmpfs can be mounted: downloads to a full disk", file=sys.stderr)
    server.serve(plain("small file", 50_000, 200))
    home.run("data", "update", server.url)
    attempt("a file of 2 MB where files may have 300 kB", "cannot write", {}, preexec_fn=limit)
    server.shutdown()
