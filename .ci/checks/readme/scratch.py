"""Where examples run: by bash in a folder that is gone afterwards, with a home of its own."""
import os
import shutil
import subprocess

import lib

SECONDS = 300


def copy_files(folder, scratch):
    """All that is or could be committed; everything, where that cannot be told."""
    listed = subprocess.run(
        ["git", "-C", folder, "ls-files", "-z", "-co", "--exclude-standard"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    if listed.returncode != 0 or not names:
        skipped = shutil.ignore_patterns(".build", ".git")
        shutil.copytree(folder, scratch, dirs_exist_ok=True, symlinks=True, ignore=skipped)
        return
    for name in names:
        source, target = os.path.join(folder, name), os.path.join(scratch, name)
        if not os.path.lexists(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


def run(script, folder, scratch, home, flags=("-o", "pipefail"), stdin=os.devnull):
    """The status, None if it does not end, and the lines of both streams. The release binary below
    `folder` comes first on the search path."""
    environment = lib.home(home)
    environment["PATH"] = os.path.join(folder, ".build", "release") + os.pathsep + environment["PATH"]
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        del environment[name]  # those below the home will do
    try:
        with open(stdin, "rb") as input:
            done = subprocess.run(
                ["bash", *flags, "-c", script], cwd=scratch, env=environment, timeout=SECONDS,
                stdin=input, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None, [f"(still running after {SECONDS} seconds)"]
    return done.returncode, done.stdout.decode("utf-8", "replace").splitlines()
