"""Servers on this machine alone: one that counts what passes, one that answers as OSRM, and bad ones."""
import http.server
import json
import threading
import time
import urllib.error
import urllib.request



class Server(http.server.ThreadingHTTPServer):
    """`answer` is called with each request, and gives a status and a body, or nothing where it has answered
    in its own way."""
    daemon_threads = True

    def __init__(self, answer):
        server, self.requests, self.targets = self, [], []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server.requests.append(self.path)
                # In OSRM's address, or in Valhalla's body, where the source has a latitude as well.
                server.targets.append(self.path.count(";") or max(0, self.body.count(b'"lat"') - 1))
                answered = answer(self)
                if answered:
                    status, body = answered
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
            do_POST = do_GET

            def log_message(self, *_):
                pass
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """Clients that hang up are what is tested here."""


def counting(port):
    """In front of a real server."""
    def forward(request):
        asked = urllib.request.Request(f"http://127.0.0.1:{port}{request.path}", request.body or None)
        try:
            with urllib.request.urlopen(asked) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
    return Server(forward)


def osrm(town):
    table, way = table_of(town), way_of(town)
    return Server(lambda request: (way if request.path.startswith("/route/") else table)(request))


def points_of(request):
    return [tuple(map(float, reversed(pair.split(",")))) for pair in request.path.split("?")[0].split("/")[4].split(";")]


def way_of(town):
    """The route service over the town's streets."""
    def way(request):
        points = points_of(request)
        line, metres = town.path(*points)
        coordinates = [[round(lon, 6), round(lat, 6)] for lat, lon in line]
        route = {"geometry": {"type": "LineString", "coordinates": coordinates}, "legs": [{"distance": 0}],
                 "distance": round(metres, 1), "duration": round(metres / 1.25, 1), "weight": 1}
        return 200, json.dumps({"code": "Ok", "routes": [route], "waypoints": []}).encode()
    return way


def table_of(town):
    """The table service over the town's streets."""
    def table(request):
        parts = request.path.split("?")[0].split("/")
        if parts[1:4] != ["table", "v1", "foot"]:
            return 400, b'{"code":"InvalidUrl","message":"URL string malformed close to position 2"}'
        points = points_of(request)
        ways = {venue: way for venue, (_, way, _, _) in zip(town.venues, town.walks(points[0]))}

        def waypoint(point):
            step, _, _, (lat, lon) = town.on_street(point)
            return {"hint": "x", "distance": step, "name": "", "location": [round(lon, 6), round(lat, 6)]}
        answer = {"code": "Ok", "distances": [[0] + [round(ways[point], 1) for point in points[1:]]],
                  "sources": [waypoint(points[0])], "destinations": [waypoint(point) for point in points]}
        return 200, json.dumps(answer).encode()
    return table


def after(seconds, answer):
    """Answers rightly, and sends nothing before so many seconds are over."""
    def late(request):
        time.sleep(seconds)
        return answer(request)
    return late


# MARK: Bad ones

def head(request, length, status=200, **headers):
    request.send_response(status)
    for name, value in {"Content-Length": length, **headers}.items():
        request.send_header(name, str(value))
    request.end_headers()


def slow(request):
    time.sleep(30)


def trickling(request):
    head(request, 1000)
    for _ in range(300):
        request.wfile.write(b" ")
        time.sleep(0.1)


def cut_off(request):
    head(request, 1000)
    request.wfile.write(b'{"sources_to_targets":[[{"distance":1},')


def closed_early(request):
    request.close_connection = True
    request.connection.close()


def endless(request):
    head(request, 10**12)
    while True:
        request.wfile.write(b" " * 65536)


def fixed(status, body):
    return lambda request: (status, body)


def redirecting(url):
    return lambda request: head(request, 0, 307, Location=url + request.path)


def matrix(cells):
    return fixed(200, ('{"sources_to_targets":[[' + cells + "]]}").encode())


BAD = {
    "slow": slow,
    "one byte at a time": trickling,
    "cut off": cut_off,
    "closed early": closed_early,
    "endless": endless,
    "HTTP 500": fixed(500, b"oops"),
    "a web page": fixed(200, b"<html>\n</html>"),
    "not a matrix": fixed(200, b"{}"),
    "negative": matrix('{"distance":-1}'),
    "no number": matrix('{"distance":NaN}'),
    "huge": matrix('{"distance":1e300}'),
    "too few": matrix('{"distance":1}'),
    "too many": matrix(",".join(['{"distance":1}'] * 500)),
    "binary": fixed(200, bytes(range(256)) * 100),
    "nothing": fixed(200, b""),
}
