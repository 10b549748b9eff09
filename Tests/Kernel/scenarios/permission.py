# SPDX-License-Identifier: Apache-2.0
"""The shipped udev rule, applied by a real udevd, and an unprivileged user."""

import contextlib

from bridge import Bridge, check, equal
from installation import USER, provide
from scenario import scenario

REFUSED = "no permission to read"


@contextlib.contextmanager
def membership(machine):
    """Adds the user to the group, and removes the user afterwards, because the membership would remain."""
    machine.shell(f"usermod -aG keybridge-input {USER}")
    yield
    machine.shell(f"gpasswd -d {USER} keybridge-input")


@scenario("make install opens keyboards, and only keyboards, to the group keybridge-input", needs_pc=True)
def rule(machine):
    others = machine.shell("""for node in /dev/input/event*; do
        udevadm info $node | grep -q ID_INPUT_KEYBOARD=1 || stat -c '%n %a %G' $node; done""")
    provide(machine, "make")
    usb = machine.plug("usb")
    machine.run("udevadm", "wait", "--settle", "--timeout=20", machine.ps2.link)
    for keyboard in (machine.ps2, usb):
        equal(machine.shell(f"stat -c '%a %G' {keyboard.node}"), "660 keybridge-input\n",
              f"mode and group of {keyboard.node}, {keyboard.kind}")
        properties = machine.shell(f"udevadm info {keyboard.node}")
        check("keybridge" in properties.split("CURRENT_TAGS=")[1].split("\n")[0].split(":"),
              f"the tag is missing:\n{properties}")
    for line in others.splitlines():
        node = line.split()[0]
        equal(machine.shell(f"stat -c '%n %a %G' {node}"), line + "\n", "a node that is not a keyboard's")
    test = machine.run("udevadm", "test", "--action=add", f"/sys/class/input/{usb.event}")
    complaints = [line for line in (test.err + test.out).splitlines()
                  if "70-keybridge" in line and "Reading rules file" not in line
                  and "GROUP" not in line and "MODE" not in line]
    equal(complaints, [], "messages of udevadm test")
    provide(machine, None)


@scenario("a member of that group runs Keybridge without root, also on keyboards plugged in later",
          installed="make")
def member(machine):
    with membership(machine):
        bridge = Bridge(machine, user=USER, keyboards=[machine.ps2])
        machine.ps2.type("a b")
        bridge.expect_text("ab")
        for kind in ("usb", "virtio"):
            keyboard = machine.plug(kind)
            bridge.wait_for(keyboard)
            keyboard.type("c")
            bridge.wait_for(keyboard)
        bridge.expect_text("abcc")
        # Only root can open the node for a moment; this must not cause a warning.
        equal(bridge.warnings, "", "warnings")
        bridge.stop()


@scenario("without the rule a user gets a warning with a hint, and the keyboard once the rule is installed",
          long=True, needs_pc=True)
def before_rule(machine):
    machine.shell("groupadd -f --system keybridge-input")
    with membership(machine):
        bridge = Bridge(machine, user=USER)
        bridge.warning(f"{REFUSED} {machine.ps2.node}")
        bridge.warning("udev rule")
        usb = machine.plug("usb")
        bridge.warning(f"{REFUSED} {usb.node}")
        equal(bridge.devices, [], "keyboards before the rule")
        provide(machine, "make")
        bridge.wait_for(machine.ps2, usb)
        machine.ps2.type("a")
        bridge.expect_text("a")
        usb.type("b")
        bridge.expect_text("ab")
        equal(bridge.warnings.count(REFUSED), 2, "number of warnings, one for each keyboard")
        bridge.stop()
    provide(machine, None)


def late_rule(machine, rule):
    """Plugs in a keyboard with another udev rule in addition to the shipped one; returns it and the warnings."""
    name = "/etc/udev/rules.d/71-late.rules"
    with membership(machine):
        machine.shell(f"cat >{name} <<'END'\n{rule}\nEND\nudevadm control --reload")
        bridge = Bridge(machine, user=USER, keyboards=[machine.ps2])
        usb = machine.plug("usb")
        bridge.wait_for(usb)
        usb.type("leftshift+l a t e")
        bridge.expect_text("Late")
        bridge.stop()
        machine.shell(f"rm -f {name}; udevadm control --reload")
        return usb, bridge.warnings


@scenario("K-1: with a rule that takes a second the keyboard is opened as soon as possible, without a warning",
          installed="make")
def slow_rule(machine):
    _, warnings = late_rule(machine, 'KERNEL=="event*", PROGRAM="/bin/sleep 1"')
    equal(warnings, "", "warnings")


@scenario("K-1: with a rule that opens the node after three seconds there is one warning, and the keyboard is opened",
          installed="make")
def late_second_rule(machine):
    # The rule's program runs after owner and mode are set, and before udev reports the device.
    usb, warnings = late_rule(
        machine, 'KERNEL=="event*", MODE:="0600", RUN+="/bin/sh -c \'sleep 3; chmod 660 %N\'"')
    equal(warnings.count(REFUSED), 1, "number of warnings")
    check(f"{REFUSED} {usb.node}" in warnings, f"the keyboard in the warning: {warnings}")


@scenario("a keyboard is opened once its node is made accessible by hand, without a message from udev")
def late_mode(machine):
    bridge = Bridge(machine, user=USER)
    bridge.warning(f"{REFUSED} {machine.ps2.node}")
    machine.shell(f"chgrp {USER} {machine.ps2.node}")
    bridge.wait_for(machine.ps2)
    machine.ps2.type("l a t e")
    bridge.expect_text("late")
    bridge.stop()
    machine.shell(f"chown root:input {machine.ps2.node}")
