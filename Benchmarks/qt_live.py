# SPDX-License-Identifier: Apache-2.0
"""Measures the time from a write to /dev/uinput to the change of a line edit of Qt on linuxfb: with Qt's own keyboard, and with
Keybridge's input context, in turn, in one boot of a guest with a framebuffer. `make bench-qt`

    qt_live.py PROGRAM FOLDER     the folder has uinput_live and qt_widget
"""

import pathlib
import statistics
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "Tests" / "Adapters" / "QtKernel"))

import guest                                                  # noqa: E402

ROUNDS, PRESSES, WARM_UP = 4, 100, 20
# Milliseconds between a change and the next key. Qt draws after the change, which takes several milliseconds on an emulated
# processor, and no person types that fast.
IDLE = 60
OWN, OURS = "Qt's own keyboard", "Keybridge's input context"
SERVICE = "keybridge run --device path=$0 --socket /tmp/keybridge.sock --mirror none --config /run/guest/exact.yaml --layout us"


def script(name):
    """The commands that start the program, and the service if it needs one; $0 is the keyboard."""
    variables = guest.QT | (guest.KEYBRIDGE if name == OURS else {})
    words = " ".join(f"{variable}={value}" for variable, value in variables.items())
    return (f"{SERVICE} & " if name == OURS else "") + f"exec env {words} XKB_DEFAULT_LAYOUT=us /run/guest/qt_widget"


def main(program, folder):
    files = {name: pathlib.Path(folder, name).read_bytes() for name in ("uinput_live", "qt_widget")}
    files["exact.yaml"] = b"assistance: off\n"
    # Real times are measured, so the guest's clock must not follow its instructions.
    machine = guest.boot(program, files, has_instruction_clock=False)
    times = {OWN: [], OURS: []}
    try:
        machine.shell("chmod 777 /tmp/home")
        for _ in range(ROUNDS):
            for name, found in times.items():
                job = machine.run("env", f"IDLE={IDLE}", "/run/guest/uinput_live", PRESSES, WARM_UP, "changed", "pipe", "sh", "-c", script(name), "NODE", timeout=120)
                found += [int(line) for line in job.lines if line.isdigit()]
                machine.shell("pkill -x keybridge || true; rm -f /tmp/keybridge.sock")
    finally:
        machine.close()
    for name, found in times.items():
        found.sort()
        print(f"{name}: median {statistics.median(found) / 1000:.0f} µs, 99 % within {found[int(len(found) * 0.99)] / 1000:.0f} µs, "
              f"{len(found)} presses")
    print(f"ratio of the medians: {statistics.median(times[OURS]) / statistics.median(times[OWN]):.2f}, of the 99th percentiles: "
          f"{times[OURS][int(len(times[OURS]) * 0.99)] / times[OWN][int(len(times[OWN]) * 0.99)]:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
