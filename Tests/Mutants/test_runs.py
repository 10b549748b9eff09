# SPDX-License-Identifier: Apache-2.0
"""Runs Swift tests until the first failure, each run in its own process namespace."""

import dataclasses
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time

# The memory limit, because a mistake may allocate memory without end.
MEMORY = 8 << 30
# A mistake may signal any process, or leave processes behind. In a namespace it reaches no other process, and no process
# is left, even if this program is interrupted.
NAMESPACE = ["setpriv", "--pdeathsig", "KILL", "unshare", "--fork", "--pid", "--kill-child", "--mount-proc"]
# The kernel treats signals to the first process of a namespace specially, so the tests run as its child.
FIRST_PROCESS = ["bash", "-c", '"$@"; exit $?', "bash"]


@dataclasses.dataclass
class Outcome:
    # The test that failed first; None if all passed or no test can be named.
    failure: str | None = None
    # How else the run ended: "timed out", a signal or an exit status; None if it did not.
    end: str | None = None
    seconds: float = 0
    output: str = ""

    @property
    def passed(self):
        return self.failure is None and self.end is None


def namespace():
    return NAMESPACE + ([] if os.geteuid() == 0 else ["--user", "--map-current-user"])


def pattern(names):
    """A filter for tests and suites by name, such as `ScannersTests.ScanAssemblerTests` or that with `/ends()`."""
    return "^(" + "|".join(map(re.escape, sorted(names))) + ")(/|$)"


class Tests:
    """The tests in one executable."""

    def __init__(self, executable, folder):
        self.command = [executable, "--testing-library", "swift-testing"]
        self.folder = folder

    def suites(self):
        """The outermost suites, and the tests without a suite."""
        listed = subprocess.run([*self.command, "--list-tests"], cwd=self.folder, check=True,
                                stdout=subprocess.PIPE, text=True)
        return sorted({suite(line) for line in listed.stdout.splitlines() if "/" in line or "(" in line})

    def run(self, names, environment, limit, ignored=()):
        """Runs tests until all have passed, one has failed, or `limit` seconds have passed.

        - ignored: tests whose failures do not count."""
        with tempfile.TemporaryDirectory() as folder:
            events = os.path.join(folder, "events")
            command = [*namespace(), *FIRST_PROCESS, *self.command, "--filter", pattern(names),
                       "--event-stream-version", "0", "--event-stream-output-path", events]
            start = time.monotonic()
            with open(os.path.join(folder, "output"), "w+b") as output, subprocess.Popen(
                    command, cwd=self.folder, env=os.environ | {"KEYBRIDGE_WALK": "20000"} | environment,
                    stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                    preexec_fn=limit_memory) as process:
                outcome = follow(process, events, start + limit, ignored)
                outcome.seconds = time.monotonic() - start
                output.seek(max(0, output.seek(0, os.SEEK_END) - 4000))
                outcome.output = output.read().decode(errors="replace")
            return outcome


def suite(name):
    """The outermost suite of a listed test: `Module.Suite` of `Module.Suite/Inner/test()`."""
    return name.split("/")[0]


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def follow(process, events, deadline, ignored):
    """Waits for the end of a run; ends it at the first failure that counts."""
    reader, seen = EventReader(events), set()
    while True:
        status = process.poll()
        for failure in reader.failures():
            seen.add(failure)
            if failure not in ignored:
                end(process)
                return Outcome(failure=failure)
        if status is not None:
            if status == 0 or seen and status == 1:
                return Outcome()
            return Outcome(end=f"ended by signal {signal.Signals(status - 128).name}"
                           if 128 < status < 160 else f"exit status {status}")
        if time.monotonic() > deadline:
            end(process)
            return Outcome(end="timed out")
        time.sleep(0.05)


def end(process):
    process.kill()
    process.wait()


class EventReader:
    """Reads the events that Swift Testing writes during a run."""

    def __init__(self, path):
        self.path, self.position = path, 0

    def failures(self):
        """The tests that have failed since the last call."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.position)
                block = file.read()
        except FileNotFoundError:
            return []
        whole = block[:block.rfind(b"\n") + 1]
        self.position += len(whole)
        return [name for line in whole.splitlines() if (name := failed_test(json.loads(line)))]


def failed_test(record):
    """The failed test in an event, as a name for a filter; None for other events."""
    payload = record.get("payload", {})
    if record.get("kind") != "event" or payload.get("kind") != "issueRecorded":
        return None
    issue = payload.get("issue", {})
    if issue.get("isKnown") or issue.get("isFailure") is False:
        return None
    # The last part of the identifier is the place in the file.
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", payload.get("testID", "a test without a name"))
