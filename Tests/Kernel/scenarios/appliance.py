# SPDX-License-Identifier: Apache-2.0
"""An appliance that was set up earlier boots."""

import json
import pathlib
import re

from bridge import check, equal, expect
from readers import Reader
from scenario import scenario
from service import SETTINGS

UNITS = ["keybridge.service", "keybridge.socket", "keybridge-control.socket",
         "keybridge-observe.socket", "till.service"]

PAGE = pathlib.Path(__file__).resolve().parents[3] / "Documentation/Configuration.md"

OPEN = """
import glob, os
for node in sorted(glob.glob('/dev/input/event*')):
    for mode in os.O_RDONLY, os.O_WRONLY:
        try: os.open(node, mode)
        except PermissionError: continue
        print(node)
"""


@scenario("PKG the appliance's user can connect to the socket of programs, and cannot open a node of /dev/input",
          boot="appliance")
def closed(machine):
    machine.wait_until(lambda: '"focused"' in machine.shell("cat /run/till.log 2>/dev/null || true"),
                       "the program to have the focus", 60)
    process = machine.shell("systemctl show --property=MainPID --value till.service").strip()
    groups = machine.shell(f"grep '^Groups:' /proc/{process}/status").split()[1:]
    number = machine.shell("getent group keybridge | cut -d: -f3").strip()
    equal(groups, [number, "4242"] if int(number) < 4242 else ["4242", number], "the groups of the program")
    machine.shell(f"cat >/run/open.py <<'END'\n{OPEN}\nEND")
    run = "setpriv --reuid=typist --regid=typist"
    equal(machine.shell(f"{run} --groups=keybridge python3 /run/open.py"), "", "nodes that it can open")
    # A member of the readers' group can open the keyboard, so the check above would detect an open node.
    check(machine.ps2.node in machine.shell(f"{run} --groups=keybridge-input python3 /run/open.py").split(),
          "the group of readers cannot open the keyboard")
    equal(machine.shell("getent group keybridge-input | cut -d: -f4"), "\n", "members of the group of readers")


@scenario("PKG after a boot the service and the program run, and the program receives the keys",
          boot="appliance")
def boots(machine):
    def facts(kind):
        lines = machine.shell("cat /run/till.log").splitlines()
        return [fact[kind] for fact in map(json.loads, lines) if kind in fact]

    def expect(kind, *expected):
        machine.wait_until(lambda: facts(kind) == list(expected), lambda: (
            f"the program to print {expected} for {kind}, not {facts(kind)}\n"
            + machine.shell("journalctl --no-pager --unit='keybridge*' --unit=till")), 60)

    for unit in UNITS:
        machine.wait_until(lambda: machine.start("systemctl", "is-active", unit).wait().status == 0,
                           f"{unit} to be active", 60)
    equal(machine.shell(f"systemctl is-active {' '.join(UNITS)}; systemctl is-enabled {' '.join(UNITS)}"),
          "active\n" * 5 + "enabled\n" * 5, "states of the units")
    # The first connection succeeds, because the socket exists before the program and waits for the service.
    expect("focused", 1)
    reader = Reader(machine, machine.ps2.node)
    machine.ps2.type("o n")
    expect("text", "o", "on")
    equal(facts("refused") + facts("lost"), [], "refused and lost connections")
    equal(reader.changes, [], "keys read by another reader of the keyboard")
    equal(machine.shell("systemctl show --property=NRestarts,SubState --value keybridge.service"),
          "0\nrunning\n", "the state of the service")
    equal(machine.shell("systemctl list-units --failed --no-legend 'keybridge*' till.service"), "",
          "units that failed")
    reader.stop()


def example():
    """The settings with which the page of settings restarts a unit."""
    section = PAGE.read_text().split("\n### What a process may do\n")[1].split("\n## ")[0]
    return re.search(r"^```yaml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[1]


@scenario("PKG with the packaged polkit rule the page's example restarts the program; without the rule the journal has "
          "the refusal", boot="appliance")
def restarts(machine):
    def process():
        return machine.shell("systemctl show --property=MainPID --value till.service").strip()

    def journal(unit):
        return machine.shell(f"journalctl --unit={unit} --output=cat --no-pager")

    def log():
        return machine.shell("cat /run/till.log 2>/dev/null || true")

    def expect_focus(times):
        machine.wait_until(lambda: log().count('"focused"') == times,
                           lambda: f"the program to have the focus {times} times\n{log()}", 60)

    expect_focus(1)
    machine.shell(f"mkdir -p {SETTINGS.rpartition('/')[0]}; cat >{SETTINGS} <<'END'\n{example()}END")
    equal(machine.run("keybridge", "check").err, "", "what keybridge check says")
    machine.shell("systemctl reload keybridge")
    machine.wait_until(lambda: "f9" in machine.shell("keybridge commands --active --ascii"), "the page's command")

    first = process()
    machine.ps2.type("f9")
    # systemd asks polkit, which D-Bus starts for the first question.
    refusal = r"Failed to restart till\.service: (Interactive authentication required|Access denied)"
    machine.wait_until(lambda: re.search(refusal, journal("keybridge")),
                       lambda: f"the refusal in the journal\n{journal('keybridge')}", 60)
    equal(process(), first, "the program's process after the refusal")

    loaded = "executing .* rules"
    before = len(re.findall(loaded, journal("polkit")))
    machine.shell("cp /usr/share/doc/keybridge/examples/50-keybridge-till.rules /etc/polkit-1/rules.d")
    machine.wait_until(lambda: len(re.findall(loaded, journal("polkit"))) > before,
                       lambda: f"polkit to read the rule\n{journal('polkit')}", 60)
    machine.ps2.type("f9")
    machine.wait_until(lambda: process() not in ("0", first),
                       lambda: f"a new process of the program\n{journal('keybridge')}", 60)
    expect_focus(2)
    machine.ps2.type("o k")
    expect(machine, lambda: json.loads(log().splitlines()[-1]), {"text": "ok"}, "what the new process received")

    machine.shell(f"""
        rm {SETTINGS} /etc/polkit-1/rules.d/50-keybridge-till.rules
        systemctl stop till
        rm /run/till.log
        systemctl reload keybridge
        systemctl start till""", timeout=60)
    expect_focus(1)
