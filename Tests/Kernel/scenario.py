# SPDX-License-Identifier: Apache-2.0
"""The list of scenarios: functions with titles, called with a machine in its state after boot."""

import typing

SCENARIOS = []

# Whether this is a long run.
is_long = False


class Scenario(typing.NamedTuple):
    name: str
    title: str
    run: typing.Callable
    boot: str
    installed: str | None
    is_packaged: bool = False
    is_long: bool = False
    needs_old: bool = False
    needs_pc: bool = False
    needs_archive: bool = False

    @property
    def is_for_any_machine(self):
        """Whether the scenario can run in a guest for another processor, which has no engines and no tools to build."""
        return not self.needs_pc and self.installed in (None, "package") and self.boot != "appliance"

    def is_chosen(self, words, with_package=False, has_old=False, has_archive=False):
        """Whether a run takes this scenario: one whose name contains one of the words, or without words one that needs
        the Debian package or does not. One that needs an old package or an archive is taken only if there is one."""
        if self.needs_old and not has_old or self.needs_archive and not has_archive:
            return False
        if words:
            return any(word in self.name for word in words)
        return self.is_packaged == with_package and (is_long or not self.is_long)


def scenario(title, boot="udev", installed=None, is_packaged=False, long=False, old=False, needs_pc=False,
             archive=False):
    """Adds a function to the list; `run` selects it by the names of its file and of the function.

    `boot` is the kind of boot: "udev" runs only udevd, "systemd" runs systemd as process 1, "no-landlock" is the
    same on a kernel without Landlock, and "appliance" is systemd with the package installed and a program enabled.
    `installed` is the installation that the scenario needs and leaves unchanged: "make" for `make install`, "engines"
    for `make install install-engines`, or "package" for the Debian package. A scenario that installs or removes
    something itself has None.
    The scenarios with the package take minutes, so they run apart (`run --packaged`); `is_packaged` says so for one
    that installs the package itself. `long` is for one that takes most of a minute and changes seldom: only a long
    run takes it. `needs_pc` is for one with the PS/2 keyboard itself, or with programs that only this machine has.
    `old` and `archive` are for those that need the package of the first version, or an archive.
    """
    def register(function):
        subject = function.__module__.rpartition(".")[2]
        needs_package = is_packaged or installed == "package" or boot == "appliance"
        name = f"{subject}.{function.__name__}"
        SCENARIOS.append(Scenario(name, title, function, boot, installed, needs_package, long, old,
                                  needs_pc, archive))
        return function
    return register


def repetitions(usual, long):
    """The number of repetitions, or a duration: `usual`, or `long` in a long run."""
    return long if is_long else usual
