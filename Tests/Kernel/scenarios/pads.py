# SPDX-License-Identifier: Apache-2.0
"""Touchpads that can be drawn on, made through /dev/uinput."""

import json
import signal

from bridge import Bridge, check, equal
from installation import provide
from readers import Reader, free, wait_for_grab
from scenario import repetitions, scenario

# A line from the top left to the bottom right, and a finger that is lifted.
DRAWN = [
    [("ABS_MT_TRACKING_ID", 1), ("ABS_MT_POSITION_X", 1300), ("ABS_MT_POSITION_Y", 1100), ("BTN_TOUCH", 1),
     ("BTN_TOOL_FINGER", 1)],
    [("ABS_MT_POSITION_X", 3000), ("ABS_MT_POSITION_Y", 2500)],
    [("ABS_MT_POSITION_X", 5600), ("ABS_MT_POSITION_Y", 4700)],
    [("ABS_MT_TRACKING_ID", -1), ("BTN_TOUCH", 0), ("BTN_TOOL_FINGER", 0)],
]


# An engine whose characters tell the number of strokes.
ENGINE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    method, result = request["method"], {}
    if method == "hello":
        result = {"protocol": 1, "version": "1"}
    elif method == "recognise":
        texts = {1: ["一", "丨"], 2: ["十", "二"]}.get(len(request["params"]["strokes"]), ["三"])
        result = {"candidates": [{"text": text, "score": 9} for text in texts]}
    print(json.dumps({"id": request["id"], "result": result}), flush=True)
"""
MODE = "zh-Hans+handwriting"
NEXT_MODE = "leftctrl+leftalt+space"
CONTROL = "/tmp/handwriting-control.sock"


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


class Handwriting(Bridge):
    """Keybridge in a mode of handwriting, without a pause, with an engine that counts strokes."""

    def __init__(self, machine):
        folder = "/tmp/handwriting"
        machine.shell(f"""
            mkdir -p {folder} /usr/local/share/keybridge/engines; chmod 755 {folder}
            cat >{folder}/engine.py <<'END'{ENGINE}END
            cat >/usr/local/share/keybridge/engines/90-strokes.yaml <<'END'
name: strokes
methods: [handwriting]
languages: [zh-Hans]
verbs: [recognise]
program: [/usr/bin/python3, -I, -S, {folder}/engine.py]
END
            cat >{folder}/settings.yaml <<'END'
modes: [{MODE}, en-US]
assistance: off
input-methods: {{handwriting-pause: 0}}
devices: [{{match: all, handwriting: yes}}]
END
            rm -f {CONTROL}""")
        super().__init__(machine, "--config", f"{folder}/settings.yaml", "--layout", "us", "--control", CONTROL,
                         keyboards=[machine.ps2])
        machine.wait_until(lambda: '"ready":true' in machine.run(
            "keybridge", "engines", "--control", CONTROL, "--format", "json").out.replace(" ", ""), lambda: f"the engine\n{self}", 60)

    @property
    def ink(self):
        """The strokes of the character that is being drawn."""
        return [fact["strokes"] for fact in self.facts if fact["event"] == "ink.didChange"][-1:] or [[]]


def wait_until_free(machine, pad):
    machine.wait_until(lambda: free(machine, [pad.node]), f"{pad.node} to be given back")


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


@scenario("F026 a character that is drawn on a touchpad is typed; others receive the pad when the mode is left")
def drawing(machine):
    pad = Pad(machine)
    other = Reader(machine, pad.node)
    bridge = Handwriting(machine)
    wait_for_grab(machine, pad)
    pad.draw(DRAWN)
    bridge.expect_candidate("一")
    (stroke,), = bridge.ink
    check(stroke[0][0] < 50 and stroke[-1][0] > 950, f"the ink on the socket: {stroke}")
    machine.ps2.type("space")
    bridge.expect_text("一")
    pad.draw(DRAWN + DRAWN)
    bridge.expect_candidate("十")
    machine.ps2.type("2")
    bridge.expect_text("一二")
    equal(other.changes, [], "the touches that another program received")
    # With a stroke on the paper and a finger on the pad.
    pad.draw(DRAWN + DRAWN[:2])
    bridge.expect_candidate("一")
    machine.ps2.type(NEXT_MODE)
    wait_until_free(machine, pad)
    pad.draw(DRAWN[2:] + DRAWN)
    other.wait_for("BTN_TOUCH", 1)
    other.expect_nothing_stuck()
    machine.ps2.type("a")
    bridge.expect_text("一二a")
    machine.ps2.type(NEXT_MODE)
    wait_for_grab(machine, pad)
    pad.draw(DRAWN)
    bridge.expect_candidate("一")
    # The pad is unplugged; its character stays.
    pad.job.stop()
    machine.ps2.type("space")
    bridge.expect_text("一二a一")
    again = Pad(machine)
    wait_for_grab(machine, again)
    equal(bridge.stop().status, 0, "exit status")
    equal(free(machine, [again.node]), [again.node], "the pads that are free after the end")


@scenario("F026 8 s in a mode of handwriting (30 in a long run), with a character on the paper, take no wake-up")
def idle(machine):
    pad = Pad(machine)
    bridge = Handwriting(machine)
    wait_for_grab(machine, pad)
    pad.draw(DRAWN)
    bridge.expect_candidate("一")
    machine.pause(2)
    before = bridge.activity()
    machine.pause(repetitions(8, long=30))
    equal(bridge.activity(), before, "ticks, nanoseconds, turns and switches")
    machine.ps2.type("space")
    bridge.expect_text("一")


def ended_by(machine, end):
    """A pad with a finger on it, in mid-character, is free after `end(bridge)`, and other programs receive the next touch."""
    pad = Pad(machine)
    other = Reader(machine, pad.node)
    bridge = Handwriting(machine)
    wait_for_grab(machine, pad)
    pad.draw(DRAWN + DRAWN[:2])
    bridge.expect_candidate("一")
    end(bridge)
    equal(free(machine, [pad.node]), [pad.node], "the pads that are free")
    pad.draw(DRAWN[2:] + DRAWN)
    other.wait_for("BTN_TOUCH", 1)
    other.expect_nothing_stuck()
    equal([value for key, value in other.changes if key == "BTN_TOUCH" and value == 1], [1], "touches that another program received")
    return bridge


@scenario("F026 the panic chord gives the pad back, with a finger on it")
def panic(machine):
    def chord(bridge):
        machine.ps2.press("backspace", "esc", "enter")
        bridge.job.wait()
        machine.ps2.release("enter", "esc", "backspace")

    bridge = ended_by(machine, chord)
    bridge.warning("have been released")


@scenario("F026 SIGKILL gives the pad back, with a finger on it")
def killed(machine):
    ended_by(machine, lambda bridge: bridge.stop(signal.SIGKILL))
