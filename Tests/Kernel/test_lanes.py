# SPDX-License-Identifier: Apache-2.0
"""Tests how a run classifies and reports failures, without a virtual machine."""

import datetime
import io
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from flakes import Flake                                     # noqa: E402
from history import History                                  # noqa: E402
from lanes import MOST_CLASSIFIED, WORTH_A_BOOT, Agenda, Lane, Report     # noqa: E402
from machine import Failed, MachineEnded                     # noqa: E402
import scenario                                              # noqa: E402
from scenario import Scenario                                # noqa: E402


class FakeMachine:
    """A fake machine; `made` lists the instances."""

    made = []

    def __init__(self, kind):
        self.boot, self.installation, self.is_closed = kind, None, False
        FakeMachine.made.append(self)

    def tidy(self):
        pass

    def close(self):
        self.is_closed = True


def failing(times, error=Failed("no reason")):
    """A scenario that fails the given number of times, and then passes."""
    left = [error] * times

    def run(_):
        if left:
            raise left.pop()
    return run


class LaneTests(unittest.TestCase):
    def setUp(self):
        FakeMachine.made = []
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name, "history.jsonl")

    def run_all(self, known={}, boot=FakeMachine, **scenarios):
        """Runs scenarios, functions by name, in one lane; returns the exit status and the output."""
        entries = [Scenario(name, f"title of {name}", run, "udev", None) for name, run in scenarios.items()]
        out = io.StringIO()
        report = Report(len(entries), known, History("kernel", self.file), out)
        lane = Lane(Agenda(entries), boot, report)
        lane.run()
        status = report.finish()
        self.results = {line["test"]: line["result"]
                        for line in map(json.loads, self.file.read_text().splitlines())}
        return status, out.getvalue()

    def test_a_run_in_which_all_pass_is_green_on_one_machine(self):
        status, out = self.run_all(a=failing(0), b=failing(0))
        self.assertEqual((status, len(FakeMachine.made)), (0, 1))
        self.assertIn("2 passed, 0 failed, 0 flaky\n", out)
        self.assertTrue(FakeMachine.made[0].is_closed)

    def test_a_flake_turns_the_run_red_and_is_named_at_the_end(self):
        status, out = self.run_all(a=failing(0), b=failing(1), c=failing(0))
        self.assertEqual((status, self.results), (1, {"a": "passed", "b": "flaky", "c": "passed"}))
        self.assertIn("not ok 2 - title of b # b, a flake, ", out)
        self.assertIn("no reason", out)
        self.assertEqual(out.splitlines()[-2:], ["# flake: b: failed, then passed; not known",
                                                 "2 passed, 0 failed, 1 flaky"])
        self.assertEqual(len(FakeMachine.made), 2, "the second attempt has a new machine")

    def test_a_known_flake_is_reported_and_does_not_fail_the_run(self):
        since = datetime.date(2026, 11, 22)
        status, out = self.run_all(known={"b": Flake("b", "the reason", since)}, b=failing(1))
        self.assertEqual((status, self.results), (0, {"b": "flaky"}))
        self.assertIn("ok 1 - title of b # b, a known flake since 2026-11-22, ", out)
        self.assertIn("# flake: b: known since 2026-11-22: the reason\n", out)

    def test_a_known_flake_that_fails_twice_fails_the_run(self):
        known = {"b": Flake("b", "the reason", datetime.date(2026, 11, 22))}
        status, out = self.run_all(known=known, b=failing(2))
        self.assertEqual((status, self.results), (1, {"b": "failed"}))
        self.assertIn("not ok 1 - ", out)

    def test_a_machine_that_ends_is_reported_and_the_run_continues_with_another(self):
        error = MachineEnded("QEMU ended with status -9")
        status, out = self.run_all(a=failing(1, error), b=failing(0))
        self.assertEqual((status, self.results), (1, {"a": "flaky", "b": "passed"}))
        self.assertIn("QEMU ended with status -9; going on with a new machine", out)

    def test_an_error_in_a_scenario_is_a_failure_with_its_traceback(self):
        def wrong(_):
            return {}["missing"]

        status, out = self.run_all(a=wrong, b=failing(0))
        self.assertEqual((status, self.results), (1, {"a": "failed", "b": "passed"}))
        self.assertIn("KeyError: 'missing'", out)

    def test_many_failures_are_not_run_again(self):
        scenarios = {f"s{number}": failing(1) for number in range(MOST_CLASSIFIED + 2)}
        status, _ = self.run_all(**scenarios)
        self.assertEqual(status, 1)
        self.assertEqual(list(self.results.values()), ["flaky"] * MOST_CLASSIFIED + ["failed"] * 2)

    def test_if_no_machine_boots_every_scenario_fails_and_the_summary_is_printed(self):
        def boot(_):
            boots.append(1)
            raise MachineEnded("the guest did not boot")

        boots = []
        status, out = self.run_all(boot=boot, a=failing(0), b=failing(0), c=failing(0))
        self.assertEqual((status, len(boots)), (1, 2))
        self.assertIn("not run, because no machine boots", out)
        self.assertIn("0 passed, 3 failed, 0 flaky\n", out)

    def test_an_error_of_the_harness_fails_the_run_and_counts_the_scenarios_not_run(self):
        def broken(*_):
            raise RuntimeError("the harness")

        original, Lane.classify = Lane.classify, broken
        self.addCleanup(setattr, Lane, "classify", original)
        self.file.write_text("")
        status, out = self.run_all(a=failing(0), b=failing(0))
        self.assertEqual(status, 1)
        self.assertIn("RuntimeError: the harness", out)
        self.assertIn("# 2 not run\n", out)


class AgendaTests(unittest.TestCase):
    def agenda(self, **counts):
        return Agenda([Scenario(f"{boot}{number}", "", None, boot, None)
                       for boot, count in counts.items() for number in range(count)])

    def test_each_lane_runs_only_scenarios_of_its_boot_that_no_lane_has_started(self):
        agenda = self.agenda(udev=3, systemd=1, appliance=1)
        self.assertEqual([agenda.take(None).name, agenda.take(None).name, agenda.take("udev").name,
                          agenda.take("systemd").name], ["udev0", "systemd0", "udev1", "appliance0"])

    def test_an_idle_lane_takes_scenarios_from_the_end_if_that_justifies_a_boot(self):
        agenda = self.agenda(udev=WORTH_A_BOOT + 2, systemd=1)
        agenda.take(None), agenda.take(None)
        self.assertEqual(agenda.take("systemd").name, f"udev{WORTH_A_BOOT + 1}")
        self.assertEqual(agenda.take("udev").name, "udev1")
        self.assertIsNone(agenda.take("systemd"))

    def test_one_lane_runs_everything(self):
        agenda, names, kind = self.agenda(udev=2, systemd=2, appliance=1), [], None
        while entry := agenda.take(kind):
            names.append(entry.name)
            kind = entry.boot
        self.assertEqual(names, ["udev0", "udev1", "systemd0", "systemd1", "appliance0"])


class ScenarioTests(unittest.TestCase):
    """Which scenarios a run takes."""

    def test_scenarios_with_the_package_run_apart_or_by_name(self):
        usual, packaged = (Scenario(name, "", None, "udev", None, name.startswith("package"))
                           for name in ("typing.usb", "package.killed"))
        for with_package in False, True:
            self.assertEqual(usual.is_chosen([], with_package), not with_package)
            self.assertEqual(packaged.is_chosen([], with_package), with_package)
            self.assertTrue(packaged.is_chosen(["killed"], with_package))
            self.assertFalse(usual.is_chosen(["killed"], with_package))

    def test_a_long_scenario_is_taken_by_a_long_run_or_by_name(self):
        long = Scenario("virtual.many", "", None, "udev", None, is_long=True)
        self.assertFalse(long.is_chosen([]))
        self.assertTrue(long.is_chosen(["many"]))
        with unittest.mock.patch.object(scenario, "is_long", True):
            self.assertTrue(long.is_chosen([]))
            self.assertFalse(long.is_chosen([], with_package=True))


if __name__ == "__main__":
    unittest.main()
