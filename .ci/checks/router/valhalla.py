"""A real Valhalla, the programs of the pyvalhalla wheel, and the street map that it is given: as little of
OpenStreetMap's PBF as it reads, one block of nodes and ways. The programs need no Python, so the wheel's own version of
it need not be here."""
import glob
import json
import os
import socket
import struct
import subprocess
import sys
import time
import zlib

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


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def packed(numbers):
    return b"".join(map(varint, numbers))


def deltas(numbers):
    """Each as the difference from the one before it, zigzag."""
    last = 0
    for value in numbers:
        step = value - last
        yield step * 2 if step >= 0 else -step * 2 - 1
        last = value


def blob(kind, content):
    body = number(2, len(content)) + block(3, zlib.compress(content))
    head = block(1, kind.encode()) + number(3, len(body))
    return struct.pack(">I", len(head)) + head + body


def write(path, nodes, ways):
    """`nodes` are latitudes and longitudes, numbered from 1; `ways` lists of node numbers with tags."""
    strings = [""] + sorted({text for _, tags in ways for pair in tags.items() for text in pair})
    place = {text: index for index, text in enumerate(strings)}
    numbers = range(1, len(nodes) + 1)
    dense = block(1, packed(deltas(numbers)))
    dense += block(8, packed(deltas(round(lat * 1e7) for lat, _ in nodes)))
    dense += block(9, packed(deltas(round(lon * 1e7) for _, lon in nodes)))
    written = b""
    for index, (refs, tags) in enumerate(ways):
        way = number(1, index + 1) + block(2, packed(place[key] for key in tags))
        way += block(3, packed(place[value] for value in tags.values()))
        written += block(3, way + block(8, packed(deltas(refs))))
    table = block(1, b"".join(block(1, text.encode()) for text in strings))
    groups = block(2, block(2, dense)) + block(2, written)
    header = block(4, b"OsmSchema-V0.6") + block(4, b"DenseNodes")
    with open(path, "wb") as file:
        file.write(blob("OSMHeader", header) + blob("OSMData", table + groups))
