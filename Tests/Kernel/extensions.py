# SPDX-License-Identifier: Apache-2.0
"""The installed service with an input extension, which the service starts as its own user."""

import json
import time

from bridge import check, equal
from installation import PROJECT
from service import CHANGES, SETTINGS, SYSTEMD_LIMIT, Service

NAME = "hostile"
MODE = f"{NAME}.x"
FOLDER = f"/usr/local/share/keybridge/extensions/{NAME}"
STATE = "/var/lib/keybridge"
DROP_INS = "/usr/local/share/keybridge/systemd"
MANIFEST = """title: Hostile
version: 1.0.0
program: [python3, -B, hostile_extension.py]
modes:
  - { id: x, language: eo, title: X }
requests: [REQUEST, shared-storage]
"""


class Extended(Service):
    """The service with an extension that its subclass installs."""

    name = ""

    def start(self, keyboard, settings=""):
        """Starts the service with these additional settings."""
        self.machine.shell(f"""
            mkdir -p {SETTINGS.rpartition('/')[0]}
            cat >{SETTINGS} <<'END'
modes: [en-US]
assistance: off
{settings}
END""")
        super().start(self.machine.ps2, keyboard)

    def allow(self, grant, keyboard):
        """Installs the drop-in of the unit for a grant, and restarts the service."""
        self.machine.shell(f"""
            mkdir -p {CHANGES}
            ln -s {DROP_INS}/extension-{grant}.conf {CHANGES}
            systemctl daemon-reload
            systemctl restart keybridge""", timeout=SYSTEMD_LIMIT)
        self.program.wait_for_focus(2)
        self.follow(self.machine.ps2, keyboard)

    @property
    def exposure(self):
        """The exposure level of the unit, from 0 to 10, as systemd counts it."""
        said = self.machine.shell("systemd-analyze security --no-pager keybridge.service", timeout=SYSTEMD_LIMIT)
        return float(said.rpartition("exposure level for keybridge.service:")[2].split()[0])

    # The commands

    def command(self, *words):
        """Runs `keybridge extensions`."""
        return self.machine.start("keybridge", "extensions", *words).wait()

    def do(self, *words):
        job = self.command(*words)
        check(job.status == 0, str(job))

    @property
    def listed(self):
        """The extension as the service lists it."""
        listing = json.loads(self.command("--format", "json").out)
        return next(entry for entry in listing["extensions"] if entry["name"] == self.name)

    def wait_until_ready(self):
        self.machine.wait_until(lambda: self.listed["state"] == "ready", lambda: f"{self.listed} to be ready", 60)


class Extensions(Extended):
    """The service and an extension that tries what no extension may do; see guest/hostile_extension.py."""

    name = NAME

    def __init__(self, machine, request="network"):
        """The manifest requests a grant, of which network and private-bus exclude each other."""
        super().__init__(machine)
        self.request = request

    def __enter__(self):
        super().__enter__()
        self.machine.shell(f"""
            install -D -m 644 /run/guest/hostile_extension.py {FOLDER}/hostile_extension.py
            cat >{FOLDER}/extension.yaml <<'END'
{MANIFEST.replace('REQUEST', self.request)}END
            install -d -m 755 /home/typist; echo letters >/home/typist/letters
            install -d -m 777 /var/open; printf '#!/bin/sh\\n' >/var/open/program; chmod 755 /var/open/program
            chmod 777 {FOLDER} {FOLDER}/*""")
        return self

    def __exit__(self, kind, error, _):
        super().__exit__(kind, error, _)
        if not error:
            self.machine.shell(f"rm -rf {FOLDER} /home/typist /var/open")

    def use(self):
        """Enables the extension, and switches to its mode."""
        self.do("enable", NAME)
        self.machine.run("keybridge", "mode", MODE)
        self.wait_until_ready()

    # The extension's own results

    def results(self, *grants):
        """Waits for the results of the attempts of a process with grants; the errors by the attempts."""
        path = f"{STATE}/extensions/{NAME}/{'+'.join(['results', *grants])}.json"
        self.machine.wait_until(lambda: self.machine.start("test", "-e", path).wait().status == 0,
                                lambda: f"{path}\n{self.listed}\n{self}", 60)
        return json.loads(self.machine.shell(f"cat {path}"))

    def expect_results(self, *grants, allowed):
        """Waits for the results, and checks that exactly these attempts have succeeded."""
        results = self.results(*grants)
        equal(sorted(key for key, error in results.items() if error == "-"), sorted(allowed),
              f"what succeeded with the grants {grants}: {results}")
        return results


class IBus(Extended):
    """The service and the extension for engines of IBus."""

    name = "ibus"

    def __enter__(self):
        super().__enter__()
        self.machine.shell(f"make --silent -C {PROJECT} install-ibus")
        return self

    def __exit__(self, kind, error, _):
        super().__exit__(kind, error, _)
        if not error:
            self.machine.shell(f"make --silent -C {PROJECT} uninstall-ibus")

    def choose(self, engine, keyboard):
        """Switches to the mode of an engine, and waits until the engine takes letters, of which none is left."""
        self.machine.run("keybridge", "mode", f"{self.name}.{engine}")
        self.wait_until_ready()
        before = self.program.text
        end = time.monotonic() + 300
        while True:
            check(time.monotonic() < end, f"the engine {engine} takes no letter; {self.listed}\n{self}")
            keyboard.type("a")
            # Until the engine has started, the letter is typed without it.
            self.machine.wait_until(lambda: self.marked or self.program.text != before, lambda: f"a letter\n{self}")
            is_taken = bool(self.marked)
            keyboard.type("backspace")
            self.machine.wait_until(lambda: not self.marked and self.program.text == before,
                                    lambda: f"{before!r} again; {self.program.text!r} with {self.marked!r}\n{self}")
            if is_taken:
                return

    @property
    def processes(self):
        """The names of the processes of the service's user."""
        return set(self.machine.shell("ps -o comm= -u keybridge || true").split())

    @property
    def learned(self):
        """The files in which libpinyin has stored words."""
        return self.machine.shell(f"find {STATE}/extensions/{self.name} -name 'user*' -size +0 -path '*libpinyin*' "
                                  "2>/dev/null || true")
