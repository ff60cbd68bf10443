"""What the Python scripts here share: where things are, and what has to be installed first.

A script that imports this has `sys.dont_write_bytecode = True` before, so that nothing is left in
the project. The shell scripts have lib.sh.
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

CI = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(CI)
FINDER = os.path.join(ROOT, ".build", "release", "finder")
BENCH = FINDER + "-bench"
NOBODY = 65534


def fail(message, status=1):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


def release(path=FINDER):
    """The binary, if it is there."""
    path = os.path.abspath(path)
    return path if os.access(path, os.X_OK) else fail("run `swift build -c release` first", 66)


def real_data():
    """The real dataset, in $FINDER_REAL_DATA or beside the project; it may not be there."""
    folder = os.environ.get("FINDER_REAL_DATA") or os.path.join(os.path.dirname(ROOT), "shared", "data")
    return os.path.join(folder, "restaurants-2020-08-05.geojson.gz")


def helsinki():
    """The extract of OpenStreetMap beside the real dataset; it may not be there."""
    return os.path.join(os.path.dirname(real_data()), "helsinki.osm.pbf")


def install(packages):
    """Debian packages by the program or file that shows that they are there; missing ones are installed,
    all at once. Returns those still missing."""
    def missing():
        return [name for name, file in packages.items() if not (shutil.which(file) or os.path.exists(file))]
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = dict(stdout=subprocess.DEVNULL, env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing()], **quiet)
    return missing()


def python(*packages):
    """A Python with these packages from PyPI: this one, or one in the build folder, where they are installed."""
    if all(importlib.util.find_spec(package) for package in packages):
        return sys.executable
    folder = os.path.join(ROOT, ".build", "python")
    found = os.path.join(folder, "bin", "python3")
    if not os.path.exists(found) and subprocess.run([sys.executable, "-m", "venv", folder]).returncode:
        fail("cannot make a folder for " + ", ".join(packages), 69)
    if subprocess.run([found, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages]).returncode:
        fail("cannot install " + ", ".join(packages), 69)
    return found


def home(folder, path=None):
    """An environment in which finder has a home of its own, and nothing of the caller's."""
    folder = str(folder)
    kept = {key: os.environ[key] for key in ("LANG", "TMPDIR") if key in os.environ}
    return dict(kept, PATH=path or os.environ.get("PATH", "/usr/bin:/bin"), HOME=folder,
                XDG_DATA_HOME=folder + "/data", XDG_CACHE_HOME=folder + "/cache")


def seconds_of(command, environment):
    """How long it takes; whatever it prints is dropped."""
    start = time.perf_counter()
    status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            env=environment).returncode
    seconds = time.perf_counter() - start
    return fail(f"{' '.join(command)} ended with {status}") if status else seconds


def scratch(prefix):
    """A folder that anybody may write to, in memory where there is some: thousands of small files go there."""
    where = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    made = tempfile.mkdtemp(prefix=prefix, dir=where)
    os.chmod(made, 0o777)
    return made


def give_up_root(finder):
    """So that limits and permissions hold; unless finder is where only root can run it."""
    run = dict(user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True)
    try:
        allowed = os.geteuid() == 0 and subprocess.run([finder, "--version"], check=False, **run).returncode == 0
    except PermissionError:
        allowed = False
    if allowed:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def listed(page):
    """The names of the commands on a page of help, and those of the topics."""
    commands, topics, heading = [], [], ""
    for line in page.splitlines():
        if re.match(r"\S.*:$", line):
            heading = line[:-1]
        elif heading in ("Commands", "Find", "Maps", "Your own", "Data", "For programs"):
            commands += re.findall(r"^  ([a-z][a-z-]*)(?:  |$)", line)
        elif heading == "Topics":
            # One per line, or comma-separated.
            topics += re.findall(r"^  ([a-z][a-z-]*)(?:  |$)", line) or re.findall(r"[a-z][a-z-]*(?=,|$)", line)
    return [name for name in commands if name != "help"], topics
