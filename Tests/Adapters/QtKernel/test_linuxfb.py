# SPDX-License-Identifier: Apache-2.0
"""Types French and Japanese into FocusWriter, a program of Debian that is not changed, on the framebuffer of a real kernel.

KEYBRIDGE is the program, ENGINES the folder of the built engines. If PICTURE is set, the screen is saved there as PNG:
`make qt-picture`.
"""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import guest                                                  # noqa: E402

SETTINGS = "learning: false\nassistance: off\nmodes: [fr, ja+romaji]\n"


class LinuxFB(unittest.TestCase):
    def setUp(self):
        self.machine = guest.boot(os.environ["KEYBRIDGE"], {"settings.yaml": SETTINGS.encode()}, os.environ["ENGINES"])
        self.addCleanup(self.machine.close)

    def text(self):
        return self.machine.shell("cat /tmp/letter.txt")

    def test_an_unmodified_program_receives_dead_keys_and_converted_kana(self):
        machine = self.machine
        machine.shell("echo 'Lettre' >/tmp/letter.txt; chown typist /tmp/letter.txt")
        usb = machine.plug("usb")
        service = guest.start(machine, "keybridge", "run", "--config", "/run/guest/settings.yaml", "--socket", guest.KEYBRIDGE["KEYBRIDGE_SOCKET"],
                              "--observe", "/tmp/observe.sock", "--mirror", "none", "--layout", "fr", HOME="/tmp/home")
        machine.shell("for attempt in $(seq 300); do test -S /tmp/observe.sock && exit; sleep 0.1; done; exit 1", timeout=60)
        observer = machine.help("observer", "/tmp/observe.sock")
        program = guest.start(machine, "focuswriter", "/tmp/letter.txt", **guest.QT, **guest.KEYBRIDGE)
        observer.expect('"name":"qt-1"', timeout=20)
        # The program goes on starting, and loads the text meanwhile.
        machine.pause(20)
        # "Une fête, un café, Noël." with the dead keys ^ and ¨, and a key for é. The first change of the text makes this program
        # move the focus away and back, while more text is on its way.
        usb.type("leftctrl+end leftshift+u n e space f leftbrace e t e m space u n space c q f 2 m space leftshift+n o leftshift+leftbrace e l leftshift+comma enter")
        usb.type("leftctrl+space")
        # The layout stays French, on which Q types a. The conversion waits for the server of mozc at first.
        usb.type("k y o u h q i i t e n k i d e s u")
        machine.pause(3)
        usb.type("space")
        machine.pause(4)
        usb.type("space")
        machine.pause(3)
        if path := os.environ.get("PICTURE"):
            machine.qemu("screendump", filename=str(pathlib.Path(path).resolve()), device="head0", format="png")
        usb.type("enter")
        usb.type("leftctrl+s")
        machine.wait_until(lambda: "です" in self.text(), lambda: f"the text, not {self.text()!r}; {program} {service} {observer}", 30)
        # The first word is the second candidate.
        self.assertRegex(self.text(), r"^Lettre\nUne fête, un café, Noël\.\n.*いい天気です\n*$")


if __name__ == "__main__":
    unittest.main()
