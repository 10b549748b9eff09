# SPDX-License-Identifier: Apache-2.0
"""Keybridge as a service of systemd in the guest, and what its manager says of it."""

import json

from bridge import Follower, equal
from installation import install, uninstall
from machine import Failed

SOCKET = "/run/keybridge/keybridge.sock"
CONTROL = "/run/keybridge/control.sock"
OBSERVERS = "/run/keybridge/observe.sock"
SETTINGS = "/etc/keybridge/keybridge.yaml"
CHANGES = "/run/systemd/system/keybridge.service.d"


REQUESTS = [
    ("hello", {"name": "test"}),
    ("container.create", {"container": "text", "kind": "textView"}),
    ("focus.request", {"container": "text"}),
]


class Program:
    """A program with one text view, which asks for the focus; socat is its language."""

    def __init__(self, machine):
        lines = "\n".join(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
                          for number, (method, params) in enumerate(REQUESTS, 1))
        machine.shell(f"cat >/tmp/program.json <<'END'\n{lines}\nEND")
        self.job = machine.start("sh", "-c", f"exec socat -,ignoreeof UNIX:{SOCKET} </tmp/program.json")
        self.job.expect('"outcome":"granted"')

    def __str__(self):
        return f"{self.job}"


class Service(Follower):
    """What `make install` installs, started; root observes it at its socket, and a program has the focus.

    As a context it leaves the machine as it was, what it failed with included.
    """

    program = None

    def __init__(self, machine):
        self.machine = machine

    def __enter__(self):
        install(self.machine)
        return self

    def __exit__(self, kind, error, _):
        if isinstance(error, Failed):
            error.args = (f"{error}\n{self}",)
        self.machine.shell(f"rm -rf {CHANGES} {SETTINGS}")
        uninstall(self.machine)

    def change(self, *settings):
        """Sets these of the unit's service in another way, as `systemctl edit` does; none: no more."""
        lines = " ".join(f"'{line}'" for line in ("[Service]", *settings))
        self.machine.shell(f"mkdir -p {CHANGES}; printf '%s\\n' {lines} >{CHANGES}/test.conf; "
                           "systemctl daemon-reload")

    def start(self, *keyboards):
        """Starts it, which is done when it is ready, and observes it."""
        self.machine.run("systemctl", "start", "keybridge")
        self.follow(*keyboards)

    def follow(self, *keyboards):
        """Connects anew; the keyboards must be there at once."""
        self.observe(OBSERVERS)
        equal(sorted(self.devices), sorted(keyboard.node for keyboard in keyboards),
              "keyboards when it is ready")
        self.program = Program(self.machine)

    # What the manager says

    def show(self, *names):
        """Properties of the unit; the names are systemd's."""
        lines = self.machine.run("systemctl", "show", "keybridge", "--property", ",".join(names)).out
        properties = dict(line.split("=", 1) for line in lines.splitlines())
        return {name: properties[name] for name in names}

    @property
    def pid(self):
        return int(self.show("MainPID")["MainPID"])

    def expect_state(self, **expected):
        """Waits until properties of the unit are these."""
        if not self.machine.wait_until(lambda: self.show(*expected) == expected):
            raise Failed(f"the unit is {self.show(*expected)}, not {expected}")

    @property
    def journal(self):
        return self.machine.run("journalctl", "--unit=keybridge", "--output=cat", "--no-pager").out

    def __str__(self):
        status = self.machine.start("systemctl", "status", "keybridge", "--no-pager").wait()
        return f"{status}{self.observer or ''}{self.program or ''}"
