# SPDX-License-Identifier: Apache-2.0
"""The list of scenarios: a function with a title, called with a machine as it was after boot."""

import typing

SCENARIOS = []


class Scenario(typing.NamedTuple):
    name: str
    title: str
    run: typing.Callable
    boot: str


def scenario(title, boot="udev"):
    """Puts a function into the list; its name and its file's are what `run` selects it by.

    `boot` is what runs there besides: "udev" alone, "systemd" as process 1, or that with the package
    installed and a program enabled: an "appliance".
    """
    def register(function):
        subject = function.__module__.rpartition(".")[2]
        SCENARIOS.append(Scenario(f"{subject}.{function.__name__}", title, function, boot))
        return function
    return register
