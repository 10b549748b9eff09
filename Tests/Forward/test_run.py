# SPDX-License-Identifier: Apache-2.0
"""Tests targets that run a program."""

import json
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import RUNNER, Case, command, scan    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"


class Programs(Case):
    def script(self, text, name="on-scan"):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\ncd {self.folder}\n{text}\n")
        path.chmod(0o755)
        return path

    def begin(self, text, options=""):
        self.write(f"  local: {{ run: [{self.script(text)}, first, 'second word'], {FAST}, {options} }}")
        self.start()

    def lines(self):
        path = self.folder / "lines"
        return path.read_text().split("\n")[:-1] if path.exists() else []

    def test_each_item_is_a_line_at_the_input_of_a_process(self):
        self.begin('cat >> lines; echo "$# $1 $2" >> arguments')
        identifiers = self.service.owe(*(scan(str(number)) for number in range(20)), command())
        self.wait(lambda: self.status("local")["sent"] == 21)
        items = [json.loads(line) for line in self.lines()]
        self.assertEqual([item["id"] for item in items], identifiers)
        self.assertEqual((items[0]["attempt"], items[0]["host"], items[20]["command"]), (1, "till-7", "call-staff"))
        self.assertEqual((self.folder / "arguments").read_text().splitlines()[0], "2 first second word")

    def test_an_item_that_the_program_could_not_read_is_tried_again(self):
        self.write(f"  local: {{ run: [{self.script('cat >> lines')}], {FAST} }}")
        # The first time that the file with the line is rewound; each thread has a count of its own.
        self.start(wrapper=["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=lseek", "-e", "inject=lseek:error=EIO:when=1"])
        identifiers = self.service.owe(*(scan(str(number)) for number in range(3)))
        self.wait(lambda: self.status("local")["sent"] == 3)
        items = [json.loads(line) for line in self.lines()]
        self.assertEqual([item["id"] for item in items], identifiers)
        self.assertEqual(items[0]["attempt"], 2)

    def test_with_the_format_text_the_line_is_the_code(self):
        self.begin("cat >> lines", "format: text")
        self.service.owe(scan("40\u001d06"), command())
        self.wait(lambda: len(self.lines()) == 2)
        self.assertEqual((self.folder / "lines").read_bytes(), b"40\x1d06\ncall-staff\n")

    def test_a_program_that_fails_runs_again_with_the_same_item(self):
        self.begin("cat >> lines; test $(wc -l < lines) -ge 3")
        [identifier] = self.service.owe(scan())
        self.wait(lambda: self.status("local")["sent"] == 1)
        self.assertEqual([(item["id"], item["attempt"]) for item in map(json.loads, self.lines())],
                         [(identifier, 1), (identifier, 2), (identifier, 3)])

    def test_exit_statuses_set_aside_or_pause(self):
        self.begin("read line; echo x >> lines; case $line in *bad*) exit 65;; *) exit 78;; esac")
        self.service.owe(scan("bad"), scan("good"))
        state = self.wait_state("local", "paused")
        self.assertEqual((state["setAside"], state["owed"], len(self.lines())), (1, 1, 2))
        self.assertEqual(state["reason"], "the program ended with status 78")

    @unittest.skipIf(RUNNER, "QEMU's emulator of one program reports the error as status 127")
    def test_a_program_that_is_missing_pauses_the_target(self):
        self.write("  local: { run: [/nonexistent/program] }")
        self.start()
        self.service.owe(scan())
        self.assertIn("/nonexistent/program", self.wait_state("local", "paused")["reason"])

    def test_a_program_that_hangs_is_killed_with_its_children(self):
        self.begin("echo $$ >> lines; sleep 1000 & echo $! >> children; wait", "timeout: 300ms")
        self.service.owe(scan())
        self.wait(lambda: len(self.lines()) == 2)
        children = (self.folder / "children").read_text().split()
        self.wait(lambda: not pathlib.Path(f"/proc/{children[0]}").exists()
                  or "Z" in pathlib.Path(f"/proc/{children[0]}/stat").read_text().split()[2])
        self.assertIn("did not end in time", self.status("local")["reason"])

    def test_a_program_that_does_not_read_its_input_is_no_error(self):
        self.begin("exit 0")
        self.service.owe(scan("x" * 500000))
        self.wait(lambda: self.status("local")["sent"] == 1)

    def test_a_program_gets_no_descriptor_besides_the_standard_ones(self):
        self.begin("ls /proc/self/fd > lines.new; mv lines.new lines")
        self.service.owe(scan())
        self.wait(lambda: self.status("local")["sent"] == 1)
        # One is the folder that ls reads.
        self.assertEqual(self.lines(), ["0", "1", "2", "3"])

    def test_ending_waits_two_seconds_for_a_program(self):
        self.begin("sleep 0.7; cat >> lines")
        self.service.owe(scan())
        self.wait(lambda: self.status("local")["state"] == "sending")
        self.assertEqual(self.end(), 0)
        self.assertEqual(len(self.lines()), 1)
        self.begin("sleep 1000")
        self.service.owe(scan())
        self.wait(lambda: self.status("local")["state"] == "sending")
        began = time.monotonic()
        self.assertEqual(self.end(), 0)
        self.assertLess(time.monotonic() - began, 20)


if __name__ == "__main__":
    unittest.main()
