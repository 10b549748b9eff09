# SPDX-License-Identifier: Apache-2.0
"""mozc_server alone: sessions in its own protocol, with its default settings and without an engine of Keybridge."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

SERVER = "/usr/lib/mozc/mozc_server"
# The numbers of the messages in mozc's protocol/commands.proto.
TYPE, SESSION, KEY = 1, 2, 3
CREATE, SEND_KEY = 1, 3
SPECIAL, TEXT, MODE, ACTIVATED = 3, 5, 7, 9
SPACE, ENTER, HIRAGANA = 4, 5, 1
RESULT, RESULT_VALUE = 4, 2


def number(value):
    """A number in the wire format of protocol buffers."""
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(encoded) + bytes([value])


def message(*fields):
    """A message of pairs of a field's number and its value."""
    encoded = b""
    for field, value in fields:
        if isinstance(value, int):
            encoded += number(field << 3) + number(value)
        else:
            encoded += number(field << 3 | 2) + number(len(value)) + value
    return encoded


def fields(encoded):
    """The fields of a message or group, as pairs of a number and a value; groups have their content as value."""
    place = 0

    def read():
        nonlocal place
        value = shift = 0
        while True:
            byte = encoded[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    found, groups = [], []
    while place < len(encoded):
        start = place
        key = read()
        field, kind = key >> 3, key & 7
        value = None
        if kind == 0:
            value = read()
        elif kind == 1 or kind == 5:
            place += 8 if kind == 1 else 4
        elif kind == 2:
            size = read()
            value = encoded[place:place + size]
            place += size
        elif kind == 3:
            groups.append((field, place))
        else:
            field, content = groups.pop()
            value = encoded[content:start]
        if not groups and value is not None:
            found.append((field, value))
    return found


def values(encoded, field):
    """The values of a field."""
    return [value for other, value in fields(encoded) if other == field]


class BareMozc:
    """A server with a session."""

    def __init__(self, **options):
        self.home = tempfile.mkdtemp()
        pathlib.Path(self.home, ".config").mkdir()
        if "user" in options:
            for path in (self.home, os.path.join(self.home, ".config")):
                os.chown(path, options["user"], options["group"])
        # The server accepts the connections of its own user only, so a process of that user connects.
        self.options = options
        self.process = subprocess.Popen(
            [SERVER], env={"HOME": self.home, "PATH": "/usr/bin:/bin"}, cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.name = self.wait_for_name()
        self.session = values(self.call((TYPE, CREATE)), 1)[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def wait_for_name(self):
        """The name of the server's abstract socket."""
        file = pathlib.Path(self.home, ".config/mozc/.session.ipc")
        for _ in range(1000):
            if file.exists() and (key := values(file.read_bytes(), 1)):
                name = "\0tmp/.mozc." + key[0].decode() + ".session"
                try:
                    self.connect(name).close()
                    return name
                except OSError:
                    pass
            time.sleep(0.01)
        raise TimeoutError("mozc_server does not start")

    def connect(self, name):
        """A connection to the server, made as its user."""
        connection = socket.socket(socket.AF_UNIX)
        user = self.options.get("user")
        if user is None:
            connection.connect(name)
            return connection
        # The kernel reports the user at the time of `connect`.
        os.setegid(self.options["group"])
        os.seteuid(user)
        try:
            connection.connect(name)
        finally:
            os.seteuid(0)
            os.setegid(0)
        return connection

    def call(self, *command):
        """Sends a command; returns the answer."""
        with self.connect(self.name) as connection:
            connection.sendall(message(*command))
            connection.shutdown(socket.SHUT_WR)
            blocks = []
            while block := connection.recv(1 << 16):
                blocks.append(block)
            return b"".join(blocks)

    def press(self, *key):
        """Presses a key in the mode for hiragana; returns the answer."""
        event = message(*key, (MODE, HIRAGANA), (ACTIVATED, 1))
        return self.call((TYPE, SEND_KEY), (SESSION, self.session), (KEY, event))

    def convert(self, reading):
        """Types a reading, converts it and commits it; returns the committed text."""
        self.press((TEXT, reading.encode()))
        self.press((SPECIAL, SPACE))
        committed = values(self.press((SPECIAL, ENTER)), RESULT)
        return values(committed[0], RESULT_VALUE)[0].decode() if committed else ""


def convert_all(readings, **options):
    """The committed texts, and the times of the conversions in seconds."""
    texts, times = [], []
    with BareMozc(**options) as mozc:
        for reading in readings:
            start = time.perf_counter()
            texts.append(mozc.convert(reading))
            times.append(time.perf_counter() - start)
    return texts, times
