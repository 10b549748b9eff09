# SPDX-License-Identifier: Apache-2.0
"""Captures of real keyboards by Keybridge, and by other programs that record the same typing."""

import signal

from bridge import Bridge, check, equal
from keyboards import events_of, key_name
from readers import Reader
from scenario import scenario

TYPED = "leftshift+k e z space leftbrace e backspace 1 enter"
TEXT = "Key ü1\n"
LAST = key_name("enter")

# Programs that record; each writes its capture to standard output.
RECORDERS = {
    "keybridge": "keybridge record --show-keycodes --device path={node}",
    "evemu": "evemu-record {node}",
    "libinput": "libinput record --show-keycodes {node}",
    "evtest": "evtest {node}",
    "raw": "cat {node}",
}


def record(machine, keyboard, *commands):
    """Types while each of `commands` records; stops them when another reader has read all keys."""
    reader = Reader(machine, keyboard.node)
    jobs = [machine.start("sh", "-c", "exec " + command) for command in commands]
    for job in jobs:
        machine.wait_until(lambda: job.pid, f"the start of {job}")
        # A program may open the keyboard once to inspect it and again to read it; it is ready when it waits for events.
        machine.shell(f"""until find /proc/{job.pid}/fd -lname {keyboard.node} | grep -q . &&
                            grep -Eq 'evdev_read|poll|select' /proc/{job.pid}/wchan
                          do sleep 0.05; done""")
    reader.follow(keyboard, TYPED)
    reader.wait_for(LAST, 0)
    equal(reader.changes, list(events_of(TYPED)), f"keys read by a reader of {keyboard.kind}")
    machine.pause(0.3)
    for job in jobs:
        job.stop(signal.SIGINT)
    reader.stop()
    return jobs


def replayed(machine, capture):
    """The text that a capture types in the German layout."""
    return machine.run("keybridge", "replay", capture, "--layout", "de", "--mirror", "text", "--exact").out


@scenario("captures of the same typing by record, evemu-record, libinput record, evtest and cat type the same text")
def alike(machine):
    for keyboard in (machine.ps2, machine.plug("usb"), machine.plug("virtio")):
        record(machine, keyboard, *(f"{command.format(node=keyboard.node)} >/tmp/{name}"
                                    for name, command in RECORDERS.items()))
        for name in RECORDERS:
            text = replayed(machine, f"/tmp/{name}")
            content = machine.shell(f"od -c /tmp/{name}" if name == "raw" else f"cat /tmp/{name}")
            equal(text, TEXT, f"{name} on {keyboard.kind}, which is\n{content[-3000:]}")


@scenario("record without --show-keycodes hides the typed letters, and its file is private")
def hidden(machine):
    job, = record(machine, machine.ps2, "keybridge record --output /tmp/hidden")
    equal(job.status, 0, "exit status")
    codes = [int(line.split()[3], 16) for line in machine.shell(
        "grep '^E: [0-9.]* 0001 ' /tmp/hidden").splitlines()]
    letters = {code for code in codes if 16 <= code <= 25 or 30 <= code <= 38 or 44 <= code <= 50}
    equal(letters, {30}, "letters in the capture")
    check({28, 42} <= set(codes), f"Enter and Shift are missing: {codes}")
    equal(machine.shell("stat -c %a /tmp/hidden"), "600\n", "the file's mode")


@scenario("evemu creates a device from a capture and plays it, and Keybridge types its text")
def played(machine):
    record(machine, machine.ps2, "keybridge record --show-keycodes --output /tmp/capture")
    device = machine.start("evemu-device", "/tmp/capture")
    node = device.expect(r"/dev/input/event\d+")[0]
    bridge = Bridge(machine, "--layout", "de", "--device", f"path={node}")
    machine.wait_until(lambda: node in bridge.devices, lambda: f"{node} to be taken\n{bridge}")
    machine.shell(f"evemu-play {node} </tmp/capture")
    bridge.expect_text(TEXT)
