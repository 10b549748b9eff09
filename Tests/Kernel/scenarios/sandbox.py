# SPDX-License-Identifier: Apache-2.0
"""The sandbox of `keybridge run`, which all other scenarios run in too."""

import json
import re

from bridge import Bridge, check, equal, expect
from installation import USER
from scenario import scenario
from scenarios.commands import write
from scenarios.permission import membership

SETTINGS = "/tmp/sandbox/settings.yaml"
RAN = "/tmp/sandbox/home/ran"
CONTROL = "/tmp/sandbox/control.sock"
ENGINE = "/usr/local/lib/keybridge-test-engine"
MANIFEST = "/usr/local/share/keybridge/engines/50-test.yaml"

# Answers every reading with a letter for each of its letters.
PROGRAM = """#!/usr/bin/python3 -ISB
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = {"protocol": 1, "version": "1"}
        if request["method"] == "convert":
            reading = request["params"]["reading"]
            result = {"segments": [{"reading": reading, "candidates": [
                {"text": "中" * len(reading), "length": len(reading)}]}]}
        print(json.dumps({"id": request["id"], "result": result}), flush=True)"""


def settings(command, chord):
    return f"""modes: [zh-Hans]
assistance: off
allow-processes: true
commands:
  - command: {command}
    chord: {chord}
    run: [sh, -c, "echo $KEYBRIDGE_COMMAND $(awk '/^(Seccomp|NoNewPrivs):/ {{ print $2 }}' /proc/self/status) >>{RAN}"]"""


def rights(machine, process):
    """The rights of a process, as the kernel reports them."""
    status = machine.shell(f"cat /proc/{process}/status")
    return {name: re.search(rf"^{name}:\s+(\S+)", status, re.M)[1]
            for name in ("Seccomp", "NoNewPrivs", "CapEff", "Threads")}


def children(machine, process):
    """The children of a process, by their names, in the order of their starts."""
    numbers = machine.shell(f"cat /proc/{process}/task/{process}/children").split()
    return [(machine.shell(f"cat /proc/{number}/comm || true").strip(), int(number)) for number in numbers]


@scenario("in its sandbox an ordinary user's service opens new keyboards, reloads, runs commands and restarts an engine",
          installed="make")
def typist(machine):
    write(machine, ENGINE, PROGRAM)
    write(machine, MANIFEST, f"name: test\nmethods: [pinyin]\nlanguages: [zh-Hans]\nverbs: [convert]\nprogram: [{ENGINE}]")
    write(machine, SETTINGS, settings("first", "f9"))
    machine.shell(f"chmod 755 {ENGINE}; mkdir -p {RAN.rpartition('/')[0]}; chown -R {USER} /tmp/sandbox")
    try:
        with membership(machine):
            bridge = Bridge(machine, "--config", SETTINGS, "--control", CONTROL, user=USER, keyboards=[machine.ps2])
            confined = {"Seccomp": "2", "NoNewPrivs": "1", "CapEff": "0000000000000000", "Threads": "1"}
            expect(machine, lambda: rights(machine, bridge.job.pid), confined, "the rights of the service")
            [(name, launcher), *_] = children(machine, bridge.job.pid)
            equal((name, rights(machine, launcher)["Seccomp"]), ("keybridge-start", "0"), "the launcher")
            doctor = machine.start("keybridge", "doctor").wait().out
            check(f"'keybridge run' (process {bridge.job.pid}) is confined" in doctor, doctor)

            usb = machine.plug("usb")
            bridge.wait_for(usb)
            expect(machine, lambda: state(machine), "ready", "the state of the engine")
            usb.type("n i")
            bridge.expect_candidate("中中")
            usb.type("space")
            bridge.expect_text("中中")

            [engine] = [number for name, number in children(machine, bridge.job.pid) if number != launcher]
            equal(rights(machine, engine), confined, "the rights of the engine")
            machine.shell(f"kill -KILL {engine}")
            expect(machine, lambda: state(machine), "stopped", "the state of the engine")
            usb.type("a")
            expect(machine, lambda: state(machine), "ready", "the state of the next engine")
            usb.type("n")
            bridge.expect_candidate("中中")
            usb.type("space")
            bridge.expect_text("中中中中")

            usb.type("f9")
            expect(machine, lambda: ran(machine), "first 0 0\n", "the first command")
            write(machine, SETTINGS, settings("second", "f10"))
            machine.shell(f"kill -HUP {bridge.job.pid}")
            bridge.warning("the settings were reloaded")
            usb.unplug()
            bridge.wait_without(usb.node)
            usb.replug()
            bridge.wait_for(usb)
            usb.type("f9 f10")
            expect(machine, lambda: ran(machine), "first 0 0\nsecond 0 0\n", "the command of the reloaded settings")
            bridge.stop()
            machine.wait_until(lambda: machine.shell(f"test -e /proc/{launcher} || echo gone") == "gone\n",
                               "the end of the launcher")
    finally:
        machine.shell(f"rm -rf {ENGINE} {MANIFEST} /tmp/sandbox")


def state(machine):
    """The state of the engine, as the service reports it; None for no process."""
    [engine] = json.loads(machine.run("keybridge", "engines", "--format", "json", "--control", CONTROL).out)
    return engine["processes"][0]["state"] if engine["processes"] else None


def ran(machine):
    return machine.shell(f"cat {RAN} 2>/dev/null || true")
