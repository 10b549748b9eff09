# SPDX-License-Identifier: Apache-2.0
"""A program's own copy of its texts, kept by notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

from .wire import Notification, splice

if TYPE_CHECKING:
    from . import types as t


class Texts(dict[str, str]):
    """The texts of containers by their names, as the service has them.

    Marked text is not in them. `revisions` has the number that an
    edit names as `ifRevision`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.revisions: dict[str, int] = {}

    def load(self, snapshot: Union[t.ProgramSnapshot, t.ResyncParams]) -> None:
        """Take over a snapshot: of `hello`, of `snapshot` or of `resync`."""
        self.clear()
        self.revisions.clear()
        for container in snapshot["containers"]:
            self.take(container)

    def take(self, container: t.Container) -> None:
        """Take over what `container.get` says of a container."""
        marked = container["marked"] or [0, 0]
        name = container["container"]
        self[name] = splice(container["text"], marked, "")
        self.revisions[name] = container["revision"]

    def follow(self, notification: Notification) -> bool:
        """Follow a notification; return whether a text is another now."""
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
