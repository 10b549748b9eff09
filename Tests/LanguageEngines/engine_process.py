# SPDX-License-Identifier: Apache-2.0
"""A language engine as a process, with lines by hand."""

import json
import os
import pathlib
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
            self.hello = self.ask("hello", protocol=1, language=language)["result"]
            self.ask("prepare")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the connection, and waits for the end; returns the exit status."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(10)
        finally:
            self.process.stdout.close()

    def send(self, line):
        """Sends bytes as they are."""
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def receive(self, limit=10):
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
        return json.loads(line)

    def request(self, method, **parameters):
        """Sends a request; returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        self.send(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        return self.number

    def ask(self, method, **parameters):
        """Sends a request; returns the whole answer."""
        number = self.request(method, **parameters)
        answer = self.receive()
        assert answer["id"] == number, answer
        return answer

    def segments(self, reading, **parameters):
        """Converts a reading; returns the segments."""
        answer = self.ask("convert", reading=reading, **({"count": 20} | parameters))
        return answer["result"]["segments"]

    def texts(self, reading, **parameters):
        """Converts a reading; returns the texts of the candidates of the first segment."""
        return [item["text"] for item in self.segments(reading, **parameters)[0]["candidates"]]

    def following(self, text, count=10):
        """Returns what may follow a text."""
        answer = self.ask("follow", text=text, count=count)
        return [item["text"] for item in answer["result"]["candidates"]]

    def memory(self, process=None):
        """Returns the resident and the private memory, in kilobytes."""
        status = pathlib.Path(f"/proc/{process or self.process.pid}/status").read_text()
        values = dict(line.split(":", 1) for line in status.splitlines())
        return int(values["VmRSS"].split()[0]), int(values["RssAnon"].split()[0])
