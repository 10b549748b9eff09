# SPDX-License-Identifier: Apache-2.0
"""The installed service with language engines, each of which systemd starts in a unit of its own."""

import json

from bridge import equal, expect
from installation import ENGINES, PROJECT, dpkg
from service import SETTINGS, SYSTEMD_LIMIT, Service

# A field that forbids corrections would be kept from the engines.
CONVERTED = {"autocapitalizationType": "none", "smartQuotesType": "no", "smartDashesType": "no"}

PACKAGED = "keybridge-engine-googlepinyin"
HOSTILE = "/usr/local/lib/keybridge/engines/hostile"
HOSTILE_MANIFEST = "/usr/local/share/keybridge/engines/90-hostile.yaml"
HOSTILE_UNITS = "/usr/local/lib/systemd/system/keybridge-engine-hostile"


class Engines(Service):
    """The service and its engines, and a program whose field they convert."""

    kind = "engines"
    traits = CONVERTED
    units = Service.units + [f"keybridge-engine-{name}.socket" for name in ENGINES]

    def install_hostile(self):
        """Installs an engine that misbehaves, as Engines.md says; see guest/hostile_engine.py."""
        self.units = [*self.units, "keybridge-engine-hostile.socket"]
        self.machine.shell(f"""
            install -D -m 755 /run/guest/hostile_engine.py {HOSTILE}
            make --silent -C {PROJECT} install-engine-units ENGINE=hostile ENGINE_PROGRAM={HOSTILE}
            cat >{HOSTILE_MANIFEST} <<'END'
name: hostile
methods: [pinyin]
languages: [zh-Hans]
verbs: [convert]
socket: /run/keybridge/engines/hostile.sock
END
            systemctl daemon-reload""")

    def __exit__(self, kind, error, _):
        super().__exit__(kind, error, _)
        if not error:
            self.machine.shell(f"rm -rf {HOSTILE} {HOSTILE_MANIFEST} {HOSTILE_UNITS}*")

    def start(self, keyboard, **engines):
        """Starts the sockets of the engines, and the service with a mode for each of them.

        The arguments are modes by the names of their engines; the first is the mode at the start.
        """
        table = ", ".join(f"{mode}: {name}" for name, mode in engines.items())
        sockets = " ".join(f"keybridge-engine-{name}.socket" for name in engines)
        self.machine.shell(f"""
            mkdir -p {SETTINGS.rpartition('/')[0]}
            cat >{SETTINGS} <<'END'
modes: [{', '.join(engines.values())}]
input-methods: {{engines: {{{table}}}}}
END
            {f"systemctl start {sockets}" if self.kind == "engines" else ""}""")
        super().start(keyboard)

    # The engines as the service and systemd report them

    def process(self, name):
        """The engine's process as the service lists it; an empty object before it is used."""
        listed = json.loads(self.machine.run("keybridge", "engines", "--format", "json").out)
        return next((engine["processes"][0] for engine in listed if engine["name"] == name and engine["processes"]), {})

    def wait_until_ready(self, name):
        """Waits until the engine answers requests."""
        expect(self.machine, lambda: self.process(name).get("state"), "ready", f"the state of the engine {name}", 60)

    def unit(self, name):
        """The running unit of the engine, by systemd's name; "" for none, and several names for several units."""
        return self.machine.shell("systemctl list-units --state=running --plain --no-legend "
                                  f"'keybridge-engine-{name}@*' | cut -d' ' -f1").strip()

    def kill(self, name):
        """Kills every process of the engine, and waits until the service knows that it has ended."""
        self.machine.run("systemctl", "kill", "--signal=KILL", self.unit(name))
        expect(self.machine, lambda: self.process(name)["state"], "stopped", "the state after SIGKILL")
        equal(self.process(name)["lastFault"], "it ended", "the last fault")

    def reports(self, name):
        """The lines that the engine has written to the journal, and systemd's about its units."""
        return self.machine.run("journalctl", f"--unit=keybridge-engine-{name}@*", "--output=cat", "--no-pager").out


class PackagedEngine(Engines):
    """The Debian packages of the service and of an engine, which the scenario installs."""

    kind = "package"

    def __enter__(self):
        super().__enter__()
        self.machine.run("systemctl", "stop", *Service.units, timeout=SYSTEMD_LIMIT)
        return self

    def __exit__(self, kind, error, _):
        if not error:
            dpkg(self.machine, "--purge", PACKAGED)
        super().__exit__(kind, error, _)
