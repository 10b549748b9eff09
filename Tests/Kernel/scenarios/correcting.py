# SPDX-License-Identifier: Apache-2.0
"""Corrections with real keyboards, and lexicons of a few words."""

import base64
import pathlib
import sys

from bridge import Bridge
from scenario import scenario

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Packaging" / "lexicons"))
import lexicon_file  # noqa: E402
import make_lexicon  # noqa: E402

FOLDER = "/var/cache/keybridge/lexicons"
# Centibels: the lower, the more frequent.
ENGLISH = {"the": 130, "then": 280, "they": 240, "party": 350}
FRENCH = {"français": 400, "france": 380, "le": 140, "un": 160}


def install(machine, language, words):
    """Installs the lexicon of a language in the guest."""
    data = lexicon_file.encode(make_lexicon.entries(words, language), language, "test")
    machine.shell(
        f"mkdir -p {FOLDER}; echo {base64.b64encode(data).decode()} | base64 -d >{FOLDER}/lexicon.{language}")


@scenario("teh and a space become The; ⌘Z restores it, and after ⌫ it is not corrected again")
def reverted(machine):
    install(machine, "en", ENGLISH)
    usb = machine.plug("usb")
    machine.shell("echo 'assistance: on' >/tmp/assisted.yaml")
    bridge = Bridge(machine, "--config", "/tmp/assisted.yaml", keyboards=[usb])
    usb.type("t e h space")
    bridge.expect_text("The ")
    usb.type("leftmeta+z")
    bridge.expect_text("Teh ")
    usb.type("backspace")
    bridge.expect_text("Teh")
    usb.type("space t e h space")
    bridge.expect_text("Teh teh ")
    usb.type("t h e space p a r t y")
    bridge.expect_text("Teh teh the party")
    machine.shell(f"rm -r {FOLDER}")


@scenario("F019 a French mistake is corrected in a French mode")
def french(machine):
    install(machine, "fr", FRENCH)
    usb = machine.plug("usb")
    machine.shell("printf 'assistance: on\\nmodes: [fr-FR]\\n' >/tmp/french.yaml")
    bridge = Bridge(machine, "--config", "/tmp/french.yaml", "--layout", "us", keyboards=[usb])
    usb.type("u n space f r a n c a i s space")
    bridge.expect_text("Un français ")
    machine.shell(f"rm -r {FOLDER}")
