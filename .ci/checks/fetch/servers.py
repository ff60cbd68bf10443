"""Servers on this machine alone that answer as Overpass and as the hygiene ratings' API do. They take no
request that is not as these document it."""
import gzip
import json
import re
import threading
import time
import urllib.parse

from checks.fetch.world import AUTHORITIES, metres
from checks.router.servers import head

QUERY = re.compile(
    r'\[out:json\]\[timeout:(?P<timeout>[1-9]\d*)\];\n'
    r'nwr\["amenity"(?:="(?P<one>[a-z_]+)"|~"\^\((?P<kinds>[a-z_]+(?:\|[a-z_]+)+)\)\$")\]'
    r'\((?:around:(?P<around>[\d.]+,-?[\d.]+,-?[\d.]+)|(?P<box>-?[\d.]+(?:,-?[\d.]+){3}))\);\n'
    r'out count;\nout center tags;\n')


class Watched:
    """What was asked, when, and whether anything was asked before the last answer was out."""

    def __init__(self):
        self.times, self.wrong, self.running, self.lock = [], [], 0, threading.Lock()

    def __call__(self, answer):
        def watched(request):
            with self.lock:
                self.times.append(time.monotonic())
                self.running += 1
                if self.running > 1:
                    self.wrong.append("two requests at once")
            agent = request.headers.get("User-Agent", "")
            if not re.fullmatch(r"finder/\d+\.\d+\.\d+", agent):
                self.wrong.append(f"User-Agent {agent!r}")
            try:
                return answer(request)
            finally:
                with self.lock:
                    self.running -= 1
        return watched


def as_text(value):
    """With line breaks and indents, as Overpass writes."""
    return json.dumps(value, indent=2, ensure_ascii=False).encode()


def overpass_answer(elements, count=None, **more):
    total = len(elements) if count is None else count
    counted = {"type": "count", "id": 0, "tags": {"nodes": "0", "ways": "0", "relations": "0", "total": str(total)}}
    return {"version": 0.6, "generator": "Overpass API 0.7.62.4", "osm3s": {"timestamp_osm_base": "2026-11-24T10:00:00Z"},
            "elements": [counted, *elements], **more}


def overpass_elements(world, request):
    """None where the request is not as documented."""
    form = urllib.parse.parse_qs(request.body.decode(), strict_parsing=True)
    found = QUERY.fullmatch(form["data"][0]) if list(form) == ["data"] else None
    wanted = request.command == "POST" and request.path == "/api/interpreter" and found
    if not wanted or request.headers.get("Content-Type") != "application/x-www-form-urlencoded":
        return None
    kinds = [found["one"]] if found["one"] else found["kinds"].split("|")
    if found["around"]:
        radius, lat, lon = map(float, found["around"].split(","))
        return world.elements(kinds, lambda point: metres((lat, lon), point) <= radius)
    south, west, north, east = map(float, found["box"].split(","))
    # A tenth more on each side: ways that reach into the box from outside.
    return world.elements(kinds, lambda point: south - 0.01 <= point[0] <= north + 0.01 and west - 0.01 <= point[1] <= east + 0.01)


def overpass(world):
    def answer(request):
        elements = overpass_elements(world, request)
        if elements is None:
            return 400, b"<html><body>Error: line 1: parse error</body></html>"
        body = as_text(overpass_answer(elements))
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return 200, body
        packed = gzip.compress(body)
        head(request, len(packed), **{"Content-Encoding": "gzip"})
        request.wfile.write(packed)
    return answer


def hygiene_page(world, request, size=None):
    """The page asked for and its meta; None where the request is not as documented."""
    parts = urllib.parse.urlsplit(request.path)
    query = {key: value[0] for key, value in urllib.parse.parse_qs(parts.query, strict_parsing=bool(parts.query)).items()}
    if request.command != "GET" or request.headers.get("x-api-version") != "2" or "json" not in request.headers.get("Accept", ""):
        return None
    if parts.path == "/Authorities" and not query:
        listed = [{"LocalAuthorityId": number, "Name": name, "FriendlyName": name.lower().replace(" ", "-")} for name, number in AUTHORITIES]
        return {"authorities": listed, "meta": {"itemCount": len(listed)}}
    place = {"localAuthorityId"} if "localAuthorityId" in query else {"latitude", "longitude", "maxDistanceLimit"}
    if parts.path != "/Establishments" or set(query) != place | {"businessTypeId", "pageNumber", "pageSize"}:
        return None
    def inside(point):
        return "latitude" not in query or metres((float(query["latitude"]), float(query["longitude"])), point) <= 1609.344 * int(query["maxDistanceLimit"])
    authority = int(query["localAuthorityId"]) if "localAuthorityId" in query else None
    found = world.establishments(int(query["businessTypeId"]), inside, authority)
    size, number = size or int(query["pageSize"]), int(query["pageNumber"])
    page = found[(number - 1) * size:number * size]
    return {"establishments": page,
            "meta": {"itemCount": len(page), "returncode": "OK", "totalCount": len(found),
                     "totalPages": -(-len(found) // size), "pageSize": size, "pageNumber": number},
            "links": [{"rel": "self", "href": "x"}]}


def hygiene(world, change=lambda page, number: None, size=100):
    """`change` spoils pages, or gives what is sent in place of one."""
    def answer(request):
        page = hygiene_page(world, request, size)
        if page is None:
            return 400, b'{"Message":"The request is invalid."}'
        number = page.get("meta", {}).get("pageNumber")
        other = change(page, number) if number else None
        return other or (200, json.dumps(page).encode())
    return answer


# MARK: Throttling

def busy(answer, times, status=429, **headers):
    """So many times, and then it answers."""
    left = [times]

    def late(request):
        if left[0] > 0:
            left[0] -= 1
            return head(request, 0, status, **headers)
        return answer(request)
    return late
