# SPDX-License-Identifier: Apache-2.0
"""Measures the time from a write to /dev/uinput to the text in a program with a toolkit: with the toolkit's own keyboard, and with
Keybridge's adapter, in turn, in one boot of a guest. `make bench-qt`, `make bench-sdl`

    toolkit_live.py PROGRAM FOLDER qt|sdl     the folder has uinput_live, and qt_widget or sdl_widget
"""

import dataclasses
import pathlib
import statistics
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "Tests" / "Adapters" / "QtKernel"))

import guest                                                  # noqa: E402

ROUNDS, PRESSES, WARM_UP = 4, 100, 20
# Milliseconds between a change and the next key. Qt draws after the change, which takes several milliseconds on an emulated
# processor, and no person types as fast as with the shorter pause.
PAUSES = 60, 4
SERVICE = "keybridge run --device path=$0 --socket /tmp/keybridge.sock --mirror none --config /run/guest/exact.yaml --layout us"


@dataclasses.dataclass
class Toolkit:
    widget: str
    own: str                    # names in the output
    ours: str
    variables: dict             # of both, and of ours
    our_variables: dict

    def script(self, is_ours):
        """The commands that start the program, and the service if it needs one; $0 is the keyboard."""
        variables = self.variables | (self.our_variables if is_ours else {})
        words = " ".join(f"{variable}={value}" for variable, value in variables.items())
        return (f"{SERVICE} & " if is_ours else "") + f"exec env {words} XKB_DEFAULT_LAYOUT=us /run/guest/{self.widget}"


TOOLKITS = {
    "qt": Toolkit("qt_widget", "Qt's own keyboard", "Keybridge's input context", guest.QT, guest.KEYBRIDGE),
    # The driver named evdev is the dummy driver with SDL's own keyboard.
    "sdl": Toolkit("sdl_widget", "SDL's own keyboard", "Keybridge's adapter", {"SDL_VIDEODRIVER": "evdev", "SDL_AUDIODRIVER": "dummy"},
                   {"KEYBRIDGE_SOCKET": guest.KEYBRIDGE["KEYBRIDGE_SOCKET"]}),
}


def measure(machine, toolkit, pause):
    """Returns the sorted nanoseconds of all presses, with the toolkit's own keyboard and with ours."""
    times = {False: [], True: []}
    for _ in range(ROUNDS):
        for is_ours, found in times.items():
            job = machine.run("env", f"IDLE={pause}", "/run/guest/uinput_live", PRESSES, WARM_UP, "changed", "pipe", "sh", "-c",
                              toolkit.script(is_ours), "NODE", timeout=120)
            found += [int(line) for line in job.lines if line.isdigit()]
            machine.shell("pkill -x keybridge || true; rm -f /tmp/keybridge.sock")
    return sorted(times[False]), sorted(times[True])


def main(program, folder, name):
    toolkit = TOOLKITS[name]
    files = {name: pathlib.Path(folder, name).read_bytes() for name in ("uinput_live", toolkit.widget)}
    files["exact.yaml"] = b"assistance: off\n"
    # Real times are measured, so the guest's clock must not follow its instructions.
    machine = guest.boot(program, files, has_instruction_clock=False)
    try:
        machine.shell("chmod 777 /tmp/home")
        for pause in PAUSES:
            print(f"{pause} ms between keys:")
            results = []
            for label, found in zip((toolkit.own, toolkit.ours), measure(machine, toolkit, pause)):
                results.append((statistics.median(found), found[int(len(found) * 0.99)]))
                median, most = results[-1]
                print(f"  {label}: median {median / 1000:.0f} µs, 99 % within {most / 1000:.0f} µs, {len(found)} presses")
            (own_median, own_most), (median, most) = results
            print(f"  ratio of the medians: {median / own_median:.2f}, of the 99th percentiles: {most / own_most:.2f}", flush=True)
    finally:
        machine.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
