# SPDX-License-Identifier: Apache-2.0
"""The list of scenarios: a function with a title, called with a machine as it was after boot."""

SCENARIOS = []


def scenario(title):
    """Puts a function into the list; its name and its file's are what `run` selects it by."""
    def register(function):
        subject = function.__module__.rpartition(".")[2]
        SCENARIOS.append((f"{subject}.{function.__name__}", title, function))
        return function
    return register
