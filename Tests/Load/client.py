# SPDX-License-Identifier: Apache-2.0
"""A client of the sockets for the load programs."""
import json
import socket


class Client:
    """A blocking connection to one of the sockets."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""
        self.last = 0
        self.facts = []

    def close(self):
        self.socket.close()

    def send(self, method, **params):
        """Sends a request without waiting for its answer."""
        self.last += 1
        line = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.socket.sendall(json.dumps(line).encode() + b"\n")
        return self.last

    def lines(self):
        """The lines as they arrive, until the service closes the connection."""
        while True:
            while b"\n" in self.rest:
                line, _, self.rest = self.rest.partition(b"\n")
                yield line
            block = self.socket.recv(1 << 16)
            if not block:
                return
            self.rest += block

    def ask(self, method, **params):
        """Sends a request and returns its result; stores notifications that arrive before it."""
        number = self.send(method, **params)
        for line in self.lines():
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise OSError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.facts.append(message)
        raise OSError(f"{method}: the service has closed the connection")


def program(path, name, **hello):
    """Connects a program and sends its `hello`."""
    client = Client(path)
    client.ask("hello", name=name, **hello)
    return client
