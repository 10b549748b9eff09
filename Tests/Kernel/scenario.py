# SPDX-License-Identifier: Apache-2.0
"""The list of scenarios: functions with a title, which are called with a machine in its state after boot."""

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


def scenario(title, boot="udev", installed=None):
    """Adds a function to the list. `run` selects it by the function's name or by its file's.

    `boot` says what the machine runs: "udev" only, "systemd" as process 1, or an "appliance": systemd with the package
    installed and a program enabled. `installed` is the installation that the scenario finds and does not change: "make"
    for `make install`, "package" for the Debian package, or None, also for scenarios that install or remove something
    themselves.
    """
    def register(function):
        subject = function.__module__.rpartition(".")[2]
        SCENARIOS.append(Scenario(f"{subject}.{function.__name__}", title, function, boot, installed))
        return function
    return register


def repetitions(usual, long):
    """How often, or for how long, something is repeated, in a usual run and in a long one."""
    return long if is_long else usual
