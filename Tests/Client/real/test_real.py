# SPDX-License-Identifier: Apache-2.0
"""Types on a simulated keyboard into programs with the clients for Python, Node.js and C.

KEYBRIDGE is the program: `make test-clients`.
"""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "C")]

from fake_service import LIBRARY, compiled                    # noqa: E402
from practice import Service                                  # noqa: E402

FRENCH = "assistance: off\nlayout: fr\n"
PROGRAMS = {"python": [sys.executable, "-B", HERE / "program.py"], "node": ["node", HERE / "program.mjs"]}
TOOLKITS = {"python": [sys.executable, "-B", HERE / "toolkit.py"], "node": ["node", HERE / "toolkit.mjs"]}


def setUpModule():
    """Compiles the programs in C, with the library and the sanitizers."""
    for name, programs in (("program", PROGRAMS), ("toolkit", TOOLKITS)):
        programs["c"] = [compiled(f"real-{name}", [HERE / f"{name}.c", *sorted(LIBRARY.glob("*.c"))], "-O1", "-fsanitize=address,undefined",
                                  "-fno-sanitize-recover=all")]


class Relay:
    """A socket that relays connections to the service, and can cut them."""

    def __init__(self, service):
        self.service, self.path = service, f"{service.folder}/relay"
        self.sockets, self.is_open = [], True
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                while not self.is_open or server.connect_ex(self.service.socket):
                    time.sleep(0.05)
                self.sockets = [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    @staticmethod
    def copy(source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)

    def cut(self):
        for one in self.sockets:
            one.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()


class Clients(unittest.TestCase):
    def setUp(self):
        self.service = Service(self)

    def run_toolkit(self, name, path=None, **traits):
        return self.run_program(name, *([json.dumps(traits)] if traits else []), programs=TOOLKITS, path=path)

    def run_program(self, name, *words, programs=PROGRAMS, path=None):
        process = subprocess.Popen([*programs[name], path or self.service.socket, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=os.environ | {"PYTHONPATH": str(ROOT / "Clients" / "Python")})
        self.addCleanup(process.kill)
        return process

    def lines(self, process):
        printed, errors = process.communicate(timeout=60)
        self.assertEqual(errors, "")
        return printed.splitlines()

    def lines_until(self, process, condition, ends=True):
        """The lines of a program up to a state. Without it in a minute, the program is killed, and the last line is another one."""
        lines, timer = [], threading.Timer(60, process.kill)
        timer.start()
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(("{", "[")) and condition(json.loads(line)):
                break
        else:
            self.fail(f"the program printed {lines[-3:]}")
        timer.cancel()
        if ends:
            process.kill()
            process.communicate()
        return lines

    def states(self, lines):
        return [json.loads(line) for line in lines if line.startswith("{")]

    def test_text_dead_keys_selections_and_deletions_are_copied(self):
        for name in PROGRAMS:
            with self.subTest(name):
                # On a French keyboard: ^ and e, then the last character selected and replaced, and one deleted.
                self.service.start("leftbrace", "e", "b", "shift+left", "c", "q", "backspace", "e", "n", "d", settings=FRENCH)
                lines = self.lines(self.run_program(name))
                self.service.end()
                states = self.states(lines)
                self.assertEqual(lines[0], "connected")
                self.assertEqual(states[-1], {"text": "êcend", "caret": 5, "marked": None, "candidates": None})
                self.assertIn({"text": "^", "caret": 1, "marked": "^", "candidates": None}, states)
                self.assertIn({"text": "êb", "caret": 1, "marked": None, "candidates": None}, states)

    def test_composed_text_and_candidates_are_copied(self):
        for name in PROGRAMS:
            with self.subTest(name):
                self.service.start("k", "y", "o", "u", "enter", settings="assistance: off\nmodes: [ja+romaji]\n")
                states = self.states(self.lines_until(self.run_program(name), lambda state: state["marked"] is None and state["text"] == "きょう"))
                self.service.end()
                self.assertEqual([state["marked"] for state in states if state["marked"]][-1], "きょう")
                # A held letter shows its accented variants, of which a digit chooses one.
                self.service.start("e:900", "2", settings="assistance: off\nlayout: us\nhold-for-accents: true\n")
                states = self.states(self.lines_until(self.run_program(name), lambda state: state["text"] == "é"))
                self.service.end()
                self.assertEqual([state["candidates"][:2] for state in states if state["candidates"]][0], ["è", "é"])

    def test_a_program_outlives_the_service(self):
        for name in PROGRAMS:
            with self.subTest(name):
                self.service.start("a", "b", settings=FRENCH)
                process = self.run_program(name)
                lines = self.lines_until(process, lambda state: state["text"] == "qb", ends=False)
                self.service.end()
                self.service.start("end", "e", "n", "d", settings=FRENCH)
                lines += self.lines(process)
                self.service.end()
                self.assertEqual([line for line in lines if not line.startswith("{")], ["connected", "lost", "restored"])
                self.assertEqual(json.loads(lines[-1])["text"], "qbend")

    def typed(self, name, *keys, settings=FRENCH, **traits):
        """Returns the lines of a toolkit after keys were typed, without the releases."""
        self.service.start(*keys, "esc", settings=settings)
        lines = [json.loads(line) for line in self.lines(self.run_toolkit(name, **traits))]
        self.service.end()
        self.assertEqual((lines[0], lines[-2:]), (["connected"], [["began", "KEY_ESC"], ["ended", "KEY_ESC"]]))
        return [line for line in lines[1:-2] if line[0] != "ended"]

    def test_text_and_keys_reach_a_toolkit_in_their_order(self):
        for name in TOOLKITS:
            with self.subTest(name):
                self.assertEqual(self.typed(name, "leftbrace", "e", "b", "left", "c", "backspace", "tab", "ctrl+q"), [
                    ["marked", "^"], ["marked", None], ["text", "ê"], ["text", "êb"], ["began", "KEY_LEFT"], ["text", "êcb"],
                    ["began", "KEY_BACKSPACE"], ["text", "êb"], ["began", "KEY_TAB"], ["began", "KEY_LEFTCTRL"], ["began", "KEY_Q"]])

    def test_a_toolkit_composes(self):
        for name in TOOLKITS:
            with self.subTest(name):
                self.assertEqual(self.typed(name, "k", "y", "o", "u", "enter", "left", settings="assistance: off\nmodes: [ja+romaji]\n"), [
                    ["marked", "k"], ["marked", "ky"], ["marked", "きょ"], ["marked", "きょう"], ["marked", None], ["text", "きょう"], ["began", "KEY_LEFT"]])

    def test_a_toolkit_that_reports_gets_capitals_and_replacements_and_one_that_cuts_keeps_its_text(self):
        for name in TOOLKITS:
            with self.subTest(name):
                lines = self.typed(name, "h", "i", "space", "space", "i", settings="layout: us\nmodes: [en-US]\n", autocapitalizationType="sentences")
                self.assertEqual(lines[-1], ["text", "Hi. I"])
                lines = self.typed(name, *"abcdefghijklmnop", "backspace", "x", settings="assistance: off\nlayout: us\n")
                self.assertEqual(lines[-1], ["text", "abcdefghijkx"])

    def test_a_secret_gets_dead_keys_without_composed_text(self):
        for name in TOOLKITS:
            with self.subTest(name):
                self.assertEqual(self.typed(name, "leftbrace", "e", isSecureTextEntry=True), [["text", "ê"]])

    def test_keys_while_a_toolkit_is_disconnected_arrive_once(self):
        for name in TOOLKITS:
            with self.subTest(name):
                self.service.start(*"abcdefghijkl", "esc", settings="assistance: off\nlayout: us\n")
                relay = Relay(self.service)
                process = self.run_toolkit(name, relay.path)
                self.lines_until(process, lambda line: line == ["text", "abc"], ends=False)
                relay.is_open = False
                relay.cut()
                time.sleep(0.2)
                relay.is_open = True
                lines = [json.loads(line) for line in self.lines(process)]
                self.service.end()
                relay.close()
                pathlib.Path(relay.path).unlink()
                self.assertEqual([line for line in lines if line[0] == "text"][-1], ["text", "abcdefghijkl"])
                self.assertEqual([line for line in lines if line[0] in ("lost", "resumed", "error")], [["lost"], ["resumed"]])

    def test_a_toolkit_keeps_its_text_and_gets_back_its_keys_when_the_service_is_killed(self):
        for name in TOOLKITS:
            with self.subTest(name):
                self.service.start("left:9000", settings=FRENCH)
                process = self.run_toolkit(name)
                lines = self.lines_until(process, lambda line: line == ["began", "KEY_LEFT"], ends=False)
                self.service.kill()
                self.service.start("k", settings="assistance: off\nmodes: [ja+romaji]\n")
                lines += self.lines_until(process, lambda line: line == ["marked", "k"], ends=False)
                self.service.kill()
                self.service.start("a", "esc", settings="assistance: off\nlayout: us\n")
                lines = [json.loads(line) for line in lines + self.lines(process)]
                self.service.end()
                self.assertEqual([line for line in lines if line[0] != "repeated"], [
                    ["connected"], ["began", "KEY_LEFT"], ["cancelled", "KEY_LEFT"], ["lost"], ["restored"], ["marked", "k"], ["marked", None],
                    ["text", "k"], ["lost"], ["restored"], ["text", "ka"], ["began", "KEY_ESC"], ["ended", "KEY_ESC"]])


if __name__ == "__main__":
    unittest.main()
