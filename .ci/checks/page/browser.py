"""Chromium without a window, driven through its debugging pipe: messages of JSON, each ended by a zero byte."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = [
    "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
]
NO_GRAPHICS = ["--disable-gpu"]
# In a process of its own, as with a graphics card.
GRAPHICS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
            "--enable-gpu-rasterization"]


class Failure(Exception):
    pass


class Browser:
    def __init__(self, program="chromium", graphics=NO_GRAPHICS):
        self.folder = tempfile.mkdtemp(prefix="finder-page-")
        to_child, self.output = os.pipe()
        self.input, from_child = os.pipe()
        words = " ".join(FLAGS + graphics + [f"--user-data-dir={self.folder}"])
        self.process = subprocess.Popen(
            ["sh", "-c", f"exec {program} {words} about:blank 3<&{to_child} 4>&{from_child}"],
            pass_fds=(to_child, from_child), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder), start_new_session=True)
        os.close(to_child)
        os.close(from_child)
        self.rest, self.number, self.events = b"", 0, []

    def stop(self):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:
            self.process.kill()
        for end in (self.input, self.output):
            os.close(end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def read(self, timeout):
        """The next message; None where there is none in time."""
        until = time.monotonic() + timeout
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.input], [], [], max(0, until - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise Failure("Chromium is gone")
            self.rest += piece
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        view = memoryview(json.dumps(message).encode() + b"\0")
        while view:
            view = view[os.write(self.output, view):]
        while True:
            answer = self.read(60)
            if answer is None:
                raise Failure(f"{method}: no answer in a minute")
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def open(self, address, **view):
        return Tab(self, address, **view)


class Tab:
    """A page. It keeps what it asked for and what it wrote to the console."""

    def __init__(self, browser, address, width=1280, height=800, ratio=1, dark=False, touch=False, script=None,
                 media=()):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio,
                  mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        features += [{"name": name, "value": value} for name, value in media]
        self.call("Emulation.setEmulatedMedia", features=features)
        if script:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.address = address
        self.call("Page.navigate", url=address)
        self.wait("performance.getEntriesByName('ready').length > 0")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def run(self, expression):
        """The value of an expression of JavaScript, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, expression, seconds=20):
        until = time.monotonic() + seconds
        while not self.run(expression):
            if time.monotonic() > until:
                raise Failure(f"never true: {expression}")
            time.sleep(0.02)

    def settle(self):
        """Until animations, the list and the address have followed."""
        time.sleep(0.9)
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    # What people do.

    def key(self, key, text=None, shift=False):
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                 "ArrowDown": 40, " ": 32, "Backspace": 8}
        text = text if text is not None else key if len(key) == 1 else "\r" if key == "Enter" else None
        press = dict(key=key, windowsVirtualKeyCode=codes.get(key, ord(key[0].upper())), modifiers=8 if shift else 0)
        if text:
            press["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **press)
        press.pop("text", None)
        self.call("Input.dispatchKeyEvent", type="keyUp", **press)

    def type(self, text):
        for letter in text:
            self.key(letter)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y, steps=10):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for step in range(1, steps + 1):
            part = step / steps
            self.mouse("mouseMoved", x + (to_x - x) * part, y + (to_y - y) * part, button="left", buttons=1)
        time.sleep(0.1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def pinch(self, x, y, start, end, steps=8):
        for step in range(steps + 1):
            apart = start + (end - start) * step / steps
            points = [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]
            self.call("Input.dispatchTouchEvent", type="touchMove" if step else "touchStart", touchPoints=points)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    # What is to be seen.

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def print(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"]))

    def mine(self, method):
        return [event["params"] for event in self.browser.events
                if event["method"] == method and event.get("sessionId") == self.session]

    def requests(self):
        """What was asked for, but for the page itself and what is within it."""
        asked = [event["request"]["url"] for event in self.mine("Network.requestWillBeSent")]
        return [url for url in asked if url.split("#")[0] != self.address.split("#")[0]
                and not url.startswith(("data:", "blob:"))]

    def messages(self):
        said = [str([part.get("value", part.get("description")) for part in event["args"]])
                for event in self.mine("Runtime.consoleAPICalled")]
        said += [event["exceptionDetails"]["text"] + str(event["exceptionDetails"].get("exception", {}).get("description"))
                 for event in self.mine("Runtime.exceptionThrown")]
        return said + [event["entry"]["text"] for event in self.mine("Log.entryAdded")]
