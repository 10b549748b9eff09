# SPDX-License-Identifier: Apache-2.0
"""Tests targets with MQTT against Debian's mosquitto, and against brokers that misbehave."""

import contextlib
import json
import pathlib
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import LIMIT, Authority, Case, command, firsts, free_port, scan    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"


class FakeBroker:
    """Answers packets as a test says: a function of the kind and the body of a packet returns bytes."""

    def __init__(self, answer):
        self.answer, self.published, self.connects = answer, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        with contextlib.suppress(OSError, IndexError, struct.error), connection:
            stream = connection.makefile("rb")
            while True:
                first = stream.read(1)[0]
                length = shift = 0
                while True:
                    byte = stream.read(1)[0]
                    length |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                body = stream.read(length)
                kind = first >> 4
                if kind == 1:
                    self.connects.append(body)
                if kind == 3:
                    topic = struct.unpack(">H", body[:2])[0]
                    self.published.append((body[2:2 + topic].decode(), body[4 + topic:], first & 1))
                answer = self.answer(kind, body, self)
                if answer is None:
                    return
                connection.sendall(answer)

    @staticmethod
    def packet_number(body):
        topic = struct.unpack(">H", body[:2])[0]
        return body[2 + topic:4 + topic]

    def items(self):
        return [body for _, body, _ in self.published if b'"id"' in body]


CONNACK, CONNACK_OLD = b"\x20\x03\x00\x00\x00", b"\x20\x02\x00\x00"


def puback(body, reason=0):
    return b"\x40\x04" + FakeBroker.packet_number(body) + bytes([reason, 0])


class Deliveries(Case):
    def begin(self, port, options="", **settings):
        self.write(f"  broker: {{ mqtt: 'mqtt://127.0.0.1:{port}', {FAST}, {options} }}", **settings)
        self.start()

    def fake(self, answer):
        broker = FakeBroker(answer)
        self.addCleanup(broker.listener.close)
        return broker

    def test_a_scan_and_a_command_arrive_at_their_topics(self):
        broker = self.broker()
        subscriber = self.subscriber(broker)
        self.begin(broker.port)
        first, second = self.service.owe(scan(device="A/B+#"), command())
        self.wait(lambda: len(subscriber.items()) == 2)
        messages = [message for message in subscriber.messages if message.payload.startswith(b'{"id"')]
        self.assertEqual([message.topic for message in messages], ["keybridge/till-7/scans/A_B__", "keybridge/till-7/commands/call-staff"])
        self.assertEqual([(message.qos, message.retain) for message in messages], [(1, 0), (1, 0)])
        self.assertEqual(messages[0].properties.ContentType, "application/json")
        item = json.loads(messages[0].payload)
        self.assertEqual((item["id"], item["seq"], item["attempt"], item["text"]), (first, 1, 1, "4006381333931"))
        self.assertNotIn("event_type", item)
        self.assertEqual(subscriber.last("keybridge/till-7/availability"), "online")
        self.wait(self.service.is_done)
        self.assertEqual(self.end(), 0)
        self.wait(lambda: subscriber.last("keybridge/till-7/availability") == "offline")

    def test_the_topic_is_a_template(self):
        broker = self.broker()
        subscriber = self.subscriber(broker)
        self.begin(broker.port, "topic: 'site/{host}/{device-id}/{device}'")
        self.service.owe(scan(device="$x"))
        self.wait(lambda: subscriber.items())
        self.assertIsNotNone(subscriber.last("site/till-7/05e0:1200/_x"))

    def test_everything_arrives_in_order_when_the_broker_returns(self):
        port = free_port()
        self.begin(port)
        identifiers = self.service.owe(*(scan(str(number)) for number in range(500)))
        self.wait(self.service.is_done)
        self.assertEqual(self.status("broker")["owed"], 500)
        broker = self.broker(port=port)
        subscriber = self.subscriber(broker)
        self.wait(lambda: self.status("broker")["owed"] == 0)
        # The subscriber may have missed the first ones, which had no subscriber yet.
        self.wait(lambda: not subscriber.ids() or subscriber.ids()[-1] == identifiers[-1])
        ids = firsts(subscriber.ids())
        self.assertEqual(ids, identifiers[len(identifiers) - len(ids):])

    def test_an_item_without_a_subscriber_is_counted_or_held(self):
        broker = self.broker()
        self.begin(broker.port)
        self.service.owe(scan())
        self.wait(lambda: self.status("broker")["sent"] == 1)
        self.assertEqual(self.status("broker")["withoutSubscriber"], 1)
        self.end()
        self.begin(broker.port, "hold-without-subscriber: true")
        [identifier] = self.service.owe(scan())
        state = self.wait_state("broker", "retrying")
        self.assertIn("No matching subscribers", state["reason"])
        subscriber = self.subscriber(broker)
        self.wait(lambda: subscriber.ids() == [identifier])
        self.wait(lambda: self.status("broker")["owed"] == 0)

    def test_a_topic_that_the_access_list_forbids_pauses_the_target(self):
        rules = self.folder / "acl"
        rules.write_text("topic readwrite keybridge/+/availability\ntopic read #\n")
        rules.chmod(0o600)
        broker = self.broker(lines=[f"acl_file {rules}"])
        self.begin(broker.port)
        self.service.owe(scan(), scan())
        # The first may be refused before the second has come.
        self.wait(self.service.is_done)
        state = self.wait_state("broker", "paused")
        self.assertEqual((state["owed"], state["setAside"], state["connected"]), (2, 0, True))
        self.assertIn("Not authorized", state["reason"])
        self.assertIn("keybridge-forward retry broker", self.logged())

    def test_an_availability_that_the_access_list_forbids_keeps_no_item(self):
        rules = self.folder / "acl"
        rules.write_text("topic readwrite keybridge/+/scans/#\ntopic read #\n")
        rules.chmod(0o600)
        broker = self.broker(lines=[f"acl_file {rules}"])
        subscriber = self.subscriber(broker)
        self.begin(broker.port)
        identifiers = self.service.owe(scan(), scan())
        self.wait(lambda: firsts(subscriber.ids()) == identifiers)
        self.assertEqual(self.logged().count("the broker refuses the topic keybridge/till-7/availability"), 1)

    def test_reason_codes_decide_between_retry_and_set_aside(self):
        for reason, state in ((0x80, "again"), (0x83, "again"), (0x97, "again"), (0x91, "again"), (0x90, "aside"), (0x99, "aside"),
                              (0x87, "pause"), (0x10, "done"), (0, "done")):
            with self.subTest(reason=hex(reason)):
                self.setUp()

                def answer(kind, body, broker, reason=reason):
                    if kind == 3:
                        return puback(body, reason if len(broker.items()) == 1 and b'"id"' in body else 0)
                    return {1: CONNACK, 12: b"\xd0\x00"}.get(kind, b"")

                broker = self.fake(answer)
                self.begin(broker.port)
                self.service.owe(scan("1"), scan("2"))
                expected = {"again": ["1", "1", "2"], "aside": ["1", "2"], "pause": ["1"], "done": ["1", "2"]}[state]
                self.wait(lambda expected=expected: len(broker.items()) == len(expected))
                self.wait(lambda state=state: self.status("broker")["owed"] == (2 if state == "pause" else 0))
                self.assertEqual([json.loads(body[body.index(b'{"id"'):])["text"] for body in broker.items()], expected)
                self.assertEqual(self.status("broker")["setAside"], int(state == "aside"))
                self.doCleanups()

    def test_a_lost_acknowledgement_repeats_one_item_with_the_same_identifier(self):
        def answer(kind, body, broker):
            if kind == 3 and len(broker.items()) == 1 and b'"id"' in body:
                return None
            return {1: CONNACK, 3: puback(body) if kind == 3 else b"", 12: b"\xd0\x00"}.get(kind, b"")

        broker = self.fake(answer)
        self.begin(broker.port)
        first, second, third = self.service.owe(scan(), scan(), scan())
        self.wait(lambda: len(broker.items()) == 4)
        self.wait(lambda: self.status("broker")["sent"] == 3)
        objects = [json.loads(body[body.index(b'{"id"'):]) for body in broker.items()]
        self.assertEqual([(one["id"], one["attempt"]) for one in objects], [(first, 1), (first, 2), (second, 1), (third, 1)])
        self.assertEqual(len(broker.connects), 2)

    def test_a_broker_that_does_not_acknowledge_is_left_after_the_time_limit(self):
        def answer(kind, body, broker):
            if kind == 3 and len(broker.items()) == 1 and b'"id"' in body:
                return b""
            return {1: CONNACK, 3: puback(body) if kind == 3 else b"", 12: b"\xd0\x00"}.get(kind, b"")

        broker = self.fake(answer)
        self.begin(broker.port, "timeout: 300ms")
        self.service.owe(scan())
        self.wait(lambda: self.status("broker")["sent"] == 1)
        self.assertEqual(len(broker.items()), 2)

    def test_a_broker_without_mqtt_5_gets_mqtt_3_with_a_warning(self):
        def answer(kind, body, broker):
            if kind == 1:
                return CONNACK_OLD if body[6] == 4 else b"\x20\x02\x00\x01"
            return {3: b"\x40\x02" + FakeBroker.packet_number(body) if kind == 3 else b"", 12: b"\xd0\x00"}.get(kind, b"")

        broker = self.fake(answer)
        self.begin(broker.port)
        self.service.owe(scan())
        self.wait(lambda: self.status("broker")["sent"] == 1)
        self.assertEqual([body[6] for body in broker.connects], [5, 4])
        self.assertIn("the broker does not know MQTT 5", self.logged())

    def test_with_a_fixed_version_there_is_no_fallback(self):
        broker = self.fake(lambda kind, body, _: b"\x20\x02\x00\x01" if kind == 1 else None)
        self.begin(broker.port, "version: 5")
        self.wait_state("broker", "paused")
        self.assertEqual({body[6] for body in broker.connects}, {5})

    def test_a_broker_that_sends_nonsense_is_tried_again(self):
        for data in (b"", b"\xff" * 100, b"\x20\x7f", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x03\x00\x99\x00", b"\x90\x00"):
            with self.subTest(data=data):
                self.setUp()

                def answer(kind, body, broker, data=data):
                    if kind == 1 and len(broker.connects) == 1:
                        return data or None
                    return {1: CONNACK, 3: puback(body) if kind == 3 else b"", 12: b"\xd0\x00"}.get(kind, b"")

                broker = self.fake(answer)
                self.begin(broker.port, "timeout: 500ms")
                self.service.owe(scan())
                self.wait(lambda: self.status("broker")["sent"] == 1)
                self.doCleanups()

    def test_a_wrong_password_pauses_and_is_never_shown(self):
        passwords = self.folder / "passwords"
        subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "till", "right"], check=True, capture_output=True)
        passwords.chmod(0o600)
        broker = self.broker(lines=[f"password_file {passwords}", "allow_anonymous false"])
        secret = self.secret("password", "wr0ng-one\n")
        self.begin(broker.port, f"user: till, password-file: {secret}")
        state = self.wait_state("broker", "paused")
        self.assertIn("Not authorized", state["reason"])
        self.assertNotIn("wr0ng", self.logged() + json.dumps(self.status()) + self.call("metrics"))
        # The right password is read with a reload.
        secret.write_text("right\n")
        self.process.send_signal(1)
        self.service.owe(scan())
        self.wait(lambda: self.status("broker")["sent"] == 1)

    def test_two_clients_of_one_identifier_are_reported(self):
        broker = self.broker()
        self.begin(broker.port, "client-id: same")
        self.wait(lambda: self.status("broker")["connected"])
        self.subscriber(broker, name="same")
        self.wait(lambda: "another client may have the same client-id" in self.logged())

    def test_the_reason_of_a_broker_that_disconnects_is_reported(self):
        for reason, words in ((0x8E, "another client has the same client-id"), (0x98, "the broker disconnected: ")):
            with self.subTest(reason=reason):
                self.setUp()

                def answer(kind, body, broker, reason=reason):
                    if kind == 1:
                        return CONNACK + (b"\xe0\x02" + bytes([reason, 0]) if len(broker.connects) == 1 else b"")
                    return puback(body) if kind == 3 else b""

                broker = self.fake(answer)
                self.begin(broker.port)
                self.wait(lambda words=words: words in self.logged())
                self.doCleanups()

    def test_the_will_is_published_when_the_program_is_killed(self):
        broker = self.broker()
        subscriber = self.subscriber(broker)
        self.begin(broker.port)
        self.wait(lambda: subscriber.last("keybridge/till-7/availability") == "online")
        self.kill()
        self.wait(lambda: subscriber.last("keybridge/till-7/availability") == "offline")
        self.assertTrue(subscriber.messages[-1].topic.endswith("availability"))

    def test_idle_it_only_sends_a_ping_after_a_minute(self):
        broker = self.fake(lambda kind, body, _: {1: CONNACK, 3: puback(body) if kind == 3 else b""}.get(kind, b""))
        self.begin(broker.port)
        self.wait(lambda: broker.published)
        time.sleep(0.5)

        def switches():
            total = 0
            for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
                for line in (task / "status").read_text().splitlines():
                    if "ctxt_switches" in line:
                        total += int(line.split()[1])
            return total

        before = switches()
        # Longer than the time between two metrics.
        time.sleep(11)
        self.assertEqual(switches(), before)


class Encryption(Case):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.folder)

    def attempt(self, name, trusts=True, host="localhost", **options):
        certificate, key = self.authority.issue(name, **options)
        broker = self.broker(lines=[f"certfile {certificate}", f"keyfile {key}"])
        ca = f"ca-file: {self.authority.certificate}," if trusts else ""
        self.write(f"  broker: {{ mqtt: 'mqtts://{host}:{broker.port}', {ca} timeout: 3s, {FAST} }}")
        self.start()
        self.service.owe(scan())
        # The connection may be refused before the code has come.
        return self.wait(lambda: (state := self.status("broker")) and (state["sent"] or state["reason"] and state["owed"]) and state)

    def test_a_certificate_of_the_authority_is_accepted(self):
        for host in ("localhost", "127.0.0.1"):
            with self.subTest(host):
                self.setUp()
                state = self.attempt("good", host=host)
                self.assertEqual((state["sent"], state["reason"]), (1, ""))
                self.doCleanups()

    def test_wrong_certificates_are_refused(self):
        for name, options in (("expired", {"expired": True}), ("name", {"names": "DNS:other.example"}), ("unknown", {"trusts": False})):
            with self.subTest(name):
                self.setUp()
                state = self.attempt(name, **options)
                self.assertEqual((state["sent"], state["owed"]), (0, 1))
                self.assertRegex(state["reason"], "(?i)certificate|TLS|SSL")
                self.doCleanups()

    def test_a_broker_without_tls_is_refused(self):
        broker = self.broker()
        self.write(f"  broker: {{ mqtt: 'mqtts://localhost:{broker.port}', timeout: 1s, {FAST} }}")
        self.start()
        self.service.owe(scan())
        state = self.wait(lambda: (state := self.status("broker")) and state["reason"] and state)
        self.assertEqual(state["sent"], 0)


if __name__ == "__main__":
    unittest.main()
