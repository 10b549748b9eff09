#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A kiosk with a form of four fields, typed through Keybridge."""

import json
import re
import signal
import socket
import sys
import time
from contextlib import suppress

SOCKET = "/run/keybridge/keybridge.sock"
FIELDS = {
    "name": {"label": "Name", "traits": {"autocapitalizationType": "words"}},
    "email": {"label": "E-mail", "traits": {"keyboardType": "emailAddress"}},
    # If the kiosk is too slow to answer, rather lose a key than take a letter.
    "amount": {"label": "Amount", "traits": {"keyboardType": "numberPad"},
               "questions": {"text.shouldChange": False}},
    "pin": {"label": "PIN", "traits": {
        "keyboardType": "numberPad", "isSecureTextEntry": True}},
}
COMMANDS = {"submit": ("f2", "Submit"), "over": ("f3", "Start Over")}


def splice(text, span, string):
    """Replace a range that counts UTF-16 code units."""
    utf16 = ("utf-16-le", "surrogatepass")
    units = text.encode(*utf16)
    head, tail = units[:2 * span[0]], units[2 * span[1]:]
    return (head + string.encode(*utf16) + tail).decode(*utf16)


class Gone(Exception):
    """The connection could not be made, or is lost."""


class ServerError(Exception):
    """The service said no; `name` is the error's name, which never changes."""

    def __init__(self, method, error):
        data = error.get("data", {})
        self.name = data.get("name")
        where = f" at {data['place']}" if "place" in data else ""
        super().__init__(f"{method}: {error['message']}{where}")


class Client:
    """A connection; on_fact and on_question must not make requests."""

    def __init__(self, on_fact, on_question):
        self.on_fact, self.on_question = on_fact, on_question
        self.last, self.lines = 0, None
        self.socket = socket.socket(socket.AF_UNIX)

    def connect(self, path):
        """Connect, or connect again."""
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(path)
            self.lines = self.socket.makefile("rb")
        except OSError as error:
            raise Gone(f"{path}: {error.strerror or error}") from error

    def request(self, method, **params):
        """Ask, and return the answer's result; facts are told meanwhile."""
        self.last += 1
        self._send(id=self.last, method=method, params=params)
        while True:
            answer = self.step()
            if answer and answer["id"] in (self.last, None):
                if "error" in answer:
                    raise ServerError(method, answer["error"])
                return answer["result"]

    def step(self):
        """Wait for one message and handle it; an answer is returned."""
        try:
            line = self.lines.readline()
        except OSError as error:
            raise Gone(f"reading: {error}") from error
        if not line:
            raise Gone("the service closed the connection")
        message = json.loads(line)
        if "method" not in message:
            return message
        method, params = message["method"], message.get("params", {})
        if "id" in message:
            answer = self.on_question(method, params)
            self._send(id=message["id"], result=answer)
        elif method == "refused":
            raise Gone(f"the service refused: {params.get('reason')}")
        else:
            self.on_fact(method, params)
        return None

    def bye(self):
        """Have the service keep nothing; never mind if it is gone."""
        with suppress(Gone, ServerError):
            self.socket.settimeout(1)
            self.request("bye")

    def _send(self, **message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        try:
            self.socket.sendall(line.encode())
        except OSError as error:
            raise Gone(f"writing: {error}") from error


class Kiosk:
    """The form, its own copy of the texts, and what is still to be done."""

    def __init__(self, path):
        self.path, self.client = path, Client(self.fact, self.question)
        self.texts = dict.fromkeys(FIELDS, "")
        self.stale = False      # whether the texts have to be asked for
        self.todo = []          # what facts led to, done between messages
        self.focus, self.active = "name", False
        self.shown = None       # what was drawn last
        self.token = None       # what proves that the state left is ours

    def fact(self, method, params):
        """Follow what has happened."""
        name = params.get("container")
        if method == "text.didChange" and name in self.texts:
            self.texts[name] = splice(
                self.texts[name], params["range"], params["string"])
        elif method == "focus.didBegin" and name in self.texts:
            self.focus = name
        elif method == "program.didBecomeActive":
            self.active = params["isActive"]
        elif method == "command.invoked" and params["id"] in COMMANDS:
            self.todo.append(params["id"])
        elif method == "form.didFinish":
            self.todo.append("first")
        elif method == "resync":
            self.stale = True

    def question(self, method, params):
        """Only digits are typed into the amount; all else may be."""
        if method == "text.shouldChange" and params["container"] == "amount":
            return re.fullmatch("[0-9]*", params["string"]) is not None
        return True

    def greet(self):
        """Say hello; make what is not there yet; ask for the focus."""
        request = self.client.request
        resume = {"resume": True, "token": self.token} if self.token else {}
        hello = request("hello", name="kiosk", grace=10, **resume)
        self.token = hello.get("token")
        self.stale = hello["resumed"]
        texts = dict(self.texts)
        try:
            request("form.create", form="payment", fields=[
                {"container": name, "text": texts[name], **field}
                for name, field in FIELDS.items()])
            self.texts, self.stale = texts, False
        except ServerError as error:
            if error.name != "nameInUse":   # it is there: we have resumed
                raise
        for command, (chord, title) in COMMANDS.items():
            request("command.register", command=command, chord=chord,
                    title=title, repeat=False)
        self.ask_focus(self.focus)

    def ask_focus(self, name):
        """Ask for the keyboard; if another has it, it comes later."""
        answer = self.client.request("focus.request", container=name)
        if answer["outcome"] == "granted":
            self.focus, self.active = name, True
        elif answer["outcome"] == "refused":
            print(f"kiosk: no focus for {name}", file=sys.stderr)

    def work(self):
        """Do what facts led to; a lost connection loses none of it."""
        while self.stale:
            self.stale = False
            for name in FIELDS:
                state = self.client.request("container.get", container=name)
                # What is being composed is taken out: ranges do not count it.
                marked = state["marked"] or [0, 0]
                self.texts[name] = splice(state["text"], marked, "")
        while self.todo:
            if self.todo[0] == "submit":
                self.submit()
                self.todo[0] = "over"
            if self.todo[0] == "over":
                for name in FIELDS:
                    self.client.request("text.set", container=name, string="")
            self.ask_focus("name")
            self.todo.pop(0)

    def submit(self):
        """Print what was typed, of the PIN its length only."""
        with suppress(ServerError):     # nothing was being composed
            self.client.request("marked.commit", container=self.focus)
        values = dict(self.texts, pin=len(self.texts["pin"]))
        digits = re.fullmatch("[0-9]+", values["amount"])
        values["amount"] = int(digits[0]) if digits else None
        print(json.dumps({"submitted": values}, ensure_ascii=False))

    def draw(self):
        """Print the form, if it looks otherwise than before."""
        texts = dict(self.texts, pin="•" * len(self.texts["pin"]))
        focus = self.focus if self.active else None
        lines = [f"{'>' if name == focus else ' '} {field['label']}: "
                 f"{texts[name]}" for name, field in FIELDS.items()]
        lines.append("  F2 Submit, F3 Start Over\n" if self.active
                     else "  (waiting for the keyboard)\n")
        if lines != self.shown:
            self.shown = lines
            print("\n".join(lines))

    def run(self):
        """Follow the service; connect again for 30 seconds when it is gone."""
        gone_since = None
        while True:
            try:
                self.client.connect(self.path)
                self.greet()
                gone_since = None
                while True:
                    self.work()
                    self.draw()
                    self.client.step()
            except Gone as error:
                self.active = False
                self.draw()
                if not gone_since:
                    gone_since = time.monotonic()
                    print(f"kiosk: {error}; trying again", file=sys.stderr)
                elif time.monotonic() - gone_since > 30:
                    raise
            time.sleep(0.5)


def main():
    """Run the kiosk until a signal or an error ends it."""
    sys.stdout.reconfigure(errors="replace", line_buffering=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    kiosk = Kiosk(sys.argv[1] if len(sys.argv) > 1 else SOCKET)
    try:
        kiosk.run()
    except (KeyboardInterrupt, SystemExit):
        kiosk.client.bye()
    except (Gone, ServerError) as error:
        sys.exit(f"kiosk: {error}")


if __name__ == "__main__":
    main()
