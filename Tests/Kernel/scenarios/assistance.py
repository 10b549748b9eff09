# SPDX-License-Identifier: Apache-2.0
"""Typing assistance with real keyboards."""

from bridge import Bridge
from scenario import scenario


@scenario("a USB keyboard types capitals, quotes, a period and a dash, and ⌘Z restores the hyphens")
def punctuation(machine):
    usb = machine.plug("usb")
    machine.shell("echo 'assistance: on' >/tmp/assisted.yaml")
    bridge = Bridge(machine, "--config", "/tmp/assisted.yaml", keyboards=[usb])
    usb.type("h i space space leftshift+apostrophe y o apostrophe s leftshift+apostrophe")
    bridge.expect_text("Hi. “Yo’s”")
    usb.type("space 1 minus minus")
    bridge.expect_text("Hi. “Yo’s” 1–")
    usb.type("leftmeta+z")
    bridge.expect_text("Hi. “Yo’s” 1--")
    usb.type("2 enter backspace backspace")
    bridge.expect_text("Hi. “Yo’s” 1--")


@scenario("the party sentence: a word that is cut with a keyboard takes its space along, and pasting brings one")
def party(machine):
    usb = machine.plug("usb")
    machine.shell("echo 'assistance: on' >/tmp/assisted.yaml")
    bridge = Bridge(machine, "--config", "/tmp/assisted.yaml", keyboards=[usb])
    usb.type("b r i n g space m e space t o")
    bridge.expect_text("Bring me to")
    # The caret to the end of "me", and the word selected.
    usb.type("leftalt+left left leftalt+leftshift+left leftmeta+x")
    bridge.expect_text("Bring to")
    usb.type("leftmeta+v")
    bridge.expect_text("Bring me to")
