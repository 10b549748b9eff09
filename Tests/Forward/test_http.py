# SPDX-License-Identifier: Apache-2.0
"""Tests targets with HTTP against a server that misbehaves."""

import base64
import hashlib
import hmac
import json
import pathlib
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import LIMIT, Authority, Case, command, firsts, free_port, key_line, respond, scan    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"


class Deliveries(Case):
    def begin(self, *answers, target="", **options):
        server = self.server(*answers)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/scans', {FAST}, {target} }}", **options)
        self.start()
        return server

    def test_a_scan_arrives_with_its_members_and_is_acknowledged(self):
        server = self.begin()
        [identifier] = self.service.owe(scan(text="40\u001d06"))
        self.wait(self.service.is_done)
        self.wait(lambda: server.requests)
        [request] = server.requests
        self.assertEqual(request["json"], {
            "id": identifier, "time": "2026-11-28T00:30:12.123456Z", "kind": "scan",
            "device": {"name": "Zebra", "id": "05e0:1200", "path": "usb-0000:00:14.0-2/input0"},
            "text": "40\u001d06", "complete": True, "symbology": "]C1", "seq": 1, "host": "till-7", "attempt": 1})
        self.assertEqual(request["path"], "/scans")
        headers = request["headers"]
        self.assertEqual(headers["Idempotency-Key"], f'"{identifier}"')
        self.assertEqual(headers["webhook-id"], identifier)
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertIsNone(headers["webhook-signature"])
        self.wait(lambda: self.status("api")["sent"] == 1)
        self.assertEqual(self.end(), 0)

    def test_a_command_arrives(self):
        server = self.begin()
        self.service.owe(command(argument="5"))
        self.wait(lambda: server.requests)
        self.assertEqual(server.requests[0]["json"]["command"], "call-staff")
        self.assertEqual(server.requests[0]["json"]["argument"], "5")

    def test_signatures_follow_standard_webhooks_with_each_key(self):
        (first, key), (second, other) = key_line(b"a"), key_line(b"b")
        file = self.secret("keys", f"{first}\n{second}\n")
        server = self.begin(target=f"sign: {{ secret-file: {file} }}")
        self.service.owe(scan())
        self.wait(lambda: server.requests)
        request = server.requests[0]
        headers = request["headers"]
        message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + request["body"]
        self.assertLess(abs(int(headers["webhook-timestamp"]) - time.time()), 60)
        self.assertEqual(headers["webhook-signature"].split(" "), [
            "v1," + base64.b64encode(hmac.new(one, message, hashlib.sha256).digest()).decode() for one in (key, other)])

    def test_headers_come_from_a_file_and_appear_nowhere_else(self):
        file = self.secret("headers", "Authorization: Bearer s3cr3t-token\nX-Till: 7\n")
        server = self.begin(401, target=f"headers-file: {file}")
        self.service.owe(scan())
        self.wait_state("api", "paused")
        self.assertEqual(server.requests[0]["headers"]["Authorization"], "Bearer s3cr3t-token")
        self.assertEqual(server.requests[0]["headers"]["X-Till"], "7")
        for text in (self.logged(), self.call("status"), self.call("metrics"), json.dumps(self.status()),
                     pathlib.Path(f"/proc/{self.process.pid}/cmdline").read_text()):
            self.assertNotIn("s3cr3t", text)

    def test_failures_are_tried_again_with_the_same_identifier_and_in_order(self):
        for status in (408, 409, 425, 429, 500, 502, 503, 504):
            with self.subTest(status=status):
                self.setUp()
                server = self.begin(status, status, 204)
                identifiers = self.service.owe(scan("1"), scan("2"))
                self.wait(lambda: len(server.requests) == 4)
                self.assertEqual(server.ids(), [identifiers[0]] * 3 + [identifiers[1]])
                self.assertEqual([request["json"]["attempt"] for request in server.requests], [1, 2, 3, 1])
                self.doCleanups()

    def test_statuses_about_the_settings_pause_the_target_and_keep_the_item(self):
        for status in (401, 403, 404, 407, 301, 302, 307, 308):
            with self.subTest(status=status):
                self.setUp()
                server = self.begin(lambda handler, status=status: respond(handler, status, [("Location", "/other")]), 200)
                self.service.owe(scan("1"), scan("2"))
                # The first may be refused before the second has come.
                self.wait(self.service.is_done)
                state = self.wait_state("api", "paused")
                self.assertEqual((state["owed"], state["setAside"], len(server.requests)), (2, 0, 1))
                self.assertIn(str(status), state["reason"])
                self.assertGreater(state["nextAttemptSeconds"], 250)
                self.call("retry", "api")
                self.wait(lambda: len(server.requests) == 3)
                self.assertTrue(all(request["path"] == "/scans" for request in server.requests))
                self.doCleanups()

    def test_410_stops_the_target_until_it_is_asked_to_try_again(self):
        server = self.begin(410, 200)
        self.service.owe(scan())
        state = self.wait_state("api", "stopped")
        self.assertNotIn("nextAttemptSeconds", state)
        self.service.owe(scan())
        self.wait(self.service.is_done)
        self.assertEqual(len(server.requests), 1)
        self.call("retry", "api")
        self.wait(lambda: len(server.requests) == 3)

    def test_an_item_that_the_server_rejects_is_set_aside_and_can_be_sent_again(self):
        for status in (400, 413, 415, 422):
            with self.subTest(status=status):
                self.setUp()
                server = self.begin(status, 200)
                first, second = self.service.owe(scan("1"), scan("2"))
                self.wait(lambda: self.status("api")["sent"] == 1)
                self.assertEqual(server.ids(), [first, second])
                self.assertEqual(self.status("api")["setAside"], 1)
                [listed] = json.loads(self.call("list", "api", "--format", "json"))["items"]
                self.assertEqual((listed["id"], listed["reason"]), (first, f"the server answered {status}"))
                self.assertNotIn("text", listed)
                self.assertIn(first, self.call("list", "api"))
                self.assertEqual(self.call("retry", "api", first), "1 item will be sent again\n")
                self.wait(lambda: self.status("api")["sent"] == 2)
                self.assertEqual(server.ids(), [first, second, first])
                self.assertEqual(server.requests[2]["json"]["attempt"], 2)
                self.doCleanups()

    def test_retry_after_is_obeyed_and_limited(self):
        server = self.begin(lambda handler: respond(handler, 503, [("Retry-After", "1")]),
                            lambda handler: respond(handler, 429, [("Retry-After", "100000000")]))
        self.service.owe(scan())
        self.wait(lambda: len(server.requests) == 2)
        self.assertGreaterEqual(server.requests[1]["time"] - server.requests[0]["time"], 1)
        state = self.wait_state("api", "retrying")
        self.wait(lambda: 3500 < self.status("api").get("nextAttemptSeconds", 0) <= 3600)
        self.assertEqual(state["owed"], 1)

    def test_pauses_grow_to_the_longest_and_are_not_equal(self):
        server = self.begin(500)
        self.service.owe(scan())
        self.wait(lambda: len(server.requests) > 12)
        times = [request["time"] for request in server.requests]
        pauses = [later - earlier for earlier, later in zip(times, times[1:])]
        # Longest is 50 ms: half of it is the least, and the machine may add any time.
        self.assertTrue(all(pause >= 0.02 for pause in pauses[4:]), pauses)
        self.assertGreater(len({round(pause, 4) for pause in pauses[4:]}), 3)

    def test_a_request_is_never_repeated_in_secret(self):
        def close(handler):
            handler.close_connection = True

        # The connection is reused, and then closed after the request was read.
        server = self.begin(200, close, 200)
        first, second = self.service.owe(scan("1"), scan("2"))
        self.wait(lambda: self.status("api")["sent"] == 2)
        self.assertEqual(server.ids(), [first, second, second])
        self.assertEqual([request["json"]["attempt"] for request in server.requests], [1, 1, 2])
        self.assertEqual(server.requests[0]["connection"], server.requests[1]["connection"])

    def test_answers_without_sense_are_tried_again(self):
        def raw(data, closes=True):
            def answer(handler):
                handler.wfile.write(data)
                handler.close_connection = closes
            return answer

        server = self.begin(raw(b"nonsense\r\n\r\n"), raw(b""), raw(b"HTTP/1.1 100 Continue\r\n\r\n"), raw(b"HTTP/9.9 200\r\n\r\n"), 200)
        self.service.owe(scan())
        self.wait(lambda: self.status("api")["sent"] == 1)
        self.assertEqual(len(set(server.ids())), 1)
        self.assertGreaterEqual(len(server.requests), 4)

    def test_the_status_decides_even_if_the_body_never_ends(self):
        def endless(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", "1000000000000")
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(b"x" * 65536)
            except OSError:
                handler.close_connection = True

        server = self.begin(endless, 200)
        self.service.owe(scan("1"), scan("2"))
        self.wait(lambda: self.status("api")["sent"] == 2)
        self.assertEqual(len(server.requests), 2)

    def test_a_server_that_does_not_answer_is_left_after_the_time_limit(self):
        released = threading.Event()
        self.addCleanup(released.set)
        server = self.begin(lambda handler: released.wait(LIMIT), 200, target="timeout: 300ms")
        self.service.owe(scan())
        self.wait(lambda: self.status("api")["sent"] == 1)
        self.assertEqual([request["json"]["attempt"] for request in server.requests], [1, 2])

    def test_a_slow_target_delays_no_other(self):
        released = threading.Event()
        self.addCleanup(released.set)
        slow, fast = self.server(lambda handler: released.wait(LIMIT)), self.server()
        self.write(f"  slow: {{ http: 'http://127.0.0.1:{slow.port}' }}\n  fast: {{ http: 'http://127.0.0.1:{fast.port}' }}")
        self.start()
        identifiers = self.service.owe(*(scan(str(number)) for number in range(200)))
        self.wait(lambda: len(fast.requests) == 200)
        self.assertEqual(fast.ids(), identifiers)
        self.assertEqual(len(slow.requests), 1)
        self.wait(self.service.is_done)

    def test_a_server_that_starts_later_gets_everything_in_order(self):
        port = free_port()
        self.write(f"  api: {{ http: 'http://127.0.0.1:{port}/', {FAST} }}")
        self.start()
        identifiers = self.service.owe(*(scan(str(number)) for number in range(300)))
        self.wait(self.service.is_done)
        server = self.server(port=port)
        self.wait(lambda: len(server.requests) >= 300)
        self.assertEqual(firsts(server.ids()), identifiers)

    def test_an_attempt_that_has_begun_ends_before_the_program(self):
        server = self.begin(lambda handler: (time.sleep(0.5), respond(handler, 200)))
        self.service.owe(scan())
        self.wait(lambda: server.requests)
        self.assertEqual(self.end(), 0)
        self.start()
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.assertEqual(len(server.requests), 1)


class Encryption(Case):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.folder)

    def attempt(self, certificate, key, authority=None, host="localhost"):
        """Returns the state of a target with this certificate of the server."""
        server = self.server(context=self.authority.context(certificate, key))
        ca = f"ca-file: {authority}," if authority else ""
        self.write(f"  api: {{ http: 'https://{host}:{server.port}/', {ca} {FAST} }}")
        self.start()
        self.service.owe(scan())
        return server, self.wait(lambda: (state := self.status("api")) and (state["sent"] or state["reason"]) and state)

    def test_a_certificate_of_the_authority_is_accepted(self):
        server, state = self.attempt(*self.authority.issue("good"), self.authority.certificate)
        self.assertEqual((state["sent"], len(server.requests)), (1, 1))

    def test_wrong_certificates_are_refused(self):
        for name, options, ca in (("expired", {"expired": True}, True), ("name", {"names": "DNS:other.example"}, True),
                                  ("unknown", {}, False)):
            with self.subTest(name):
                self.setUp()
                server, state = self.attempt(*self.authority.issue(name, **options), self.authority.certificate if ca else None)
                self.assertEqual((state["sent"], state["owed"], server.requests), (0, 1, []))
                self.assertRegex(state["reason"], "(?i)certificate")
                self.doCleanups()


class Reading(Case):
    def test_a_server_that_reads_slowly_does_not_end_the_program(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            self.write(f"  api: {{ http: 'http://127.0.0.1:{port}/', timeout: 300ms, {FAST} }}")
            self.start()
            self.service.owe(scan("x" * 500000))
            connections = [listener.accept()[0] for _ in range(2)]
            for connection in connections:
                connection.close()
        self.assertIsNone(self.process.poll())


if __name__ == "__main__":
    unittest.main()
