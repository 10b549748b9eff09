# SPDX-License-Identifier: Apache-2.0
"""Keyboards that come and go."""

import signal

from bridge import Bridge, equal
from scenario import scenario


@scenario("started with no keyboard it says so, and takes the first that is plugged in")
def cold_start(machine):
    machine.ps2.detach()
    bridge = Bridge(machine)
    bridge.warning("no keyboard yet")
    equal(bridge.devices, [], "keyboards at the start")
    usb = machine.plug("usb")
    bridge.wait_for(usb)
    usb.type("leftshift+h i")
    bridge.expect_text("Hi")
    machine.ps2.attach()
    bridge.wait_for(machine.ps2)
    machine.ps2.type("y o")
    bridge.expect_text("Hiyo")


def unplug_with_keys_down(machine, kind):
    keyboard = machine.plug(kind)
    bridge = Bridge(machine, keyboards=[machine.ps2, keyboard])
    keyboard.press("leftshift")
    keyboard.press("a")
    machine.wait_until(lambda: bridge.text.startswith("A"))
    keyboard.unplug()
    bridge.wait_without(keyboard.node)
    text, count = bridge.text, len(bridge.keystrokes)
    equal(set(text), {"A"}, "text while held")
    machine.pause(0.6)
    equal(len(bridge.keystrokes), count, "nothing repeats once the keyboard has gone")
    machine.ps2.type("b")
    bridge.expect_text(text + "b")
    again = keyboard.replug()
    equal(again.node, keyboard.node, "the number is used again")
    bridge.wait_for(again)
    again.type("c leftshift+d")
    bridge.expect_text(text + "bcD")


@scenario("a USB keyboard unplugged with Shift and A down leaves nothing stuck, and comes back")
def unplug_usb(machine):
    unplug_with_keys_down(machine, "usb")


@scenario("a virtio keyboard unplugged with Shift and A down leaves nothing stuck, and comes back")
def unplug_virtio(machine):
    unplug_with_keys_down(machine, "virtio")


@scenario("gone while Keybridge stands still and makes repeats: the kernel's release is never read")
def gone_unseen(machine):
    keyboard = machine.virtual()
    bridge = Bridge(machine, keyboards=[machine.ps2, keyboard])
    keyboard.press("leftshift")
    keyboard.press("a")
    bridge.expect_keystrokes(4)
    bridge.job.kill(signal.SIGSTOP)
    keyboard.unplug()
    bridge.job.kill(signal.SIGCONT)
    bridge.wait_without(keyboard.node)
    machine.pause(0.6)  # what was written before may still be on its way here
    text, count = bridge.text, len(bridge.keystrokes)
    machine.pause(0.6)
    equal(len(bridge.keystrokes), count, "nothing repeats once the keyboard has gone")
    machine.ps2.type("b")
    bridge.expect_text(text + "b")


@scenario("a keyboard replugged under another number, while another has its old one, types on")
def other_number(machine):
    first = machine.plug("usb")
    bridge = Bridge(machine, keyboards=[machine.ps2, first])
    first.type("a")
    bridge.expect_text("a")
    first.unplug()
    taker = machine.plug("virtio")
    equal(taker.node, first.node, "another keyboard has the number")
    again = first.replug()
    bridge.wait_for(taker, again)
    taker.type("b")
    bridge.expect_text("ab")
    again.type("c")
    bridge.expect_text("abc")
    equal([stroke["device"] for stroke in bridge.keystrokes],
          [first.node, taker.node, again.node], "which keyboard")


@scenario("plugged and unplugged twelve times, typed on each time")
def many_times(machine):
    bridge = Bridge(machine, keyboards=[machine.ps2])
    for number in range(12):
        keyboard = machine.plug(("usb", "virtio")[number % 2])
        bridge.wait_for(keyboard)
        keyboard.type("a")
        bridge.expect_text("a" * (number + 1))
        keyboard.unplug()
        bridge.wait_without(keyboard.node)
    nodes = machine.shell("ls -l /proc/$(pidof keybridge)/fd | grep -c /dev/input/event").strip()
    equal(nodes, "1", "nodes that are still open")
    equal(bridge.warnings, "", "warnings")
