# SPDX-License-Identifier: Apache-2.0
"""A machine with a framebuffer, in which programs of Qt run on the platform linuxfb, and Keybridge with mozc."""

import pathlib
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT / "Tests" / "Kernel"))

from kernel import Kernel                                     # noqa: E402
from machine import Machine                                   # noqa: E402

PLUGINS = PROJECT / ".build" / "adapter-qt" / "plugins"
# The variables of a program of Qt. Its user is not root, because mozc refuses root.
QT = {"QT_QPA_PLATFORM": "linuxfb:fb=/dev/fb0", "QT_PLUGIN_PATH": "/run/guest/plugins", "HOME": "/tmp/home", "LC_ALL": "C.UTF-8",
      "XDG_RUNTIME_DIR": "/tmp/home", "XDG_CONFIG_HOME": "/tmp/home/.config"}
KEYBRIDGE = {"QT_IM_MODULE": "keybridge", "KEYBRIDGE_SOCKET": "/tmp/keybridge.sock"}
USER = "typist"


def boot(keybridge, files=None, engines=None, has_instruction_clock=True):
    """Boots a machine whose first display is /dev/fb0, of 800 × 600 pixels. `engines` is the folder of the built engines."""
    files = {"keybridge": pathlib.Path(keybridge).read_bytes(), **(files or {})}
    for path in PLUGINS.rglob("*.so"):
        files[f"plugins/{path.relative_to(PLUGINS)}"] = path.read_bytes()
    if engines:
        manifest = next((PROJECT / "Packaging" / "engines").glob("*-mozc.yaml.in"))
        files["mozc.yaml"] = manifest.read_bytes().replace(b"@PREFIX@", b"/usr/local")
        files["mozc"] = (pathlib.Path(engines) / "keybridge-engine-mozc").read_bytes()
    # The driver of QEMU's displays makes framebuffers of them.
    machine = Machine(Kernel(PROJECT / ".build" / "kernel-graphics", additions=("bochs",)), files,
                      has_instruction_clock=has_instruction_clock)
    machine.shell("install -d -m 700 -o typist /tmp/home /tmp/home/.config")
    if engines:
        machine.shell("install -D -m 755 /run/guest/mozc /usr/local/lib/keybridge/keybridge-engine-mozc; "
                      "install -D -m 644 /run/guest/mozc.yaml /usr/local/share/keybridge/engines/50-mozc.yaml")
    return machine


def start(machine, *command, **environment):
    """Starts a program as the user, who may read the keyboards and draw."""
    machine.shell("chmod 666 /dev/input/event* /dev/fb0")
    return machine.start("env", *(f"{name}={value}" for name, value in environment.items()), *command, user=USER)
