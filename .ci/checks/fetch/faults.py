"""What servers do wrong: a name, what makes an answer, what finder says, and more options where it needs some."""
import gzip
import json
import time

from checks.fetch import servers
from checks.router.servers import closed_early, endless, fixed, redirecting

HTML = b"<!DOCTYPE html>\n<html><body>The server is probably too busy</body></html>"


def changed(world, change):
    """Overpass, with its answer spoilt."""
    def answer(request):
        made = servers.overpass_answer(servers.overpass_elements(world, request))
        return 200, change(made)
    return answer


def cut_connection(world):
    def answer(request):
        body = servers.as_text(servers.overpass_answer(servers.overpass_elements(world, request)))
        servers.head(request, len(body))
        request.wfile.write(body[:len(body) // 2])
    return answer


def dripping(request):
    servers.head(request, 100_000)
    for _ in range(300):
        request.wfile.write(b" ")
        time.sleep(0.1)


def twice(made):
    made["elements"][0]["tags"]["total"] = str(len(made["elements"]))
    return servers.as_text(made | {"elements": made["elements"] + [made["elements"][1]]})


def dropped(made):
    return servers.as_text(made | {"elements": made["elements"][:-1]})


def overpass(world, elsewhere):
    def spoilt(change):
        return lambda: changed(world, change)

    good = servers.overpass(world)
    return [
        ("cut in the middle of the JSON", spoilt(lambda made: servers.as_text(made)[:-900]), "its answer is cut short"),
        ("connection cut half way", lambda: cut_connection(world), "the connection was cut after"),
        ("a remark: out of time", spoilt(lambda made: servers.as_text(made | {"remark": 'runtime error: Query timed out in "query" at line 2'})),
         "it gave up: runtime error: Query timed out"),
        ("one element fewer than it counted", spoilt(dropped), "elements and sent"),
        ("no count", spoilt(lambda made: servers.as_text(made | {"elements": made["elements"][1:]})), "it does not say how many elements"),
        ("an element twice", spoilt(twice), "in its answer twice"),
        ("no elements", spoilt(lambda made: b'{"version":0.6}'), "its answer has no elements"),
        ("elements without ids", spoilt(lambda made: b'{"elements":[{"type":"node"}]}'), "expected an element with a type and an id"),
        ("HTML with 200", lambda: fixed(200, HTML), "it sent a web page instead of data"),
        ("nothing", lambda: fixed(200, b""), "its answer is empty"),
        ("binary", lambda: fixed(200, bytes(range(256)) * 50), "its answer is not what was asked for"),
        ("a damaged gzip", spoilt(lambda made: gzip.compress(servers.as_text(made))[:-20]), "its answer is damaged or cut short"),
        ("400", lambda: fixed(400, HTML), "it answered 400 Bad Request"),
        ("500", lambda: fixed(500, HTML), "it answered 500 Internal Server Error"),
        ("a redirect", lambda: redirecting(elsewhere), "it redirects to"),
        ("closed without an answer", lambda: closed_early, "the server closed the connection without an answer"),
        ("429 for ever", lambda: servers.busy(good, 99), "the next try would be in", "--timeout", "2"),
        ("504 for ever", lambda: servers.busy(good, 99, 504), "the next try would be in", "--timeout", "2"),
        ("429, Retry-After: 600", lambda: servers.busy(good, 99, **{"Retry-After": "600"}), "the next try would be in 600 s"),
        ("slower than --timeout", lambda: lambda request: time.sleep(5), "it took longer than 1 s; --timeout allows more", "--timeout", "1"),
        ("a byte at a time", lambda: dripping, "it took longer than 1 s", "--timeout", "1"),
        ("endless", lambda: endless, "more than 200 MB"),
    ]


def hygiene(world):
    def spoilt(change):
        return lambda: servers.hygiene(world, change)

    def at(number, change):
        return spoilt(lambda page, asked: change(page) if asked == number else None)

    def meta(**values):
        return lambda page: page["meta"].update(values)

    def repeating():
        """On page 2 stands a venue of page 1."""
        first = []

        def change(page, number):
            first.extend(page["establishments"][:1] if number == 1 else [])
            if number == 2:
                page["establishments"][0] = first[0]
        return servers.hygiene(world, change)

    return [
        ("page 2 missing (404)", at(2, lambda page: (404, b"{}")), "it answered 404 Not Found"),
        ("page 2 empty", at(2, lambda page: page.update(establishments=[])), "page 2 of 3 is empty"),
        ("page 1 in place of each", spoilt(lambda page, number: page["meta"].update(pageNumber=1) and None), "it sent page 1 instead of page 2"),
        ("a venue fewer on page 2", at(2, lambda page: page["establishments"].pop() and None), "establishments and sent"),
        ("a venue of page 1 on page 2 again", repeating, "in its answer twice"),
        ("counts that change on the way", at(2, meta(totalCount=9999)), "its list changed between page 1 and page 2"),
        ("a count too large", spoilt(lambda page, number: page["meta"].update(totalCount=9999)), "it counted 9999 establishments"),
        ("a count too small", spoilt(lambda page, number: page["meta"].update(totalCount=3)), "it counted 3 establishments and sent at least"),
        ("a million pages", spoilt(lambda page, number: page["meta"].update(totalPages=1_000_000)), "more than the 500"),
        ("no counts", at(1, lambda page: page.pop("meta") and None), "it does not say how many"),
        ("page 2 cut in the JSON", at(2, lambda page: (200, json.dumps(page).encode()[:-300])), "its answer is cut short"),
        ("HTML on page 2", at(2, lambda page: (200, HTML)), "it sent a web page instead of data"),
        ("establishments without ids", at(1, lambda page: [made.pop("FHRSID") for made in page["establishments"]] and None),
         "expected an establishment with its FHRSID"),
        ("403", lambda: fixed(403, b"{}"), "it answered 403 Forbidden"),
    ]

