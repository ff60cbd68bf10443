"""How fast the page is. Each figure is of several loads, by the page's own clock."""
import statistics

# Frames, from their first callback until all that follows in the frame is done: style, layout, painting.
# Keys, from the key to the end of what its input caused, and then the frame.
METER = """
(() => {
  const meter = window.meter = { frames: [], keys: [], painted: [] };
  const channel = new MessageChannel();
  let start = 0, key = 0;
  channel.port1.onmessage = () => {
    const now = performance.now();
    meter.frames.push(now - start);
    if (key > 0) {
      meter.painted.push(now - key);
      key = 0;
    }
    start = 0;
  };
  const own = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (body) => own((time) => {
    if (start === 0) {
      start = performance.now();
      channel.port2.postMessage(0);
    }
    body(time);
  });
  let down = 0;
  document.addEventListener('keydown', () => { down = performance.now(); }, true);
  document.addEventListener('input', () => {
    const begun = down;
    queueMicrotask(() => setTimeout(() => {}, 0));
    Promise.resolve().then(() => {
      meter.keys.push(performance.now() - begun);
      key = begun;
    });
  });
})();
"""


def share(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else float("nan")


def table(browser, pages, loads=7):
    marks = {"first paint": [], "venues there": [], "search ready": []}
    for _ in range(loads):
        tab = browser.open(pages.whole)
        for name, entry in [("first paint", "first-paint"), ("venues there", "venues"), ("search ready", "ready")]:
            marks[name].append(tab.run(f"performance.getEntriesByName('{entry}')[0].startTime"))
        tab.close()
    frames, keys, painted = [], [], []
    for zoom in (6, 9, 12, 15):
        tab = browser.open(f"{pages.whole}#{zoom}/51.6/-0.5", script=METER)
        tab.settle()
        tab.run("meter.frames.length = 0")
        for _ in range(2):
            tab.drag(700, 500, 200, 300, steps=60)
            tab.drag(200, 300, 700, 500, steps=60)
        frames += tab.run("meter.frames")
        tab.close()
    tab = browser.open(pages.whole, script=METER)
    tab.settle()
    tab.run("document.getElementById('search').focus()")
    for word in ("e", "a", "the fish bar", "caf\u00e9", "s", "zz"):
        for letter in word:
            tab.key(letter)
            tab.run("new Promise((done) => setTimeout(done, 60))")
        tab.run("document.getElementById('search').select()")
        tab.key("Backspace")
    keys, painted = tab.run("meter.keys"), tab.run("meter.painted")
    tab.close()
    yield "| what | median | 95 % | most |"
    yield "| --- | ---: | ---: | ---: |"
    for name, values in [*marks.items(), ("a frame while panning", frames), ("a key in the search, its work", keys),
                         ("a key in the search, until its frame is painted", painted)]:
        yield (f"| {name}, ms | {statistics.median(values):.1f} | {share(values, 0.95):.1f} | {max(values):.1f} |")
