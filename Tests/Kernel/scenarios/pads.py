# SPDX-License-Identifier: Apache-2.0
"""Touchpads that can be drawn on, made through /dev/uinput."""

import json
import signal

from bridge import check, equal
from installation import provide
from scenario import scenario

# A line from the top left to the bottom right, and a finger that is lifted.
DRAWN = [
    [("ABS_MT_TRACKING_ID", 1), ("ABS_MT_POSITION_X", 1300), ("ABS_MT_POSITION_Y", 1100), ("BTN_TOUCH", 1),
     ("BTN_TOOL_FINGER", 1)],
    [("ABS_MT_POSITION_X", 3000), ("ABS_MT_POSITION_Y", 2500)],
    [("ABS_MT_POSITION_X", 5600), ("ABS_MT_POSITION_Y", 4700)],
    [("ABS_MT_TRACKING_ID", -1), ("BTN_TOUCH", 0), ("BTN_TOOL_FINGER", 0)],
]


class Pad:
    """A touchpad that a program in the guest creates."""

    def __init__(self, machine, name="Paper"):
        self.job = machine.help("pad", name)
        self.node = self.job.expect(r"^/dev/input/event\d+$", timeout=80)[0]
        self.lines = 0

    def draw(self, frames):
        """Writes frames and waits until they are written."""
        self.job.send(json.dumps(frames) + "\n")
        self.lines += 1
        self.job.expect("^done$", count=self.lines)


def listed(machine, *options):
    """The devices by their nodes, as the program lists them."""
    listing = machine.run("keybridge", "devices", "--all", "--format", "json", *options).out
    return {device["path"]: device for device in json.loads(listing)}


@scenario("a touchpad is listed as a pad, which the settings allow by name")
def listing(machine):
    pad = Pad(machine)
    settings = machine.shell("mktemp").strip()
    machine.shell(f"echo 'devices: [{{match: name=Pap*, handwriting: yes}}]' >{settings}")
    for options, is_allowed in (((), False), (("--config", settings), True)):
        devices = listed(machine, *options)
        equal(devices[pad.node].get("pad"), "touchpad", "the kind of pad")
        equal(devices[pad.node]["handwriting"], is_allowed, "whether the settings allow it")
        keyboard = devices[machine.ps2.node]
        equal((keyboard.get("pad"), keyboard["handwriting"]), (None, False), "the keyboard")


@scenario("the udev rule opens pads to the group only where /etc/keybridge/handwriting exists", needs_pc=True)
def rule(machine):
    provide(machine, "make")
    pad = Pad(machine)
    closed = machine.shell(f"stat -c '%a %G' {pad.node}")
    check("keybridge-input" not in closed, f"a pad is open to the group: {closed}")
    machine.shell("mkdir -p /etc/keybridge; touch /etc/keybridge/handwriting")
    machine.shell("udevadm trigger --settle --action=change --subsystem-match=input")
    equal(machine.shell(f"stat -c '%a %G' {pad.node}"), "660 keybridge-input\n", "mode and group of the pad")
    machine.shell("rm /etc/keybridge/handwriting")
    provide(machine, None)


@scenario("a recording of a touchpad has the axes and the events that evemu-record writes")
def recording(machine):
    pad = Pad(machine)
    refused = machine.start("keybridge", "record", "--device", f"path={pad.node}").wait(30)
    equal(refused.status, 2, "the status without --show-keycodes")
    commands = {"keybridge": f"keybridge record --show-keycodes --device path={pad.node}",
                "evemu": f"evemu-record {pad.node}"}
    jobs = [machine.start("sh", "-c", f"exec {command} >/tmp/{name}") for name, command in commands.items()]
    for job in jobs:
        machine.wait_until(lambda: job.pid, f"the start of {job}")
        machine.shell(f"""until find /proc/{job.pid}/fd -lname {pad.node} | grep -q . &&
                            grep -Eq 'evdev_read|poll|select' /proc/{job.pid}/wchan
                          do sleep 0.05; done""")
    pad.draw(DRAWN)
    machine.pause(0.3)
    for job in jobs:
        job.stop(signal.SIGINT)
    captures = {name: machine.shell(f"cat /tmp/{name}").splitlines() for name in commands}

    def events(name):
        fields = (line.split() for line in captures[name] if line.startswith("E:"))
        return [(kind, code, int(value)) for _, _, kind, code, value, *_ in fields]

    def axes(name):
        return [line.split("#")[0].split() for line in captures[name] if line.startswith("A:")]

    equal(events("keybridge"), events("evemu"), "events")
    equal(len([event for event in events("keybridge") if event[0] == "0003"]), 8, "number of changes of axes")
    equal(axes("keybridge"), axes("evemu"), "axes")
