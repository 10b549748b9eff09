# SPDX-License-Identifier: Apache-2.0
"""A program's own copy of its texts, updated by notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

from .wire import Notification, splice

if TYPE_CHECKING:
    from . import types as t


class Texts(dict[str, str]):
    """The texts of containers by their names, as the service has them.

    Marked text is not included. `revisions` has the numbers to pass as
    `ifRevision` of an edit.
    """

    def __init__(self) -> None:
        super().__init__()
        self.revisions: dict[str, int] = {}

    def load(self, snapshot: Union[t.ProgramSnapshot, t.ResyncParams]) -> None:
        """Copy the texts of a snapshot: of `hello`, of `snapshot` or of
        `resync`."""
        self.clear()
        self.revisions.clear()
        for container in snapshot["containers"]:
            self.take(container)

    def take(self, container: t.Container) -> None:
        """Copy the text of a container from the result of `container.get`."""
        marked = container["marked"] or [0, 0]
        name = container["container"]
        self[name] = splice(container["text"], marked, "")
        self.revisions[name] = container["revision"]

    def follow(self, notification: Notification) -> bool:
        """Apply a notification; return whether it changed a text."""
        params = notification.params
        if notification.method == "resync":
            self.load(cast("t.ResyncParams", params))
            return True
        if notification.method != "text.didChange":
            return False
        name, revision = params["container"], params.get("revision", 0)
        if revision and revision <= self.revisions.get(name, 0):
            return False  # a snapshot had it already
        self[name] = splice(self.get(name, ""), params["range"],
                            params["string"])
        self.revisions[name] = revision
        return True
