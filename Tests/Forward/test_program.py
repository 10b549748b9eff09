# SPDX-License-Identifier: Apache-2.0
"""Tests the program as a whole: the service's side, rules, the control socket, metrics, the journal and reloading."""

import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import COMMAND, ENVIRONMENT, PROGRAM, RUNNER, Case, command, firsts, scan, wait    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"


class Receiving(Case):
    def begin(self, *answers, **settings):
        server = self.server(*answers)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}", **settings)
        self.start()
        return server

    def test_it_receives_under_its_name_and_only_deliveries(self):
        self.begin(top="name: stock")
        self.wait(lambda: self.service.is_receiving)
        hello, receive = self.service.requests[:2]
        self.assertEqual((hello["params"]["name"], hello["params"]["events"]), ("stock", []))
        self.assertEqual((receive["method"], receive["params"]), ("delivery.receive", {}))

    def test_a_group_is_acknowledged_after_it_is_stored(self):
        server = self.begin(503)
        identifiers = self.service.owe(*(scan(str(number)) for number in range(1000)))
        self.wait(self.service.is_done)
        acknowledged = [request["params"]["through"] for request in self.service.requests if request["method"] == "delivery.ack"]
        self.assertEqual(acknowledged, sorted(set(acknowledged)))
        self.assertLess(len(acknowledged), 1000)
        self.kill()
        server.answers = [200]
        self.start()
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.assertEqual(firsts(server.ids()), identifiers)

    def test_an_item_that_is_sent_again_arrives_once(self):
        server = self.begin()
        self.service.acknowledges = False
        identifiers = self.service.owe(scan("1"), scan("2"))
        self.wait(lambda: len(server.requests) == 2)
        for _ in range(3):
            self.service.drop()
            self.wait(lambda: self.service.is_receiving)
        self.service.acknowledges = True
        self.service.drop()
        identifiers += self.service.owe(scan("3"))
        self.wait(lambda: len(server.requests) == 3)
        self.wait(self.service.is_done)
        self.assertEqual(server.ids(), identifiers)
        # Also after a restart.
        self.end()
        self.service.through, self.service.items = 0, [{"number": 1, **scan("1", id=identifiers[0])}]
        self.start()
        self.wait(self.service.is_done)
        self.assertEqual(server.ids(), identifiers)

    def test_numbers_may_have_gaps_and_begin_anew(self):
        server = self.begin()
        self.service.number = 10**12
        identifiers = self.service.owe(scan("1"))
        self.wait(self.service.is_done)
        self.service.number, self.service.through = 0, 0
        self.service.drop()
        identifiers += self.service.owe(scan("2"))
        self.wait(self.service.is_done)
        self.wait(lambda: server.ids() == identifiers)

    def test_invalid_items_are_skipped_and_counted(self):
        server = self.begin()
        good = scan()
        wrong = [{**good, "id": "x"}, {**good, "id": 5}, {**good, "time": "yesterday"}, {**good, "kind": "guess"}, {**good, "text": 7},
                 {**good, "device": None}, {"id": good["id"]}, {**command(), "command": ""}, {**good, "text": "x" * (2 << 20)}]
        self.service.owe(*wrong)
        [identifier] = self.service.owe(scan())
        self.wait(lambda: server.ids() == [identifier])
        self.wait(self.service.is_done)
        self.assertEqual(self.status()["service"]["invalid"], len(wrong))
        self.assertIn("invalid delivery.item at /id", self.logged())

    def test_a_service_that_lies_does_not_end_the_program(self):
        server = self.begin()
        self.wait(lambda: self.service.is_receiving)
        for params in (None, [], "x", {}, {"number": -1}, {"number": 1.5}, {"number": "1"}):
            self.service.notify("delivery.item", **params if isinstance(params, dict) else {"x": params})
        self.service.notify("delivery.dropped", count=-5, reason=7)
        self.service.notify("delivery.dropped", count=5, through=20, reason="age")
        self.service.notify("delivery.unknown", count=5)
        self.service.notify("text.didChange", container=5)
        [identifier] = self.service.owe(scan())
        self.wait(lambda: server.ids() == [identifier])
        self.assertEqual(self.status()["service"]["dropped"], 5)
        # The client ends the connection at a line that is no JSON, and receives the item again.
        self.service.notify("delivery.item", number=2**70)
        self.wait(lambda: "is not an object of JSON" in self.logged())
        self.wait(lambda: self.service.is_receiving)
        self.assertEqual(server.ids(), [identifier])
        self.assertIn("the service has dropped 5 items", self.logged())

    def test_a_service_without_this_receiver_is_asked_again(self):
        self.service.refusal = "notPermitted"
        self.begin()
        self.wait(lambda: "the settings of the service name no receiver" in self.logged())
        self.assertIn("name no receiver", self.status()["service"]["problem"])
        self.service.refusal = None
        self.service.drop()
        self.wait(lambda: self.service.is_receiving)

    def test_the_service_restarts(self):
        server = self.begin()
        identifiers = self.service.owe(scan("1"))
        self.wait(self.service.is_done)
        self.service.stop()
        self.wait(lambda: not self.status()["service"]["connected"])
        self.service.start()
        identifiers += self.service.owe(scan("2"))
        self.wait(lambda: server.ids() == identifiers)

    def test_rules_choose_targets_by_kind_device_and_command(self):
        servers = {name: self.server() for name in ("a", "b", "c", "d")}
        self.write("\n".join(f"  {name}: {{ http: 'http://127.0.0.1:{server.port}/' }}" for name, server in servers.items()),
                   rules="""
  - { take: scan, device: "05e0:1200", to: a }
  - { take: scan, device: Honeywell, to: [a, b] }
  - { take: command, id: call-staff, to: [b, c] }
  - { take: [scan, command], device: usb-0000:00:14.0-9/input0, to: [c, a, c] }
  - { take: scan, device: "AC:3F:A4:00:00:02", to: d }
""")
        self.start()
        zebra, honey, staff = scan(), scan(device="Honeywell"), command()
        special = {**scan(device="X"), "device": {"name": "X", "id": "1:1", "path": "usb-0000:00:14.0-9/input0"}}
        other, drawer = {**scan(device="Y"), "device": {"name": "Y", "id": "2:2"}}, command("open-drawer")
        radio = {**scan(), "device": {"name": "R", "id": "3:3", "path": "00:1a:7d:da:71:13", "uniq": "ac:3f:a4:00:00:02"}}
        self.service.owe(zebra, honey, staff, special, other, drawer, radio)
        self.wait(self.service.is_done)
        self.wait(lambda: all(target["owed"] == 0 for target in self.status()["targets"]))
        names = {item["id"]: name for item, name in ((zebra, "zebra"), (honey, "honey"), (staff, "staff"), (special, "special"),
                                                  (radio, "radio"))}
        self.assertEqual({name: [names[one] for one in server.ids()] for name, server in servers.items()},
                         {"a": ["zebra", "honey", "special"], "b": ["honey", "staff"], "c": ["staff", "special"], "d": ["radio"]})
        self.assertEqual(self.status()["service"]["unrouted"], 2)
        self.assertIn("no rule sends items of the command open-drawer", self.logged())


class Limits(Case):
    def test_the_oldest_items_are_dropped_beyond_the_number(self):
        server = self.server(503)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', owed: 10, retry: {{ first: 1h, longest: 1h }} }}")
        self.start()
        identifiers = self.service.owe(*(scan(str(number)) for number in range(100)))
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("api")["owed"] == 10)
        self.assertEqual(self.status("api")["droppedByNumber"], 90)
        self.assertEqual([one["id"] for one in json.loads(self.call("list", "api", "--owed", "--format", "json"))["items"]], identifiers[90:])
        self.assertIn("of the oldest items are dropped", self.logged())
        self.assertIn('dropped_total{target="api",reason="number"} 90', self.call("metrics"))

    def test_items_that_are_too_old_are_dropped(self):
        server = self.server(503)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', age: 1s, {FAST} }}")
        self.start()
        self.service.owe(scan())
        self.wait(lambda: self.status("api")["droppedByAge"] == 1)
        self.assertEqual(self.status("api")["owed"], 0)
        self.assertIn("older than the age limit", self.logged())

    def test_a_jump_of_the_clock_drops_nothing(self):
        server = self.server(503)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', age: 1h, {FAST} }}")
        self.start()
        [identifier] = self.service.owe(scan())
        self.wait(self.service.is_done)
        self.end()
        # As if the item had been stored by a clock of another year, during this boot.
        with sqlite3.connect(self.folder / "spool.db") as database:
            database.execute("UPDATE owed SET kept = 0")
        database.close()
        server.answers = [200]
        self.start()
        self.wait(lambda: self.status("api")["sent"] == 1)
        self.assertEqual(server.ids()[-1], identifier)


class Control(Case):
    def begin(self, *answers):
        server = self.server(*answers)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}", top=f"metrics: {self.folder}/metrics.prom")
        self.start()
        return server

    def test_status_is_readable_and_has_no_text_of_items(self):
        self.begin(422, 503)
        self.service.owe(scan("secret-code"), scan("secret-code"))
        self.wait_state("api", "retrying")
        # The next attempt may have begun.
        text = self.wait(lambda: "retrying" in (text := self.call("status")) and text)
        self.assertRegex(text, r"service: delivers; received 2, without a rule 0, dropped there 0\n"
                               r"api \(http\): retrying; owed 1, sent 0, set aside 1, oldest \d+ s, next attempt in 0 s; the server answered 503\n")
        everything = text + self.call("status", "--format", "json") + self.call("list", "api") + self.call("metrics") + self.logged()
        self.assertNotIn("secret-code", everything)

    def test_drop_removes_one_item_or_all(self):
        self.begin(422, 422, 422, 503)
        first, *_ = self.service.owe(*(scan(str(number)) for number in range(6)))
        self.wait(lambda: self.status("api")["setAside"] == 3)
        self.assertEqual(self.call("drop", "api", first), "1 item removed\n")
        result = self.call("drop", "api", first, check=False)
        self.assertEqual((result.returncode, result.stderr), (1, "keybridge-forward: no item with this id is kept for api\n"))
        self.assertEqual(self.call("drop", "api", "--set-aside"), "2 items removed\n")
        self.assertEqual(self.status("api")["owed"], 3)
        self.assertEqual(self.call("drop", "api"), "3 items removed\n")
        self.assertEqual((self.status("api")["owed"], self.status("api")["setAside"]), (0, 0))
        self.assertEqual(self.call("retry", "nowhere", check=False).returncode, 1)

    def test_requests_without_sense_are_refused_and_others_answered(self):
        self.begin()
        path = str(self.folder / "control.sock")
        for data in (b"\n", b"[]\n", b"{\n", b"x" * 10000, b'{"method":5}\n', b'{"method":"status","target":[]}\n', b"\xff\xff\n", b""):
            with socket.socket(socket.AF_UNIX) as one:
                one.settimeout(20)
                one.connect(path)
                one.sendall(data)
                if data:
                    try:
                        answer = one.recv(1 << 20)
                    except ConnectionResetError:
                        answer = b""
                    self.assertTrue(answer == b"" or json.loads(answer), data)
        idle = [socket.socket(socket.AF_UNIX) for _ in range(30)]
        try:
            for one in idle:
                one.connect(path)
            # Those that say nothing are closed after three seconds.
            self.assertEqual(self.status("api")["state"], "idle")
        finally:
            for one in idle:
                one.close()

    def test_only_the_user_may_connect_and_one_program_runs(self):
        self.begin()
        self.assertEqual(os.stat(self.folder / "control.sock").st_mode & 0o777, 0o600)
        result = subprocess.run([*COMMAND, "run", "--config", self.settings], capture_output=True, text=True, check=False,
                                env=ENVIRONMENT, timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "is running already|database is locked")
        self.assertEqual(self.status("api")["state"], "idle")

    def test_without_a_program_the_hint_is_to_start_it(self):
        result = self.call("status", check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("start it with: systemctl start keybridge-forward", result.stderr)

    def test_metrics_have_the_names_and_a_file_that_is_replaced(self):
        self.begin(200)
        self.service.owe(scan())
        self.wait(lambda: self.status("api")["sent"] == 1)
        text = self.call("metrics")
        for line in ('keybridge_forward_sent_total{target="api"} 1', 'keybridge_forward_owed{target="api"} 0', "keybridge_forward_received_total 1",
                     'keybridge_forward_oldest_owed_seconds{target="api"} 0', 'keybridge_forward_set_aside{target="api"} 0',
                     'keybridge_forward_dropped_total{target="api",reason="age"} 0', "keybridge_forward_service_connected 1",
                     'keybridge_forward_delivery_duration_seconds_count{target="api"} 1',
                     'keybridge_forward_delivery_duration_seconds_bucket{target="api",le="+Inf"} 1'):
            self.assertIn(line + "\n", text)
        for line in text.splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) keybridge_forward_[a-z_]+ .+|keybridge_forward_[a-z_]+(\{[^}]*\})? [0-9.e+-]+)$")
        self.assertEqual(self.end(), 0)
        kept = (self.folder / "metrics.prom").read_text()
        self.assertIn('keybridge_forward_sent_total{target="api"} 1\n', kept)
        self.assertEqual(os.stat(self.folder / "metrics.prom").st_mode & 0o777, 0o644)
        self.assertFalse((self.folder / "metrics.prom.new").exists())

    def read_metrics(self, path, request=b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(60)
            one.connect(str(path))
            one.sendall(request)
            head, _, body = b"".join(iter(lambda: one.recv(65536), b"")).decode().partition("\r\n\r\n")
        self.assertIn(f"Content-Length: {len(body)}", head)
        return head.splitlines()[0], body

    def test_metrics_are_served_at_a_socket_which_a_reload_moves(self):
        server = self.server()
        one, other = self.folder / "one", self.folder / "other"
        targets = f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}"
        self.write(targets, top=f"metrics: {{ socket: {one}, file: {self.folder}/metrics.prom }}")
        self.start()
        self.service.owe(scan())
        self.wait(lambda: self.status("api")["sent"] == 1)
        status, body = self.read_metrics(one)
        self.assertEqual((status, body), ("HTTP/1.1 200 OK", self.call("metrics")))
        self.assertIn('keybridge_forward_sent_total{target="api"} 1\n', body)
        self.assertEqual(os.stat(one).st_mode & 0o777, 0o660)
        self.assertEqual(self.read_metrics(one, b"POST / HTTP/1.1\r\n\r\n")[0], "HTTP/1.1 405 Method Not Allowed")
        self.write(targets, top=f"metrics: {{ socket: {other} }}")
        self.reload()
        self.assertEqual(self.read_metrics(other)[0], "HTTP/1.1 200 OK")
        self.assertFalse(one.exists())
        self.write(targets, top=f"metrics: {{ socket: {self.folder}/none/x }}")
        self.process.send_signal(signal.SIGHUP)
        self.wait(lambda: "none/x: No such file or directory" in self.logged())
        self.assertEqual(self.status("api")["sent"], 1)
        self.assertEqual(self.end(), 0)

    def test_the_journal_gets_fields(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journal:
            journal.bind(f"{folder}/socket")
            journal.settimeout(60)
            log = self.folder / "log"
            log.touch()
            status = log.stat()
            server = self.server(422)
            self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}")
            # The library writes to a fixed path.
            script = f"mkdir -p /run/systemd/journal && mount --bind {folder} /run/systemd/journal && exec \"$@\""
            if subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", "true"], capture_output=True, check=False).returncode:
                self.skipTest("no file system can be mounted here")
            self.start(wrapper=["unshare", "-m", "sh", "-c", script, "sh"], JOURNAL_STREAM=f"{status.st_dev}:{status.st_ino}")
            [identifier] = self.service.owe(scan())
            fields = {}
            while fields.get("KEYBRIDGE_EVENT") != "aside":
                fields = dict(line.split("=", 1) for line in journal.recv(65536).decode().splitlines() if "=" in line)
            self.assertEqual((fields["KEYBRIDGE_TARGET"], fields["KEYBRIDGE_ITEM"], fields["KEYBRIDGE_REASON"], fields["PRIORITY"]),
                             ("api", identifier, "the server answered 422", "4"))
            self.end()


class Reloading(Case):
    def test_items_that_are_owed_are_kept_and_sent_to_the_new_address(self):
        old, new = self.server(503), self.server()
        self.write(f"  api: {{ http: 'http://127.0.0.1:{old.port}/', {FAST} }}")
        self.start()
        identifiers = self.service.owe(*(scan(str(number)) for number in range(5)))
        self.wait(self.service.is_done)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{new.port}/', {FAST} }}")
        self.reload()
        self.wait(lambda: new.ids() == identifiers)

    def test_a_target_without_changes_goes_on(self):
        server = self.server(401)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}\n  other: {{ run: [/bin/true] }}")
        self.start()
        self.service.owe(scan())
        self.wait_state("api", "paused")
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}\n  other: {{ run: [/bin/false] }}")
        self.reload()
        self.assertEqual(self.status("api")["state"], "paused")
        self.assertEqual(len(server.requests), 1)

    def test_mistakes_keep_the_earlier_settings(self):
        server = self.server()
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}")
        self.start()
        self.settings.write_text("targets: {}\n")
        self.reload("the earlier settings stay in use")
        self.assertIn(f"{self.settings}:1:10: no target", self.logged())
        self.settings.unlink()
        self.reload("the earlier settings stay in use")
        self.service.owe(scan())
        self.wait(lambda: len(server.requests) == 1)

    def test_items_of_a_removed_target_are_kept_until_it_returns(self):
        server = self.server(503)
        text = f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}\n"
        self.write(text + "  local: { run: [/bin/true] }")
        self.start()
        [identifier] = self.service.owe(scan())
        self.wait(self.service.is_done)
        self.write("  local: { run: [/bin/true] }")
        self.reload()
        self.assertIn("1 items are kept for a target that the settings do not have", self.logged())
        self.assertEqual(self.status()["removedTargets"], ["api"])
        server.answers = [200]
        self.write(text)
        self.reload()
        self.wait(lambda: server.ids()[-1:] == [identifier])

    def test_a_target_that_cannot_be_interrupted_delays_neither_a_reload_nor_the_end(self):
        server = self.server()
        # A queue of connections that is full: a further connection waits for minutes.
        with socket.socket() as full:
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            port = full.getsockname()[1]
            others = [socket.socket() for _ in range(4)]
            for one in others:
                one.setblocking(False)
                one.connect_ex(("127.0.0.1", port))
            try:
                self.write(f"  broker: {{ mqtt: 'mqtt://127.0.0.1:{port}' }}\n  api: {{ http: 'http://127.0.0.1:{server.port}/' }}")
                self.start()
                time.sleep(0.3)
                self.write(f"  broker: {{ mqtt: 'mqtt://127.0.0.1:{port}', owed: 5 }}\n  api: {{ http: 'http://127.0.0.1:{server.port}/' }}")
                self.reload()
                self.service.owe(scan())
                self.wait(lambda: self.status("api")["sent"] == 1)
                self.assertEqual([one["name"] for one in self.status()["targets"]], ["api"])
                began = time.monotonic()
                self.assertEqual(self.end(), 0)
                self.assertLess(time.monotonic() - began, 40)
                self.assertIn("does not end in time", self.logged())
            finally:
                for one in others:
                    one.close()
        with sqlite3.connect(self.folder / "spool.db") as database:
            self.assertEqual(database.execute("SELECT target FROM owed").fetchall(), [("broker",)])
        database.close()

    def test_settings_that_need_a_restart_say_so(self):
        self.write("  local: { run: [/bin/true] }")
        self.start()
        self.write("  local: { run: [/bin/true] }", top="name: other")
        self.reload()
        self.assertIn("name takes effect after a restart", self.logged())


@unittest.skipIf("SANITIZED" in os.environ, "sanitizers take memory")
class Resting(Case):
    def test_idle_it_neither_wakes_nor_takes_much_memory_of_its_own(self):
        server = self.server()
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}\n  local: {{ run: [/bin/true] }}")
        self.start()
        self.service.owe(scan())
        self.wait(lambda: self.status("local")["sent"] == 1 and self.status("api")["sent"] == 1)
        time.sleep(0.5)

        def switches():
            return sum(int(line.split()[1]) for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
                       for line in (task / "status").read_text().splitlines() if "ctxt_switches" in line)

        before = switches()
        time.sleep(3)
        self.assertEqual(switches(), before)
        # Without the pages of libraries, which other programs share. An emulator has memory of its own.
        if not RUNNER:
            memory = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
            self.assertLess(int(memory.split("Anonymous:")[1].split()[0]), 6000)

    def libraries(self):
        return pathlib.Path(f"/proc/{self.process.pid}/maps").read_text()

    def test_libcurl_is_loaded_for_the_first_target_with_http(self):
        broker, server = self.broker(), self.server()
        settings = f"  broker: {{ mqtt: 'mqtt://127.0.0.1:{broker.port}' }}\n  local: {{ run: [/bin/true] }}\n"
        self.write(settings)
        self.start()
        self.service.owe(scan())
        self.wait(lambda: all(target["sent"] for target in self.status()["targets"]))
        time.sleep(0.2)
        self.assertNotIn("libcurl", self.libraries())
        resident = int(pathlib.Path(f"/proc/{self.process.pid}/status").read_text().split("VmRSS:")[1].split()[0])
        if not RUNNER:
            self.assertLess(resident, 10000)
        self.write(settings + f"  api: {{ http: 'http://127.0.0.1:{server.port}/' }}")
        self.reload()
        self.assertIn("libcurl", self.libraries())
        identifiers = self.service.owe(scan())
        self.wait(lambda: server.ids() == identifiers)

    def test_without_the_module_targets_with_http_are_a_mistake_with_its_path(self):
        program = shutil.copy(PROGRAM, self.folder / "keybridge-forward")
        self.write("  api: { http: 'http://127.0.0.1/' }")
        done = subprocess.run([*RUNNER, program, "check", "--offline", self.settings], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("http.so: cannot open shared object file", done.stdout + done.stderr)
        self.assertIn("targets with http need it", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
