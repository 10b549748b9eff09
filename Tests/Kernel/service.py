# SPDX-License-Identifier: Apache-2.0
"""Keybridge as a service of systemd in the guest, and its state as systemd reports it."""

import json
import signal

from bridge import Follower, JSONLines, equal, expect
from installation import provide
from machine import Failed, MachineEnded

SOCKET = "/run/keybridge/keybridge.sock"
OBSERVERS = "/run/keybridge/observe.sock"
SETTINGS = "/etc/keybridge/keybridge.yaml"
CHANGES = "/run/systemd/system/keybridge.service.d"

# A limit in seconds; systemd itself allows a unit 90 s to start or to stop.
SYSTEMD_LIMIT = 100


class Program:
    """A program with one field, which reconnects on its own; see guest/program.py."""

    def __init__(self, machine, user=None, name="till", traits=None, grace=0):
        """Without `traits` its text is exactly what is pressed; with `grace` it resumes its state."""
        self.machine = machine
        self.job = machine.help("program", SOCKET, name, json.dumps(traits) if traits else "", str(grace), user=user)
        self.reported = JSONLines(self.job)

    def facts(self, kind):
        """The values that the program has printed for this kind, in order."""
        return [fact[kind] for fact in self.reported.objects() if kind in fact]

    @property
    def text(self):
        """The text typed into its field, over all connections."""
        return (self.facts("text") or [""])[-1]

    def wait_for_focus(self, count=1):
        """Waits until the connection with this number has the focus."""
        self.machine.wait_until(lambda: count in self.facts("focused"),
                                lambda: f"the focus of connection {count}\n{self.job}", 30)

    def expect_text(self, expected):
        """Waits until exactly this text has been typed into its field."""
        self.machine.wait_until(lambda: self.text == expected, lambda: (
            f"the program's text\n  expected {expected!r}\n  found    {self.text!r}\n{self.job}"))


class Installed(Follower):
    """The unit of an installed service, and a program that has the focus.

    As a context it provides the installation, and restores the machine at the end. After a failure nothing is
    restored, because the machine is not used again.
    """

    kind = None                                              # one of installation.KINDS
    units = ["keybridge.service", "keybridge.socket", "keybridge-control.socket", "keybridge-observe.socket"]
    program = None
    traits = None                                            # those of the program's field

    def __init__(self, machine, is_new=False):
        """With `is_new` no other scenario has used the installation."""
        self.machine, self.is_new = machine, is_new

    def __enter__(self):
        self.is_own = self.machine.installation is None
        if self.is_new and self.machine.is_installation_used:
            provide(self.machine, None)
        provide(self.machine, self.kind)
        self.machine.is_installation_used = True
        return self

    def __exit__(self, kind, error, _):
        if error:
            if isinstance(error, Failed) and not isinstance(error, MachineEnded):
                error.args = (f"{error}\n{self}",)
            return
        if self.program:
            self.program.job.stop(signal.SIGKILL)
        if self.is_own:
            self.machine.shell(f"rm -rf {CHANGES} {SETTINGS}")
            provide(self.machine, None)
        else:
            self.reset()

    def reset(self):
        """Restores the state after an installation: stopped, without settings, stored state and changes of the unit."""
        self.machine.shell(f"""
            systemctl stop {' '.join(self.units)}
            systemctl reset-failed {' '.join(self.units)} 2>/dev/null || true
            rm -rf {SETTINGS.rpartition('/')[0]} /var/lib/keybridge
            if test -e {CHANGES}; then rm -r {CHANGES}; systemctl daemon-reload; fi""", timeout=SYSTEMD_LIMIT)

    def connect(self, user=None):
        """Starts the program and waits until it has the focus."""
        self.program = Program(self.machine, user, traits=self.traits)
        self.program.wait_for_focus()

    def change(self, *settings):
        """Overrides settings of the unit's service, as `systemctl edit` does; without settings it overrides none."""
        lines = " ".join(f"'{line}'" for line in ("[Service]", *settings))
        self.machine.shell(f"mkdir -p {CHANGES}; printf '%s\\n' {lines} >{CHANGES}/test.conf; "
                           "systemctl daemon-reload")

    # The state as systemd reports it

    def show(self, *names):
        """Properties of the unit, by systemd's names."""
        lines = self.machine.run("systemctl", "show", "keybridge", "--property", ",".join(names)).out
        properties = dict(line.split("=", 1) for line in lines.splitlines())
        return {name: properties[name] for name in names}

    @property
    def pid(self):
        return int(self.show("MainPID")["MainPID"])

    def expect_state(self, **expected):
        """Waits until properties of the unit have these values."""
        expect(self.machine, lambda: self.show(*expected), expected, "the unit's state")

    @property
    def journal(self):
        return self.machine.run("journalctl", "--unit=keybridge", "--output=cat", "--no-pager").out

    def entries(self, event):
        """The journal entries of the running service for one kind of event, with their fields."""
        lines = self.machine.run("journalctl", "--unit=keybridge", "--output=json", "--no-pager",
                                 f"KEYBRIDGE_EVENT={event}", f"_PID={self.pid}").out.splitlines()
        return [json.loads(line) for line in lines]

    def __str__(self):
        status = self.machine.start("systemctl", "status", "keybridge", "--no-pager").wait()
        return f"{status}{self.program.job if self.program else ''}{self.observer or ''}"


class Service(Installed):
    """The service that `make install` installs, observed by root."""

    kind = "make"

    def start(self, *keyboards):
        """Starts the service, waits until it is ready, and observes it."""
        self.machine.run("systemctl", "start", "keybridge", timeout=SYSTEMD_LIMIT)
        self.program = self.program or Program(self.machine, traits=self.traits)
        self.follow(*keyboards)

    def follow(self, *keyboards):
        """Connects again after the program has reconnected; the keyboards must be open at once."""
        self.program.wait_for_focus(len(self.program.facts("lost")) + 1)
        self.observe(OBSERVERS)
        equal(sorted(self.devices), sorted(keyboard.node for keyboard in keyboards),
              "keyboards when it is ready")


class Package(Installed):
    """The service of the installed package, which is running, with a program that has the focus."""

    kind = "package"

    def reset(self):
        super().reset()
        self.machine.shell(f"systemctl start {' '.join(self.units)}")

    def type_along(self, keyboard, text):
        """Types letters and waits until the program has received them."""
        before = self.program.text
        keyboard.type(" ".join(text))
        self.program.expect_text(before + text)
