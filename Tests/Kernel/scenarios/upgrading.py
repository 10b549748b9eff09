# SPDX-License-Identifier: Apache-2.0
"""An upgrade from the first version that was released, and back, on one machine with its settings and its memory."""

from bridge import check, equal, expect
from installation import USER, dpkg, purge_package
from readers import Reader
from scenario import scenario
from service import SETTINGS, Package

OLD = "/run/guest/old.deb"
NEW = "/run/guest/second.deb"
MEMORY = "/var/lib/keybridge/memory.sqlite"


class OldPackage(Package):
    """The service of the old package, which the scenario itself installs."""

    kind = None


def version(machine):
    return machine.shell("dpkg-query -W -f '${Version}' keybridge")


@scenario("PKG settings and memory of 0.2.0 are read after an upgrade, its program goes on, and no key is stuck",
          boot="systemd", is_packaged=True, old=True)
def from_first_version(machine):
    reader = Reader(machine, machine.ps2.node)
    machine.shell("rm -f /usr/local/bin/keybridge")
    dpkg(machine, "--install", OLD)
    machine.shell(f"usermod -aG keybridge {USER}")
    with OldPackage(machine) as package:
        equal(version(machine), "0.2.0", "version before")
        machine.shell(f"mkdir -p /etc/keybridge; echo 'layout: de' >{SETTINGS}; systemctl restart keybridge")
        package.connect(user=USER)
        # The key is a z in the German layout.
        package.type_along(machine.ps2, "ab")
        machine.ps2.type("y")
        package.program.expect_text("abz")
        old = machine.shell(f"sqlite3 {MEMORY} 'PRAGMA user_version' 2>/dev/null || stat -c %s {MEMORY}")
        dpkg(machine, "--install", NEW)
        package.program.wait_for_focus(2)
        check(version(machine) != "0.2.0", version(machine))
        machine.ps2.type("y")
        machine.wait_until(lambda: package.program.text == "abzz", lambda: f"the text\n{package.program.job}")
        package.expect_state(NRestarts="0", ActiveState="active")
        check("memory" not in machine.shell("journalctl --unit=keybridge --output=cat --priority=warning --no-pager"),
              package.journal)
        check(machine.shell(f"test -e {MEMORY} && echo kept") == "kept\n", f"no memory; before: {old}")
        reader.expect_nothing_stuck()
        purge_package(machine)


@scenario("PKG 0.2.0 refuses the settings of a later version whole, and goes on with a memory that it cannot read unchanged",
          boot="systemd", is_packaged=True, old=True)
def back_to_first_version(machine):
    machine.shell("rm -f /usr/local/bin/keybridge")
    dpkg(machine, "--install", OLD)
    with OldPackage(machine) as package:
        machine.shell("systemctl stop keybridge.service keybridge.socket keybridge-control.socket keybridge-observe.socket; "
                      f"mkdir -p /etc/keybridge; printf 'layout: de\\nsettings-of-tomorrow: on\\n' >{SETTINGS}")
        before = machine.shell(f"cksum {SETTINGS}")
        refused = machine.start("keybridge", "check").wait()
        check(refused.status != 0 and "settings-of-tomorrow" in refused.out + refused.err, str(refused))
        started = machine.start("systemctl", "start", "keybridge").wait()
        check(started.status != 0, f"the service started: {started}")
        equal(machine.shell(f"cksum {SETTINGS}"), before, "the settings file")
        # A memory whose format is newer.
        machine.shell(f"rm {SETTINGS}; systemctl reset-failed; systemctl start keybridge")
        expect(machine, lambda: package.show("ActiveState"), {"ActiveState": "active"}, "the state")
        machine.shell("systemctl stop keybridge.service; "
                      "setpriv --reuid=keybridge --regid=keybridge --clear-groups python3 -c \"import sqlite3; "
                      f"base = sqlite3.connect('{MEMORY}'); base.execute('PRAGMA user_version = 99'); base.commit()\"")
        before = machine.shell(f"cksum {MEMORY}")
        machine.shell("systemctl start keybridge")
        expect(machine, lambda: package.show("ActiveState"), {"ActiveState": "active"}, "the state")
        check("99" in package.journal, f"the journal does not name the version\n{package.journal}")
        machine.shell("systemctl stop keybridge.service")
        equal(machine.shell(f"cksum {MEMORY}"), before, "the memory")
        purge_package(machine)
