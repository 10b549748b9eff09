#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of an event, a key and a start, and the bytes of the program; fails if a count exceeds its figure
in costs.toml.

    costs.py KEYBRIDGE FOLDER     FOLDER has the programs bare and typist, and the preloaded libraries
"""
import concurrent.futures
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import limits
import page
import prose
from instructions import Failed, Folder, Live, Terminal

LAYOUT = "de"
FILE = pathlib.Path(__file__).resolve().parent / "costs.toml"
KEYS = {"t": 20, "h": 35, "e": 18, " ": 57, "q": 16, "u": 22, "i": 23, "c": 46, "k": 37}
TYPED = "the quick "
# Each cost is the difference between runs of two lengths, so that the start cancels out.
EVENTS, PRESSES = (1000, 21_000), (50, 550)
# The cost of one observer more is small compared with the rest of a key, which varies by some instructions.
OBSERVERS = 41
# Texts that are drawn, and a word so long that no correction is searched for.
DRAWN, ENDLESS = (100, 500), (99, 100)
WORDS = "qwerty uiop "
SENTENCES = page.ROOT / "Benchmarks/language/sentences/en.txt"
# Without it, what needs it is not counted.
LEXICON = page.ROOT / ".build/lexicons/lexicon.en"
# The C loops type exactly what is pressed, and so does Keybridge where it is compared with them.
SETTINGS = "keybridge.yaml"


class Counter:
    """Counts the instructions of the two programs, for each run in a separate folder."""

    def __init__(self, keybridge, programs):
        self.keybridge, self.programs = keybridge, programs

    def folder(self):
        return Folder(self.keybridge, self.programs)

    # MARK: Replays

    def replay(self, form, count, *command, assistance="off"):
        with self.folder() as folder, open(folder.path / "capture", "wb") as capture:
            subprocess.run([os.path.join(self.programs, "bare"), "generate", form, str(count)], stdout=capture,
                           check=True)
            self.settle(folder, assistance)
            return folder.count(*command)

    @staticmethod
    def settle(folder, assistance):
        """Writes the settings file of a run with typing assistance "on" or "off"."""
        (folder.path / SETTINGS).write_text(f"modes: [en-US]\nassistance: {assistance}\n")

    def keybridge_replay(self, form, mirror, assistance, count):
        return self.replay(form, count, "./keybridge", "replay", "capture", "--layout", LAYOUT, "--config", SETTINGS,
                           "--mirror", mirror, assistance=assistance)

    # MARK: Texts

    def typed(self, text, mode, *options, terminal=None):
        """The instructions of a replay of typed text."""
        with self.folder() as folder:
            with open(folder.path / "capture", "w") as capture:
                prose.KeyWriter(capture).write(text)
            (folder.path / SETTINGS).write_text(mode)
            if LEXICON.exists():
                shutil.copy(LEXICON, folder.path)
            folder.environment["KEYBRIDGE_LEXICONS"] = str(folder.path)
            return folder.count("./keybridge", "replay", "capture", "--config", SETTINGS, *options, terminal=terminal)

    def assisted(self, text):
        return self.typed(text, "modes: [en-US]\nassistance: on\n", "--layout", "us", "--mirror", "text")

    def drawn(self, layout, count):
        terminal = Terminal()
        terminal.drop_output()
        try:
            return self.typed((WORDS * count)[:count], "assistance: off\n", "--layout", layout, "--mirror", "terminal",
                              terminal=terminal)
        finally:
            terminal.close()

    def bare_replay(self, form, count):
        return self.replay(form, count, "./bare", "replay", form, "capture", LAYOUT)

    # MARK: From the keyboard to a socket

    def keybridge_live(self, presses, keyboards=1, assistance="off", observers=0):
        with self.folder() as folder:
            self.settle(folder, assistance)
            with Live(folder, "./keybridge", "run", "--layout", LAYOUT, "--config", SETTINGS, "--mirror", "none",
                      "--socket", "programs", "--control", "control", "--observe", "observers",
                      keyboards=keyboards) as live:
                live.wait_until_ready()
                if presses:
                    program = self.focused_program(live)
                    listeners = [live.connect("observers") for _ in range(observers)]
                    for listener in listeners:
                        live.read(listener)
                    self.type(live, program, b'"text.didChange"', presses, listeners)
                return live.end()

    def observed_live(self, observers):
        return lambda presses: self.keybridge_live(presses, observers=observers)

    def assisted_live(self, presses):
        return self.keybridge_live(presses, assistance="on")

    def bare_live(self, presses):
        with self.folder() as folder, \
                Live(folder, "./bare", "live", "/dev/input/event1", "answers", LAYOUT, "grab") as live:
            self.type(live, live.connect("answers"), b'"time"', presses)
            return live.end()

    @staticmethod
    def focused_program(live):
        """The connection of a program that has the focus and subscribes only to `text.didChange`."""
        connection = live.connect("programs")
        for number, (method, params) in enumerate((
                ("hello", {"name": "costs"}),
                ("container.create", {"container": "field"}),
                ("subscribe", {"events": ["text.didChange"]}),
                ("focus.request", {"container": "field"}))):
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            connection.sendall(json.dumps(request).encode() + b"\n")
            live.wait_until_idle(connection)
            answers = [json.loads(line) for line in live.read(connection).splitlines()]
            if not answers or "result" not in answers[-1]:
                raise Failed(f"{method}: {answers}")
        return connection

    @staticmethod
    def type(live, connection, mark, presses, listeners=()):
        """Types the given number of keys; fails unless each is answered by one line with the mark, for all listeners."""
        for number in range(presses):
            key = KEYS[TYPED[number % len(TYPED)]]
            live.change(key, 1)
            for each in (connection, *listeners):
                answer = live.read(each)
                if answer.count(mark) != 1:
                    raise Failed(f"a key was answered by {answer}")
            live.change(key, 0)

    # MARK: All

    def costs(self):
        """The counts by the names in costs.toml; instructions are counted on all processors at the same time."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            def whole(count, *arguments):
                return pool.submit(count, *arguments)

            def difference(lengths, count, *arguments):
                return [pool.submit(count, *arguments, length) for length in lengths]

            runs = {
                "start": whole(self.keybridge_live, 0),
                "start: C loop": whole(self.bare_live, 0),
                "socket": difference(PRESSES, self.keybridge_live),
                "socket: C loop": difference(PRESSES, self.bare_live),
                "socket with assistance": difference(PRESSES, self.assisted_live),
                "socket with 1 observer": difference(PRESSES, self.observed_live(1)),
                "socket with all observers": difference(PRESSES, self.observed_live(OBSERVERS)),
            }
            for form in ("raw", "evemu"):
                runs[f"{form} replay"] = difference(EVENTS, self.keybridge_replay, form, "text", "off")
                runs[f"{form} replay: C loop"] = difference(EVENTS, self.bare_replay, form)
            for mirror in ("json", "keystrokes"):
                runs[f"{mirror} mirror"] = difference(EVENTS, self.keybridge_replay, "raw", mirror, "off")
            runs["raw replay with assistance"] = difference(EVENTS, self.keybridge_replay, "raw", "text", "on")

            for name, layout in ("ASCII", "us"), ("Cyrillic", "ru"):
                runs[f"terminal mirror, {name}"] = difference(DRAWN, self.drawn, layout)
            if LEXICON.exists():
                sentences = "".join(SENTENCES.read_text(encoding="utf-8").splitlines(keepends=True)[:60])
                runs["prose"] = [whole(self.assisted, sentences * count) for count in (1, 2)]
                runs["endless word"] = [whole(self.assisted, "a" * count) for count in ENDLESS]
            lengths = {"prose": (0, prose.KeyWriter.count(sentences) if LEXICON.exists() else 1),
                       "endless word": ENDLESS}

            def cost(name, run):
                if not isinstance(run, list):
                    return run.result()
                first, last = lengths.get(name) or (
                    PRESSES if "socket" in name else DRAWN if "terminal" in name else EVENTS)
                short, long = (each.result() for each in run)
                return round((long - short) / (last - first))

            costs = {name: cost(name, run) for name, run in runs.items()}
        one, all_of_them = (costs.pop(f"socket with {count}") for count in ("1 observer", "all observers"))
        costs["first observer"] = one - costs["socket"]
        costs["further observer"] = round((all_of_them - one) / (OBSERVERS - 1))
        costs[limits.SIZE] = os.path.getsize(self.keybridge)
        return costs


# The name in costs.toml, the text for the page, the unit, and the budget as a ratio to the C loop.
ROWS = [
    ("raw replay", "raw replay, text mirror", "an event", None),
    ("raw replay with assistance", "raw replay, text mirror, with typing assistance", "an event", None),
    ("evemu replay", "evemu replay, text mirror", "an event", None),
    ("json mirror", "raw replay, json mirror", "an event", None),
    ("keystrokes mirror", "raw replay, keystrokes mirror", "an event", None),
    ("socket", "from the keyboard to a program's socket", "a press and its release", 1.3),
    ("socket with assistance", "the same with typing assistance", "a press and its release", None),
    ("first observer", "more with an observer of everything", "a press and its release", None),
    ("further observer", "more with each further observer", "a press and its release", None),
    ("terminal mirror, ASCII", "replay on a terminal, letters of ASCII", "a key", None),
    ("terminal mirror, Cyrillic", "replay on a terminal, Cyrillic letters", "a key", None),
    ("prose", "replay of English prose, with its lexicon", "a key", None),
    ("endless word", "the hundredth letter of a word", "a key", None),
    ("start", "start until ready, and end", "once", None),
    (limits.SIZE, "size on disk, in bytes", "the program", None),
]
HEADER = ("instructions", "of", "Keybridge", "C loop", "ratio", "budget")


def rows(costs):
    """The cells below the header."""
    result = []
    for name, what, unit, budget in ROWS:
        if name not in costs:
            continue
        own, base = costs[name], costs.get(f"{name}: C loop")
        ratio = round(own / base, 2) if base else None
        result.append((what, unit, f"{own:,}", f"{base:,}" if base else "", f"{ratio:.2f} ×" if base else "",
                       limits.budget(ratio, budget, "×")))
    return result


def main(keybridge, programs):
    try:
        costs = Counter(keybridge, programs).costs()
    except Failed as failure:
        sys.exit(f"check-cost: {failure}")
    print("\n".join(page.table(HEADER, rows(costs))))
    machine, allowed, mistakes = limits.read(FILE.read_text())
    if mistakes:
        sys.exit("\n".join(f"costs.toml: {mistake}" for mistake in mistakes))
    if machine != platform.machine():
        print(f"Not compared with costs.toml, whose figures are of {machine}.")
        return 1 if os.environ.get("CI") else 0
    if not LEXICON.exists() and not os.environ.get("CI"):
        print("Prose is not counted, because there is no lexicon; run make .build/lexicons/lexicon.en")
        allowed = {name: figure for name, figure in allowed.items() if name not in ("prose", "endless word")}
    errors, remarks = limits.compare(costs, allowed)
    for line in remarks + errors:
        print(line)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
