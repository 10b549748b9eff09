# SPDX-License-Identifier: Apache-2.0
"""A short session of keybridge-forward, with a faked service and a server of HTTP, and what must hold at its end."""

import contextlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Forward"))

import forward_support as support                             # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"
# How long the program has for everything that is owed, in seconds; as long as a request to a server may take.
PATIENCE = 12
SETTINGS = """socket: {socket}
spool: {folder}/spool.db
control: {folder}/control.sock
host: till-7
targets:
  api: {{ http: 'http://127.0.0.1:{port}/', {fast} }}
  local: {{ run: [{folder}/on-scan], {fast} }}
"""
SCRIPT = """#!/bin/sh
cat >> {folder}/lines
"""


class ForwardSession:
    """A session; `tracer` are the words of strace, `failing` the variables of failing.so. The program has threads."""

    def __init__(self, _, tools, tracer=(), failing=None):
        self.tools, self.failing, self.said = pathlib.Path(tools).resolve(), failing or {}, ""
        self.tracer = [*tracer[:1], "-f", *tracer[1:]] if tracer else []
        self.findings, self.notes = [], []
        # The same members as those of a session with a machine.
        self.machine = types.SimpleNamespace(process=None)

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            self.path = pathlib.Path(folder)
            (self.path / "on-scan").write_text(SCRIPT.format(folder=folder))
            (self.path / "on-scan").chmod(0o755)
            self.service, self.server = support.Service(f"{folder}/keybridge.sock"), support.Server()
            (self.path / "forward.yaml").write_text(SETTINGS.format(
                socket=self.service.path, folder=folder, port=self.server.port, fast=FAST))
            try:
                self.carry()
            finally:
                self.service.drop()
                self.service.listener.close()
                self.server.close()

    def start(self, tracer=(), variables=None):
        variables = dict(variables or {})
        if variables:
            # A path in LD_PRELOAD has no space.
            variables["LD_PRELOAD"] = str(shutil.copy(self.tools / "failing.so", self.path))
        words = [*tracer, *(f"-E{name}={value}" for name, value in variables.items())] if tracer else []
        self.log = open(self.path / "log", "ab")
        return subprocess.Popen([*words, support.PROGRAM, "run", "--config", self.path / "forward.yaml"], stdout=self.log,
                                stderr=self.log, env={**support.ENVIRONMENT, **({} if tracer else variables)})

    def carry(self):
        """Runs the program with the fault, then, if something is left, without it."""
        process = self.machine.process = self.start(self.tracer, self.failing)
        identifiers = self.service.owe(*(support.scan(str(number)) for number in range(4)))
        self.wait(lambda: self.has_all(identifiers[:2]), process)
        identifiers += self.service.owe(support.command(), *(support.scan(str(number)) for number in range(4, 8)))
        has_all = self.wait(lambda: self.has_all(identifiers), process)
        self.judge_end(process)
        if not has_all:
            self.notes.append(f"LATE: {len(set(self.arrived('api')))} and {len(set(self.arrived('local')))} of {len(identifiers)}")
            if not self.said.strip():
                self.findings.append("something was late, and nothing was reported")
            again = self.start()
            if not self.wait(lambda: self.has_all(identifiers), again):
                self.findings.append("something is lost, also after a restart")
            again.send_signal(signal.SIGTERM)
            again.wait(20)
        for target in ("api", "local"):
            if support.firsts(self.arrived(target)) != identifiers[:len(set(self.arrived(target)))]:
                self.findings.append(f"{target} received another order")

    def arrived(self, target):
        """The identifiers of what a target has received."""
        if target == "api":
            return self.server.ids()
        with contextlib.suppress(FileNotFoundError):
            return [json.loads(line)["id"] for line in (self.path / "lines").read_text().split("\n")[:-1]]
        return []

    def has_all(self, identifiers):
        return self.service.is_done() and all(set(identifiers) <= set(self.arrived(target)) for target in ("api", "local"))

    @staticmethod
    def wait(condition, process):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not condition():
            if process.poll() is not None:
                return False
            time.sleep(0.01)
        return condition()

    def judge_end(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.findings.append("it does not end at SIGTERM")
            return
        self.log.close()
        self.said = (self.path / "log").read_text(errors="replace").replace(str(self.path), "")
        if process.returncode < 0:
            self.findings.append(f"it was killed by {signal.Signals(-process.returncode).name}")
        if process.returncode > 0 and not self.said.strip():
            self.findings.append(f"it ended with {process.returncode} and said nothing")
