# SPDX-License-Identifier: Apache-2.0
"""Tests that hostile.py has the faults that it claims, because tests of the service rely on them."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import hostile
from host import Ended, Fault, Host

# The message of the fault at the first key, by the mode and its arguments.
REFUSED = {
    ("wrong-id",): "expected 2",
    ("wrong-id", "text"): "is not valid under any",
    ("wrong-id", "missing"): "is not valid under any",
    ("wrong-id", "old"): "has the id 1",
    ("deletes",): "more is deleted than the proxy has",
    ("garbage",): "not JSON",
    ("deep",): "not JSON|is not valid under any",
    ("list",): "is not valid under any",
    ("members",): "is not valid under any",
    ("invalid-utf8",): "not JSON",
    ("control",): "control characters",
    ("huge",): "more than 4096 units",
    ("many",): "is too long",
    ("long-list",): "is too long",
    ("dies",): "closed its output",
    ("closes",): "closed its output",
    ("floods",): "is not valid under any",
    ("floods", "answers"): "has the id|expected",
    ("floods", "long"): "more than 65536 bytes",
    ("floods", "endless"): "more than 65536 bytes",
}


class HostileTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.storage = self.folder / "storage"
        self.storage.mkdir()
        self.made = 0

    def host(self, mode, *arguments, greets=True):
        self.made += 1
        path = hostile.make_extension(self.folder, f"h{self.made}", mode, *arguments)
        host = Host(path, storage=self.storage, greets=greets)
        self.addCleanup(host.close)
        self.addCleanup(host.process.kill)
        return host

    def notes(self):
        return (self.storage / "notes").read_text().splitlines()


class Hostile(HostileTestCase):
    def test_each_wrong_answer_is_refused_and_changes_nothing(self):
        for mode, message in REFUSED.items():
            with self.subTest(mode):
                host = self.host(*mode)
                with self.assertRaisesRegex(Fault, message):
                    host.type("ab")
                self.assertIn(host.document.text, ["", "a"])
                host.process.kill()

    def test_a_fault_can_come_after_some_keys_and_with_marked_text(self):
        host = self.host("deletes", "--after", "2", "--marks")
        with self.assertRaises(Fault):
            host.type("abc")
        self.assertEqual(host.document.shown(), "[ab]")
        self.assertEqual(self.host("echo", "--marks", "--after", "2").type("abc"), "abc")

    def test_modes_that_answer_type_each_text(self):
        for mode in ["echo", "forks", "rewrites", "stale", "asks", "pasteboard", "network", "opens", "advances", "unknown"]:
            with self.subTest(mode):
                host = self.host(mode, *["/etc/passwd"] * (mode == "opens"))
                self.assertEqual(host.type("abc"), "abc")

    def test_stale_edits_and_copied_text_are_refused_and_results_are_noted(self):
        for mode in ["stale", "pasteboard"]:
            host = self.host(mode)
            host.type("ab")
            host.finish()
            self.assertEqual(host.close(), (0, ""))
        self.assertEqual([note for note in self.notes() if not note.startswith("started")],
                         ["edit stale"] * 2 + ["pasteboard.get refused", "pasteboard.set refused"] * 2)

    def test_attempts_are_noted_also_those_of_a_child(self):
        host = self.host("network")
        host.type("a")
        for name in ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "socketpair"]:
            for prefix in ["", "child "]:
                self.assertEqual(len([note for note in self.notes() if note.startswith(f"{prefix}{name}: ")]), 1)
        host = self.host("opens", self.storage / "new", self.folder / "none/new")
        host.type("a")
        self.assertEqual(self.notes()[-4:], [
            f"read {self.storage}/new: ENOENT", f"write {self.storage}/new: allowed",
            f"read {self.folder}/none/new: ENOENT", f"write {self.folder}/none/new: ENOENT"])

    def test_a_program_rewrites_itself(self):
        host = self.host("rewrites")
        host.type("a")
        self.assertIn("write hostile.py: allowed", self.notes())
        self.assertIn("# changed", (self.folder / "h1/hostile.py").read_text())

    def test_forks_leave_processes_that_hold_the_output(self):
        host = self.host("forks")
        host.type("a")
        before = time.monotonic()
        host.process.stdin.close()
        host.process.wait(60)
        self.assertLess(time.monotonic() - before, 60)
        with self.assertRaises(TimeoutError):
            host.receive(0.2)
        found = [entry.parent for entry in pathlib.Path("/proc").glob("[0-9]*/cwd")
                 if os.path.realpath(entry) == str(self.folder / "h1")]
        self.assertEqual(len(found), 20)
        for process in found:
            os.kill(int(process.name), signal.SIGKILL)

    def test_answers_that_are_late_or_missing(self):
        host = self.host("slow", 301)
        before = time.monotonic()
        self.assertEqual(host.type("a"), "a")
        self.assertGreater(time.monotonic() - before, 0.3)
        with self.assertRaises(TimeoutError):
            self.host("silent").key("a", seconds=0.2)
        with self.assertRaises(TimeoutError):
            self.host("unread").key("a", seconds=0.2)

    def test_the_conversation_may_not_begin(self):
        with self.assertRaises(TimeoutError):
            self.host("no-hello", greets=False).ask("hello", seconds=0.5, **self.greeting())
        for mode, message in [("early", "precedes the response"), ("wrong-protocol", "2 is not one of")]:
            with self.assertRaisesRegex(Fault, message):
                self.host(mode, greets=False).hello()
        before = time.monotonic()
        self.host("slow-hello", 500)
        self.assertGreater(time.monotonic() - before, 0.5)

    def greeting(self):
        return {"protocol": 1, "name": "h", "hasFullAccess": True, "grants": [], "storage": str(self.storage),
                "sharedStorage": str(self.storage)}

    def test_a_text_clings_after_it_was_committed(self):
        host = self.host("clings", "--marks")
        host.type("ab")
        host.finish()
        host.serve(host.receive())
        self.assertEqual(host.responses[-1][0], "edit")
        self.assertEqual(host.document.shown(), "ab[clings]")

    def test_a_second_answer_is_a_line_too_many(self):
        host = self.host("wrong-id", "twice")
        self.assertTrue(host.key("a"))
        with self.assertRaisesRegex(Fault, "has the id 2; expected 3"):
            host.key("b")

    def test_half_a_surrogate_pair_is_refused_or_replaced(self):
        host = self.host("surrogate")
        host.key("a")
        self.assertEqual(host.document.text, "\ud83d")

    def test_a_flood_is_64_mebibytes_and_ends_if_nothing_reads(self):
        for kind in ["short", "long", "endless", "edits", "answers", "notices"]:
            host = self.host("floods", kind)
            line = {"id": 2, "method": "key", "params": {"text": "a", "modifiers": [], "document": host.document.proxy()}}
            host.send(line)
            length = 0
            while length < 64 << 20:
                length += len(os.read(host.process.stdout.fileno(), 1 << 20))
            host.close()
            host = self.host("floods", kind)
            host.send(line)
            host.process.stdout.close()
            self.assertEqual(host.process.wait(60), 1)

    def test_a_liar_types_each_letter_unless_its_answer_is_refused(self):
        faults, typed = 0, ""
        host = self.host("liar", 7, 40)
        for number in range(600):
            letter = "abcdefgh "[number % 9]
            typed += letter
            try:
                taken = host.key(letter, seconds=0.3)
            except (Fault, TimeoutError):
                # Marked text is committed as shown, and Keybridge types the letter.
                faults += 1
                host.document.unmark()
                host.document.insert(letter)
                document = host.document
                host.process.kill()
                host.close()
                host = self.host("liar", number, 40)
                host.document = document
                continue
            self.assertTrue(taken)
            self.assertEqual(host.document.text, typed)
        self.assertGreater(faults, 5)
        self.assertLess(faults, 40)

    def test_each_line_can_be_recorded(self):
        host = self.host("echo", "--record")
        host.type("a")
        lines = [json.loads(line) for line in (self.storage / "lines").read_text().splitlines()]
        self.assertEqual([line["method"] for line in lines], ["hello", "document.didChange", "key"])

    def test_the_input_can_end_without_the_process(self):
        host = self.host("hangs")
        host.type("a")
        host.process.stdin.close()
        with self.assertRaises(subprocess.TimeoutExpired):
            host.process.wait(0.2)

    def test_the_command_line_makes_the_same_extensions(self):
        made = subprocess.run(
            [sys.executable, hostile.__file__, "--make", self.folder, "opener", "opens", "/etc/passwd", "--after", "3",
             "--marks", "--manifest", '{"requests": ["network"], "dictation-key": true}'], check=True, capture_output=True, text=True)
        self.assertEqual(made.stdout, f"{self.folder}/opener\n")
        with Host(made.stdout.strip(), storage=self.storage) as host:
            self.assertEqual(host.manifest["requests"], ["network"])
            self.assertTrue(host.manifest["dictation-key"])
            self.assertEqual(host.manifest["program"][2:], ["opens", "/etc/passwd", "--after", "3", "--marks"])
            host.type("abc")
            self.assertEqual(host.document.shown(), "[abc]")

    def test_every_mode_is_described_in_the_help_and_has_a_test(self):
        tests = pathlib.Path(__file__).read_text()
        help = subprocess.run([sys.executable, hostile.__file__, "--help"], check=True, capture_output=True, text=True).stdout
        for mode in hostile.MODES:
            self.assertIn(f"  {mode} ", help)
            self.assertIn(f'"{mode}"', tests)
        with self.assertRaisesRegex(ValueError, "unknown mode 'bites'; expected echo, "):
            hostile.make_extension(self.folder, "h", "bites")
        self.assertTrue(issubclass(Ended, Fault))


if __name__ == "__main__":
    unittest.main()
