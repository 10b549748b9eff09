#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of each key and each request, with texts of every kind, and fails if one exceeds its budget.

    bounds.py KEYBRIDGE FOLDER [some | all]     FOLDER has the program typist, and the preloaded libraries

    TEXTS="flags|emoji"       only these texts
    MIRRORS="none terminal"   also with a terminal that shows the text

bounds.toml has the texts that cost more, and how much. An operation may execute 10 million instructions, whatever the text,
and 20 more for each code unit that it inserts, deletes or returns, in each turn of the service's loop. A turn ends when the
service waits. Work that the service postpones, such as checking the spelling of the next 4,096 code units, is done in turns
of its own, between which it handles other keys. A terminal that shows the text may cost as much again, because it is drawn.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import sys
import time
import tomllib

from instructions import Failed, Folder, Live, Terminal

BUDGET, UNIT_BUDGET = 10_000_000, 20
# A line of the protocol has at most 64 KiB, and a code unit at most three bytes, or six if it is escaped.
PIECE = 10_000
SIZES = {"some": (100_000,), "all": (1000, 100_000, 800_000)}
# Where the caret is, as shares of the text.
PLACES = {"some": (0.5,), "all": (0.5, 1)}
DOCUMENT = {"some": 1_000_000, "all": 10_000_000}

# The classes of Unicode Standard Annex 29 (grapheme clusters), and text that other rules treat as one unit.
CLASSES = {
    "letters": "a",
    "words": "word ",
    "sentences": "One two. ",
    "full stops": ". ",
    "spaces": " ",
    "tabs": "\t",
    "digits": "1,",
    "quotes": "it's \"so\" ",
    "hyphens": "a-",
    "brackets": "([",
    "addresses": "http://a.b/c?d ",
    "LF": "\n",
    "CR LF": "\r\n",
    "CR": "\r",
    "line separators": "\u2028",
    "paragraphs": "word\n",
    "controls": "\x01",
    "soft hyphens": "\u00AD",
    "joiners": "\u200D",
    "overrides": "\u202E",
    "isolates": "\u2066",
    "balanced isolates": "\u2067a\u2069",
    "prepended marks": "\u0600",
    "marks": "\u0301",
    "accented letters": "a\u0301",
    "spacing marks": "\u0903",
    "variation selectors": "\uFE0F",
    "leading jamos": "\u1100",
    "vowel jamos": "\u1161",
    "trailing jamos": "\u11A8",
    "Hangul syllables": "가",
    "flags": "\U0001F1E9",
    "emoji": "☺️",
    "families": "\U0001F469\u200D",
    "skin tones": "\U0001F44D\U0001F3FD",
    "keycaps": "1\uFE0F\u20E3",
    "tags": "\U000E0067",
    "conjuncts": "क\u094D",
    "Chinese": "漢",
    "Thai": "ภาษา",
    "Hebrew": "א",
    "mixed directions": "אa1 ",
    "right-to-left brackets": "א(",
    "full-width letters": "Ａ",
    "unassigned": "\U0010FFFD",
}
# Ordinary text, and what is divided into lines, words or characters at most, or least.
SOME = ["words", "LF", "overrides", "flags"]

CTRL, SHIFT, OPT, CMD = 29, 42, 56, 125
A, B, C, D, E, F, G, K, N, P, R, T, V, X, Y, Z = 30, 48, 46, 32, 18, 33, 34, 37, 49, 25, 19, 20, 47, 45, 21, 44
SPACE, ENTER, TAB, ESC, BACKSPACE, DELETE = 57, 28, 15, 1, 14, 111
LEFT, RIGHT, UP, DOWN, HOME, END, PAGE_UP, PAGE_DOWN = 105, 106, 103, 108, 102, 107, 104, 109
ARROWS = {"←": LEFT, "→": RIGHT, "↑": UP, "↓": DOWN}
KEYS = {
    **{f"{marks}{name}": (*modifiers, code) for name, code in ARROWS.items()
       for marks, modifiers in (("", ()), ("⌥", (OPT,)), ("⇧", (SHIFT,)), ("⌥⇧", (OPT, SHIFT)))},
    "⇟": (PAGE_DOWN,), "⇞": (PAGE_UP,), "⌃A": (CTRL, A), "⌃E": (CTRL, E),
    "a": (A,), "␠": (SPACE,), "b": (B,), "⌫": (BACKSPACE,), "⌦": (DELETE,), "⏎": (ENTER,),
    "⌥⌫": (OPT, BACKSPACE), "⌥⌦": (OPT, DELETE), "⌃T": (CTRL, T), "⌘Z": (CMD, Z), "⇧⌘Z": (CMD, SHIFT, Z),
}
# They move the caret to another place of a long text, so each begins where the others do.
FAR_KEYS = {"⌘←": (CMD, LEFT), "⌘→": (CMD, RIGHT), "⌘↑": (CMD, UP), "⌘↓": (CMD, DOWN), "⇧⌘←": (CMD, SHIFT, LEFT),
            "⇧⌘↓": (CMD, SHIFT, DOWN)}
# They change much of the text, and so are last.
WHOLE_KEYS = {"⌘⌫": (CMD, BACKSPACE), "⌘Z ⌘⌫": (CMD, Z), "⌃K": (CTRL, K), "⌘Z ⌃K": (CMD, Z), "⌘A": (CMD, A), "⌘C": (CMD, C),
              "⌘X": (CMD, X), "⌘V": (CMD, V), "⌘F": (CMD, F), "⌘F a": (A,), "⌘F ⏎": (ENTER,), "⌘F ⎋": (ESC,)}


def units(value):
    """The code units of all texts in a message, and of the ranges that it deletes."""
    if isinstance(value, str):
        return len(value.encode("utf-16-le", "surrogatepass")) // 2
    if isinstance(value, list):
        return sum(map(units, value))
    if isinstance(value, dict):
        change = value.get("range") if "string" in value else None
        return sum(map(units, value.values())) + (change[1] - change[0] if change else 0)
    return 0


def more():
    """The budgets of the texts that cost more."""
    with open(pathlib.Path(__file__).with_name("bounds.toml"), "rb") as file:
        budgets = tomllib.load(file)
    unknown = budgets.keys() - CLASSES.keys()
    if unknown:
        sys.exit(f"bounds.toml: no text is named {sorted(unknown)[0]}")
    return budgets


MORE = more()


class Costs:
    """The costs of operations, and those that exceed their budgets."""

    def __init__(self, mirror, name):
        self.mirror, self.name = mirror, name
        self.highest = {}
        self.excesses = []
        self.count = 0

    def add(self, operation, text, size, cost, moved):
        self.count += 1
        excess = cost - UNIT_BUDGET * moved
        self.highest[operation] = max(self.highest.get(operation, (0, '')), (excess, f"{size:,} code units of {text}"))
        more = MORE.get(text, {}).get("millions" if size <= 100_000 else "long", 0) * 1_000_000
        budget = max(BUDGET, more) + (BUDGET if self.mirror == "terminal" else 0)
        if excess > budget:
            self.excesses.append((excess, f"{operation}, {size:,} code units of {text}, mirror {self.mirror}: {cost / 1e6:,.1f} million instructions"
                                          f" for {moved:,} code units"))


class Service:
    """A service under callgrind, which reports its instructions whenever it waits."""

    def __init__(self, folder, *options):
        self.folder = folder
        (folder.path / "keybridge.yaml").write_text("modes: [en-US]\n")
        self.live = Live(folder, "./keybridge", "run", "--layout", "us", "--config", "keybridge.yaml", *options,
                         preloaded=("turns.so",), terminal=Terminal())
        self.live.wait_until_ready()
        self.log = open(folder.path / "log", errors="replace")
        self.last = 0

    def executed(self):
        """The instructions of the longest turn since the last call; the service must be idle."""
        totals = [self.last, *map(int, re.findall(r"^events-1: (\d+)$", self.log.read(), re.M))]
        self.last = totals[-1]
        return max((after - before for before, after in itertools.pairwise(totals)), default=0)

    def press(self, *codes):
        for code in codes:
            self.live.change(code, 1)
        for code in reversed(codes):
            self.live.change(code, 0)


class Program:
    """A program with a text, which has the keyboard."""

    def __init__(self, service, costs, text, size, kind):
        self.service, self.costs, self.text, self.size, self.kind = service, costs, text, size, kind
        self.connection, self.number = service.live.connect("programs"), 0
        self.send("hello", name="bounds")
        self.send("subscribe", events=["text.didChange"])
        self.send("container.create", container="text", kind=self.kind)
        self.send("focus.request", container="text")

    def lines(self):
        """Everything that the service has written; a long line is written in pieces, as it is read."""
        read = b""
        while more := self.service.live.read(self.connection):
            read += more
            self.service.live.wait_until_idle(self.connection)
        return [json.loads(line) for line in read.splitlines()]

    def send(self, method, **params):
        """Sends a request; returns its result or its error, the instructions, and the code units that were moved."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        line = json.dumps(request, ensure_ascii=False).encode() + b"\n"
        self.connection.setblocking(True)
        self.connection.sendall(line)
        self.connection.setblocking(False)
        self.service.live.wait_until_idle(self.connection)
        answers = self.lines()
        answer = next((each for each in answers if each.get("id") == self.number), None)
        if answer is None:
            raise Failed(f"{method} was not answered")
        return answer, self.service.executed(), units(params) + units(answers)

    def measure(self, operation, method, **params):
        answer, cost, moved = self.send(method, **params)
        if "error" in answer and answer["error"]["data"]["name"] not in ("invalidParameter", "unsupported", "tooMany"):
            raise Failed(f"{operation}: {answer['error']}")
        self.costs.add(f"{operation} in a {self.kind}", self.text, self.size, cost, moved)
        return answer

    def key(self, operation, codes):
        self.service.press(*codes)
        self.costs.add(f"{operation} in a {self.kind}", self.text, self.size, self.service.executed(), units(self.lines()))

    def fill(self):
        """Fills the view in pieces; returns its length."""
        pattern = CLASSES[self.text]
        width = units(pattern)
        self.measure("text.set", "text.set", container="text", text=pattern * max(1, min(self.size, PIECE) // width))
        length = self.length()
        while length < self.size:
            self.measure("text.replace at the end", "text.replace", container="text", range=[length, length],
                         text=pattern * max(1, min(self.size - length, PIECE) // width))
            longer = self.length()
            if longer == length:
                break
            length = longer
        return length

    def length(self):
        return units(self.send("container.get", container="text")[0]["result"]["text"])

    def place(self, offset):
        """Moves the caret to an offset, or to the nearest character boundary."""
        answer = self.measure("selection.set", "selection.set", container="text", anchor=offset)
        if "error" in answer:
            offset = answer["error"]["data"].get("range", [offset])[0]
            self.measure("selection.set", "selection.set", container="text", anchor=offset)
        return offset

    def run(self, places):
        length = self.fill()
        pattern = CLASSES[self.text]
        for place in places:
            offset = self.place(int(length * place))
            self.measure("text.words", "text.words", container="text", range=[offset, length])
            self.measure("text.replace", "text.replace", container="text", range=[offset, offset], text="x")
            self.measure("text.replace", "text.replace", container="text", range=[offset, offset + 1], text="")
            self.measure("text.replace", "text.replace", container="text", range=[offset, offset], text=pattern)
            self.measure("marked.set", "marked.set", container="text", text="x" + pattern)
            self.measure("marked.set", "marked.set", container="text", text=pattern * 100)
            self.measure("marked.cancel", "marked.cancel", container="text")
            self.measure("marked.set", "marked.set", container="text", text=pattern)
            self.measure("marked.commit", "marked.commit", container="text")
            for name, codes in FAR_KEYS.items():
                self.place(offset)
                self.key(name, codes)
            self.place(offset)
            for name, codes in KEYS.items():
                self.key(name, codes)
        self.measure("container.get", "container.get", container="text")
        self.measure("text.words", "text.words", container="text")
        self.measure("selection.set all", "selection.set", container="text", anchor=0, head=length)
        short = pattern * max(1, 1000 // units(pattern))
        self.measure("label.create", "label.create", label="label", text=short, lines=3)
        for width in (1, 40, 400):
            self.measure("label.measure", "label.measure", text=short, width=width)
        self.measure("label.measure without a width", "label.measure", text=short)
        self.measure("label.set", "label.set", label="label", text="x" + short)
        self.measure("pasteboard.set", "pasteboard.set", text=pattern * (min(self.size, PIECE) // units(pattern)))
        self.measure("pasteboard.get", "pasteboard.get")
        self.measure("menu.context", "menu.context", container="text")
        self.measure("commands.active", "commands.active")
        self.place(length // 2)
        for name, codes in WHOLE_KEYS.items():
            self.key(name, codes)
        self.measure("text.clear", "text.clear", container="text")
        created = self.measure("form.create", "form.create", form="form", fields=[{"container": "first", "text": short}])
        # The undo history of a long text may leave no room for another text.
        if "result" in created:
            self.measure("form.set", "form.set", form="form", values={"first": "x" + short})
            self.measure("form.get", "form.get", form="form")
            self.measure("form.remove", "form.remove", form="form")
        self.measure("session.end", "session.end")
        self.measure("container.remove", "container.remove", container="text")
        self.send("bye")
        self.connection.close()


class Document:
    """Keybridge's own document, whose text is typed, and then copied and pasted until it is long."""

    # The keys that type each class of text.
    TYPED = {"letters": (A,), "words": (A, B, SPACE), "LF": (ENTER,), "digits": (2, 51), "spaces": (SPACE,)}

    def __init__(self, service, costs, text, size):
        self.service, self.costs, self.text, self.size = service, costs, text, size
        self.length = 0

    def key(self, operation, codes, moved=0):
        self.service.press(*codes)
        self.costs.add(f"{operation} in the document", self.text, self.length, self.service.executed(), moved)

    def type(self):
        for code in self.TYPED[self.text] * 4:
            self.key("a key", (code,))
            self.length += 1

    def double(self, place):
        """Selects and copies the text, and pastes it at its start or at its end; the caret is then behind it."""
        self.key("⌘A", (CMD, A))
        self.key("⌘C", (CMD, C), self.length)
        self.key("→", (RIGHT,))
        self.key("⌘↑", (CMD, UP)) if place == "start" else self.key("⌘↓", (CMD, DOWN))
        self.length *= 2
        self.key("⌘V", (CMD, V), self.length // 2)

    def run(self):
        self.type()
        while self.length * 2 < self.size:
            self.double("end")
        self.double("start")
        for far in ((), (CMD, UP), (CMD, DOWN)):
            if far:
                self.key("far", far)
            for name, codes in {**KEYS, **FAR_KEYS}.items():
                self.key(name, codes)
        for name, codes in WHOLE_KEYS.items():
            self.key(name, codes, 2 * self.length)


def measure_document(keybridge, programs, mirror, text, size):
    costs = Costs(mirror, f"the document with {text}, mirror {mirror}")
    with Folder(keybridge, programs) as folder:
        service = Service(folder, "--mirror", mirror)
        with service.live:
            # Libraries and tables are loaded when they are first needed, which is not counted.
            Document(service, Costs(mirror, None), text, 100).run()
            service.press(CMD, A)
            service.press(BACKSPACE)
            service.executed()
            Document(service, costs, text, size).run()
    return costs


def measure(keybridge, programs, mirror, texts, amount):
    """Measures some classes of text in a service of their own."""
    costs = Costs(mirror, f"{', '.join(texts)}, mirror {mirror}")
    with Folder(keybridge, programs) as folder:
        service = Service(folder, "--mirror", mirror, "--socket", "programs")
        with service.live:
            # Libraries and tables are loaded when they are first needed, which is not counted.
            Program(service, Costs(mirror, None), "mixed directions", 100, "textView").run((0.5,))
            for text in texts:
                for size in SIZES[amount]:
                    for kind in ("textView", "textField"):
                        Program(service, costs, text, size, kind).run(PLACES[amount])
    return costs


def main(keybridge, programs, amount="some"):
    texts = SOME if amount == "some" else list(CLASSES)
    if only := os.environ.get("TEXTS"):
        texts = [text for text in CLASSES if re.search(only, text)]
    mirrors = os.environ.get("MIRRORS", "none").split()
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(measure, keybridge, programs, mirror, [text], amount) for text in texts for mirror in mirrors]
        runs += [pool.submit(measure_document, keybridge, programs, mirror, text, DOCUMENT[amount])
                 for text in texts if text in Document.TYPED for mirror in mirrors]
        results = []
        for run in concurrent.futures.as_completed(runs):
            costs = run.result()
            results.append(costs)
            print(f"{costs.name}: {costs.count} operations, {len(costs.excesses)} above their budget", flush=True)
    excesses = sorted((each for costs in results for each in costs.excesses), reverse=True)
    for _, line in excesses:
        print(line)
    highest = {}
    for costs in results:
        for operation, cost in costs.highest.items():
            name = f"{operation}, mirror {costs.mirror}"
            highest[name] = max(highest.get(name, (0, "")), cost)
    print("The most instructions without those of the code units:")
    for operation, (cost, text) in sorted(highest.items(), key=lambda each: each[1], reverse=True)[:25]:
        print(f"  {operation}: {cost / 1e6:.1f} million with {text}")
    print(f"{sum(costs.count for costs in results):,} operations, {len(excesses)} above their budget of {BUDGET:,} instructions; "
          f"{time.monotonic() - begin:.0f} s")
    return 1 if excesses else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except Failed as failure:
        sys.exit(f"check-bounds: {failure}")
