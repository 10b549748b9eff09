#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A kiosk with a form of four fields, typed through Keybridge."""

import json
import os
import pathlib
import re
import signal
import sys
import time
from contextlib import suppress

# If the client is not installed, the one in this repository is used.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "Python"))

from keybridge_client import (SOCKET, Client, ConnectionLost,    # noqa: E402
                              ServiceError, Texts)

FIELDS = {
    "name": {"label": "Name", "traits": {"autocapitalizationType": "words"}},
    "email": {"label": "E-mail", "traits": {"keyboardType": "emailAddress"}},
    # The service accepts only digits here, without asking the kiosk.
    "amount": {"label": "Amount", "traits": {"keyboardType": "numberPad"},
               "properties": {"pattern": "[0-9]*", "maximumLength": 9}},
    "pin": {"label": "PIN", "traits": {
        "keyboardType": "numberPad", "isSecureTextEntry": True}},
}
COMMANDS = {"submit": ("f2", "Submit"), "over": ("f3", "Start Over")}


class Token:
    """The proof that the state kept by the service is this kiosk's.

    It is stored in systemd's RuntimeDirectory=, which must be preserved, so
    that a kiosk that was killed can read it. Without such a directory it lasts
    as long as the process.
    """

    def __init__(self, folder=os.environ.get("RUNTIME_DIRECTORY")):
        self.file = pathlib.Path(folder, "token") if folder else None
        self.value = None
        if self.file:
            with suppress(FileNotFoundError):
                self.value = self.file.read_text("ascii")

    def keep(self, value):
        """Store the token in a file that no other user can read."""
        self.value = value
        if self.file and value:
            self.file.touch(mode=0o600)
            self.file.write_text(value, "ascii")


class Kiosk:
    """The form, a copy of its texts, and the actions that are pending."""

    def __init__(self, path):
        self.client = Client(path)
        self.texts = Texts()
        self.todo = []          # pending actions, caused by notifications
        self.focus, self.active = "name", False
        self.shown = None       # the lines that were printed last
        self.token = Token()
        self.gone_since = None  # when the connection was lost

    def follow(self, notification):
        """Update the copy of the texts and the state from a notification."""
        self.texts.follow(notification)
        method, params = notification.method, notification.params
        if method == "focus.didBegin" and params["container"] in FIELDS:
            self.focus = params["container"]
        elif method == "program.didBecomeActive":
            self.active = params["isActive"]
        elif method == "command.invoke" and params["id"] in COMMANDS:
            self.todo.append((params["id"], notification))
        elif method == "form.didFinish":
            self.todo.append(("first", notification))

    def greet(self):
        """Say hello, create what is missing, and request focus."""
        token = self.token.value
        resume = {"resume": True, "token": token} if token else {}
        hello = self.client.hello(name="kiosk", grace=10, **resume)
        self.token.keep(hello.get("token"))
        texts = dict(self.texts)
        self.texts.load(hello["snapshot"])
        if "payment" not in hello["snapshot"]["forms"]:
            self.client.form_create(form="payment", fields=[
                {"container": name, "text": texts.get(name, ""), **field}
                for name, field in FIELDS.items()])
        for command, (chord, title) in COMMANDS.items():
            self.client.command_register(
                command=command, chord=chord, title=title, holdsKeys=True)
        self.ask_focus(self.focus)

    def ask_focus(self, name):
        """Request the keyboard; it may be granted later."""
        answer = self.client.focus_request(container=name)
        if answer["outcome"] == "granted":
            self.focus, self.active = name, True
        elif answer["outcome"] == "refused":
            print(f"kiosk: no focus for {name}", file=sys.stderr)

    def work(self):
        """Perform one pending action; it stays pending if this fails.

        Keys that were typed after a command wait until it is done, so that
        they are typed into the empty form.
        """
        action, notification = self.todo[0]
        if action == "submit":
            self.submit()
            self.todo[0] = ("over", notification)
        if action != "first":
            self.client.form_set(
                form="payment", values=dict.fromkeys(FIELDS, ""))
        self.ask_focus("name")
        self.client.done(notification)
        self.todo.pop(0)

    def submit(self):
        """Print the values of the form; of the PIN only the length."""
        self.client.marked_commit(container=self.focus)
        values = self.client.form_get(form="payment")["values"]
        values["pin"] = len(values["pin"])
        digits = re.fullmatch("[0-9]+", values["amount"])
        values["amount"] = int(digits[0]) if digits else None
        values = {name: values[name] for name in FIELDS}
        print(json.dumps({"submitted": values}, ensure_ascii=False))

    def draw(self):
        """Print the form if it has changed."""
        texts = {name: self.texts.get(name, "") for name in FIELDS}
        texts["pin"] = "•" * len(texts["pin"])
        focus = self.focus if self.active else None
        lines = [f"{'>' if name == focus else ' '} {field['label']}: "
                 f"{texts[name]}" for name, field in FIELDS.items()]
        lines.append("  F2 Submit, F3 Start Over\n" if self.active
                     else "  (waiting for the keyboard)\n")
        if lines != self.shown:
            self.shown = lines
            print("\n".join(lines))

    def serve(self):
        """Follow the service while the connection lasts."""
        self.client.connect()
        self.greet()
        self.gone_since = None
        while True:
            self.catch_up()
            while self.todo:
                self.work()
                self.catch_up()
            self.draw()
            self.follow(self.client.next_notification())

    def catch_up(self):
        """Follow the notifications that arrived before the last response."""
        while notification := self.client.next_notification(timeout=0):
            self.follow(notification)

    def run(self):
        """Serve; after a lost connection, reconnect for 30 seconds."""
        while True:
            try:
                self.serve()
            except ConnectionLost as error:
                self.active = False
                self.draw()
                if not self.gone_since:
                    self.gone_since = time.monotonic()
                    print(f"kiosk: {error}; trying again", file=sys.stderr)
                elif time.monotonic() - self.gone_since > 30:
                    raise
            time.sleep(0.5)

    def bye(self):
        """Disconnect for good: the service keeps no state."""
        self.client.timeout = 1
        with suppress(ConnectionLost, ServiceError):
            self.client.bye()


def main():
    """Run the kiosk until a signal or an error ends it."""
    sys.stdout.reconfigure(errors="replace", line_buffering=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    kiosk = Kiosk(sys.argv[1] if len(sys.argv) > 1 else SOCKET)
    try:
        kiosk.run()
    except (KeyboardInterrupt, SystemExit):
        kiosk.bye()
    except (ConnectionLost, ServiceError) as error:
        sys.exit(f"kiosk: {error}")


if __name__ == "__main__":
    main()
