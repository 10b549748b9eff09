#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A day in the life of the real keybridge, in minutes: 50 programs, three keyboards, two scanners, two hundred thousand keys.

    day.py KEYBRIDGE TOOLS ENGINES [--hours 24] [--keys 200000] [--seed 1] [--minutes-an-hour 60]

Devices and time are the test's (machine.py); the program, its processes, its sockets, its storage and its engines are real.
Each hour people type, edit, compose and scan; keyboards are unplugged with keys down, settings are reloaded, programs and
engines end. Each typed letter must arrive once and in order, and each text must be the same on both sides. At the end
memory, descriptors and files must be as after the first hour. TOOLS has bed and machine.so, ENGINES the language engines.
"""

import argparse
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from machine import KEYS, MILLISECOND, SECOND, Client, Machine, Wrong, read

PROGRAMS = 50
SCANNERS = {8: "Scanner One", 9: "Scanner Two"}
KEYBOARDS = {1: ("Keyboard One", 0x11), 2: ("Keyboard Two", 0x12), 3: ("Keyboard Three", 0x13)}
# Letters that are in the same places on both layouts, and words of them.
LETTERS = "abcdefghijklmnopqrstuvwx"
WORDS = ["".join(random.Random(number).choices(LETTERS, k=2 + number % 7)) for number in range(300)]
# The sentences that are learned from are the same each hour, so that the storage and the memory have it all after the first.
SENTENCES = [" ".join(random.Random(number).sample(WORDS, 12)) for number in range(4)]
READINGS = {"zh-Hans+pinyin": ["nihao", "zhongguo", "xian", "women", "beijing", "shi"],
            "ja-JP+romaji": ["toukyou", "nihon", "kana", "sora"]}
# Nothing but the keys decides what these fields have.
EXACT = {"autocorrectionType": "no", "autocapitalizationType": "none", "smartQuotesType": "no", "smartDashesType": "no",
         "smartInsertDeleteType": "no", "spellCheckingType": "no", "inlinePredictionType": "no"}
SETTINGS = """layout: us
modes: [en-US, zh-Hans+pinyin, ja-JP+romaji]
hold-for-accents: false
devices:
- { match: "1209:0012", layout: de }
- { match: "1209:0021", mode: scanner, scanner: { for: [stock, forward], owed: 100 } }
- { match: "1209:0022", mode: scanner, scanner: { for: stock, owed: 100, gap: 500 } }
commands:
- { command: call-staff, chord: f5, title: Call Staff, deliver: [stock] }
"""
OTHER_SETTINGS = [SETTINGS.replace("accents: false", "accents: true"), SETTINGS + "layuot: wrong\n", SETTINGS + "text-replacements: { omw: On my way! }\n",
                  SETTINGS.replace("layout: de", "layout: fr"), SETTINGS + "modes: [en-US]\n", "- no settings\n"]
EDITS = ["left", "right", "up", "down", "home", "end", "backspace", "delete", "shift+left", "shift+right", "command+a", "command+x",
         "command+v", "command+z", "shift+command+z", "option+left", "option+backspace", "control+k", "tab", "escape"]
ENGINE = """name: scripted
methods: [romaji]
languages: [ja]
verbs: [convert, predict, follow]
program: [/usr/bin/python3, -I, -S, {path}]
"""


class Program(Client):
    """A program with a field and a view in which nothing is corrected or learned, and a view in which people compose."""

    def __init__(self, day, name):
        super().__init__(day.machine, day.sockets["programs"])
        self.day, self.name, self.token, self.texts = day, name, None, {}

    def hello(self, **more):
        result = self.ask("hello", name=self.name, events=["text.didChange"], **more)
        if result["resumed"]:
            self.texts = {entry["container"]: entry["text"] for entry in result["snapshot"]["containers"]}
        else:
            self.texts = {"exact": "", "edited": "", "free": ""}
            self.ask("container.create", container="exact", traits=EXACT)
            self.ask("container.create", container="edited", kind="textView", traits=EXACT)
            self.ask("container.create", container="free", kind="textView")
        self.token = result["token"]
        return self

    def receive(self, method, params, number):
        if method == "text.didChange":
            start, end = params["range"]
            text = self.texts[params["container"]]
            self.texts[params["container"]] = text[:start] + params["string"] + text[end:]
        elif method == "resync":
            raise Wrong(f"{self.name} lost notifications although it reads")

    def check(self):
        """Compares the texts with those of the service."""
        for container, text in self.texts.items():
            kept = self.ask("container.get", container=container)
            if kept["text"] != text and not kept["marked"]:
                raise Wrong(f"{self.name}: the text is {kept['text']!r}, and the changes make {text!r}")

    def clear(self):
        for container in self.texts:
            self.ask("text.set", container=container, text="")
            self.collect()
            self.texts[container] = ""


class Day:
    def __init__(self, arguments):
        self.arguments, self.random = arguments, random.Random(arguments.seed)
        self.machine = machine = Machine(arguments.tools)
        self.hour = arguments.minutes_an_hour * 60
        self.keys, self.codes, self.counts = 0, [], collections.Counter()
        self.sockets = {name: machine.path / f"{name}.sock" for name in ("programs", "control", "observe")}
        self.state, self.settings = machine.path / "storage", machine.path / "keybridge.yaml"
        self.settings.write_text(SETTINGS)
        self.write_engines()
        for number, (name, product) in KEYBOARDS.items():
            machine.plug(number, name, product=product)
        for number, (place, name) in enumerate(SCANNERS.items()):
            machine.plug(place, name, product=0x21 + number)
        self.errors = open(machine.path / "errors", "w+", encoding="utf-8")
        (machine.path / "empty").mkdir()
        machine.start(
            [arguments.keybridge, "run", "--config", self.settings, "--socket", self.sockets["programs"], "--control",
             self.sockets["control"], "--observe", self.sockets["observe"], "--mirror", "none"],
            variables={"STATE_DIRECTORY": str(self.state), "KEYBRIDGE_ENGINES": str(machine.path / "engines"), "HOME": str(machine.path),
                       "KEYBRIDGE_LEXICONS": str(machine.path / "empty"), "XDG_CONFIG_HOME": str(machine.path / "empty"),
                       "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, start_new_session=True)
        machine.settle()
        self.control, self.observer = Client(machine, self.sockets["control"]), Client(machine, self.sockets["observe"])
        self.stock, self.forward = Receiver(self, "stock"), Receiver(self, "forward")
        self.programs = [Program(self, f"program {number}").hello(grace=30, keep=600) for number in range(PROGRAMS - 2)]
        self.active = None

    def write_engines(self):
        folder = self.machine.path / "engines"
        folder.mkdir()
        source = pathlib.Path(__file__).parents[1] / "EnginesTests/scripted_engine.py"
        (folder / "engine.py").write_bytes(source.read_bytes())
        (folder / "scripted.yaml").write_text(ENGINE.format(path=folder / "engine.py"))
        libime = pathlib.Path(self.arguments.engines, "keybridge-engine-libime")
        if libime.exists():
            (folder / "libime.yaml").write_text(
                f"name: libime\nmethods: [pinyin]\nlanguages: [zh]\nverbs: [convert, follow]\nprogram: [{libime.resolve()}]\n")
        else:
            (folder / "scripted.yaml").write_text(
                (folder / "scripted.yaml").read_text().replace("[romaji]", "[romaji, pinyin]").replace("[ja]", "[ja, zh]"))

    # MARK: Hands

    def press(self, keys, keyboard=1, composing=False):
        """Presses and releases keys, such as `shift+left`, as a hand does."""
        codes = [KEYS[name] for name in keys.split("+")]
        for code, value in [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]:
            self.machine.emit(keyboard, code, value)
            if composing:
                self.machine.settle()
            else:
                self.machine.turn(self.machine.now)
            self.machine.pass_time(self.random.randrange(8, 40) * MILLISECOND)
        self.keys += 1

    def type(self, text, keyboard=1, composing=False):
        for letter in text:
            self.press(letter, keyboard, composing)

    def take(self, program, container):
        """Gives a program the keyboard, as a person does at the control socket."""
        program.send("focus.request", container=container)
        for entry in self.control.ask("status")["programs"]:
            if entry["name"] == program.name and entry["state"] == "connected":
                self.control.ask("programs.activate", program=entry["program"])
        program.ask("focus.request", container=container)
        program.collect()
        self.active = program

    # MARK: The parts of a day

    def write(self):
        """A line of words in a field in which nothing is corrected."""
        program, keyboard = self.random.choice(self.programs), self.random.choice(list(KEYBOARDS))
        self.take(program, "exact")
        program.clear()
        line = " ".join(self.random.choices(WORDS, k=self.random.randrange(4, 24)))
        for word in line.split(" "):
            self.type(word + " ", keyboard)
            program.collect()
        if program.texts["exact"] != line + " ":
            raise Wrong(f"typed {line!r}, and {program.name} received {program.texts['exact']!r}")
        program.check()

    def learn(self):
        """Prose, which is learned and may be corrected."""
        program = self.random.choice(self.programs)
        self.take(program, "free")
        for word in self.random.choice(SENTENCES).split():
            self.type(word + " ", 3)
            program.collect()
        program.check()
        program.clear()

    def edit(self):
        program = self.random.choice(self.programs)
        self.take(program, "edited")
        for _ in range(self.random.randrange(20, 80)):
            self.press(self.random.choice(EDITS + list(LETTERS) + [" ", "\n"]), self.random.choice(list(KEYBOARDS)))
            program.collect()
        program.check()
        program.clear()

    def compose(self, death=None):
        """Composes in Chinese or Japanese; `death` is a signal for the engine while it is composed."""
        mode = self.random.choice(list(READINGS))
        program = self.random.choice(self.programs)
        self.take(program, "free")
        self.control.ask("mode.set", mode=mode)
        self.machine.wait(1)
        for number in range(self.random.randrange(2, 8)):
            reading = self.random.choice(READINGS[mode])
            self.type(reading, 3, composing=True)
            if death and number == 1:
                for pid in self.engines():
                    os.kill(pid, death)
                    self.counts[f"engines: {signal.Signals(death).name}"] += 1
            self.press(" ", 3, composing=True)
            self.press("\n", 3, composing=True)
            self.machine.wait(0.5)
            program.collect()
        if not program.texts["free"].strip():
            raise Wrong(f"{program.name} received nothing of what was composed in {mode}")
        self.control.ask("mode.set", mode="en-US")
        self.machine.wait(1)
        program.collect()
        program.check()
        program.clear()
        for pid in self.engines():
            if death == signal.SIGSTOP:
                os.kill(pid, signal.SIGCONT)

    def kill_engine(self):
        self.compose(signal.SIGKILL)

    def stop_engine(self):
        self.compose(signal.SIGSTOP)

    def scan(self):
        for _ in range(self.random.randrange(1, 12)):
            scanner = self.random.choice(list(SCANNERS))
            code = "".join(self.random.choices("0123456789", k=13))
            self.type(code + "\n", scanner)
            self.stock.expected.append(code)
            if scanner == 8:
                self.forward.expected.append(code)
        self.machine.wait(0.1)
        for receiver in (self.stock, self.forward):
            receiver.work()

    def hot_plug(self):
        """Unplugs a device in the middle of a key, and plugs it in again, perhaps as another number."""
        number = self.random.choice(list(KEYBOARDS))
        name, product = KEYBOARDS[number]
        held = self.random.choice(["shift", "command", "a", "control"])
        self.machine.emit(number, KEYS[held], 1)
        self.machine.pass_time(self.random.randrange(1000) * MILLISECOND)
        self.machine.unplug(number)
        self.machine.wait(self.random.random() * 3)
        self.machine.plug(number, name, product=product)
        self.machine.wait(2)
        if not self.machine.is_open(number):
            raise Wrong(f"{name} was not opened after it was plugged in again")
        self.counts["unplugged"] += 1
        self.write()

    def reload(self):
        for text in (self.random.choice(OTHER_SETTINGS), SETTINGS):
            self.settings.write_text(text)
            os.kill(self.machine.pid, signal.SIGHUP)
            self.machine.wait(0.2)
            self.counts["reloaded"] += 1
        self.write()

    def restart(self):
        """A program ends, and comes back in time, too late, or without its state."""
        place = self.random.randrange(len(self.programs))
        program = self.programs[place]
        program.collect()
        program.close()
        self.machine.wait(self.random.choice([0.01, 5, 40, 700]))
        self.programs[place] = Program(self, program.name).hello(
            grace=30, keep=600, **({"resume": True, "token": program.token} if self.random.random() < 0.7 else {}))
        self.programs[place].check()
        self.counts["programs restarted"] += 1

    def restart_receiver(self):
        """A receiver of codes is away while some are scanned."""
        self.forward.leave()
        self.scan()
        self.machine.wait(10)
        self.scan()
        self.forward = self.forward.again()
        self.machine.wait(0.5)
        self.forward.work()
        self.counts["receivers restarted"] += 1

    def engines(self):
        return [pid for pid in self.machine.descendants() if self.machine.name(pid).startswith(("keybridge-engin", "python"))]

    # MARK: The day

    PARTS = {write: 60, learn: 8, edit: 12, compose: 10, scan: 10, hot_plug: 3, reload: 3, restart: 6, restart_receiver: 2,
             kill_engine: 2, stop_engine: 1}

    def work(self, hour, keys):
        """An hour: parts in random order, with pauses between them."""
        end = self.machine.now + int(self.hour * SECOND)
        while self.keys < keys:
            part, = self.random.choices(list(self.PARTS), self.PARTS.values())
            self.counts[part.__name__] += 1
            part(self)
            for client in [*self.programs, self.control, self.observer, self.stock, self.forward]:
                client.collect()
            self.observer.notifications.clear()
            self.control.notifications.clear()
            left = (end - self.machine.now) / SECOND
            self.machine.wait(max(0, left) * min(1, self.random.expovariate(1) * 100 / max(100, keys - self.keys)))
        # The same state at the end of each hour: every engine runs, every text is empty, nothing is pending.
        for mode in READINGS:
            self.take(self.programs[0], "free")
            self.control.ask("mode.set", mode=mode)
            self.type("a", composing=True)
            self.machine.wait(70)
            self.type("ba\n", composing=True)
        self.control.ask("mode.set", mode="en-US")
        for program in self.programs:
            program.collect()
            program.clear()
        self.write()
        self.stock.work()
        self.forward.work()
        self.machine.wait(max(700, (end - self.machine.now) / SECOND))
        return self.measure(hour)

    def measure(self, hour):
        machine = self.machine
        status = read(f"/proc/{machine.pid}/status")
        descriptors = collections.Counter(
            os.readlink(f"/proc/{machine.pid}/fd/{fd}").split(":")[0].replace(str(machine.path), "") for fd in
            os.listdir(f"/proc/{machine.pid}/fd"))
        files = {path.name: path.stat().st_size for path in sorted(self.state.iterdir())}
        measured = {"memory": int(status.partition("RssAnon:")[2].split()[0]), "descriptors": sum(descriptors.values()),
                    "kinds": descriptors, "files": files, "processes": len(machine.descendants())}
        print(f"  {hour:>4} {self.keys:>8,} {measured['memory']:>8} kB {measured['descriptors']:>6} {measured['processes']:>4}  "
              f"{', '.join(f'{name} {size // 1024}' for name, size in files.items())}", flush=True)
        return measured

    def run(self):
        print(f"seed {self.arguments.seed}\n  hour     keys     memory  descr. proc.  files in kB", flush=True)
        began, first, last = time.monotonic(), None, None
        for hour in range(1, self.arguments.hours + 1):
            last = self.work(hour, self.arguments.keys * hour // self.arguments.hours)
            first = first or last
        self.compare(first, last)
        for number in [*KEYBOARDS, *SCANNERS]:
            if not self.machine.is_open(number):
                raise Wrong(f"device {number} is not open at the end")
        self.end()
        simulated = (self.machine.now - 1000 * SECOND) / SECOND / 3600
        print(f"{simulated:.1f} hours in {time.monotonic() - began:.0f} s: {self.keys:,} keys; "
              + ", ".join(f"{count} × {name}" for name, count in sorted(self.counts.items())))

    def compare(self, first, last):
        found = []
        if last["memory"] > first["memory"] + 512:
            found.append(f"memory grew from {first['memory']} to {last['memory']} kB")
        for name in ("descriptors", "processes"):
            if last[name] != first[name]:
                found.append(f"{name}: {first[name]} after the first hour, {last[name]} at the end")
        if last["kinds"] != first["kinds"]:
            found.append(f"descriptors: {last['kinds'] - first['kinds']} more, {first['kinds'] - last['kinds']} less")
        if last["files"].keys() != first["files"].keys():
            found.append(f"files: {sorted(first['files'])} after the first hour, {sorted(last['files'])} at the end")
        # The words and the choices of all parts are typed in the first hour; the log is copied into the file at 4 MB.
        for name, size in last["files"].items():
            if size > max(first["files"].get(name, 0) * 1.5, 4_500_000 if name.endswith("-wal") else 200_000):
                found.append(f"{name} grew from {first['files'].get(name, 0)} to {size} bytes")
        if found:
            raise Wrong("; ".join(found))

    def end(self):
        """Ends the service; nothing is grabbed, and the exit status is 0."""
        for program in self.programs:
            program.close()
        self.machine.wait(0.1)
        os.kill(self.machine.pid, signal.SIGTERM)
        status = self.machine.process.wait(60)
        self.errors.seek(0)
        if status:
            raise Wrong(f"the service ended with {status}: {self.errors.read()}")
        for number in [*KEYBOARDS, *SCANNERS]:
            if self.machine.is_grabbed(number):
                raise Wrong(f"device {number} is still grabbed")


class Receiver(Client):
    """A program that receives codes and acknowledges them."""

    def __init__(self, day, name):
        super().__init__(day.machine, day.sockets["programs"])
        self.day, self.name, self.expected, self.known, self.items = day, name, [], set(), []
        self.through = self.acknowledged = 0
        self.is_away = False
        self.ask("hello", name=name, events=[])
        self.ask("delivery.receive")

    def receive(self, method, params, number):
        if method == "delivery.item":
            if params["kind"] == "scan" and params["id"] not in self.known:
                self.items.append(params["text"])
            self.known.add(params["id"])
            self.through = params["number"]

    def work(self):
        """Takes all codes in, and compares them with those that were scanned."""
        if self.is_away:
            return
        self.collect()
        while self.through > self.acknowledged:
            self.acknowledged = self.through
            self.ask("delivery.ack", through=self.through)
            self.day.machine.wait(0.05)
            self.collect()
        if self.items != self.expected:
            raise Wrong(f"{self.name}: scanned {self.expected[-5:]}, and received {self.items[-5:]}")
        self.items.clear()
        self.expected.clear()

    def leave(self):
        self.work()
        self.close()
        self.is_away = True

    def again(self):
        other = Receiver(self.day, self.name)
        other.expected, other.known = self.expected, self.known
        return other


def main():
    parser = argparse.ArgumentParser()
    for name in ("keybridge", "tools", "engines"):
        parser.add_argument(name)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--minutes-an-hour", type=float, default=60)
    parser.add_argument("--keys", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    day = Day(parser.parse_args())
    try:
        day.run()
    except Wrong as mistake:
        day.errors.seek(0)
        print(f"after {day.keys:,} keys, seed {day.arguments.seed}: {mistake}\n{day.errors.read()[-2000:]}")
        return 1
    finally:
        day.machine.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
