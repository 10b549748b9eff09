# SPDX-License-Identifier: Apache-2.0
"""The archive and its install.sh, under systemd as process 1."""

from bridge import check, equal
from installation import USER
from readers import Reader
from scenario import scenario
from service import SYSTEMD_LIMIT, Package

ARCHIVE = "/run/guest/archive.tar"
# The files and links that belong to an installation.
FIND = "find /etc /usr/local -xdev -name '*keybridge*'"


class Unpacked(Package):
    """The service of an archive, which the scenario itself installs."""

    kind = None

    @property
    def program_file(self):
        """The file of the running program."""
        return self.machine.shell(f"readlink /proc/{self.pid}/exe").strip()

    @property
    def states(self):
        """The state of each unit."""
        return self.machine.shell(f"systemctl is-active {' '.join(self.units)} || true").split()


@scenario("install.sh of the archive makes a service, a second archive replaces it without the loss of a program, and "
          "--remove leaves nothing", boot="systemd", archive=True)
def installed(machine):
    reader = Reader(machine, machine.ps2.node)
    machine.shell("rm /usr/local/bin/keybridge; mkdir /opt/first /opt/second; "
                  f"for folder in first second; do tar -C /opt/$folder --strip-components=1 -xf {ARCHIVE}; done", timeout=60)
    before = machine.shell(FIND)
    with Unpacked(machine) as service:
        said = machine.shell("/opt/first/install.sh", timeout=SYSTEMD_LIMIT)
        check("systemctl enable --now keybridge" in said, said)
        machine.run("systemctl", "enable", "--now", "keybridge", timeout=SYSTEMD_LIMIT)
        machine.shell(f"usermod -aG keybridge {USER}")
        equal(service.states, ["active"] * len(service.units), "the units' states")
        equal(service.program_file, "/opt/first/bin/keybridge", "the running program")
        service.connect(user=USER)
        service.type_along(machine.ps2, "ab")
        equal(reader.changes, [], "keys read by another reader of the keyboard")
        doctor = machine.start("keybridge", "doctor").wait()
        check("BAD" not in doctor.out and "ok   a program listens on" in doctor.out, doctor.out)

        # The next version, as Installing.md says.
        machine.shell("/opt/second/install.sh", timeout=SYSTEMD_LIMIT)
        machine.run("systemctl", "restart", "keybridge", timeout=SYSTEMD_LIMIT)
        service.program.wait_for_focus(2)
        equal(service.program_file, "/opt/second/bin/keybridge", "the running program after the second install.sh")
        equal(service.program.facts("refused"), [], "how often the program was refused")
        service.type_along(machine.ps2, "cd")

        machine.shell("/opt/second/install.sh --remove", timeout=SYSTEMD_LIMIT)
        equal(service.states, ["inactive"] * len(service.units), "the units' states after --remove")
        equal(machine.shell(FIND), before, "files after --remove")
        # The keyboard is released.
        reader.follow(machine.ps2, "x")
        reader.expect_nothing_stuck()
    machine.shell("userdel keybridge; groupdel keybridge-input; rm -rf /opt/first /opt/second /var/lib/keybridge; "
                  "install -D -m 755 /run/guest/keybridge /usr/local/bin/keybridge")
