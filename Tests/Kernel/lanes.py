# SPDX-License-Identifier: Apache-2.0
"""Runs scenarios on several machines in parallel, classifies failures, and reports each result."""

import pathlib
import threading
import time
import traceback
import typing

from installation import provide
from machine import Failed, MachineEnded

# The number of remaining scenarios from which a lane helps another lane; fewer are finished before a machine has booted.
WORTH_A_BOOT = 5

# The number of failures that are run again to classify them. More failures are not flakes.
MOST_CLASSIFIED = 5

# The number of consecutive failed boots after which a lane gives up.
MOST_FAILED_BOOTS = 2


class Agenda:
    """The remaining scenarios, by the kind of boot that they need."""

    def __init__(self, entries):
        self.lock = threading.Lock()
        self.groups = {}
        for entry in entries:
            self.groups.setdefault(entry.boot, []).append(entry)
        self.unclaimed = list(self.groups)

    def take(self, boot):
        """Returns the next scenario for a lane whose machine has this kind of boot, or None at the end.

        A lane first runs all scenarios of its kind of boot. Then it starts a kind that no lane has started, and
        then it takes scenarios from the end of the longest remaining list.
        """
        with self.lock:
            if self.groups.get(boot):
                return self.groups[boot].pop(0)
            if self.unclaimed:
                return self.groups[self.unclaimed.pop(0)].pop(0)
            longest = max(self.groups.values(), key=len, default=[])
            return longest.pop() if len(longest) >= WORTH_A_BOOT else None


class Outcome(typing.NamedTuple):
    """The result of a scenario."""

    result: str                                              # one of history.RESULTS
    seconds: float                                           # the duration of the first attempt, without the boot
    trouble: str = ""


class Lane(threading.Thread):
    """Runs scenarios of the agenda one after another, on the same machine while they pass."""

    def __init__(self, agenda, boot, report):
        """`boot(kind)` returns a new machine."""
        super().__init__(daemon=True)
        self.agenda, self.boot, self.report = agenda, boot, report
        self.machine = None
        self.failed_boots = 0

    def run(self):
        kind = None
        try:
            while entry := self.agenda.take(kind):
                kind = entry.boot
                self.report.add(entry, self.classify(entry))
        except Exception:
            self.report.break_off(traceback.format_exc())
        finally:
            self.close()

    def close(self):
        if self.machine:
            self.machine.close()
            self.machine = None

    def classify(self, entry):
        """Runs a scenario, and once more if it fails; a pass at the second attempt is a flake, not a success."""
        trouble, seconds = self.attempt(entry)
        if not trouble:
            return Outcome("passed", seconds)
        if self.failed_boots >= MOST_FAILED_BOOTS or not self.report.may_classify():
            return Outcome("failed", seconds, trouble)
        self.report.note(f"{entry.name} failed; it is run again on a new machine to classify the failure")
        again, _ = self.attempt(entry)
        if not again:
            return Outcome("flaky", seconds, trouble)
        if again != trouble:
            trouble += f"at the second attempt:\n{again}"
        return Outcome("failed", seconds, trouble)

    def attempt(self, entry):
        """Runs a scenario and cleans up after it; returns the failure, or "", and the duration in seconds.

        After a failure, the machine is not used again.
        """
        began = time.monotonic()
        try:
            self.prepare(entry)
            began = time.monotonic()
            entry.run(self.machine)
            self.machine.tidy()
            return "", time.monotonic() - began
        except Exception as error:
            self.close()
            return description(error), time.monotonic() - began

    def prepare(self, entry):
        """Provides a machine with the boot and the installation that a scenario needs."""
        if self.machine and self.machine.boot != entry.boot:
            self.close()
        if not self.machine:
            if self.failed_boots >= MOST_FAILED_BOOTS:
                raise Failed("not run, because no machine boots")
            self.failed_boots += 1                           # reset after the boot
            began = time.monotonic()
            self.machine = self.boot(entry.boot)
            self.failed_boots = 0
            self.report.note(f"booted {entry.boot} in {time.monotonic() - began:.1f} s")
        if self.machine.installation != entry.installed:
            began = time.monotonic()
            provide(self.machine, entry.installed)
            self.report.note(f"installed {entry.installed or 'nothing'} in {time.monotonic() - began:.1f} s")


def description(error):
    """The text to print for an error: place and message of a failed expectation, otherwise the traceback."""
    if not isinstance(error, Failed):
        return "".join(traceback.format_exception(error))
    places = [f"{pathlib.Path(frame.filename).name}:{frame.lineno}"
              for frame in traceback.extract_tb(error.__traceback__)[1:]]
    end = "; going on with a new machine" if isinstance(error, MachineEnded) else ""
    return f"{' > '.join(places)}: {error}{end}\n"


class Report:
    """Prints and counts the results of scenarios, and appends them to the history."""

    def __init__(self, total, known_flakes, history, out):
        self.lock = threading.Lock()
        self.total, self.known_flakes, self.history, self.out = total, known_flakes, history, out
        self.numbers = {"passed": 0, "failed": 0, "flaky": 0}
        self.failed, self.flaky = [], []
        self.classified = 0
        self.breaks = []

    def note(self, text):
        with self.lock:
            self.print("".join(f"# {line}\n" for line in text.splitlines()))

    def may_classify(self):
        """Whether another failure may be run again; counts the failures."""
        with self.lock:
            self.classified += 1
            return self.classified <= MOST_CLASSIFIED

    def break_off(self, trouble):
        """Records that an error of the harness has ended a lane, whose scenarios were not run."""
        with self.lock:
            self.breaks.append(trouble)
            self.print(trouble)

    def add(self, entry, outcome):
        with self.lock:
            self.history.add(entry.name, outcome.result, outcome.seconds, outcome.trouble)
            self.numbers[outcome.result] += 1
            known = self.known_flakes.get(entry.name) if outcome.result == "flaky" else None
            is_good = outcome.result == "passed" or known
            what = ""
            if outcome.result == "flaky":
                what = f"a known flake since {known.since}, " if known else "a flake, "
                self.flaky.append((entry, known))
            elif outcome.result == "failed":
                self.failed.append(entry)
            number = sum(self.numbers.values())
            self.print(f"{'ok' if is_good else 'not ok'} {number} - {entry.title} "
                       f"# {entry.name}, {what}{outcome.seconds:.1f} s\n"
                       + "".join(f"  {line}\n" for line in outcome.trouble.splitlines()))

    def finish(self):
        """Prints the summary and returns the exit status of the run."""
        missing = self.total - sum(self.numbers.values())
        lines = self.history.report_slowest()
        for entry, known in self.flaky:
            reason = f"known since {known.since}: {known.reason}" if known else "failed, then passed; not known"
            lines.append(f"# flake: {entry.name}: {reason}")
        lines += [f"# failed: {entry.name}" for entry in self.failed]
        if missing:
            lines.append(f"# {missing} not run")
        lines.append(f"{self.numbers['passed']} passed, {self.numbers['failed']} failed, "
                     f"{self.numbers['flaky']} flaky")
        self.print("".join(f"{line}\n" for line in lines))
        is_red = self.failed or missing or self.breaks or any(not known for _, known in self.flaky)
        return 1 if is_red else 0

    def print(self, text):
        self.out.write(text)
        self.out.flush()
