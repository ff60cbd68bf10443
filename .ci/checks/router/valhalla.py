"""A real Valhalla, with a map of the town: the programs of the pyvalhalla wheel. They need no Python, so
the wheel's own version of it need not be here."""
import glob
import json
import os
import socket
import subprocess
import sys
import time

import lib

VERSION = "3.9.1"
OPTIONAL = ("admin", "timezone", "landmarks", "tile_extract", "traffic_extract", "transit_dir", "transit_feeds_dir")


def programs():
    """Their folder; `None` where they cannot be had."""
    place = lib.wheel(f"pyvalhalla=={VERSION}", "--only-binary", ":all:", "--python-version", "3.12")
    if place is None:
        return None
    for program in glob.glob(place + "/valhalla/bin/*"):
        os.chmod(program, 0o755)
    return os.path.join(place, "valhalla")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Valhalla:
    def __init__(self, where, folder, town_map):
        made = subprocess.run(
            [sys.executable, where + "/valhalla_build_config.py", "--mjolnir-tile-dir", folder + "/tiles"],
            check=True, stdout=subprocess.PIPE).stdout
        config = json.loads(made)
        for key in OPTIONAL:
            config["mjolnir"].pop(key, None)
        config["mjolnir"]["concurrency"] = 1
        self.port = free_port()
        config["httpd"]["service"]["listen"] = f"tcp://127.0.0.1:{self.port}"
        with open(folder + "/valhalla.json", "w", encoding="utf-8") as file:
            json.dump(config, file)
        log = open(folder + "/valhalla.log", "wb")
        output = dict(stdout=log, stderr=subprocess.STDOUT)
        subprocess.run(
            [where + "/bin/valhalla_build_tiles", "-c", file.name, town_map], check=True, **output)
        self.process = subprocess.Popen([where + "/bin/valhalla_service", file.name, "1"], **output)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        self.stop()
        raise OSError("Valhalla did not start")

    def stop(self):
        self.process.kill()
        self.process.wait()
