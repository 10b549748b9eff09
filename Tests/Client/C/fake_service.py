# SPDX-License-Identifier: Apache-2.0
"""A service for tests, which sends the lines that a test wants, and a program that the test drives."""

import functools
import json
import os
import pathlib
import select
import socket
import subprocess
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
LIBRARY = PROJECT / "Clients" / "C"
HERE = pathlib.Path(__file__).resolve().parent
# A machine with other work takes long, and a test that waits in vain fails in any case.
LIMIT = 60

SNAPSHOT = {"commands": [], "containers": [], "forms": [], "hasKeyboard": False, "layouts": [], "mode": "en-US"}
FEATURES = {"externalFields": {"support": "supported"}}


BUILT = tempfile.TemporaryDirectory()


def compiled(name, sources, *flags):
    """Compiles a program of C with the library's header and jansson, and returns its path."""
    libraries = subprocess.run(["pkg-config", "--cflags", "--libs", "jansson"], check=True, stdout=subprocess.PIPE, text=True)
    program = pathlib.Path(BUILT.name) / name
    subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-g", "-Wall", "-Wextra", "-Werror", "-o", str(program), f"-I{LIBRARY}",
                    *map(str, sources), *flags, *libraries.stdout.split()], check=True)
    return program


@functools.cache
def sanitized_driver():
    """Compiles the driver and the library with the sanitizers of addresses, leaks and undefined behaviour."""
    return compiled("driver", [HERE / "driver.c", *sorted(LIBRARY.glob("*.c"))], "-O1", "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")


class Service:
    """Listens at a path, and serves one connection at a time."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "sock")
        self.listener = self.connection = None
        self.received = b""
        self.listen()

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(LIMIT)

    def accept(self):
        self.drop()
        self.connection, _ = self.listener.accept()
        self.connection.settimeout(LIMIT)

    def drop(self):
        """Closes the connection."""
        if self.connection:
            self.connection.close()
        self.connection, self.received = None, b""

    def stop(self):
        """Ends as a killed service does: nothing listens any more."""
        self.drop()
        if self.listener:
            self.listener.close()
            os.unlink(self.path)
        self.listener = None

    def close(self):
        self.stop()
        self.folder.cleanup()

    def raw(self, data):
        self.connection.sendall(data)

    def send(self, **message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def notify(self, method, **params):
        self.send(method=method, params=params)

    def lines(self):
        """Returns the messages that the client has sent, without waiting."""
        while self.connection and select.select([self.connection], [], [], 0)[0]:
            try:
                piece = self.connection.recv(1 << 20)
            except ConnectionError:
                piece = b""
            if not piece:
                break
            self.received += piece
        *lines, self.received = self.received.split(b"\n")
        return [json.loads(line) for line in lines]

    def is_closed(self):
        """Whether the client has closed the connection."""
        self.lines()
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except ConnectionError:
            return True

    def respond(self, message, result=None, error=None):
        if "id" in message and "method" in message:
            self.send(id=message["id"], **({"error": error} if error else {"result": result or {}}))


class Driver:
    """The program `driver.c`, which a test drives."""

    # Answers the calls of the functions of a widget that is `remote`, with a dictionary.
    answer = None

    def __init__(self, program, path, wrapper=(), **options):
        self.process = subprocess.Popen([*wrapper, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.events, self.output = [], b""
        self.do("start", name="test", path=path, **options)

    def do(self, name, /, **members):
        """Runs a command, and returns the events that it caused."""
        self.process.stdin.write(json.dumps({"do": name, **members}).encode() + b"\n")
        self.process.stdin.flush()
        events = []
        while True:
            while b"\n" not in self.output:
                self.read(name)
            line, _, self.output = self.output.partition(b"\n")
            event = json.loads(line)
            if event == {"ready": True}:
                break
            events.append(event)
            if event.get("waits"):
                self.process.stdin.write(json.dumps({"do": "return", **self.answer(event)}).encode() + b"\n")
                self.process.stdin.flush()
        self.events += events
        return events

    def read(self, name):
        if not select.select([self.process.stdout], [], [], LIMIT)[0]:
            raise AssertionError(f"the driver does not end the command {name}")
        piece = os.read(self.process.stdout.fileno(), 1 << 20)
        if not piece:
            raise AssertionError(f"the driver has ended: {self.process.stderr.read().decode()[-4000:]}")
        self.output += piece

    def end(self):
        """Ends the program; returns its status and what the sanitizers printed."""
        if self.process.poll() is None:
            self.process.stdin.close()
        try:
            status = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        errors = self.process.stderr.read().decode()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if not stream.closed:
                stream.close()
        return status, errors


class Session:
    """A service and a driver that are connected."""

    def __init__(self, program, wrapper=(), features=FEATURES, connects=True, **options):
        self.service = Service()
        self.features = features
        self.tokens = 0
        self.driver = Driver(program, self.service.path, wrapper, **options)
        if connects:
            self.greet()

    def close(self):
        self.service.close()
        return self.driver.end()

    def greet(self, resumed=False, wait=0, **snapshot):
        """Accepts a connection, and answers its hello. Returns the parameters of hello."""
        end = time.monotonic() + wait / 1000 + LIMIT
        self.driver.do("run")
        while wait and time.monotonic() < end and not select.select([self.service.listener], [], [], 0)[0]:
            self.driver.do("run", ms=20)
        self.service.accept()
        hello = self.exchange(responds=False)[0]
        assert hello["method"] == "hello", hello
        self.tokens += 1
        token = hello["params"].get("token") if resumed else f"token {self.tokens}"
        self.service.respond(hello, {"features": self.features, "resumed": resumed, "token": token, "version": "1.1",
                                     "snapshot": {**SNAPSHOT, **snapshot}})
        self.driver.do("run")
        return hello["params"]

    def exchange(self, responds=True):
        """Lets the driver run, and returns the messages that it sends. Requests succeed."""
        self.driver.do("run")
        messages = self.service.lines()
        if responds:
            for message in messages:
                self.service.respond(message, {"outcome": "granted"} if message.get("method") == "focus.request" else {})
            if messages:
                messages += self.exchange()
        return messages

    def events(self):
        """Lets the driver run, and returns the calls of the toolkit's functions and of the others."""
        return self.driver.do("run")
