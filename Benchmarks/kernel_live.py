# SPDX-License-Identifier: Apache-2.0
"""Measures the latency on a real kernel, from a write to /dev/uinput to the line that answers it. Compares keybridge,
the bare C loop and programs that people use instead, in one boot of the guest of the kernel scenarios.
"""
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
KERNEL_TESTS = PROJECT / "Tests/Kernel"
sys.path.insert(0, str(KERNEL_TESTS))

from kernel import Kernel, Unavailable, download             # noqa: E402
from machine import Failed, Machine, best_accelerator        # noqa: E402, F401

import limits                                                # noqa: E402
import page                                                  # noqa: E402

LAYOUT = "de"
BARE = "bare C loop"
ASSISTED = "keybridge run, with typing assistance"
# The settings file of the other runs of keybridge.
EXACT = "exact.yaml"
ROUNDS, PRESSES, WARM_UP = 8, 250, 50
# The budget for latency and processor time, as a ratio to the C loop.
BUDGET = 1.3

PYTHON = """import sys, evdev
for event in evdev.InputDevice(sys.argv[1]).read_loop():
    if event.type == evdev.ecodes.EV_KEY:
        print(evdev.categorize(event))
"""


class Program:
    """A program under measurement, and its measured values.

    `output` is the kind of its output: "socket", "pipe" or "pty". `mark` is a text in the answer to a press.
    """

    def __init__(self, name, gives, is_grabbed, output, mark, *command):
        self.name, self.gives, self.is_grabbed = name, gives, is_grabbed
        self.output, self.mark, self.command = output, mark, command
        self.times, self.facts = [], {"cpu": [], "resident": [], "private": []}

    def measure(self, machine):
        output = "/tmp/answers" if self.output == "socket" else self.output
        job = machine.run("/run/guest/uinput_live", PRESSES, WARM_UP, self.mark, output,
                          *self.command, timeout=180)
        for line in job.lines:
            name, _, value = line.rpartition(" ")
            if name:
                self.facts[name].append(int(value))
            else:
                self.times.append(int(value))

    def at(self, place):
        """The time within which this part of the presses was answered, in microseconds."""
        return sorted(self.times)[int(len(self.times) * place)] / 1000

    @property
    def cpu(self):
        """The processor time per event, in microseconds; a press and its release are two events."""
        return statistics.median(self.facts["cpu"]) / PRESSES / 2 / 1000

    def megabytes(self, name):
        return statistics.median(self.facts[name]) / 1024


def programs():
    socket, bare = "/tmp/answers", "/run/guest/bare"
    assisted = ["keybridge", "run", "--device", "path=NODE", "--layout", LAYOUT,
                "--observe", socket]
    # The C loop types exactly what is pressed.
    keybridge = [*assisted, "--config", f"/run/guest/{EXACT}"]
    # The agent's environment makes Python's output unbuffered, unlike a user's environment.
    python = ["env", "-u", "PYTHONUNBUFFERED", "/usr/bin/python3", "-c", PYTHON, "NODE"]
    return [
        Program(BARE, "text", True, "socket", "time", bare, "live", "NODE", socket, LAYOUT, "grab"),
        Program("keybridge run", "text, commands", True, "socket", "text.didChange", *keybridge),
        Program(ASSISTED, "text, commands", True, "socket", "text.didChange", *assisted),
        Program("interception -g", "raw events", True, "pipe", "raw",
                "/run/guest/interception", "-g", "NODE"),
        Program(BARE, "text", False, "socket", "time", bare, "live", "NODE", socket, LAYOUT),
        Program("keybridge run --no-grab", "text, commands", False, "socket", "text.didChange",
                *keybridge, "--no-grab"),
        Program("evtest", "key codes", False, "pty", "value 1", "evtest", "NODE"),
        Program("python3-evdev", "key codes", False, "pty", ", down", *python),
        Program("xkbcli interactive-evdev", "text", False, "pty", "keysyms", "xkbcli",
                "interactive-evdev", "--enable-compose", "--layout", LAYOUT),
    ]


def obstacle():
    """The reason why this machine cannot measure; None if it can."""
    if platform.machine() != "x86_64":
        return "the guest runs this machine's programs, and only x86-64 can be booted"
    if not shutil.which("qemu-system-x86_64"):
        return "QEMU is not installed"
    return None


def interception(folder):
    """The program, extracted from its package into the folder; installing the package would start a service."""
    kept = folder / "interception"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            package = download("interception-tools", pathlib.Path(scratch))
            subprocess.run(["dpkg-deb", "--extract", package, scratch], check=True)
            pathlib.Path(scratch, "usr/bin/interception").rename(kept)
    return kept.read_bytes()


def measure(keybridge, folder):
    """Measures the programs in turn, in several rounds, under the same conditions; returns the kernel's release and
    the programs."""
    files = {name: pathlib.Path(folder, name).read_bytes()
             for name in ("bare", "uinput_live")}
    measured = programs()
    try:
        files["interception"] = interception(pathlib.Path(folder))
    except Unavailable as failure:
        print(f"  interception is left out: {failure}", flush=True)
        measured = [program for program in measured if not program.name.startswith("interception")]
    files["keybridge"] = pathlib.Path(keybridge).read_bytes()
    files[EXACT] = b"assistance: off\n"
    # Real times are measured, so the guest's clock must not follow its instructions.
    machine = Machine(Kernel(PROJECT / ".build/kernel"), files, has_instruction_clock=False)
    try:
        release = machine.run("uname", "-r").out.strip()
        for _ in range(ROUNDS):
            for program in measured:
                program.measure(machine)
    finally:
        machine.close()
    return release, measured


def report(release, measured):
    """The lines of the page: each program compared with the C loop that has the same grab, and the budgets."""
    base = {program.is_grabbed: program for program in measured if program.name == BARE}
    rows = []
    for program in measured:
        own = base[program.is_grabbed]

        def ratio(mine, theirs):
            return "1" if program is own else f"{mine / theirs:.2f} ×"

        rows.append((
            f"`{program.name}`", program.gives, "yes" if program.is_grabbed else "no", program.output,
            f"{program.at(0.5):.0f} µs", ratio(program.at(0.5), own.at(0.5)),
            f"{program.at(0.99):.0f} µs", ratio(program.at(0.99), own.at(0.99)),
            f"{program.cpu:.0f} µs", ratio(program.cpu, own.cpu),
            f"{program.megabytes('resident'):.1f} MB", f"{program.megabytes('private'):.1f} MB"))
    processor = "KVM" if best_accelerator() == "kvm" else "an emulated processor: only ratios mean anything"
    return [f"Linux {release} in QEMU on {processor}. {ROUNDS * PRESSES} presses each, in {ROUNDS} rounds in turn.", "",
            *page.table(("program", "gives", "grabs", "answers on", "median", ": C", "p99", ": C", "CPU an event",
                         ": C", "resident", "private"), rows), "",
            *page.table(("against the C loop", "median", "p99", "CPU an event"),
                        [budgets(program, base) for program in measured
                         if program.name.startswith("keybridge") and program.name != ASSISTED])]


def budgets(program, base):
    """The cells that say which budgets are met."""
    own = base[program.is_grabbed]
    ratios = (program.at(0.5) / own.at(0.5), program.at(0.99) / own.at(0.99), program.cpu / own.cpu)
    return (f"`{program.name}`", *(limits.budget(round(ratio, 2), BUDGET, "×") for ratio in ratios))
