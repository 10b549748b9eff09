# SPDX-License-Identifier: Apache-2.0
"""The list of scenarios: a function with a title, called with a machine as it was after boot."""

import typing

SCENARIOS = []

# Whether the run is a long one.
is_long = False


class Scenario(typing.NamedTuple):
    name: str
    title: str
    run: typing.Callable
    boot: str
    installed: str | None


def scenario(title, boot="udev", installed=None):
    """Puts a function into the list; its name and its file's are what `run` selects it by.

    `boot` is what runs there besides: "udev" alone, "systemd" as process 1, or that with the package
    installed and a program enabled: an "appliance". `installed` is what the scenario finds installed and leaves
    so: "make", what `make install` installs; "package", the Debian package; or nothing, which also suits one that
    installs or takes away something itself.
    """
    def register(function):
        subject = function.__module__.rpartition(".")[2]
        SCENARIOS.append(Scenario(f"{subject}.{function.__name__}", title, function, boot, installed))
        return function
    return register


def repetitions(usual, long):
    """How often, or how long, something is repeated: in a usual run, and in a long one."""
    return long if is_long else usual
