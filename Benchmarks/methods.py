# SPDX-License-Identifier: Apache-2.0
"""Measures input methods in the real program: the cost of composing, of an engine's conversions and of memory, and how
well corrections are remembered. Each figure is compared with another one of the same run."""
import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from desk import Desk
from instructions import Failed
import page
import places

sys.path[:0] = [os.path.join(page.ROOT, folder) for folder in
                ("Tests/Load", "Tests/LanguageEngines", "Benchmarks/engines")]
import bare_mozc  # noqa: E402
import bench_engines  # noqa: E402
import engine_process  # noqa: E402
import kana  # noqa: E402
from client import program  # noqa: E402

# The engines by name: methods, languages, the mode, the sentences, and what is pressed for a conversion.
ENGINES = {
    "libime": ("pinyin", "zh-Hans", "zh-Hans+pinyin", "zh-Hans"),
    "mozc": ("romaji", "ja", "ja-JP+romaji", "ja"),
}
# Where `make extensions` builds the examples.
EXTENSIONS = pathlib.Path(page.ROOT, ".build/extensions")
NAMES = {"libime": "pinyin, libime", "mozc": "Japanese, mozc"}
PATIENCE = 20
# The tones of Zhuyin, which are removed.
TONES = dict.fromkeys(map(ord, "ˉˊˇˋ˙"))


def obstacle():
    """The reason why the engines cannot be measured; None if they can."""
    for name in ENGINES:
        if not engine_process.program(name).exists():
            return f"keybridge-engine-{name} is not built: make engines"
    if not (EXTENSIONS / "hello-c/hello").exists():
        return "the example extensions are not built: make extensions"
    return None if engine_process.MOZC_SERVER.exists() else "mozc-server is not installed"


def user(name):
    """The options that start an engine as a user that it accepts."""
    return engine_process.NOT_ROOT if name == "mozc" else {}


class EngineSocket:
    """The socket of an engine, as systemd offers it: each connection has a process of its own.

    With `requests` its lines are passed on, and collected in this list with the times at which they came. The prefix is
    the words before its command.
    """

    def __init__(self, name, requests=None, prefix=()):
        methods, languages = ENGINES[name][:2]
        self.name, self.requests, self.prefix = name, requests, prefix
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "socket")
        pathlib.Path(self.folder.name, f"{name}.yaml").write_text(
            f"name: {name}\nmethods: [{methods}]\nlanguages: [{languages}]\nverbs: [convert, predict, follow]\n"
            f"socket: {path}\n")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.processes = []
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for process in self.processes:
            process.kill()
            process.wait()
        self.folder.cleanup()

    @property
    def variables(self):
        """The variables with which keybridge finds the engine, and keeps its state here."""
        return {"KEYBRIDGE_ENGINES": self.folder.name, "STATE_DIRECTORY": os.path.join(self.folder.name, "state")}

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                if self.requests is None:
                    self.start(connection)
                    continue
                here, there = socket.socketpair()
                with there:
                    self.start(there)
                threading.Thread(target=self.copy, args=(connection.dup(), here), daemon=True).start()
                threading.Thread(target=self.copy, args=(here.dup(), connection.dup(), False), daemon=True).start()

    def start(self, connection):
        self.processes.append(subprocess.Popen(
            [*self.prefix, engine_process.program(self.name)], stdin=connection, stdout=connection, cwd="/",
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, **user(self.name)))

    def copy(self, source, target, keeps=True):
        with source, target:
            rest = b""
            while block := source.recv(1 << 16):
                target.sendall(block)
                if keeps:
                    *lines, rest = (rest + block).split(b"\n")
                    self.requests += [(time.monotonic(), line) for line in lines]


class Bench:
    """The measurements of one run."""

    def __init__(self, keybridge, folder, heading, row):
        self.keybridge, self.folder, self.heading, self.row = keybridge, folder, heading, row

    def typed(self, mode, keys, timed, mark, count, variables=None, place=((), ())):
        """The nanoseconds from each of `count` presses to the line with the mark. A place is one of places.py."""
        with tempfile.TemporaryDirectory() as folder:
            path, settings = os.path.join(folder, "socket"), os.path.join(folder, "keybridge.yaml")
            pathlib.Path(settings).write_text(f"modes: [{mode}]\nassistance: off\n")
            environment = {**os.environ, "STATE_DIRECTORY": folder, **(variables or {})}
            run = subprocess.run(
                [*place[0], os.path.join(self.folder, "live"), str(count), keys, timed, mark, path,
                 os.path.join(self.folder, "pipe_keyboard.so"), *place[1], self.keybridge, "run", "--no-grab", "--layout", "us",
                 "--config", settings, "--observe", path],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, env=environment)
            return [int(line) for line in run.stdout.split()]

    # MARK: Composing

    def composing(self):
        """Compares a key of a composition with the same key as a plain letter."""
        self.heading("Composing alone: key to marked.didChange against a plain letter to text.didChange, wall time")
        typed = {
            "Korean": ("ko-KR+hangul", "gksrmf\n"), "Japanese, romaji": ("ja-JP+romaji", "kyouha\n"),
            "Japanese, kana": ("ja-JP+kana", "kyouha\n"), "strokes": ("zh-Hans+stroke", "szhs\n"),
            "pinyin without an engine": ("zh-Hans+pinyin", "nihao\n")}
        for what, (mode, keys) in typed.items():
            mine, plain = [], []
            for _ in range(10):  # in turn, so that both run under the same conditions
                letters = keys.strip()
                plain += self.typed("en-US", keys, letters, "text.didChange", 150, place=places.SHARED)
                mine += self.typed(mode, keys, letters, "marked.didChange", 150, place=places.SHARED)
            a, b = statistics.median(mine), statistics.median(plain)
            self.row(f"{what}, median", a / b, budget=1.3, note=f"{a / 1000:.0f} µs against {b / 1000:.0f} µs")

    def extension(self):
        """Compares a key that an idle extension leaves to Keybridge with a key of a built-in method."""
        self.heading("A key through an idle extension in C against one of a built-in method, keyboard to the program's socket")
        rounds, keys = 10, "rkskfk" * 25  # syllables, each key of which changes what is marked
        with contextlib.ExitStack() as stack:
            typists = {
                mode: stack.enter_context(Latency(self.keybridge, self.folder, mode))
                for mode in ("ko-KR+hangul", "hello-c.plain")}
            # The least that the same costs: a program in C that only passes bytes on.
            typists["direct"] = stack.enter_context(Relay(self.folder))
            typists["relay"] = stack.enter_context(Relay(self.folder, EXTENSIONS / "hello-c/hello"))
            times = {mode: [] for mode in typists}
            for _ in range(rounds):  # in turn, so that all run under the same conditions
                for mode, typist in typists.items():
                    times[mode] += typist.times(keys)
        b, a, direct, relay = (statistics.median(found) / 1000 for found in times.values())
        self.row("hello-c, median", a / b, budget=2, note=f"{a:.0f} µs against {b:.0f} µs")
        self.row("a relay in C in place of Keybridge", relay / direct, note=f"{relay:.0f} µs against {direct:.0f} µs")

    # MARK: Conversions

    def conversions(self):
        """Compares a key that an engine converts with the same requests straight to the engine."""
        self.heading("Key to candidates, beyond the engine's own time for the same requests, wall time")
        apart = places.words(places.PROCESSORS[-1])
        for name in ENGINES:
            keys, timed, mark = self.sentences(name, 50)
            count = sum(key in timed for key in keys)
            requests, mine, own = [], [], []
            # A first run writes down what the service asks.
            with EngineSocket(name, requests) as engine:
                self.typed(ENGINES[name][2], keys, timed, mark, count, engine.variables)
            for _ in range(6):  # in turn, so that both run under the same conditions
                with EngineSocket(name, prefix=apart) as engine:
                    mine += self.typed(ENGINES[name][2], keys, timed, mark, count, engine.variables, places.SHARED)
                own += self.straight(name, requests, apart)
            for what, place in (("median", 0.5), ("p99", 0.99)):
                a, b = (sorted(times)[int(len(times) * place)] / 1e6 for times in (mine, own))
                self.row(f"{NAMES[name]}, {what}", a - b, "ms", 0.1 if what == "median" else 1,
                         note=f"{a:.2f} ms against {b:.2f} ms")

    @staticmethod
    def sentences(name, count):
        """The keys of some sentences, those to measure, and the mark of their answers."""
        rows = [row[0] for row in bench_engines.rows(ENGINES[name][3])]
        if name == "libime":
            # A space takes the first candidate; the line end keeps what it did not replace.
            readings = [reading for reading in rows if reading.isascii() and reading.isalpha()][:count]
            # The candidates are in the line after the marked text, which always changes.
            return "".join(f"{reading} \n" for reading in readings), "abcdefghijklmnopqrstuvwxyz", "marked.didChange"
        keys = [keys for reading in rows if (keys := kana.romaji(reading))][:count]
        return "".join(f"{key} \n" for key in keys), " ", "candidates.didChange"

    def straight(self, name, requests, prefix):
        """The nanoseconds of the conversions of an engine without the service, which come at the same times."""
        lines = [(at, json.loads(line)) for at, line in requests]
        lines = [(at, line) for at, line in lines if "id" in line]
        if not lines:
            raise Failed("the service has sent no request to the engine")
        gaps = [0, *(later[0] - earlier[0] for earlier, later in itertools.pairwise(lines))]
        output = subprocess.run(
            [*places.SHARED[0], os.path.join(self.folder, "straight"), *prefix, engine_process.program(name)], check=True,
            stdout=subprocess.PIPE,
            input="".join(f"{gap * 1e6:.0f} {json.dumps(line, ensure_ascii=False)}\n"
                          for gap, (_, line) in zip(gaps, lines, strict=True)).encode(), cwd="/",
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, **user(name)).stdout.split()
        times = [int(time) for time, (_, line) in zip(output, lines, strict=True) if line["method"] == "convert"]
        return times[len(times) // 10:]

    # MARK: Memory

    def memory(self):
        """Compares the resident memory of a service after typing with an input method and without one."""
        self.heading("Resident memory of the service with a method in use, beyond a service without one")

        def resident(mode, keys, variables=None):
            desk = Desk(self.keybridge, self.folder, modes=mode, variables=variables)
            client = focused(desk)
            time.sleep(1)  # until an engine is loaded
            for _ in range(4):
                os.write(desk.typist.stdin.fileno(), keys.encode())
                wait_until_idle(desk)
                # Lines that the program does not read would wait in the service.
                client.ask("container.get", container="field")
                client.facts.clear()
            with open(f"/proc/{desk.pid}/status") as file:
                memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
            client.close()
            desk.end()
            return memory / 1024

        def compare(what, mode, keys, variables=None):
            mine, plain = [], []
            for _ in range(3):
                plain.append(resident("en-US", keys))
                mine.append(resident(mode, keys, variables))
            a, b = statistics.median(mine), statistics.median(plain)
            self.row(what, a - b, "MB", 1, note=f"{a:.1f} MB against {b:.1f} MB")

        compare("Korean", "ko-KR+hangul", "gksrmf\n" * 50)
        compare("strokes", "zh-Hans+stroke", "szhs\n" * 50)
        for name, (_, _, mode, _) in ENGINES.items():
            with EngineSocket(name) as engine:
                compare(NAMES[name], mode, self.sentences(name, 5)[0][:400], engine.variables)

    # MARK: Quality

    def corrections(self):
        """Corrects readings once, and counts how often the choice is first the next time."""
        self.heading("The same reading again after one correction by the person: first candidate right")
        for name in ENGINES:
            readings = dict.fromkeys(row[0] for row in bench_engines.rows(ENGINES[name][3]))
            with EngineSocket(name) as engine:
                desk = Desk(self.keybridge, self.folder, modes=ENGINES[name][2], variables=engine.variables)
                person = Person(desk, name)
                results = [person.corrects(reading) for reading in readings if person.keys(reading)]
                person.client.close()
                desk.end()
            right, count = sum(result is True for result in results), sum(result is not None for result in results)
            share = 100 * right / count
            self.row(NAMES[name], share, "%", digits=1, least=99, note=f"{right} of {count}")

    def alone(self):
        """Compares the first candidates of the engines with those of the libraries alone."""
        self.heading("Sentences whose first candidates are right, beyond the library alone")
        for name, (_, language, _, sentences) in ENGINES.items():
            data = bench_engines.rows(sentences)
            readings = [row[0] for row in data]
            with engine_process.EngineProcess(name, language) as engine:
                mine = bench_engines.convert_all(engine, readings)[0]
            if name == "mozc":
                base = bare_mozc.convert_all(readings, **user(name))[0]
            else:
                base = bench_engines.alone(engine_process.PROGRAMS / "bare_libime", readings)[0]
            a, b = (sum(text == row[1] for text, row in zip(texts, data)) for texts in (mine, base))
            self.row(NAMES[name], a - b, "", digits=0, least=0, note=f"{a} against {b} of {len(data)}")

    def words(self):
        """Counts the words out of context, the sentences in Zhuyin, and the suggestions after a commit that are right."""
        self.heading("First candidates of words out of context, and of Zhuyin with tones beyond the same without tones")
        data = bench_engines.rows("words-zh")
        with engine_process.EngineProcess("libime", "zh-Hans") as engine:
            texts = bench_engines.convert_all(engine, [row[0] for row in data])[0]
        right = sum(text == row[1] for text, row in zip(texts, data))
        self.row("pinyin, words", 100 * right / len(data), "%", digits=1, least=95, note=f"{right} of {len(data)}")
        data = bench_engines.rows("zh-Hant")
        with engine_process.EngineProcess("libime", "zh-Hant") as engine:
            readings = [row[0] for row in data]
            toned, toneless = (
                sum(text == row[1] for text, row in zip(bench_engines.convert_all(engine, typed)[0], data))
                for typed in (readings, [reading.translate(TONES) for reading in readings]))
        self.row("Zhuyin, sentences", toned - toneless, "", digits=0, least=1,
                 note=f"{toned} against {toneless} of {len(data)}")

    def follow_ons(self):
        """Counts the contexts after which an expected suggestion is among the first five."""
        self.heading("Suggestions after a commit: an expected one among five")
        for name, file, least in ("libime", "follow-zh", 97), ("mozc", "follow-ja", 83):
            contexts = bench_engines.rows(file)
            with engine_process.EngineProcess(name, ENGINES[name][1]) as engine:
                right = bench_engines.follow_all(engine, contexts)[0]
            self.row(NAMES[name], 100 * right / len(contexts), "%", digits=1, least=least,
                     note=f"{right} of {len(contexts)}")

    def measure(self):
        for measure in (self.composing, self.extension, self.conversions, self.memory, self.corrections, self.alone, self.words,
                        self.follow_ons):
            measure()


class Latency:
    """A program with a field, in a mode, that measures the time of each key."""

    PATTERN = re.compile(rb'"(text|marked)\.didChange"')

    def __init__(self, keybridge, folder, mode):
        self.desk = Desk(keybridge, folder, modes="en-US, ko-KR+hangul", variables={"KEYBRIDGE_EXTENSIONS": str(EXTENSIONS)})
        self.client = program(self.desk.programs, "bench")
        self.client.ask("container.create", container="field", traits={"autocapitalizationType": "none"})
        self.client.ask("focus.request", container="field")
        command = [keybridge, *"extensions enable hello-c".split(), "--control", self.desk.control]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([keybridge, "mode", mode, "--control", self.desk.control], check=True, stdout=subprocess.DEVNULL)
        self.times("rk")  # until the extension runs

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        self.desk.end()

    def times(self, keys):
        """The nanoseconds from each key to the line about its text."""
        found = []
        for key in keys:
            start = time.perf_counter_ns()
            os.write(self.desk.typist.stdin.fileno(), key.encode())
            next(line for line in self.client.lines() if self.PATTERN.search(line))
            found.append(time.perf_counter_ns() - start)
            # A syllable that is finished has more lines.
            time.sleep(0.002)
            while select.select([self.client.socket], [], [], 0)[0]:
                self.client.rest += self.client.socket.recv(1 << 16)
            self.client.rest = b""
        return found


class Relay:
    """A program that passes each key on, through an extension if one is given, and does nothing else."""

    REQUEST = json.dumps({"id": 1, "method": "key", "params": {"text": "r", "document": "x" * 960}})
    ANSWER = "y" * 316  # as long as the line of a change of text

    def __init__(self, folder, *extension):
        self.socket, other = socket.socketpair()
        with other:
            self.process = subprocess.Popen([os.path.join(folder, "relay"), self.REQUEST, self.ANSWER, *extension],
                                            stdin=subprocess.PIPE, stdout=other)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()
        self.socket.close()

    def times(self, keys):
        """The nanoseconds from each key to its line."""
        found = []
        for key in keys:
            start = time.perf_counter_ns()
            os.write(self.process.stdin.fileno(), key.encode())
            self.socket.recv(1 << 16)
            found.append(time.perf_counter_ns() - start)
            time.sleep(0.002)
        return found


def focused(desk):
    """The connection of a program with the focus that receives candidates."""
    client = program(desk.programs, "bench")
    client.ask("container.create", container="field")
    client.ask("subscribe", events=["candidates.didChange"])
    client.ask("focus.request", container="field")
    return client


def wait_until_idle(desk):
    """Waits until the service has used no processor time for 50 ms."""
    last, end = None, time.monotonic() + PATIENCE
    while last != (now := pathlib.Path(f"/proc/{desk.pid}/schedstat").read_text()):
        if time.monotonic() > end:
            raise TimeoutError("the service does not become idle")
        last = now
        time.sleep(0.05)


class Person:
    """A person who types readings into a field and chooses candidates."""

    def __init__(self, desk, name):
        self.desk, self.name, self.random = desk, name, random.Random(18)
        self.client = focused(desk)
        self.list = None
        # Until the engine is loaded there are no candidates.
        end = time.monotonic() + PATIENCE
        # Kana themselves are candidates without an engine, too.
        while len(self.candidates("ni" if name == "libime" else "に")) < 4:
            self.clear()
            if time.monotonic() > end:
                raise TimeoutError(f"{name} shows no candidates")
        self.clear()

    def type(self, keys):
        os.write(self.desk.typist.stdin.fileno(), keys.encode())

    def state(self):
        """The marked text, or None; takes the candidates that were reported."""
        answer = self.client.ask("container.get", container="field")
        for fact in self.client.facts:
            if fact.get("method") == "candidates.didChange":
                self.list = fact["params"]["list"]
        self.client.facts.clear()
        units = answer["text"].encode("utf-16-le")
        return answer["marked"] and units[2 * answer["marked"][0]:2 * answer["marked"][1]].decode("utf-16-le")

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition(marked := self.state()):
            if time.monotonic() > end:
                raise TimeoutError(f"marked {marked}, candidates {self.list}")
            time.sleep(0.001)

    def keys(self, reading):
        """The keys that type a reading; None if there are none."""
        return kana.romaji(reading) if self.name == "mozc" else reading

    def candidates(self, reading):
        """Types a reading and converts it; the texts of the first page."""
        self.type(self.keys(reading))
        self.wait(lambda marked: marked == reading)
        if self.name == "mozc":
            self.type(" ")
            self.wait(lambda _: self.list is not None and "reading" in self.list)
        return [item["text"] for item in self.list["items"]] if self.list else []

    def clear(self):
        """Ends the composition, and empties the field."""
        self.type("\n")
        self.wait(lambda marked: marked is None)
        self.client.ask("text.set", container="field", text="")
        self.list = None

    def corrects(self, reading):
        """Chooses another candidate than the first one for a reading, and types it again.

        Returns whether the choice is then first; None if the reading has one candidate only.
        """
        texts = self.candidates(reading)
        if len(texts) < 2:
            self.clear()
            return None
        place = self.random.randrange(1, min(len(texts), 9))
        self.type(str(place + 1))
        self.clear()
        again = self.candidates(reading)
        self.clear()
        return again[:1] == [texts[place]]


def measure(keybridge, folder, heading, row):
    """Adds the tables of input methods."""
    Bench(keybridge, folder, heading, row).measure()
