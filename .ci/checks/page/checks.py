"""What the page has to do, each check in a page of its own."""
import collections
import os
import re

from checks.page.browser import GRAPHICS, Browser

# Notes what is drawn: texts, and circles by their radius. A count is the text of a disc. Discs and dots are
# painted once, each on a canvas of its own, and copied from there; around them is a ring of paper of 1.5 pixels.
RECORDER = """
(() => {
  window.drawn = { texts: [], places: [], circles: [], lines: [] };
  const own = CanvasRenderingContext2D.prototype, { fillText, arc, fillRect, moveTo, lineTo, drawImage } = own;
  own.fillRect = function (x, y, w, h) {
    if (x === 0 && y === 0) window.drawn = { texts: [], places: [], circles: [], lines: [] };
    return fillRect.call(this, x, y, w, h);
  };
  own.fillText = function (text, x, y) { 
    window.drawn.texts.push(text);
    window.drawn.places.push([text, x, y, this.measureText(text).width]);
    return fillText.call(this, text, x, y);
  };
  for (const [name, way] of [['moveTo', moveTo], ['lineTo', lineTo]]) {
    own[name] = function (x, y) { window.drawn.lines.push([name, x, y]); return way.call(this, x, y); };
  }
  const offscreen = OffscreenCanvasRenderingContext2D.prototype, { arc: ownArc } = offscreen;
  const { transferToImageBitmap } = OffscreenCanvas.prototype, radii = new Map();
  let last;
  offscreen.arc = function (x, y, radius, ...rest) {
    last = radius / devicePixelRatio;
    return ownArc.call(this, x, y, radius, ...rest);
  };
  OffscreenCanvas.prototype.transferToImageBitmap = function () {
    const image = transferToImageBitmap.call(this);
    radii.set(image, last);
    return image;
  };
  own.drawImage = function (image, x, y, w, h) {
    window.drawn.circles.push([x + w / 2, y + h / 2, radii.get(image)]);
    return drawImage.call(this, image, x, y, w, h);
  };
  own.arc = function (x, y, radius, ...rest) {
    window.drawn.circles.push([x, y, radius]);
    return arc.call(this, x, y, radius, ...rest);
  };
})();
"""
FOCUSED = "(document.activeElement.id || document.activeElement.textContent.trim().slice(0, 40))"
HEADING = "document.getElementById('heading').textContent"
LISTED = "[...document.querySelectorAll('#list li:not([hidden]) .name')].map((name) => name.textContent)"
VIEW = "location.hash.slice(1).split('/').slice(0, 3).map(Number)"


def expect(faults, what, is_true, found=""):
    if not is_true:
        faults.append(f"{what}{': ' if found != '' else ''}{found}")


def quiet(tab, faults):
    expect(faults, "requests", not tab.requests(), tab.requests())
    expect(faults, "messages", not tab.messages(), tab.messages())


def silence(browser, pages):
    """Everything at once: no request, no message."""
    faults = []
    for address in (pages.whole, pages.near, pages.hostile, pages.spots, pages.food, pages.empty, pages.far):
        tab = browser.open(address)
        tab.settle()
        tab.mouse("mouseWheel", 400, 300, deltaX=0, deltaY=-400)
        tab.drag(400, 300, 300, 350)
        tab.run("document.querySelector('#list button')?.click()")
        tab.settle()
        tab.run("document.getElementById('copy').click()")
        tab.key("Escape")
        tab.key("/")
        tab.type("a</script>")
        tab.settle()
        quiet(tab, faults)
        expect(faults, "nothing ran", tab.run("window.hacked === undefined"))
        tab.close()
    return faults


def keyboard(browser, pages):
    faults = []
    tab = browser.open(pages.whole)
    tab.settle()
    stops = []
    for _ in range(7):
        tab.key("Tab")
        stops.append(tab.run(FOCUSED))
    expect(faults, "the order of Tab", stops[:5] == ["canvas", "closer", "further", "home", "search"], stops)
    expect(faults, "Tab reaches venues", stops[5:] == [
        text[:40] for text in tab.run("[...document.querySelectorAll('#list button')].slice(0, 2).map((b) => b.textContent)")],
        stops)
    tab.run("document.getElementById('canvas').focus()")
    before = tab.run(VIEW)
    for key, place, sign in (("ArrowRight", 2, 1), ("ArrowDown", 1, -1), ("+", 0, 1)):
        tab.key(key)
        tab.settle()
        now = tab.run(VIEW)
        expect(faults, key, (now[place] - (before[place] if len(before) == 3 else now[place] - sign)) * sign > 0, (before, now))
        before = now
    tab.key("Home")
    tab.settle()
    for presses in range(12):
        tab.key("Enter")
        tab.settle()
        if tab.run(FOCUSED) == "name" or "spot" in tab.run(HEADING):
            break
    expect(faults, "Enter on the map comes to a venue", presses < 11)
    tab.key("Escape")
    tab.key("/")
    expect(faults, "/ goes to the search", tab.run(FOCUSED) == "search")
    tab.type("pizza")
    tab.settle()
    expect(faults, "the search finds", re.fullmatch(r"[\d,]+ venues? found", tab.run(HEADING)), tab.run(HEADING))
    first = tab.run(LISTED)[0]
    tab.key("ArrowDown")
    expect(faults, "ArrowDown goes to the list", tab.run(FOCUSED).startswith(first[:40]), tab.run(FOCUSED))
    tab.key("Enter")
    tab.settle()
    expect(faults, "Enter opens the details", tab.run("document.getElementById('name').textContent") == first)
    expect(faults, "they have the focus", tab.run(FOCUSED) == "name", tab.run(FOCUSED))
    links = []
    for _ in range(8):
        tab.key("Tab")
        links.append(tab.run("document.activeElement.href || ''"))
    expect(faults, "Tab reaches the links", sum(bool(link) for link in links) == 6, links)
    expect(faults, "links open without a way back", tab.run(
        "[...document.querySelectorAll('a')].every((a) => a.rel === 'noopener noreferrer' && a.target === '_blank')"))
    tab.key("Escape")
    expect(faults, "Escape goes back to the venue in the list", tab.run(FOCUSED).startswith(first[:40]), tab.run(FOCUSED))
    tab.key("Escape")
    tab.settle()
    expect(faults, "Escape clears the search", tab.run(HEADING).endswith("in view"), tab.run(HEADING))
    quiet(tab, faults)
    tab.close()
    return faults


def names(browser, pages):
    """The names that `finder near` prints, each in the list and in its details, as text."""
    faults = []
    tab = browser.open(pages.hostile)
    tab.settle()
    known = [venue["name"] or "" for venue in pages.rows(
        "near", "54,-2", "--data", pages.hostile_data, "--limit", "0", "--outside", "allow")]
    expected = collections.Counter(name or "No name" for name in known)
    found = collections.Counter(tab.run(LISTED))
    expect(faults, "names of the list", found == expected, (expected - found, found - expected))
    elements = tab.run("document.querySelectorAll('*').length")
    for number in range(len(known)):
        tab.run(f"document.querySelectorAll('#list button')[{number}].click()")
        tab.run("document.getElementById('back').click()")
    expect(faults, "elements", tab.run("document.querySelectorAll('#list *, #details h2 *').length")
           == 4 * len(known), elements)
    expect(faults, "made of markup", tab.run("document.querySelectorAll('img, iframe, base, b, i, object').length") == 0)
    tab.run("document.querySelectorAll('#list button')[0].click()")
    known = tab.run("[...document.querySelectorAll('#known dt')].map((dt) => dt.textContent)")
    expect(faults, "other properties", known[-4:] == ["<key>", "list", "more tabs", "Position"], known)
    expect(faults, "nothing ran", tab.run("window.hacked === undefined"))
    tab.key("Escape")
    tab.key("/")
    tab.type("script")
    tab.settle()
    expect(faults, "markup is found", len(tab.run(LISTED)) == 5, tab.run(LISTED))
    quiet(tab, faults)
    tab.close()
    return faults


def groups(browser, pages):
    """Counts add up, and are those of `finder clusters`; those on one spot fan out, each to be reached."""
    faults = []
    tab = browser.open(pages.spots, script=RECORDER)
    tab.settle()
    zoom = int(tab.run("Number(location.hash.slice(1).split('/')[0])"))
    circles = tab.run("drawn.circles")
    counts = [int(text) for text in tab.run("drawn.texts") if re.fullmatch(r"\d+", text)]
    dots = len({(x, y) for x, y, radius in circles if radius == 5})
    expect(faults, "counts add up", sum(counts) + dots == 981, (sum(counts), dots))
    rows = pages.rows("clusters", "--data", pages.spots_data, "--zoom", str(zoom))
    expect(faults, "the groups of clusters", sorted(count for count in counts if count > 8)
           == sorted(row["count"] for row in rows if row["count"] > 8), zoom)
    tab.close()
    for address in (pages.spots, pages.whole, pages.whole + "#12/53.48/-2.24", pages.whole + "#15.9/51.5124/-0.1278"):
        tab = browser.open(address, script=RECORDER)
        tab.settle()
        discs = [circle for circle in tab.run("drawn.circles") if circle[2] in (11, 13.5, 16, 18.5, 21)]
        overlapping = [(a, b) for place, a in enumerate(discs) for b in discs[:place]
                       if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (a[2] + b[2]) ** 2]
        expect(faults, f"discs are clear of each other at {address}", discs and not overlapping, overlapping[:2])
    tab.close()
    for spot, size in ((2, 5), (5, 40)):
        tab = browser.open(f"{pages.spots}#18/{53 + spot / 10}/{-2.5 + spot / 20}")
        tab.settle()
        middle = tab.run("(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                         " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        tab.click(*middle)
        tab.settle()
        own = [name for name in tab.run(LISTED) if name.startswith(f"Spot {spot} ")]
        expect(faults, "a spot's venues are listed", len(own) == size, len(own))
        reached = set()
        for name in own[:3] + own[-3:]:
            tab.run(f"[...document.querySelectorAll('#list .name')].find((n) => n.textContent === {name!r}).click()")
            reached.add(tab.run("document.getElementById('name').textContent"))
            tab.key("Escape")
        expect(faults, "each opens", len(reached) == min(size, 6), reached)
        # And by the mouse: around the middle.
        by_mouse = set()
        for dx in range(-130, 131, 10):
            for dy in range(-130, 131, 10):
                tab.mouse("mouseMoved", middle[0] + dx, middle[1] + dy)
                if tab.run("document.getElementById('canvas').className") != "over":
                    continue
                tab.click(middle[0] + dx, middle[1] + dy)
                name = tab.run("document.getElementById('details').hidden ? '' : document.getElementById('name').textContent")
                if name:
                    by_mouse.add(name)
                    tab.key("Escape")
        expect(faults, "each can be clicked", len([name for name in by_mouse if name in own]) == size, len(by_mouse))
        tab.close()
    return faults


def address(browser, pages):
    faults = []
    tab = browser.open(pages.whole + "#14.00/51.51240/-0.12780/q=caf%C3%A9")
    tab.settle()
    expect(faults, "the view of the fragment", tab.run(VIEW) == [14, 51.5124, -0.1278], tab.run(VIEW))
    expect(faults, "its search", tab.run("document.getElementById('search').value") == "caf\u00e9")
    tab.run("document.querySelector('#list button').click()")
    tab.settle()
    shared = tab.run("location.href")
    name = tab.run("document.getElementById('name').textContent")
    tab.close()
    tab = browser.open(shared)
    tab.settle()
    expect(faults, "its venue", tab.run("document.getElementById('name').textContent") == name, shared)
    tab.close()
    for fragment in ("#x/y/z", "#99/99/999", "#%%%", "#5/51", "#14/51.5/-0.1/q=%FF", "#Infinity/0/0", "#14/51/0/v=nobody"):
        tab = browser.open(pages.near + fragment)
        tab.settle()
        expect(faults, fragment, not tab.run("document.getElementById('heading').className"))
        quiet(tab, faults)
        tab.close()
    return faults


def touch(browser, pages):
    faults = []
    tab = browser.open(pages.whole + "#10/52/-1", width=390, height=844, ratio=2, touch=True)
    tab.settle()
    tab.pinch(195, 250, 80, 240)
    tab.settle()
    zoom = tab.run(VIEW)[0]
    expect(faults, "two fingers zoom", 11.2 < zoom < 11.9, zoom)
    quiet(tab, faults)
    tab.close()
    return faults


def elsewhere(browser, pages):
    """Across the antimeridian; and nothing at all."""
    faults = []
    tab = browser.open(pages.far)
    tab.settle()
    expect(faults, "all are in sight", tab.run(HEADING) == "10 venues in view", tab.run(HEADING))
    tab.close()
    tab = browser.open(pages.empty)
    tab.settle()
    expect(faults, "none are", tab.run(HEADING) == "0 venues in view", tab.run(HEADING))
    quiet(tab, faults)
    tab.close()
    return faults


def policy(browser, pages):
    """A script that got into the page all the same would not run."""
    faults = []
    tab = browser.open(pages.whole)
    tab.run("(() => { const script = document.createElement('script'); script.textContent = 'window.hacked = 6';"
            " document.body.append(script); const image = new Image(); image.src = 'https://example.invalid/a.png';"
            " document.body.append(image); document.body.insertAdjacentHTML('beforeend', '<p onclick=\"window.hacked=7\""
            " id=trap style=\"color:red\">'); document.getElementById('trap').click(); })()")
    tab.settle()
    expect(faults, "no script but its own", tab.run("window.hacked === undefined"))
    expect(faults, "no connection", tab.run("fetch('https://example.invalid/').then(() => false, () => true)"))
    tab.close()
    return faults


def first_view(browser, pages):
    """Zoom 0 is a zoom; the way's venue is open, marked and told; a page says what it is made of."""
    faults = []
    tab = browser.open(pages.zoom0)
    tab.settle()
    expect(faults, "zoom 0", all(isinstance(part, (int, float)) for part in tab.run(VIEW)) and
           len(tab.run(LISTED)) > 0, tab.run("location.hash"))
    quiet(tab, faults)
    tab.close()
    tab = browser.open(pages.way, script=RECORDER)
    tab.settle()
    known = tab.run("document.getElementById('known').textContent")
    expect(faults, "the way's venue is open", tab.run("document.getElementById('name').textContent") == "Spot 1 venue 0")
    expect(faults, "it is marked", "Spot 1 venue 0" in tab.run("drawn.texts"), tab.run("drawn.texts"))
    expect(faults, "the way is told", re.search(r"The way[\d.]+ km in a straight line", known), known)
    expect(faults, "and below the list", "in a straight line" in tab.run("document.getElementById('notes').textContent"))
    tab.close()
    tab = browser.open(pages.way + "#12/53.2/-2.3")
    tab.settle()
    expect(faults, "an address that opens nothing", tab.run("document.getElementById('details').hidden"))
    tab.close()
    for page, words in ((pages.sample, r"made up"), (pages.spots, r"From spots\.geojson of 20\d\d-\d\d-\d\d\.$")):
        tab = browser.open(page)
        notes = tab.run("document.getElementById('notes').textContent")
        expect(faults, "where venues are from", re.search(words, notes), notes)
        tab.close()
    return faults


def nearest(browser, pages):
    """The list is in the order of `finder near`, with its distances and directions."""
    faults = []
    for page, data, word, (lat, lon) in (
        (pages.whole, pages.data, "castle", (54.5, -3)), (pages.whole, pages.data, "pizza", (52, 0.5)),
        (pages.far, f"{pages.folder}/far.geojson", "fiji", (-17.2, -179.9)),
    ):
        tab = browser.open(f"{page}#5.2/{lat}/{lon}/q={word}")
        tab.settle()
        lat, lon = tab.run(VIEW)[1:]
        found = tab.run("[...document.querySelectorAll('#list li:not([hidden]) .about')].map((a) => a.textContent)")
        rows = pages.rows("near", f"{lat},{lon}", "--match", word, "--limit", "200", "--data", data, "--outside", "allow")
        for row, text in zip(rows, found):
            metres, eighth = row["distance_m"], round(row["bearing_deg"] / 45) % 8
            if abs(row["bearing_deg"] % 45 - 22.5) < 0.5 or metres < 1000:
                continue
            km = re.search(r"([\d.]+) km", text)
            way = "N NE E SE S SW W NW".split()[eighth]
            expect(faults, row["name"], km and abs(float(km[1]) - metres / 1000) < (0.06 if metres < 9950 else 0.6)
                   and text.endswith(" " + way), (text, metres, row["bearing_deg"]))
        names = tab.run(LISTED)
        expect(faults, "as many", len(names) == len(rows), (len(names), len(rows)))
        # Those less than 3 m further may change places: a cell is 0.15 m, the address a metre wide.
        away = {}
        for row in rows:
            away.setdefault(row["name"] or "No name", []).append(row["distance_m"])
        order = [away[name].pop(0) if away.get(name) else None for name in names]
        expect(faults, f"the order of {word}", None not in order
               and all(a < b + 3 for a, b in zip(order, order[1:])), [p for p in zip(names, order) if p[1] is None][:3])
        tab.close()
    tab = browser.open(pages.pole + "#3/0/25/v=Equator")
    tab.settle()
    known = tab.run("document.getElementById('known').textContent")
    expect(faults, "from a pole", "10002 km S" in known, known)
    tab.close()
    return faults


def ground(browser, pages):
    """Lines over the antimeridian; towns' names at their dots; what gets out of the way; a large base map."""
    faults = []
    said = pages.large_base()
    expect(faults, "a note on a large base map", re.search(r"the base map takes [\d.]+ MB of the page", said), said)
    tab = browser.open(pages.dateline + "#6/-18/179.9", script=RECORDER)
    tab.settle()
    tab.run("drawn.lines.length")
    lines, wide = tab.run("drawn.lines"), tab.run("document.getElementById('canvas').clientWidth")
    steps = [abs(b[1] - a[1]) for a, b in zip(lines, lines[1:]) if b[0] == "lineTo"]
    world = 256 * 2 ** tab.run(VIEW)[0]
    expect(faults, "the shorter way", any(abs(step - world / 180) < 1 for step in steps), steps)
    whole = [(min(a[1], b[1]), max(a[1], b[1])) for a, b in zip(lines, lines[1:])
             if b[0] == "lineTo" and abs(abs(b[1] - a[1]) / world - 1) < 0.01]
    expect(faults, "a band on both sides", len(whole) > 1 and min(a for a, _ in whole) <= 0 and max(b for _, b in whole) >= wide, whole)
    tab.close()
    tab = browser.open(pages.whole + "#6/53/-1.5", script=RECORDER)
    tab.settle()
    places = [place for place in tab.run("drawn.places") if re.search(r"[a-z]{3}", place[0])]
    dots = [circle for circle in tab.run("drawn.circles") if circle[2] == 2]
    expect(faults, "towns", len(dots) > 0)
    for name, x, y, w in places:
        expect(faults, f"{name} is at its dot", any(
            abs(x - dot[0]) <= w / 2 + 8 and abs(y - dot[1]) <= 16 for dot in dots))
    expect(faults, "who drew the coast", not tab.run("document.getElementById('credit').hidden"))
    tab.close()
    tab = browser.open(pages.whole + "#16/51.5074/-0.1278")
    tab.settle()
    expect(faults, "no coast, no credit", tab.run("document.getElementById('credit').hidden"))
    tab.close()
    tab = browser.open(pages.whole, width=240, height=300, script=RECORDER)
    tab.settle()
    expect(faults, "no scale where there is no room", not [text for text in tab.run("drawn.texts") if text.endswith(" km")])
    expect(faults, "nor a credit", tab.run("getComputedStyle(document.getElementById('credit')).display") == "none")
    tab.close()
    return faults


def buttons(browser, pages):
    """Those that the other checks do not press."""
    faults = []
    press = "document.getElementById('{}').click()"
    tab = browser.open(pages.spots)
    tab.settle()
    expect(faults, "200 are listed", len(tab.run(LISTED)) == 200, len(tab.run(LISTED)))
    tab.run(press.format("more"))
    expect(faults, "Show more", len(tab.run(LISTED)) == 400, len(tab.run(LISTED)))
    expect(faults, "the focus is on the next", tab.run("document.activeElement.closest('li') ==="
                                                       " document.querySelectorAll('#list li')[200]"))
    tab.key("/")
    tab.type("spot 3")
    tab.settle()
    tab.run("document.getElementById('canvas').focus()")
    tab.key("ArrowUp", shift=True)
    tab.run(press.format("fit"))
    tab.settle()
    zoom, lat, lon = tab.run(VIEW)
    expect(faults, "Show all on the map", abs(lat - 53.35) < 0.01 and abs(lon + 2.325) < 0.01 and zoom > 10, (zoom, lat, lon))
    tab.key("Escape")
    tab.key("Home")
    tab.settle()
    tab.run("document.querySelectorAll('#list button')[3].click()")
    tab.settle()
    tab.run(press.format("show"))
    tab.settle()
    zoom, lat, lon = tab.run(VIEW)
    position = tab.run("[...document.querySelectorAll('#known dt')].find((dt) => dt.textContent === 'Position')"
                       ".nextSibling.textContent.split(', ').map(Number)")
    expect(faults, "Show on the map", zoom == 17 and abs(lat - position[0]) < 1e-4 and abs(lon - position[1]) < 1e-4,
           (zoom, lat, lon, position))
    quiet(tab, faults)
    tab.close()
    return faults


def food(browser, pages):
    """Words of food find what `finder near --for` finds and what names say; boxes filter as `--kind` and the others."""
    faults = []
    search = ("(() => {{ const field = document.getElementById('search'); field.value = {!r};"
              " field.dispatchEvent(new Event('input')); }})()")
    tab = browser.open(pages.food)
    tab.settle()

    def rows(*options):
        return {row["name"] for row in pages.rows(
            "near", "53,-2", "--limit", "0", "--data", pages.food_data, "--outside", "allow", *options)}

    def listed():
        for _ in range(3):
            if not tab.run("document.getElementById('more').hidden"):
                tab.run("document.getElementById('more').click()")
        return set(tab.run(LISTED))

    for text in ("pizza", "vegan pizza", "plant based pizzas", "chippy", "italian pub", "pubs cafes", "pizza restaurant",
                 "fish & chips outside", "Thai with a beer garden", "restaurant", "vegan cafe"):
        tab.run(search.format(text))
        tab.settle()
        wanted, found = rows("--for", text), listed()
        expect(faults, f"{text}: all of --for", wanted <= found, sorted(wanted - found)[:5])
        # The rest are names that have what was typed.
        words = [word for word in re.findall(r"\w+", text.lower()) if word not in ("with", "a", "restaurant")]
        plain = {name: name.lower().replace("\u00e9", "e") for name in found - wanted}
        more = [name for name in plain if not any(word.rstrip("s") in plain[name] for word in words)]
        expect(faults, f"{text}: and names", not more, more[:5])
        expect(faults, f"{text}: some", found)
    tab.run(search.format("piz"))
    tab.settle()
    expect(faults, "what is being typed", rows("--cuisine", "pizza") <= listed())
    tab.key("/")
    tab.key("Escape")
    tab.settle()
    expect(faults, "Escape clears the text", tab.run("document.getElementById('search').value === ''"))

    # By the keyboard: past the search, the filter and into it.
    tab.run("document.getElementById('search').focus()")
    tab.key("Tab")
    expect(faults, "Tab reaches the filter", tab.run(FOCUSED) == "chosen", tab.run(FOCUSED))
    tab.key("Enter")
    expect(faults, "Enter opens it", tab.run("document.querySelector('#food details').open"))
    counts = dict(tab.run("[...document.querySelectorAll('.box')].map((box) => [box.querySelector('input').value,"
                          " Number(box.querySelector('small').textContent)])"))
    for key, option, value in (("0.pub", "--kind", "pub"), ("1.pizza", "--cuisine", "pizza"), ("2.vegan", "--diet", "vegan"),
                               ("3.outdoor", "--with", "outdoor")):
        expect(faults, f"the count of {key}", counts.get(key) == len(rows(option, value)), counts.get(key))
    tab.key("Tab")
    first = tab.run("document.activeElement.value")
    expect(faults, "Tab reaches the first box", first in counts, tab.run(FOCUSED))
    tab.key(" ")
    tab.settle()
    expect(faults, "space chooses it", tab.run("document.activeElement.checked")
           and tab.run(HEADING) == f"{counts[first]} venues found", tab.run(HEADING))
    expect(faults, "and says so", tab.run("document.getElementById('status').textContent") == tab.run(HEADING))

    def choose(*keys):
        for key in tab.run("[...document.querySelectorAll('.box input')].map((box) => box.value)"):
            tab.run(f"(() => {{ const box = [...document.querySelectorAll('.box input')].find((box) => box.value === {key!r});"
                    f" if (box.checked !== {str(key in keys).lower()}) box.click(); }})()")
        tab.settle()

    for keys, options in ((("0.pub", "0.cafe"), ("--kind", "pub,cafe")),
                          (("1.pizza", "2.vegan"), ("--cuisine", "pizza", "--diet", "vegan")),
                          (("2.vegan", "3.outdoor", "0.pub"), ("--diet", "vegan", "--with", "outdoor", "--kind", "pub"))):
        choose(*keys)
        expect(faults, " and ".join(keys), listed() == rows(*options), len(listed()))
    tab.run(search.format("thai"))
    tab.settle()
    expect(faults, "with a text too", rows("--for", "thai", "--diet", "vegan", "--with", "outdoor", "--kind", "pub") <= listed())
    shared = tab.run("location.href")
    tab.run("document.getElementById('unfilter').click()")
    tab.settle()
    expect(faults, "Clear leaves the text", tab.run("document.getElementById('search').value") == "thai"
           and not tab.run("document.querySelector('.box :checked')"))
    quiet(tab, faults)
    tab.close()
    tab = browser.open(shared)
    tab.settle()
    expect(faults, "the fragment brings the filter back", tab.run(
        "[...document.querySelectorAll('.box :checked')].map((box) => box.value).sort().join()") == "0.pub,2.vegan,3.outdoor")
    tab.key("Escape")
    tab.key("Escape")
    tab.settle()
    expect(faults, "Escape clears both", tab.run(HEADING).endswith("in view"), tab.run(HEADING))
    tab.close()

    # Details in words, with links that lead where they say.
    tab = browser.open(pages.food + "#14/53/-2/v=Shown")
    tab.settle()
    known = dict(tab.run("[...document.querySelectorAll('#known dt')].map((dt) => [dt.textContent, dt.nextSibling.textContent])"))
    for term, text in (("Kind", "pub"), ("Diet", "not vegan"), ("Address", "1 Row, York"), ("level", "2"),
                       ("With", "wheelchair access (partly), outdoor seating (garden), dogs on a lead")):
        expect(faults, term, known.get(term) == text, known.get(term))
    expect(faults, "hours", known.get("Hours", "").startswith("open\n") and known["Hours"].count("all day") == 7, known.get("Hours"))
    links = tab.run("[...document.querySelectorAll('#known a')].map((a) => [a.textContent, a.href, a.rel])")
    rel = "noopener noreferrer"
    expect(faults, "links", links == [["+44 20 7946 0958", "tel:+442079460958", rel],
                                      ["https://shown.example/a?b=c&d", "https://shown.example/a?b=c&d", rel]], links)
    tab.close()
    tab = browser.open(pages.food + "#14/53/-2/v=Listed")
    tab.settle()
    links = tab.run("[...document.querySelectorAll('#known a')].map((a) => [a.textContent, a.getAttribute('href')])")
    expect(faults, "a link for each", links == [
        ["+44 (0)20 7946 0958", "tel:+442079460958"], ["020 7946 0959", "tel:02079460959"],
        ["(020) 7946 0960", "tel:02079460960"], ["www.listed.example", "https://www.listed.example/"],
        ["https://b.example/c;d,listed.example", "https://b.example/c;d,listed.example"]], links)
    # Beyond the days that it knows the page says nothing.
    tab.close()
    tab = browser.open(pages.food + "#14/53/-2/v=Shown", script="Date = class extends Date {"
                       " constructor(...parts) { super(...(parts.length ? parts : [Date.UTC(2090, 0, 1)])); } }")
    tab.settle()
    terms = tab.run("[...document.querySelectorAll('#known dt')].map((dt) => dt.textContent)")
    expect(faults, "no hours in other days", "Hours" not in terms and "opening_hours" in terms, terms)
    tab.close()
    for number in range(9):
        tab = browser.open(f"{pages.food}#14/53/-2/v=Hostile%20{number}")
        tab.settle()
        found = tab.run("[...document.querySelectorAll('#known a')].map((a) => a.href)")
        wanted = ["https://ok.example/"] if number in (3, 5) else []
        expect(faults, f"the links of hostile {number}", found == wanted, found)
        expect(faults, "nothing ran", tab.run("window.hacked === undefined"))
        quiet(tab, faults)
        tab.close()
    return faults


def many_cuisines(browser, pages):
    """Of thousands only those of most venues have boxes; the search and links find the others."""
    faults = []
    search = ("(() => {{ const field = document.getElementById('search'); field.value = {!r};"
              " field.dispatchEvent(new Event('input')); }})()")
    tab = browser.open(pages.many)
    tab.settle()
    boxes = tab.run("[...document.querySelectorAll('.box input')].map((box) => box.value)")
    expect(faults, "200 boxes, most first", len(boxes) == 200 and boxes[0] == "1.pizza", (len(boxes), boxes[:3]))
    notes = tab.run("[...document.querySelectorAll('#groups p')].map((note) => note.textContent)")
    expect(faults, "how many more", notes == ["", "", "", "And 4,801 more, which the search above finds."], notes)
    for text, found in (("own dish of number 4321", "1 venue found"), ("Own dish of number 4320 pizza", "1 venue found"),
                        ("own dish of number 4321 pizza", "0 venues found"), ("pizza", "1,667 venues found")):
        tab.run(search.format(text))
        tab.settle()
        expect(faults, text, tab.run(HEADING) == found, tab.run(HEADING))
    tab.close()
    tab = browser.open(pages.many + "#12/53/-2/f=1.own_dish_of_number_4321%2C1.no_such")
    tab.settle()
    expect(faults, "a link to one without a box", tab.run(HEADING) == "1 venue found", tab.run(HEADING))
    expect(faults, "which has one then", tab.run("[...document.querySelectorAll('.box :checked')].map((box) => box.value)")
           == ["1.own_dish_of_number_4321"])
    quiet(tab, faults)
    tab.close()
    return faults


def forced_colours(browser, pages):
    """Discs in the system's colours, which a canvas outside of the page would take for those of the light scheme."""
    faults = []
    for dark in (False, True):
        tab = browser.open(pages.whole, dark=dark, media=[("forced-colors", "active")], script=RECORDER)
        tab.settle()
        expect_disc(faults, tab, "dark" if dark else "light")
        quiet(tab, faults)
        tab.close()
    return faults


def expect_disc(faults, tab, when):
    """That a disc is of another colour than what is around it."""
    x, y, radius = next(circle for circle in tab.run("drawn.circles") if circle[2] >= 16)
    # Around it, and 6 pixels on: inside of its edge, beside its count.
    row = tab.run("[...document.getElementById('canvas').getContext('2d')"
                  f".getImageData({round(x - radius - 4)}, {round(y)}, 7, 1).data]")
    around, inside = row[:4], row[-4:]
    expect(faults, f"a disc is seen, {when}", sum(abs(a - b) for a, b in zip(inside, around)) > 300, (inside, around))


def lost_graphics(_, pages):
    """What was painted in a graphics process that died is painted again, as after the reset of a driver."""
    faults = []
    with Browser(graphics=GRAPHICS) as browser:
        tab = browser.open(pages.whole, script=RECORDER)
        tab.settle()
        tab.run("window.restored = new Promise((done) => document.getElementById('canvas')"
                ".addEventListener('contextrestored', () => setTimeout(done, 300))); 0")
        browser.call("Browser.crashGpuProcess")
        tab.run("window.restored")
        expect_disc(faults, tab, "at once")
        tab.drag(500, 400, 520, 400)
        tab.settle()
        expect_disc(faults, tab, "in a later frame")
        tab.close()
    return faults


ALL = [("first view", first_view), ("forced colours", forced_colours), ("lost graphics", lost_graphics),
       ("nearest", nearest), ("ground", ground), ("buttons", buttons), ("silence", silence), ("keyboard", keyboard),
       ("names", names), ("food", food), ("many cuisines", many_cuisines), ("groups", groups), ("address", address),
       ("touch", touch), ("elsewhere", elsewhere), ("policy", policy)]


def pictures(browser, pages, folder):
    os.makedirs(folder, exist_ok=True)
    phone = dict(width=390, height=844, ratio=2, touch=True)
    for name, page, view in [
        ("light", pages.whole, {}), ("dark", pages.whole, {"dark": True}), ("phone", pages.near, phone),
        ("phone-dark", pages.near, dict(phone, dark=True)), ("town", pages.whole + "#12/53.48/-2.24", {}),
        ("street", pages.whole + "#17/51.5124/-0.1278", {}), ("near", pages.near, {}),
        ("search", pages.whole + "#8/52.5/-1.5/q=fish", {}), ("food", pages.food + "#13/53/-2/f=1.pizza%2C2.vegan", {}),
        ("food-phone", pages.food + "#13/53/-2/f=1.pizza%2C2.vegan", phone), ("hostile", pages.hostile, {}),
        ("forced-colours", pages.whole, {"media": [("forced-colors", "active")]}),
    ]:
        tab = browser.open(page, **view)
        tab.settle()
        tab.picture(f"{folder}/{name}.png")
        if name.startswith("food"):
            tab.run("document.querySelector('#food details').open = true")
            tab.settle()
            tab.picture(f"{folder}/{name}-filter.png")
        if name in ("near", "phone"):
            tab.run("document.querySelector('#list button').click()")
            tab.settle()
            tab.picture(f"{folder}/{name}-details.png")
        if name == "near":
            tab.key("Escape")
            tab.settle()
            tab.print(f"{folder}/near.pdf")
        tab.close()
    for spot in (2, 3, 5):
        tab = browser.open(f"{pages.spots}#18/{53 + spot / 10}/{-2.5 + spot / 20}", dark=spot == 3)
        tab.settle()
        tab.run("document.getElementById('canvas').focus()")
        tab.key("Enter")
        tab.settle()
        tab.picture(f"{folder}/fan-{spot}.png")
        tab.close()
