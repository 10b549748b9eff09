#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures drawn characters in the real program: from the end of a stroke to its candidates, the keyboard while a person draws, and
an idle mode of handwriting.

    drawing.py KEYBRIDGE FOLDER ENGINE DATA

FOLDER has the program drawer. ENGINE is the language engine of handwriting, and DATA its data. Each figure is compared with another one
of the same run: the engine alone, or the keyboard while nothing is drawn. Times depend on the machine; ratios hardly do.
"""
import json
import os
import pathlib
import random
import select
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Load"), str(ROOT / "Benchmarks/language")]
from bench_handwriting import NO_MODELS, Engine  # noqa: E402
from client import program  # noqa: E402

MODE = "ja-JP+handwriting"
SETTINGS = f"""modes: [{MODE}]
assistance: off
layout: us
input-methods: {{handwriting-pause: 0}}
devices: [{{match: all, handwriting: yes}}]
"""
ESCAPE, LETTER = 1, 30
CHARACTERS, ROUNDS, KEYS = 60, 6, 60
PATIENCE = 20


class Desk:
    """A service with a keyboard and a pad, and a program whose text has the focus."""

    def __init__(self, keybridge, folder, engine, data):
        self.folder = tempfile.TemporaryDirectory()
        # The engine runs as another user.
        os.chmod(self.folder.name, 0o755)
        home = pathlib.Path(self.folder.name)
        (home / "settings.yaml").write_text(SETTINGS)
        engines = home / "engines"
        engines.mkdir()
        # The engine may read the files that its arguments name, but no folder.
        words = json.dumps([engine, data, str(NO_MODELS), *map(str, sorted(pathlib.Path(data).glob("*.data")))])
        (engines / "handwriting.yaml").write_text(
            f"name: handwriting\nmethods: [handwriting]\nlanguages: [zh, ja]\nverbs: [recognise]\nprogram: {words}\n")
        sockets = {name: str(home / name) for name in ("programs", "control")}
        environment = {**os.environ, "KEYBRIDGE_ENGINES": str(engines), "STATE_DIRECTORY": str(home / "state"), "HOME": str(home)}
        self.drawer = subprocess.Popen(
            [f"{folder}/drawer", keybridge, "run", "--mirror", "none", "--config", str(home / "settings.yaml"),
             "--socket", sockets["programs"], "--control", sockets["control"]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.pid = int(self.drawer.stdout.readline())
        end = time.monotonic() + PATIENCE
        while not os.path.exists(sockets["programs"]) and time.monotonic() < end:
            time.sleep(0.01)
        self.client = program(sockets["programs"], "bench")
        self.client.ask("container.create", container="note")
        self.client.ask("focus.request", container="note")
        self.rest = b""
        while time.monotonic() < end:
            self.command("stroke 200 500 800 500 5")
            if self.receive(b'"candidates.didChange","params":{"list":{', 1):
                self.clear()
                return
            self.command(f"key {ESCAPE}")
        sys.exit("no stroke has candidates; is the engine running?")

    def command(self, words):
        """Runs a command of drawer; returns the time that it prints."""
        self.drawer.stdin.write(words + "\n")
        self.drawer.stdin.flush()
        return int(self.drawer.stdout.readline())

    def receive(self, mark, seconds=PATIENCE):
        """Reads the program's socket until a line has the mark; returns the time, or None if none has come."""
        connection = self.client.socket
        while True:
            while b"\n" in self.rest:
                line, _, self.rest = self.rest.partition(b"\n")
                if mark in line:
                    return time.monotonic_ns()
            if not select.select([connection], [], [], seconds)[0]:
                return None
            self.rest += connection.recv(1 << 16)

    def clear(self):
        """Drops the strokes on the paper."""
        self.command(f"key {ESCAPE}")
        self.receive(b'"ink.didChange","params":{"strokes":[]')

    def switches(self):
        text = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(text.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def end(self):
        self.client.close()
        self.drawer.stdin.close()
        status = self.drawer.wait()
        self.folder.cleanup()
        if status:
            sys.exit(f"the service ended with {status}")


def strokes(chance):
    """Straight strokes of a random character, as two places in thousandths of the pad."""
    return [[[chance.randrange(100, 900), chance.randrange(100, 900)] for _ in range(2)] for _ in range(chance.randrange(1, 9))]


def candidates(desk, engine):
    """The milliseconds from the end of a stroke to the candidates on the socket, and those of the engine alone."""
    chance, around, alone = random.Random(45), [], []
    aspect = (4410 / 45) / (3662 / 68)
    for _ in range(CHARACTERS):
        drawn = strokes(chance)
        for number, ((left, top), (right, bottom)) in enumerate(drawn):
            began = desk.command(f"stroke {left} {top} {right} {bottom} 12")
            ended = desk.receive(b'"candidates.didChange","params":{"list":{')
            if not ended:
                sys.exit("a stroke has no candidates")
            around.append((ended - began) / 1e6)
            points = [[[round(a[0] + (b[0] - a[0]) * i / 11), round(a[1] + (b[1] - a[1]) * i / 11)] for i in range(12)]
                      for a, b in drawn[:number + 1]]
            start = time.monotonic_ns()
            engine.recognise(points, aspect)
            alone.append((time.monotonic_ns() - start) / 1e6)
        desk.clear()
    return around, alone


def keys(desk):
    """The milliseconds from a press to its text on the socket."""
    times = []
    for _ in range(KEYS):
        began = desk.command(f"key {LETTER}")
        ended = desk.receive(b'"text.didChange"')
        times.append((ended - began) / 1e6)
        # Not in step with the reports of the pad.
        time.sleep(0.0137)
    return times


def main():
    keybridge, folder, engine, data = sys.argv[1:]
    if not os.path.exists(f"{data}/copyright"):
        sys.exit(f"{data} has no data: make handwriting")
    desk = Desk(keybridge, folder, engine, data)
    direct = Engine(pathlib.Path(engine), pathlib.Path(data), "ja", NO_MODELS)
    around, alone = candidates(desk, direct)
    direct.close()
    difference = statistics.median(a - b for a, b in zip(around, alone))
    print(f"end of a stroke to its candidates on the socket: {statistics.median(around):.2f} ms; "
          f"the engine alone {statistics.median(alone):.2f} ms; median difference {difference:.2f} ms (goal 5)")
    rest, drawing = [], []
    for _ in range(ROUNDS):
        rest += keys(desk)
        desk.command("draw")
        drawing += keys(desk)
        desk.command("rest")
        desk.receive(b'"list":{')
        desk.clear()
    quiet, busy = statistics.median(rest), statistics.median(drawing)
    print(f"key to its text while a person draws at 125 Hz: {busy:.3f} ms; without {quiet:.3f} ms; {busy / quiet:.2f} × (goal 1.1)")
    time.sleep(1)
    before = desk.switches()
    time.sleep(5)
    print(f"wake-ups in 5 s of idling in a mode of handwriting: {desk.switches() - before} (goal 0)")
    desk.end()


if __name__ == "__main__":
    main()
