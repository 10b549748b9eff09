# SPDX-License-Identifier: Apache-2.0
"""A folder that stands for the machine of a recipe, with the real programs.

Paths of the page, such as /etc, are in the folder. `systemctl` and `chown` only write down what they are asked for: the
test starts the programs. The scanner is Examples/Practice/practice-keyboard.py.
"""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / folder) for folder in ("Forward", "Tutorials")]

import tutorial                                                # noqa: E402
from forward_support import BROKER, ENVIRONMENT, PROGRAM, wait    # noqa: E402

PRACTICE = ROOT / "Examples" / "Practice"
KEYBRIDGE = pathlib.Path(os.environ.get("KEYBRIDGE", ROOT / ".build-release" / "release" / "keybridge")).resolve()
# Folders of a page that are folders of the test.
MAPPED = ("/etc/", "/usr/local/bin/", "/var/lib/keybridge-forward/")
USER = "keybridge-forward"


class Machine:
    """The machine of a test; `replacements` are texts of the page, such as host names, and what stands for them here."""

    def __init__(self, test, folder, replacements=()):
        self.test, self.folder = test, pathlib.Path(folder)
        self.replacements = [(f"user: {USER}", f"user: {os.getuid()}"), *replacements]
        self.processes = {}
        for name in ("commands", "home", "run", "state"):
            (self.folder / name).mkdir()
        for path in MAPPED:
            (self.folder / path[1:]).mkdir(parents=True)
        self.link("keybridge", KEYBRIDGE)
        self.link("keybridge-forward", PROGRAM)
        for name in ("systemctl", "chown"):
            self.script(self.folder / "commands" / name, f'#!/bin/sh\necho "{name} $*" >>"{self.folder}/asked"\n')
        test.addCleanup(self.close)

    def link(self, name, program):
        (self.folder / "commands" / name).symlink_to(program)

    def script(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    @property
    def environment(self):
        return {**ENVIRONMENT, "PATH": f"{self.folder}/commands:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": f"{self.folder}/home",
                "LC_ALL": "C.UTF-8", "STATE_DIRECTORY": f"{self.folder}/var/lib/keybridge-forward", "RUNTIME_DIRECTORY": f"{self.folder}/run",
                "PYTHONPATH": str(ROOT / "Clients" / "Python"), "PYTHONDONTWRITEBYTECODE": "1"}

    def local(self, text):
        """A text of the page with the paths and hosts of the test."""
        for path in MAPPED:
            text = re.sub(rf"(?<![\w.-]){path}", f"{self.folder}{path}", text)
        for old, new in self.replacements:
            text = text.replace(old, new)
        return text

    def path(self, name):
        """The file of a name on the page."""
        return self.folder / "home" / name[2:] if name.startswith("~/") else pathlib.Path(self.local(name))

    # The page

    @staticmethod
    def blocks(page, section=None):
        """The blocks of a page, or of a section of it."""
        text = (ROOT / "Documentation" / "Recipes" / page).read_text()
        if section is not None:
            text = text[text.index(f"\n## {section}\n"):].partition("\n## ")[0] + text[text.index(f"\n## {section}\n"):][4:].partition("\n## ")[0]
        return tutorial.blocks(text, r"`([^`]+)`(?: has\b.*)?:$")

    def follow(self, blocks, after=lambda number: None):
        """Writes the files of a page and runs its commands; calls a function after each block of commands."""
        number = 0
        for place, block in enumerate(blocks):
            if block.name and block.kind != "sh":
                self.write(block.name, block.text)
            elif block.kind == "sh":
                following = blocks[place + 1] if place + 1 < len(blocks) else None
                output = following.text if following and following.kind == "text" else ""
                self.run(block, output)
                number += 1
                after(number)
            elif block.kind != "text":
                raise tutorial.Failure(f"line {block.line}: the block is neither a command, its output nor a file")

    def write(self, name, text):
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/forward.yaml"):
            text = f"socket: {self.folder}/keybridge.sock\nhost: till-7\n" + text
        path.write_text(self.local(text))
        # As the page says: secrets are not for other users, and programs can be executed.
        path.chmod(0o755 if text.startswith("#!") else 0o644)

    def run(self, block, output):
        done = subprocess.run(["bash", "-e", "-c", self.local(block.text)], cwd=self.folder, env=self.environment, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        shown = self.local(output)
        if done.returncode or not tutorial.agrees(done.stdout, shown):
            raise tutorial.Failure(f"line {block.line}: expected\n{shown}but the commands printed\n{done.stdout}{self.logs()}")

    def asked(self):
        """The calls of systemctl and chown by the commands of the page."""
        path = self.folder / "asked"
        return path.read_text().splitlines() if path.exists() else []

    # Programs

    def start(self, name, *words, **options):
        self.end(name)
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(list(map(str, words)), stdout=log, stderr=log, **{"env": self.environment, **options})
        return self.processes[name]

    def start_service(self, *keys, device="05e0:1200"):
        """Starts the service with a device that types."""
        self.end("service")
        capture = self.folder / "keys.evemu"
        written = subprocess.run(["/usr/bin/python3", PRACTICE / "write-capture.py", "--device", device, "--name", "Barcode Scanner", "--gap", "1", *keys],
                                 capture_output=True, text=True, check=True)
        capture.write_text(written.stdout)
        self.start("service", "/usr/bin/python3", PRACTICE / "practice-keyboard.py", capture, "--", KEYBRIDGE, "run",
                   "--config", self.path("/etc/keybridge/keybridge.yaml"), "--socket", self.folder / "keybridge.sock", "--mirror", "none",
                   env={**self.environment, "STATE_DIRECTORY": f"{self.folder}/state"})

    def start_forward(self):
        self.start("forward", PROGRAM, "run", "--config", self.path("/etc/keybridge/forward.yaml"))

    def start_broker(self, **options):
        """Starts mosquitto with the settings of Debian's package and those of the page."""
        data = self.folder / "mosquitto"
        data.mkdir(exist_ok=True)
        (self.folder / "mosquitto.conf").write_text(f"persistence true\npersistence_location {data}/\nuser root\n"
                                                    f"include_dir {self.folder}/etc/mosquitto/conf.d\n")
        self.start("broker", BROKER, "-c", self.folder / "mosquitto.conf", **options)

    def end(self, name, number=signal.SIGTERM):
        process = self.processes.pop(name, None)
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def close(self):
        for name in list(self.processes):
            self.end(name)

    def logs(self):
        return "".join(f"\n{path.name}:\n{path.read_text()[-2000:]}" for path in sorted(self.folder.glob("*.log")))

    def wait(self, condition, **options):
        return wait(condition, explain=self.logs, **options)
