"""What the Python scripts here share: where things are, the options, what has to be installed first, how a check ends.

A script sets `sys.dont_write_bytecode` before it imports this, so that nothing is left in the project, and makes
`sys.path[0]` this folder. The shell scripts have lib.sh.
"""
import argparse
import importlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile

CI = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(CI)
BUILD = os.path.join(ROOT, ".build")
FINDER = os.path.join(BUILD, "release", "finder")
BENCH = FINDER + "-bench"
SAMPLE = os.path.join(ROOT, "Data", "venues.geojson.gz")
NOBODY = 65534
SCRIPT = os.path.abspath(sys.argv[0])
# checks/along, checks/update/check.
NAME = os.path.basename(SCRIPT if os.path.basename(SCRIPT) != "check" else os.path.dirname(SCRIPT))


def fail(message, status=1):
    print(f"{NAME}: {message}", file=sys.stderr)
    sys.exit(status)


def end(faults, about=""):
    """Prints the faults and the verdict, and ends with 1 where there are any."""
    for fault in faults[:200]:
        print(fault)
    print(f"{NAME}: {about}{f'{len(faults)} faults' if faults else 'all as it should be'}")
    sys.exit(bool(faults))


def options(about, **standards):
    """The options of the command line, each with its standard: a switch where that is False, else a value of its type.
    `finder` and `bench` are programs, which must be there."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, standard in standards.items():
        kind = dict(action="store_true") if standard is False else dict(
            type=str if standard is None else type(standard), metavar="N" if isinstance(standard, (int, float)) else "TEXT")
        parser.add_argument("--" + name.replace("_", "-"), default=standard, **kind)
    found = parser.parse_args()
    for name in {"finder", "bench"} & standards.keys():
        setattr(found, name, release(getattr(found, name)))
    return found


def release(path=FINDER):
    """The binary, if it is there."""
    path = os.path.abspath(path)
    return path if os.access(path, os.X_OK) else fail("run `swift build -c release` first", 66)


def real_data(or_sample=False):
    """The real dataset, in $FINDER_REAL_DATA or beside the project; it may not be there."""
    folder = os.environ.get("FINDER_REAL_DATA") or os.path.join(os.path.dirname(ROOT), "shared", "data")
    path = os.path.join(folder, "restaurants-2020-08-05.geojson.gz")
    return SAMPLE if or_sample and not os.path.exists(path) else path


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


def need(packages):
    """The same; a check that cannot have them ends with 69."""
    if missing := install(packages):
        fail(f"not installed: {', '.join(missing)}", 69)


def packages(*wanted):
    """Packages from PyPI, which can be imported from then on: those that are missing are installed in the build folder."""
    folder = os.path.join(BUILD, "python")
    sys.path.insert(1, sysconfig.get_path("purelib", vars=dict(base=folder)))
    importlib.invalidate_caches()

    def is_here(package):
        name, _, version = package.partition("==")
        try:
            return importlib.metadata.version(name) == (version or importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            return False
    if missing := [package for package in wanted if not is_here(package)]:
        if pip("install", *missing).returncode:
            fail(f"cannot install {', '.join(missing)}", 69)
        importlib.invalidate_caches()


def pip(*words):
    """Run for a Python of its own in the build folder."""
    folder = os.path.join(BUILD, "python")
    python = os.path.join(folder, "bin", "python3")
    if not os.path.exists(python):
        install({"python3-venv": os.path.join(sysconfig.get_path("stdlib"), "ensurepip")})
        if subprocess.run([sys.executable, "-m", "venv", folder]).returncode:
            fail("cannot make a folder for Python's packages", 69)
    return subprocess.run([python, "-m", "pip", *words, "-q", "--disable-pip-version-check"])


def wheel(package, *options):
    """The folder in which a package from PyPI is unpacked, without what it needs; None where it cannot be had."""
    name = package.replace("==", "-")
    place = os.path.join(BUILD, name)
    if not os.path.isdir(place):
        with tempfile.TemporaryDirectory() as folder:
            if pip("download", "--no-deps", "--dest", folder, *options, package).returncode:
                return None
            with zipfile.ZipFile(os.path.join(folder, os.listdir(folder)[0])) as packed:
                packed.extractall(place + ".part")
        os.rename(place + ".part", place)
    return place


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
