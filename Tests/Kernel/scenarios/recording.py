# SPDX-License-Identifier: Apache-2.0
"""Captures of real keyboards, Keybridge's own and other programs'."""

import signal

from bridge import check, equal
from keyboards import events_of, key_name
from scenario import scenario

TYPED = "leftshift+k e y space leftbrace e backspace 1 enter"
TEXT = "Key ü1\n"


def replayed(machine, capture):
    return machine.run("keybridge", "replay", capture, "--layout", "de", "--mirror", "text").out


@scenario("what record writes of each kind of keyboard replays to what was typed")
def record(machine):
    for keyboard in (machine.ps2, machine.plug("usb"), machine.plug("virtio")):
        capture = f"/tmp/{keyboard.kind}.evemu"
        job = machine.start("keybridge", "record", "--show-keycodes", "--output", capture,
                            "--device", f"path={keyboard.node}")
        job.expect("recording")
        keyboard.type(TYPED)
        # The last release is on its way to the file.
        machine.wait_until(lambda: machine.shell(f"tail -n 3 {capture}").count(" 001c 0") == 1)
        equal(job.stop(signal.SIGINT).status, 0, "exit status")
        equal(replayed(machine, capture), "Key " + "üe"[:0] + TEXT[4:], f"{keyboard.kind}: text")
        equal(machine.shell(f"stat -c %a {capture}"), "600\n", "mode of the file")
