# SPDX-License-Identifier: Apache-2.0
"""A fake service for fields whose text a toolkit owns: it says what a test tells it to say."""

import contextlib
import json
import os
import socket
import tempfile
import threading
import time


class ExternalService:
    """Listens at a path; responds to each request, and numbers the messages to containers."""

    def __init__(self, path=None, resumes=False, old=False):
        self.folder = tempfile.TemporaryDirectory()
        self.path = path or self.folder.name + "/sock"
        self.resumes, self.old = resumes, old
        self.received, self.changed = [], threading.Condition()
        self.numbers, self.containers = {}, {}
        self.connection = self.listener = None
        self.answers, self.before_hello = True, lambda: None
        self.start()

    def start(self):
        """Listens, as after a start of the service."""
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.serve, args=(self.listener,), daemon=True).start()

    def stop(self, keeps_state=False):
        """Ends, as when the service is killed."""
        os.unlink(self.path)
        if not keeps_state:
            self.containers.clear()
        for one in (self.listener, self.connection):
            if one is not None:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
        self.connection = self.listener = None

    def close(self):
        if self.listener is not None:
            self.stop()
        self.folder.cleanup()

    def serve(self, listener):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                if self.connection is not None:
                    self.connection.close()
                self.connection, self.numbers = connection, {}
                threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        with contextlib.suppress(OSError, ValueError):
            for line in connection.makefile("rb"):
                message = json.loads(line)
                answer = self.answer(message)
                with self.changed:
                    self.received.append(message)
                    self.changed.notify_all()
                if answer is not None and self.answers:
                    self.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}))

    def answer(self, message):
        """The members of the response, or None."""
        method, params = message.get("method"), message.get("params", {})
        if method is None or "id" not in message:
            return None
        if method == "hello":
            if self.old and "offsets" in params:
                return {"error": {"code": -32602, "message": "unknown member", "data": {"name": "invalidParameter", "place": "/params/offsets"}}}
            self.before_hello()
            resumed = self.resumes and params.get("token") == "t"
            features = {} if self.old else {"externalFields": {"support": "supported"}}
            return {"result": {"resumed": resumed, "token": "t", "features": features,
                               "snapshot": {"containers": list(self.containers.values()) if resumed else []}}}
        if method == "container.create":
            self.containers[params["container"]] = {"anchor": 0, "head": 0, "marked": None, "revision": 1, "container": params["container"],
                                                    "kind": params.get("kind"), "text": params.get("text", "")}
            return {"result": {"container": params["container"]}}
        if method == "container.get":
            return {"result": self.containers[params["container"]]}
        if method == "focus.request" and "container" in params:
            self.say("focus.didBegin", container=params["container"])
            return {"result": {"outcome": "granted"}}
        return {"result": {}}

    def write(self, line):
        with contextlib.suppress(OSError):
            self.connection.sendall(line.encode() + b"\n")

    def say(self, method, **params):
        """Sends a notification."""
        if method.startswith("external.") and "number" not in params:
            number = self.numbers.get(params["container"], 0) + 1
            self.numbers[params["container"]] = number
            params["number"] = number
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def edit(self, text, container="a", before=0, after=0, **params):
        self.say("external.edit", container=container, before=before, after=after, text=text, **params)

    def preedit(self, text, container="a", composition=1, **params):
        length = len(text)
        self.say("external.preedit", container=container, **{
            "composition": composition, "text": text, "segments": [{"length": length, "style": "raw"}] if text else [],
            "caret": length, "fallback": text, **params})

    def key(self, name, code, phases=("began", "ended"), container="a", **params):
        for phase in phases:
            self.say("external.key", container=container, **{
                "phase": phase, "code": code, "key": name, "keysym": "", "keysymValue": 0, "modifiers": [], "characters": "",
                "device": "/dev/input/event3", "time": 1, **params})

    def sent(self, method):
        """The params of the messages of the program with this method."""
        with self.changed:
            return [message.get("params", {}) for message in self.received if message.get("method") == method]

    def wait(self, condition, poll=lambda: None, seconds=30):
        """Waits for a condition while the program polls."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"it did not happen; received: {self.received[-5:]}")
            poll()
            time.sleep(0.002)
