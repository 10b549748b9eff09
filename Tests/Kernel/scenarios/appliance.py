# SPDX-License-Identifier: Apache-2.0
"""A machine that was set up long ago is switched on."""

import json

from bridge import equal
from readers import Reader
from scenario import scenario

UNITS = ["keybridge.service", "keybridge.socket", "keybridge-control.socket",
         "keybridge-observe.socket", "till.service"]


@scenario("PKG switched on: service and program are there, and the keyboard is the program's",
          boot="appliance")
def boots(machine):
    def facts(kind):
        lines = machine.shell("cat /run/till.log").splitlines()
        return [fact[kind] for fact in map(json.loads, lines) if kind in fact]

    def expect(kind, *expected):
        machine.wait_until(lambda: facts(kind) == list(expected), lambda: (
            f"the program to be told {expected} of {kind}, not {facts(kind)}\n"
            + machine.shell("journalctl --no-pager --unit='keybridge*' --unit=till")), 60)

    for unit in UNITS:
        machine.wait_until(lambda: machine.start("systemctl", "is-active", unit).wait().status == 0,
                           f"{unit} to be active", 60)
    equal(machine.shell(f"systemctl is-active {' '.join(UNITS)}; systemctl is-enabled {' '.join(UNITS)}"),
          "active\n" * 5 + "enabled\n" * 5, "what was enabled")
    # One connection, at the first try: the socket was there before the program, and waited for the service.
    expect("focused", 1)
    reader = Reader(machine, machine.ps2.node)
    machine.ps2.type("o n")
    expect("text", "o", "on")
    equal(facts("refused") + facts("lost"), [], "what went wrong at first")
    equal(reader.changes, [], "what another reader of the keyboard read")
    equal(machine.shell("systemctl show --property=NRestarts,SubState --value keybridge.service"),
          "0\nrunning\n", "the service since")
    equal(machine.shell("systemctl list-units --failed --no-legend 'keybridge*' till.service"), "",
          "units that failed")
    reader.stop()
