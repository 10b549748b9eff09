# SPDX-License-Identifier: Apache-2.0
"""Input methods that need no engine, typed on a real keyboard, in a terminal and over the socket."""

import re

from bridge import Bridge, check
from scenario import scenario

NEXT_MODE = "leftctrl+leftalt+space"
HANJA = "/usr/share/libhangul/hanja/hanja.txt"
STROKES = "/usr/share/rime-data/stroke.dict.yaml"
SGR = re.compile(r"\x1b\[[0-9;]*m")


class Composing(Bridge):
    """Keybridge in a terminal, with modes, and an observer."""

    def __init__(self, machine, keyboard, modes):
        machine.shell(f"""
            printf 'modes: [{', '.join(modes)}]\\nassistance: off\\n' >/tmp/methods.yaml
            mkdir -p {HANJA.rpartition('/')[0]} {STROKES.rpartition('/')[0]}
            test -e {HANJA} || printf '한:韓:나라 한\\n한:漢:한수 한\\n' >{HANJA}
            test -e {STROKES} || printf '%s\\n' --- 'name: stroke' 'version: "1"' ... '中\tszhs' '申\tszhhs' >{STROKES}""")
        super().__init__(machine, "--config", "/tmp/methods.yaml", "--layout", "us", keyboards=[keyboard],
                         terminal=("/usr/bin/python3", "/run/guest/terminal.py"))

    def expect_drawn(self, text):
        """Waits until the terminal has shown a text."""
        self.machine.wait_until(
            lambda: text in SGR.sub("", self.job.out), lambda: f"{text!r} on the terminal\n{self}")


@scenario("F024, F026, F028 Korean, kana, strokes and code points, on the terminal and over the socket")
def composed(machine):
    usb = machine.plug("usb")
    bridge = Composing(machine, usb, ["ko-KR+hangul", "ja-JP+kana", "zh-Hans+stroke", "zh-Hant+zhuyin"])
    usb.type("g k s")
    bridge.expect_marked("한")
    usb.type("r m f")
    bridge.expect_marked("글")
    bridge.expect_drawn("글")
    usb.type("space g k s leftalt+enter")
    bridge.expect_text("한글 ")
    bridge.expect_candidate("漢")
    bridge.expect_drawn("漢")
    usb.type(f"{bridge.candidates.index('漢') + 1}")
    bridge.expect_text("한글 漢")
    usb.type(f"{NEXT_MODE} e enter")
    bridge.expect_text("한글 漢い")
    usb.type(f"{NEXT_MODE} s z h s")
    bridge.expect_candidate("中")
    bridge.expect_drawn("中")
    usb.type("1")
    bridge.expect_text("한글 漢い中")
    usb.type("leftctrl+leftshift+u 0 0 e 9 space")
    bridge.expect_text("한글 漢い中é")
    usb.type(f"{NEXT_MODE} s u 3")
    bridge.expect_marked("ㄋㄧˇ")
    usb.type("enter")
    bridge.expect_text("한글 漢い中éㄋㄧˇ")
    check("\x1b[4m" in bridge.job.out or ";4m" in bridge.job.out, "marked text is underlined")
