# SPDX-License-Identifier: Apache-2.0
"""Follows the pages of Documentation/Recipes, with a real service, a practice scanner, brokers and servers on loopback.

KEYBRIDGE and FORWARD are the programs: `make test-recipes`.
"""

import json
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from recipe_machine import ROOT, Machine                        # noqa: E402

from forward_support import Broker, Server, Subscriber, free_port    # noqa: E402

sys.path.insert(0, str(ROOT / "Clients" / "Python"))

import paho.mqtt.client as paho                                # noqa: E402
from keybridge_client import Client                            # noqa: E402

CODE = "4006381333931"
SCAN = (f"text:{CODE}", "enter")
SERVICE = "devices:\n  - match: '05e0:1200'\n    mode: scanner\n    scanner: { for: forward, owed: 10000 }\n"


class Case(unittest.TestCase):
    def machine(self, *replacements):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Machine(self, folder.name, replacements)

    def server(self, *answers):
        server = Server(answers)
        self.addCleanup(server.close)
        return server


class Pages(Case):
    def test_scans_to_an_http_server(self):
        server = self.server(503, 200)
        machine = self.machine(("https://api.example", f"http://127.0.0.1:{server.port}"))

        def after(number):
            if number > 1:
                return
            self.assertEqual(machine.asked(), [f"chown root:keybridge-forward {machine.folder}/etc/keybridge/headers",
                                               "systemctl restart keybridge", "systemctl enable --now keybridge-forward"])
            machine.start_service(*SCAN)
            machine.start_forward()
            machine.wait(lambda: len(server.requests) == 2 and "sent 1" in self.status(machine))

        machine.follow(machine.blocks("HTTP.md"), after)
        first, second = server.requests
        self.assertEqual((second["json"]["text"], second["json"]["attempt"], first["json"]["id"]), (CODE, 2, second["json"]["id"]))
        self.assertEqual(second["headers"]["Idempotency-Key"], f'"{second["json"]["id"]}"')
        self.assertEqual((second["path"], second["headers"]["Authorization"]), ("/scans", "Bearer 5up3r53cr37"))

    def status(self, machine):
        return subprocess.run(["keybridge-forward", "status"], env=machine.environment, capture_output=True, text=True, check=False).stdout

    def test_scans_to_a_broker_that_keeps_them(self):
        port = free_port()
        machine = self.machine(("listener 1883", f"listener {port} 127.0.0.1"), ("mqtt://broker.example", f"mqtt://127.0.0.1:{port}"),
                               ("-h broker.example", f"-h 127.0.0.1\n-p {port}"))
        limit = []

        def listens():
            with socket.socket() as one:
                return one.connect_ex(("127.0.0.1", port)) == 0

        def broker():
            machine.start_broker(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit[0], limit[0])))
            machine.wait(listens)

        def after(number):
            if number == 1:
                override = machine.path("/etc/systemd/system/mosquitto.service.d/keybridge.conf").read_text()
                limit.append(int(override.partition("LimitNOFILE=")[2]))
                self.assertNotIn("5up3r53cr37", machine.path("/etc/mosquitto/passwords").read_text())
                broker()
            if number == 2:
                machine.start_service(*SCAN)
                machine.start_forward()

        machine.follow(machine.blocks("MQTT.md"), after)
        self.assertEqual(machine.asked()[1:3], ["systemctl daemon-reload", "systemctl restart mosquitto"])

        with self.subTest("more codes than the usual limit outlive the broker"):
            till = paho.Client("test")
            till.username_pw_set("till", "5up3r53cr37")
            till.connect("127.0.0.1", port)
            till.loop_start()
            for number in range(1100):
                till.publish("site/a/scans/x", str(number), qos=1).wait_for_publish()
            till.disconnect()
            till.loop_stop()
            # The broker saves after it has acknowledged.
            time.sleep(1)
            machine.end("broker", 9)
            broker()
            got = subprocess.run(["mosquitto_sub", "-i", "stock", "-c", "-q", "1", "-t", "site/+/scans/#", "-C", "1100"], env=machine.environment,
                                 capture_output=True, text=True, timeout=60, check=True).stdout.split()
            self.assertEqual(got, [str(number) for number in range(1100)])

        with self.subTest("a thousand tills"):
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
            tills = [self.till(port, number) for number in range(1100)]
            self.assertEqual({till.recv(4) for till in tills}, {b" \2\0\0"})
            for till in tills:
                till.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    @staticmethod
    def till(port, number):
        """A client of MQTT 3.1.1 that has sent its CONNECT."""
        def text(value):
            return len(value).to_bytes(2, "big") + value.encode()
        till = socket.create_connection(("127.0.0.1", port))
        till.settimeout(30)
        body = text("MQTT") + b"\4\xc2\0\x3c" + text(f"till-{number}") + text("till") + text("5up3r53cr37")
        till.sendall(b"\x10" + bytes([len(body)]) + body)
        return till

    def test_scans_and_a_call_button_in_home_assistant(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        broker = Broker(folder.name)
        self.addCleanup(broker.close)
        machine = self.machine(("mqtt://homeassistant.local", f"mqtt://127.0.0.1:{broker.port}"))
        home = Subscriber(broker.port)
        self.addCleanup(home.close)

        def after(_):
            machine.start_service(*SCAN)
            machine.start_forward()
            machine.wait(lambda: len(home.items()) == 1)
            # Another keyboard, which types while a program has the focus.
            machine.start_service("f9", device="1234:5678")
            with Client(f"{machine.folder}/keybridge.sock", wait=30) as client:
                client.hello(name="till")
                client.container_create(container="a")
                client.focus_request(container="a")
                machine.wait(lambda: len(home.items()) == 2)

        machine.follow(machine.blocks("HomeAssistant.md"), after)
        found = {message.topic: json.loads(message.payload) for message in home.messages
                 if message.topic.startswith("homeassistant/device/") and message.payload}
        parts = {name: part for one in found.values() for name, part in one["components"].items()}
        self.assertEqual(sorted(parts), ["command_call-staff", "connectivity", "scan", "tag", "trigger_call-staff"])
        scan, call = home.items()
        topics = {json.loads(message.payload)["id"]: message.topic for message in home.messages if b'"kind":' in message.payload}
        self.assertEqual((scan["text"], topics[scan["id"]]), (CODE, parts["scan"]["state_topic"]))
        self.assertEqual(parts["tag"]["topic"], topics[scan["id"]])
        self.assertEqual((call["command"], topics[call["id"]]), (parts["trigger_call-staff"]["subtype"], parts["trigger_call-staff"]["topic"]))


class Table(Case):
    """The shorter recipes of the table."""

    def begin(self, section, *replacements, keys=SCAN):
        machine = self.machine(*replacements)
        machine.write("/etc/keybridge/keybridge.yaml", SERVICE)
        machine.follow(machine.blocks("README.md", section))
        machine.start_service(*keys)
        machine.start_forward()
        return machine

    def test_a_csv_file(self):
        machine = self.begin("A CSV file")
        file = machine.path("/var/lib/keybridge-forward/scans.csv")
        machine.wait(lambda: file.exists() and file.read_text().count("\n") == 1)
        time, name, text, _ = file.read_text().strip().split(",")
        self.assertEqual((name, text, time[-1]), ("Barcode Scanner", CODE, "Z"))

    def test_a_label_printer(self):
        with socket.create_server(("127.0.0.1", 0)) as printer:
            self.begin("A label printer", ("/dev/tcp/printer.example/9100", f"/dev/tcp/127.0.0.1/{printer.getsockname()[1]}"))
            printer.settimeout(60)
            connection, _ = printer.accept()
            with connection, connection.makefile() as lines:
                self.assertEqual(lines.read(), f"^XA^FO40,40^BCN,120,Y,N,N^FD{CODE}^FS^XZ\n")

    def test_two_scanners_to_two_topics(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        broker = Broker(folder.name)
        self.addCleanup(broker.close)
        subscriber = Subscriber(broker.port, topic="site/#")
        self.addCleanup(subscriber.close)
        # The practice scanner is at a place of its own.
        machine = self.begin("Two scanners to two topics", ("mqtt://broker.example", f"mqtt://127.0.0.1:{broker.port}"),
                             ("usb-0000:00:14.0-3/input0", "practice/input0"), ('"05e0:1200"', '"1:1"'))
        machine.wait(lambda: subscriber.messages)
        machine.replacements = machine.replacements[:2]
        machine.follow(machine.blocks("README.md", "Two scanners to two topics"))
        machine.start_service(*SCAN)
        machine.start_forward()
        machine.wait(lambda: len(subscriber.messages) == 2)
        self.assertEqual([message.topic for message in subscriber.messages], ["site/till-7/goods-out", "site/till-7/goods-in"])

    def test_codes_of_gs1_have_their_symbology_and_their_separators(self):
        machine = self.machine()
        server = self.server()
        blocks = machine.blocks("README.md", "GS1 codes")
        machine.write(blocks[0].name, blocks[0].text)
        machine.write("/etc/keybridge/forward.yaml", f"targets: {{ api: {{ http: 'http://127.0.0.1:{server.port}' }} }}\n")
        machine.start_service("rightbrace", "shift+c", *"1010400638133393110", "shift+a", "ctrl+rightbrace", *"2142", "enter")
        machine.start_forward()
        machine.wait(lambda: server.requests)
        item = server.requests[0]["json"]
        self.assertEqual((item["symbology"], item["text"]), ("]C1", "010400638133393110A\x1d2142"))

    def test_a_page_in_a_browser_has_each_code_before_it_is_acknowledged(self):
        machine, port = self.machine(), free_port()
        machine.write("/etc/keybridge/keybridge.yaml", SERVICE.replace("for: forward", "for: codes"))
        machine.start_service(*SCAN)
        base = f"http://127.0.0.1:{port}"
        words = ["/usr/bin/python3", ROOT / "Examples" / "Kiosk" / "codes.py", "codes", port, machine.folder / "keybridge.sock"]
        machine.start("page", *words)

        def page():
            try:
                return urllib.request.urlopen(base, timeout=5).read()
            except OSError:
                return b""

        machine.wait(lambda: b'EventSource("items")' in page())
        first = self.event(base)
        self.assertEqual(first["text"], CODE)
        # A page that ends before it has the code, and a program that is killed, receive it again.
        self.assertEqual(self.event(base)["id"], first["id"])
        machine.end("page", 9)
        machine.start("page", *words)
        machine.wait(page)
        self.assertEqual(self.event(base)["id"], first["id"])
        urllib.request.urlopen(urllib.request.Request(f"{base}/done", data=first["id"].encode(), method="POST"), timeout=5)
        machine.start_service("text:12345678", "enter")
        self.assertEqual(self.event(base)["text"], "12345678")
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.request.Request(f"{base}/items", headers={"Host": "attacker.example"}), timeout=5)

    @staticmethod
    def event(base):
        """The next item that the page receives."""
        with urllib.request.urlopen(f"{base}/items", timeout=60) as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    return json.loads(line[6:])
        raise AssertionError("the page has ended")


if __name__ == "__main__":
    unittest.main()
