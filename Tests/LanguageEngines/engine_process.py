# SPDX-License-Identifier: Apache-2.0
"""A language engine as a process, with lines by hand."""

import json
import os
import pathlib
import re
import select
import subprocess
import time

PROGRAMS = pathlib.Path(
    os.environ.get("ENGINES", pathlib.Path(__file__).resolve().parents[2] / ".build" / "engines"))


def program(name):
    """The path of an engine."""
    return PROGRAMS / f"keybridge-engine-{name}"


MOZC_SERVER = pathlib.Path("/usr/lib/mozc/mozc_server")

# mozc refuses root, and its adapter must be able to execute the server as another user.
NOT_ROOT = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}


# An engine that no processor has time for refuses a request after a limit, about 0.25 s, and answers the next one.
LATE = re.compile(r"mozc_server (does not (answer|read|start)|cannot be reached: Resource temporarily)"
                  r"|the dictionaries are not loaded")

# The maximum length of a line, in bytes, as Keybridge reads it.
LINE_LIMIT = 1 << int(re.search(
    r"static let lineLimit = 1 << (\d+)\n",
    pathlib.Path(__file__).resolve().parents[2].joinpath("Sources/Engines/EngineLines.swift").read_text())[1])

# Seconds after which an engine counts as stalled, however busy the machine is.
PATIENCE = 120


def wait_until(holds, what):
    """Waits until a condition holds, and fails with the text `what` if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE} s in vain for {what}")
        time.sleep(0.01)


def state(process):
    """The state of a process, a letter as in proc(5); None if there is no such process."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def children(process):
    """The child processes of a process."""
    listed = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]


class EngineProcess:
    """An engine that has answered `hello`, unless `language` is None."""

    def __init__(self, name, language, *arguments, **options):
        if name == "mozc":
            options = NOT_ROOT | options
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
        self.process = subprocess.Popen(
            [program(name), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=options.pop("env", environment), cwd="/", **options)
        self.incoming = b""
        self.number = 0
        if language is not None:
            self.hello = self.result("hello", protocol=1, language=language)
            self.result("prepare")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the connection, and waits for the end; returns the exit status."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.stdout.close()

    def send(self, line):
        """Sends bytes as they are."""
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def receive(self, limit=PATIENCE):
        """Receives a line as JSON; None at the end of the output."""
        end = time.monotonic() + limit
        while b"\n" not in self.incoming:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError("the engine does not answer")
            block = os.read(self.process.stdout.fileno(), 65536)
            if not block:
                return None
            self.incoming += block
        line, self.incoming = self.incoming.split(b"\n", 1)
        assert len(line) <= LINE_LIMIT, f"a line of {len(line)} bytes, for which Keybridge would end the engine"
        return json.loads(line)

    def request(self, method, **parameters):
        """Sends a request; returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        self.send(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        return self.number

    def ask(self, method, **parameters):
        """Sends a request, again if the engine has no time for it; returns the whole answer."""
        end = time.monotonic() + PATIENCE
        while True:
            number = self.request(method, **parameters)
            answer = self.receive()
            if answer is None:
                raise AssertionError(f"the engine ended during {method}, with the status {self.process.wait(PATIENCE)}")
            assert answer["id"] == number, answer
            if not LATE.match(answer.get("error", {}).get("message", "")) or time.monotonic() > end:
                return answer

    def result(self, method, **parameters):
        """Sends a request; returns the result, and fails with the engine's message if the answer is an error."""
        answer = self.ask(method, **parameters)
        if "result" not in answer:
            raise AssertionError(f"{method} {parameters}: {answer['error']['message']}")
        return answer["result"]

    def segments(self, reading, **parameters):
        """Converts a reading; returns the segments."""
        return self.result("convert", reading=reading, **({"count": 20} | parameters))["segments"]

    def texts(self, reading, **parameters):
        """Converts a reading; returns the texts of the candidates of the first segment."""
        return [item["text"] for item in self.segments(reading, **parameters)[0]["candidates"]]

    def following(self, text, count=10):
        """Returns what may follow a text."""
        return [item["text"] for item in self.result("follow", text=text, count=count)["candidates"]]

    def memory(self, process=None):
        """Returns the resident and the private memory, in kilobytes."""
        status = pathlib.Path(f"/proc/{process or self.process.pid}/status").read_text()
        values = dict(line.split(":", 1) for line in status.splitlines())
        return int(values["VmRSS"].split()[0]), int(values["RssAnon"].split()[0])
