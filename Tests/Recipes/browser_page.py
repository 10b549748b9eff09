# SPDX-License-Identifier: Apache-2.0
"""Shows codes in Chromium, by Examples/Kiosk/codes.py: a target of its own, `make test-browser`, because a browser is large."""

import contextlib
import fcntl
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from recipe_machine import ROOT, Machine                        # noqa: E402

from forward_support import free_port                           # noqa: E402

SERVICE = "devices:\n  - match: '05e0:1200'\n    mode: scanner\n    scanner: { for: codes, owed: 10000 }\n"
CODES = [f"40063813339{number}" for number in range(30, 60)]
SHOWN = "JSON.stringify([...document.querySelectorAll('#codes li')].map(line => line.textContent).reverse())"


class Browser:
    """A browser without a screen; messages of the DevTools protocol go over two pipes, each with a zero byte after it."""

    def __init__(self, folder):
        (own_read, write_end), (read_end, own_write) = os.pipe(), os.pipe()
        # The browser reads from descriptor 3 and writes to 4, which may be an end of these pipes.
        its_read, its_write = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (read_end, write_end))
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{its_read} 4>&{its_write}; exec chromium "$@"', "bash", "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(its_read, its_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (its_read, its_write, read_end, write_end):
            os.close(end)
        self.input, self.output = os.fdopen(own_read, "rb"), os.fdopen(own_write, "wb", buffering=0)
        self.numbers, self.session = itertools.count(1), None
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def ask(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        self.output.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self.read())
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]

    def read(self):
        line = bytearray()
        while not line.endswith(b"\0"):
            byte = self.input.read(1)
            if not byte:
                raise AssertionError("the browser has ended")
            line += byte
        return bytes(line[:-1])

    def shown(self):
        """The codes on the page, the oldest first."""
        return json.loads(self.ask("Runtime.evaluate", expression=SHOWN)["result"]["value"])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.input.close()
        self.output.close()


class Page(unittest.TestCase):
    def test_a_page_shows_each_code_once_and_in_order_although_the_browser_is_away(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        machine, port = Machine(self, folder.name), free_port()
        machine.write("/etc/keybridge/keybridge.yaml", SERVICE)
        words = ["/usr/bin/python3", ROOT / "Examples" / "Kiosk" / "codes.py", "codes", port, machine.folder / "keybridge.sock"]
        machine.start("page", *words)
        # The first ten are scanned before there is a browser.
        self.scan(machine, CODES[:10])
        address = f"http://127.0.0.1:{port}/"
        machine.wait(lambda: self.answers(address))
        browser = self.browser(machine, address)
        machine.wait(lambda: browser.shown() == CODES[:10])
        self.scan(machine, CODES[10:20])
        machine.wait(lambda: browser.shown() == CODES[:20])
        # The next page shows the codes that are scanned in between, and none that the first had.
        browser.close()
        self.scan(machine, CODES[20:])
        later = self.browser(machine, address)
        machine.wait(lambda: later.shown() == CODES[20:])
        # A program that is killed loses nothing either: the page connects again.
        machine.end("page", 9)
        machine.start("page", *words)
        self.scan(machine, CODES[:1])
        machine.wait(lambda: later.shown() == [*CODES[20:], CODES[0]])

    def browser(self, machine, address):
        browser = Browser(tempfile.mkdtemp(dir=machine.folder))
        self.addCleanup(browser.close)
        browser.ask("Page.navigate", url=address)
        return browser

    @staticmethod
    def scan(machine, codes):
        machine.start_service(*(word for code in codes for word in (f"text:{code}", "enter")))

    @staticmethod
    def answers(address):
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return True
        return False


if __name__ == "__main__":
    unittest.main()
