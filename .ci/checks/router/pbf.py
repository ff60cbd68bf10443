"""A street map as OpenStreetMap's PBF, as little of it as Valhalla reads: one block of nodes and ways."""
import struct
import zlib


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
