"""A made-up town with a river and one bridge: its streets, its venues, and the walks by Dijkstra."""
import heapq
import json
import math

A, F = 6378137.0, 1 / 298.257223563
SIDE, SPACING, VENUES = 12, 110, 120
HOME = (52.2, 0.12)


def scale(lat):
    """Metres of a degree of latitude and of longitude."""
    e2, sine = F * (2 - F), math.sin(math.radians(lat))
    w = 1 - e2 * sine * sine
    return (math.radians(A * (1 - e2) / w ** 1.5),
            math.radians(A / math.sqrt(w) * math.cos(math.radians(lat))))


def metres(a, b):
    """Flat, at the latitude between the two: right to a millimetre in a town."""
    north, east = scale((a[0] + b[0]) / 2)
    return math.hypot((a[0] - b[0]) * north, (a[1] - b[1]) * east)


class Town:
    def __init__(self, random):
        self.random = random
        north, east = scale(HOME[0])

        def node(row, column):
            y, x = (SPACING * at + random.uniform(-20, 20) for at in (row, column))
            return round(HOME[0] + y / north, 7), round(HOME[1] + x / east, 7)
        self.nodes = [node(row, column) for row in range(SIDE) for column in range(SIDE)]
        self.river, self.bridge = random.randrange(3, SIDE - 4), random.randrange(SIDE)
        self.streets = [(a, b) for a, b, _ in self.pieces()]
        self.lengths = {street: metres(*(self.nodes[end] for end in street)) for street in self.streets}
        self.near = {number: [] for number in range(len(self.nodes))}
        for (a, b), length in self.lengths.items():
            self.near[a].append((b, length))
            self.near[b].append((a, length))
        self.venues = [self.place() for _ in range(VENUES)]

    def pieces(self):
        """Two ends of each street, and what kind it is."""
        for number in range(SIDE * SIDE):
            row, column = divmod(number, SIDE)
            if column < SIDE - 1:
                yield number, number + 1, "residential"
            if row < SIDE - 1 and row != self.river:
                yield number, number + SIDE, "residential"
            elif row == self.river and column == self.bridge:
                yield number, number + SIDE, "footway"

    def ways(self):
        return [([a + 1, b + 1], {"highway": kind}) for a, b, kind in self.pieces()]

    def place(self):
        """Somewhere beside a street, where no other is nearly as near: which one a router takes is clear."""
        while True:
            a, b = (self.nodes[end] for end in self.random.choice(self.streets))
            along, aside = self.random.uniform(0.25, 0.75), self.random.uniform(3, 30) * self.random.choice((-1, 1))
            north, east = scale(a[0])
            y, x = (b[0] - a[0]) * north, (b[1] - a[1]) * east
            length = math.hypot(x, y)
            spot = (round(a[0] + (along * y + aside * x / length) / north, 6),
                    round(a[1] + (along * x - aside * y / length) / east, 6))
            first, second = sorted(self.steps(spot))[:2]
            if second[0] > first[0] + 10 and 0.1 < first[2] < 0.9:
                return spot

    def steps(self, spot):
        """To each street: how far it is, which, and how far along one gets there."""
        north, east = scale(spot[0])
        for street in self.streets:
            (ay, ax), (by, bx) = (((lat - spot[0]) * north, (lon - spot[1]) * east)
                                  for lat, lon in (self.nodes[end] for end in street))
            dy, dx = by - ay, bx - ax
            along = min(1, max(0, -(ay * dy + ax * dx) / (dy * dy + dx * dx)))
            yield math.hypot(ay + along * dy, ax + along * dx), street, along

    def on_street(self, spot):
        step, (a, b), along = min(self.steps(spot))
        (alat, alon), (blat, blon) = self.nodes[a], self.nodes[b]
        return step, (a, b), along, (alat + along * (blat - alat), alon + along * (blon - alon))

    def walks(self, start):
        """Of each venue: the walk, the way along the streets, how many pieces that has, and the straight line."""
        step, street, along, _ = self.on_street(start)
        best, pieces, queue = {}, {}, []
        for end, share in zip(street, (along, 1 - along)):
            heapq.heappush(queue, (share * self.lengths[street], 1, end))
        while queue:
            way, count, node = heapq.heappop(queue)
            if node not in best:
                best[node], pieces[node] = way, count
                for other, length in self.near[node]:
                    heapq.heappush(queue, (way + length, count + 1, other))
        for venue in self.venues:
            last, end, there, _ = self.on_street(venue)
            ways = [(best[node] + share * self.lengths[end], pieces[node] + 1)
                    for node, share in zip(end, (there, 1 - there))]
            if end == street:
                ways.append((abs(along - there) * self.lengths[end], 1))
            way, count = min(ways)
            straight = metres(start, venue)
            yield max(straight, step + way + last), way, count, straight

    def path(self, start, target):
        """The shortest way along the streets: its points, and how long it is."""
        _, street, along, first = self.on_street(start)
        _, end, there, last = self.on_street(target)
        best, queue = {}, [(share * self.lengths[street], node, None) for node, share in zip(street, (along, 1 - along))]
        heapq.heapify(queue)
        while queue:
            way, node, before = heapq.heappop(queue)
            if node not in best:
                best[node] = way, before
                for other, length in self.near[node]:
                    heapq.heappush(queue, (way + length, other, node))
        ways = [(best[node][0] + share * self.lengths[end], node) for node, share in zip(end, (there, 1 - there))]
        if end == street:
            ways.append((abs(along - there) * self.lengths[end], None))
        way, node = min(ways, key=lambda found: found[0])
        points = [last]
        while node is not None:
            points.append(self.nodes[node])
            node = best[node][1]
        return [first] + points[:0:-1] + [last], way

    def dataset(self):
        features = [{"type": "Feature", "id": f"V{number}", "properties": {"name": f"V{number}"},
                     "geometry": {"type": "Point", "coordinates": [lon, lat]}}
                    for number, (lat, lon) in enumerate(self.venues)]
        return json.dumps({"type": "FeatureCollection", "features": features})
