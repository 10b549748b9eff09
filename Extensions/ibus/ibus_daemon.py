# SPDX-License-Identifier: Apache-2.0
"""The daemon of IBus without a desktop, and its engines."""

import ctypes
import os
import pathlib
import re
import subprocess
import time

# Engines keep settings in this file. Some begin with Latin letters, which Keybridge itself types.
SETTINGS = """[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'

[org/freedesktop/ibus/engine/anthy/common]
input-mode=0
"""

# The settings of the daemon itself; the other program with this role needs a session of a desktop.
CONFIG = ["/usr/libexec/ibus-memconf", "/usr/lib/ibus/ibus-memconf"]

# Packages of Debian, by the beginnings of the names of engines.
PACKAGES = {"libpinyin": "ibus-libpinyin", "libbopomofo": "ibus-libpinyin", "anthy": "ibus-anthy", "hangul": "ibus-hangul",
            "m17n": "ibus-m17n", "table": "ibus-table", "chewing": "ibus-chewing", "rime": "ibus-rime", "bogo": "ibus-bogo",
            "unikey": "ibus-unikey", "Unikey": "ibus-unikey", "array": "ibus-array", "mozc": "ibus-mozc", "skk": "ibus-skk"}


def mode(engine):
    """The identifier of the mode of an engine: its name with `-` in place of other characters."""
    return re.sub(r"[^a-z0-9]+", "-", engine.lower()).strip("-")[:64]


def package(identifier):
    """The package of Debian with the engine of a mode; an empty text if it is not known."""
    return next((package for name, package in PACKAGES.items() if identifier.startswith(mode(name))), "")


def wait_for_all(seconds):
    """Collects the daemon and its engines, which become children of this program when the daemon has ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.01)
        except ChildProcessError:
            return


def start(home):
    """Starts the daemon; returns the process that ends with it, and the path of its socket."""
    path = pathlib.Path(home) / "bus"
    path.unlink(missing_ok=True)
    settings = pathlib.Path(home) / ".config/glib-2.0/settings/keyfile"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(SETTINGS)
    address = f"unix:path={path}"
    # A process of an extension has 1 GiB of addresses, of which the C library reserves 64 MiB for each thread otherwise.
    os.environ |= {"IBUS_ADDRESS": address, "GSETTINGS_BACKEND": "keyfile", "NO_AT_BRIDGE": "1", "MALLOC_ARENA_MAX": "1"}
    config = next((program for program in CONFIG if os.access(program, os.X_OK)), "disable")
    words = ["--panel=disable", "--emoji-extension=disable", f"--config={config}", "--cache=none", f"--address={address}"]
    # PR_SET_CHILD_SUBREAPER; process 1 is one already.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    # The daemon ends if its parent is process 1, as this program is in a namespace of its own.
    process = subprocess.Popen(["/bin/sh", "-c", 'ibus-daemon "$@"; exit $?', "sh", *words], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL)
    return process, path
