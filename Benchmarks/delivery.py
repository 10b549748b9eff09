#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the way of a code from a scanner to a broker's subscriber, through the service and keybridge-forward.

    delivery.py KEYBRIDGE FORWARD FOLDER

FOLDER has the programs typist and pipe_keyboard.so. The broker is mosquitto on loopback. A loop with python3-evdev and paho, which
keeps nothing, has the same scanner and the same broker. Prints a line of JSON for each figure: the members of a row of bench.py.
It is run by Debian's Python, which has evdev and paho.
"""
import contextlib
import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Load"))
from client import program  # noqa: E402

BROKER = "/usr/sbin/mosquitto"
SERVICE = """assistance: off
layout: us
devices:
  - match: "1209:0001"
    mode: scanner
    scanner: { for: forward, owed: 100000 }
"""
# A key that is a command, for which nothing is kept, or which is owed to a receiver.
COMMANDS = """assistance: off
layout: us
commands:
  - { command: call-staff, chord: z, title: Call, priority: true%s }
"""
CODES, ROW = 200, 2000

# The loop of projects that forward scans, in their form: keys to a topic.
LOOP = """
import sys
import evdev
import paho.mqtt.client as mqtt
from evdev import ecodes
client = mqtt.Client()
client.connect("127.0.0.1", int(sys.argv[1]))
client.loop_start()
keyboard = evdev.InputDevice("/dev/input/event1")
keyboard.grab()
digits = {getattr(ecodes, f"KEY_{digit}"): str(digit) for digit in range(10)}
code = ""
for event in keyboard.read_loop():
    if event.type != ecodes.EV_KEY or event.value != 1:
        continue
    if event.code == ecodes.KEY_ENTER:
        client.publish("scans", code, qos=1)
        code = ""
    else:
        code += digits.get(event.code, "")
"""


def obstacle(forward):
    """Why this cannot be measured here; None if it can."""
    if not os.path.exists(forward):
        return f"{forward} is missing; make forward builds it"
    return None if os.path.exists(BROKER) else "mosquitto is not installed"


def sync_time(folder):
    """The time in milliseconds of appending a page and its sync, in the folder where codes are kept."""
    with open(f"{folder}/sync", "ab") as file:
        began = time.monotonic()
        file.write(bytes(4096))
        file.flush()
        os.fdatasync(file.fileno())
        return (time.monotonic() - began) * 1000


class Subscriber:
    """A subscriber that notes when each payload arrives."""

    def __init__(self, port):
        import paho.mqtt.client as paho
        self.arrived, self.changed = [], threading.Condition()
        self.client, subscribed = paho.Client("subscriber"), threading.Event()
        self.client.on_connect = lambda client, *_: client.subscribe("scans", qos=1)
        self.client.on_subscribe = lambda *_: subscribed.set()
        self.client.on_message = self.receive
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        subscribed.wait(20)

    def receive(self, _, __, message):
        now = time.monotonic()
        text = message.payload.decode()
        with self.changed:
            self.arrived.append((now, json.loads(text)["text"] if text.startswith("{") else text))
            self.changed.notify_all()

    def wait(self, count):
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.arrived) >= count, 120):
                sys.exit(f"{count - len(self.arrived)} codes have not arrived")

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


class Bench:
    def __init__(self, keybridge, forward, tools, folder):
        self.keybridge, self.forward, self.tools, self.folder = keybridge, forward, tools, folder
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.path = f"{folder}/keybridge.sock"

    def write(self, name, text):
        path = f"{self.folder}/{name}"
        pathlib.Path(path).write_text(text)
        return path

    @contextlib.contextmanager
    def running(self, *command, ends_itself=False, **variables):
        """Runs a program; one that ends itself does so at the end of its input."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env={**os.environ, **variables})
        try:
            yield process
        finally:
            process.stdin.close()
            if not ends_itself:
                process.send_signal(signal.SIGTERM)
            process.wait(20)
            process.stdout.close()

    def broker(self):
        return self.running(BROKER, "-c", self.write("mosquitto.conf", f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n"
                                                                      "set_tcp_nodelay true\nmax_queued_messages 0\n"))

    def keyboard(self, *command):
        """A program with a keyboard that types what is written to its standard input."""
        return self.running(f"{self.tools}/typist", f"{self.tools}/pipe_keyboard.so", *command, ends_itself=True,
                            STATE_DIRECTORY=self.folder)

    def service(self, settings):
        return self.keyboard(self.keybridge, "run", "--config", self.write("keybridge.yaml", settings), "--socket", self.path, "--mirror", "none")

    def forwarder(self):
        path = self.write("forward.yaml", f"socket: {self.path}\nspool: {self.folder}/spool.db\ncontrol: {self.folder}/control.sock\n"
                                          f"targets:\n  broker: {{ mqtt: 'mqtt://127.0.0.1:{self.port}', topic: scans }}\n")
        return self.running(self.forward, "run", "--config", path)

    def wait_for_broker(self):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.01)
        sys.exit("mosquitto does not start")

    def scan(self, scanner, subscriber, count):
        """The times in milliseconds from the last key of each code to its arrival, and the times of a sync between two codes. A
        scanner makes twenty codes a second."""
        times, syncs = [], []
        for number in range(count):
            before = len(subscriber.arrived)
            began = time.monotonic()
            os.write(scanner.stdin.fileno(), f"{10 ** 12 + number}\n".encode())
            subscriber.wait(before + 1)
            times.append((subscriber.arrived[before][0] - began) * 1000)
            time.sleep(0.025)
            syncs.append(sync_time(self.folder))
            time.sleep(0.02)
        return statistics.median(times), statistics.median(syncs)

    def ready(self, scanner, subscriber):
        """Scans until a code arrives, which shows that all programs have begun."""
        while not subscriber.arrived:
            os.write(scanner.stdin.fileno(), b"1\n")
            time.sleep(0.2)
        time.sleep(1)
        subscriber.arrived.clear()

    # The figures

    def latency_and_rate(self):
        with self.broker():
            self.wait_for_broker()
            subscriber = Subscriber(self.port)
            with self.keyboard("/usr/bin/python3", "-c", LOOP, str(self.port)) as loop:
                self.ready(loop, subscriber)
                plain, _ = self.scan(loop, subscriber, CODES)
            subscriber.arrived.clear()
            with self.service(SERVICE) as scanner, self.forwarder() as forward:
                self.ready(scanner, subscriber)
                median, sync = self.scan(scanner, subscriber, CODES)
                yield {"what": "a code to a broker's subscriber, median beyond one sync", "value": max(0, median - sync), "unit": "ms", "budget": 2,
                       "note": f"{median:.2f} ms with a sync of {sync:.2f} ms; python3-evdev and paho, which keep nothing: {plain:.2f} ms"}
                subscriber.arrived.clear()
                began = time.monotonic()
                codes = [str(10 ** 12 + number) for number in range(ROW)]
                os.write(scanner.stdin.fileno(), "".join(f"{code}\n" for code in codes[:100]).encode())
                for place in range(100, ROW, 100):
                    # The service reads keys of a scanner faster than any types them, but the pipe is short.
                    os.write(scanner.stdin.fileno(), "".join(f"{code}\n" for code in codes[place:place + 100]).encode())
                subscriber.wait(ROW)
                if [text for _, text in subscriber.arrived] != codes:
                    sys.exit("the codes are not in order")
                yield {"what": f"{ROW:,} codes in a row, owed and acknowledged", "value": ROW / (subscriber.arrived[-1][0] - began), "unit": "codes/s",
                       "least": 200, "digits": 0}
                time.sleep(2)
                yield from self.idle(forward)
            subscriber.close()

    def idle(self, forward):
        def switches():
            return sum(int(line.split()[1]) for task in pathlib.Path(f"/proc/{forward.pid}/task").iterdir()
                       for line in (task / "status").read_text().splitlines() if "ctxt_switches" in line)
        status = pathlib.Path(f"/proc/{forward.pid}/status").read_text()
        yield {"what": "keybridge-forward: resident memory, idle", "value": int(status.split("VmRSS:")[1].split()[0]) / 1024, "unit": "MB", "budget": 10,
               "digits": 1, "note": "a target with mqtt"}
        before = switches()
        time.sleep(5)
        yield {"what": "keybridge-forward: wake-ups in 5 s of idling", "value": switches() - before, "unit": "", "budget": 0, "digits": 0}

    def keys(self):
        """A letter that is typed half a millisecond after a command that is being kept, and after one that is not."""
        medians = {True: [], False: []}
        for _ in range(6):
            for is_kept, times in medians.items():
                with self.service(COMMANDS % (", deliver: [nobody]" if is_kept else "")) as typist:
                    end = time.monotonic() + 20
                    while not os.path.exists(self.path) and time.monotonic() < end:
                        time.sleep(0.01)
                    client = program(self.path, "till")
                    client.ask("container.create", container="field")
                    client.ask("subscribe", events=["text.didChange"])
                    client.ask("focus.request", container="field")
                    lines = client.lines()
                    for number in range(120):
                        os.write(typist.stdin.fileno(), b"z")
                        # The service has sent the item to the process that writes, which waits for the disk.
                        time.sleep(0.0005)
                        began = time.monotonic()
                        os.write(typist.stdin.fileno(), b"a")
                        next(line for line in lines if b"text.didChange" in line)
                        if number >= 20:
                            times.append(time.monotonic() - began)
                        time.sleep(0.005)
                    client.close()
                for name in ("keybridge.sock", "owed.sqlite", "owed.sqlite-wal", "owed.sqlite-shm"):
                    pathlib.Path(self.folder, name).unlink(missing_ok=True)
        kept, plain = (statistics.median(medians[is_kept]) for is_kept in (True, False))
        yield {"what": "a letter typed while a command is being kept", "value": kept / plain, "budget": 1.05,
               "note": f"{kept * 1e6:.0f} µs against {plain * 1e6:.0f} µs if it is not kept"}


def measure(keybridge, forward, tools):
    with tempfile.TemporaryDirectory(dir=tools) as folder:
        bench = Bench(keybridge, forward, tools, folder)
        yield from bench.latency_and_rate()
        yield from bench.keys()


def main(keybridge, forward, tools):
    for figure in measure(keybridge, forward, tools):
        print(json.dumps(figure), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
