# SPDX-License-Identifier: Apache-2.0
"""Kills processes, fills disks and damages files: nothing that was acknowledged is lost, and nothing is out of order."""

import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import Case, firsts, scan    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"
LONG = "FORWARD_LONG" in os.environ
SEED = int(os.environ.get("SEED", "1"))


def scans(count, start=0):
    return [scan(str(number)) for number in range(start, start + count)]


class Losses(Case):
    def check(self, ids, identifiers):
        """Everything has arrived in order; at most the last item before a fault is repeated."""
        self.assertEqual(firsts(ids), identifiers)
        highest = -1
        place = {identifier: number for number, identifier in enumerate(identifiers)}
        for one in ids:
            self.assertGreaterEqual(place[one], highest, "an item was repeated after a later one")
            highest = max(highest, place[one])

    def begin(self, *answers):
        server = self.server(*answers)
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}")
        return server


class Kills(Losses):
    def test_killed_at_random_times(self):
        server = self.begin()
        choice = random.Random(SEED)
        identifiers = []
        for number in range(50 if LONG else 8):
            self.start(waits=False)
            identifiers += self.service.owe(*scans(choice.randrange(1, 60), len(identifiers)))
            time.sleep(choice.random() * 0.15)
            self.kill()
        self.start()
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.check(server.ids(), identifiers)

    def test_killed_at_random_system_calls(self):
        server = self.begin()
        choice = random.Random(SEED + 1)
        calls = ("fdatasync", "pwrite64", "write", "sendto", "read", "recvfrom", "poll", "unlink", "ftruncate", "connect", "openat")
        identifiers, ended = [], 0
        for number in range(100 if LONG else 10):
            call = choice.choice(calls)
            when = choice.randrange(1, 60 if call in ("write", "read", "poll", "openat") else 15)
            self.start(wrapper=["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                                f"inject={call}:signal=KILL:when={when}"], waits=False)
            identifiers += self.service.owe(*scans(20, len(identifiers)))
            try:
                self.process.wait(1.5)
                ended += 1
            except subprocess.TimeoutExpired:
                # The program, and with it strace.
                for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
                    os.kill(int(child), signal.SIGKILL)
                self.process.wait()
            self.process = None
        self.assertGreater(ended, 2)
        self.start()
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.check(server.ids(), identifiers)

    def test_the_broker_is_killed(self):
        broker = self.broker(persistent=True)
        subscriber = self.subscriber(broker, name="stock")
        self.write(f"  broker: {{ mqtt: 'mqtt://127.0.0.1:{broker.port}', timeout: 2s, hold-without-subscriber: true, {FAST} }}")
        self.start()
        choice = random.Random(SEED + 2)
        identifiers = []
        for number in range(20 if LONG else 3):
            identifiers += self.service.owe(*scans(choice.randrange(5, 40), len(identifiers)))
            time.sleep(choice.random() * 0.2)
            broker.kill()
            broker.start()
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("broker")["owed"] == 0)
        # The broker acknowledges before it has saved, so a code that it has acknowledged may be lost in the broker.
        self.wait(lambda: firsts(subscriber.ids())[-1:] == identifiers[-1:])
        got = firsts(subscriber.ids())
        places = [identifiers.index(one) for one in got]
        self.assertEqual(places, sorted(places))

    def test_the_service_is_killed(self):
        server = self.begin()
        self.start()
        choice = random.Random(SEED + 3)
        identifiers = []
        for number in range(20 if LONG else 4):
            identifiers += self.service.owe(*scans(choice.randrange(1, 100), len(identifiers)))
            time.sleep(choice.random() * 0.05)
            self.service.stop()
            identifiers += self.service.owe(*scans(3, len(identifiers)))
            self.service.start()
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.check(server.ids(), identifiers)
        # Nothing was repeated: the program recognizes what the service sends again.
        self.assertEqual(len(server.requests), len(identifiers))

    def test_many_codes_wait_while_the_target_is_away(self):
        count = 10000 if LONG else 1000
        server = self.begin(503)
        self.start()
        identifiers = self.service.owe(*scans(count))
        self.wait(self.service.is_done)
        self.assertEqual(self.status("api")["owed"], count)
        server.answers = [200]
        self.wait(lambda: self.status("api")["owed"] == 0, seconds=300)
        self.check([one for one in server.ids()], identifiers)
        self.end()
        database = sqlite3.connect(self.folder / "spool.db")
        self.assertLessEqual(database.execute("PRAGMA freelist_count").fetchone()[0], 64)
        self.assertEqual(database.execute("SELECT COUNT(*) FROM owed").fetchone(), (0,))
        database.close()
        # The identifiers of the last 4,096 items are kept.
        self.assertLess(os.stat(self.folder / "spool.db").st_size, 1 << 20)


class Disks(Losses):
    @unittest.skipUnless(os.geteuid() == 0, "a file system must be mounted")
    def test_a_full_disk_keeps_items_in_the_service(self):
        server = self.begin(503)
        disk = self.folder / "disk"
        disk.mkdir()
        self.write(f"  api: {{ http: 'http://127.0.0.1:{server.port}/', {FAST} }}")
        self.settings.write_text(self.settings.read_text().replace(f"{self.folder}/spool.db", f"{disk}/spool.db"))
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], capture_output=True, check=False).returncode:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=False)
        self.addCleanup(self.end)
        self.start()
        identifiers = self.service.owe(*(scan("x" * 3000) for _ in range(1500)))
        self.wait(lambda: "nothing is received until it can be stored" in self.logged())
        self.assertFalse(self.service.is_done())
        server.answers = [200]
        self.call("retry", "api")
        self.wait(self.service.is_done)
        self.wait(lambda: self.status("api")["owed"] == 0)
        self.assertIn("items are stored again", self.logged())
        # An attempt that cannot be counted is not made.
        self.assertEqual(firsts(server.ids()), identifiers)
        self.assertIsNone(self.process.poll())

    def test_a_disk_that_hangs_delays_and_loses_nothing(self):
        server = self.begin()
        # The first six syncs of the disk take half a second each.
        self.start(wrapper=["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e",
                            "inject=fdatasync:delay_enter=500000:when=1..6"])
        identifiers = []
        for number in range(5):
            identifiers += self.service.owe(*scans(10, len(identifiers)))
            time.sleep(0.1)
        self.wait(self.service.is_done)
        self.wait(lambda: len(server.ids()) == 50)
        self.check(server.ids(), identifiers)
        for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGTERM)

    def test_an_item_is_sent_while_the_disk_is_waited_for_and_acknowledged_afterwards(self):
        server = self.begin()
        log = self.folder / "spool.db-wal"
        log.touch()
        self.start(wrapper=["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(log), "-e", "trace=fdatasync", "-e",
                            "inject=fdatasync:delay_enter=1000000"])
        [identifier] = self.service.owe(scan())
        self.wait(server.ids)
        time.sleep(0.3)
        self.assertFalse(self.service.is_done())
        self.wait(self.service.is_done)
        self.assertEqual(server.ids(), [identifier])
        for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGTERM)

    def owe_and_stop(self, count=200):
        server = self.begin(503)
        self.start()
        identifiers = self.service.owe(*(scan("y" * 500) for _ in range(count)))
        self.wait(self.service.is_done)
        self.end()
        return server, identifiers

    def test_a_damaged_file_is_kept_and_its_readable_items_are_sent(self):
        server, identifiers = self.owe_and_stop()
        path = self.folder / "spool.db"
        size = path.stat().st_size
        with open(path, "r+b") as file:
            file.seek(size // 2 // 4096 * 4096)
            file.write(b"\xa5" * 8192)
        server.answers = [200]
        before = len(server.ids())
        self.start()
        self.wait(lambda: self.status("api")["owed"] == 0)
        arrived = firsts(server.ids()[before:])
        lost = self.status()["lostWithDamagedFile"]
        self.assertEqual(len(arrived) + lost, len(identifiers))
        self.assertGreater(len(arrived), len(identifiers) // 2)
        self.assertEqual([one for one in identifiers if one in set(arrived)], arrived)
        self.assertIn(f"{lost} items are lost with the damaged file", self.logged())
        self.assertTrue(list(self.folder.glob("spool.db.damaged-*")))
        [identifier] = self.service.owe(scan())
        self.wait(lambda: server.ids()[-1:] == [identifier])

    def test_a_file_that_is_no_database_is_replaced(self):
        for content in (b"x" * 10000, b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096):
            (self.folder / "spool.db").write_bytes(content)
            server = self.begin()
            self.start()
            [identifier] = self.service.owe(scan())
            self.wait(lambda server=server: server.ids() == [identifier])
            self.assertIn("an unknown number of items are lost with the damaged file", self.logged())
            self.end()

    def test_a_file_that_is_damaged_while_the_program_runs_is_replaced(self):
        server = self.begin(503)
        self.start()
        self.service.owe(*(scan("y" * 500) for _ in range(3000)))
        self.wait(self.service.is_done)
        # Past the header; the cache of the program is smaller than the file.
        path = self.folder / "spool.db"
        with open(path, "r+b") as file:
            for place in range(8192, path.stat().st_size, 4096):
                file.seek(place)
                file.write(os.urandom(4096))
        server.answers = [200]
        self.wait(lambda: "is kept as" in self.logged())
        [identifier] = self.service.owe(scan())
        self.wait(lambda: identifier in server.ids())
        self.assertIsNone(self.process.poll())
        self.assertRegex(self.logged(), r"\d+ items are lost with the damaged file")

    def test_a_folder_that_cannot_be_written_is_an_error_with_its_path(self):
        self.begin()
        self.settings.write_text(self.settings.read_text().replace(f"{self.folder}/spool.db", "/proc/spool.db"))
        self.start()
        self.assertEqual(self.process.wait(60), 1)
        self.assertIn("/proc/spool.db: ", self.logged())

    def test_the_file_has_its_mode_and_shrinks_automatically(self):
        self.begin()
        self.start()
        self.assertEqual(os.stat(self.folder / "spool.db").st_mode & 0o777, 0o600)
        self.end()
        database = sqlite3.connect(self.folder / "spool.db")
        self.assertEqual(database.execute("PRAGMA auto_vacuum").fetchone(), (2,))
        self.assertEqual(database.execute("PRAGMA journal_mode").fetchone(), ("wal",))
        database.close()


if __name__ == "__main__":
    unittest.main()
