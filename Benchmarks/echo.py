# SPDX-License-Identifier: Apache-2.0
"""Compares the time from a key to its echo in `keybridge exec` with that in tmux, on the terminal in front of them."""
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time

from screen import Terminal

KEYS = 300
KEYBOARD = {30: b"a", 48: b"b", 46: b"c", 32: b"d", 18: b"e", 33: b"f", 34: b"g", 35: b"h"}
# Longer than the shortest time between two drawings.
GAP = 0.03


class Outer(Terminal):
    """A pseudo-terminal whose output is read by the measurement."""

    def _swallow(self):
        pass

    def skip(self, quiet):
        """Reads until nothing has come for a time."""
        while select.select([self.master], [], [], quiet)[0]:
            os.read(self.master, 1 << 16)

    def wait_for(self, text):
        """Returns the time at which a text has come."""
        output = b""
        while text not in output:
            if not select.select([self.master], [], [], 5)[0]:
                sys.exit(f"no echo of {text} in {output}")
            output += os.read(self.master, 1 << 16)
        return time.monotonic()


def event(kind, code, value, at):
    return struct.pack("qqHHi", int(at), int(at % 1 * 1e6), kind, code, value)


def press_and_release(code):
    now = time.monotonic()
    return b"".join(event(1, code, value, now) + event(0, 0, 0, now) for value in (1, 0))


def times(terminal, send, enter):
    """Types keys, and returns the median of their times and their 99th percentile, in milliseconds."""
    found = []
    for number in range(KEYS):
        if number % 60 == 59:
            enter()
        code, character = list(KEYBOARD.items())[number % len(KEYBOARD)]
        terminal.skip(GAP)
        begin = time.monotonic()
        send(code, character)
        found.append((terminal.wait_for(character) - begin) * 1000)
    found.sort()
    return found[KEYS // 2], found[KEYS * 99 // 100]


def keybridge(program, tools, folder):
    terminal = Outer(24, 80)
    typist, keyboard = (os.path.join(tools, name) for name in ("typist", "pipe_keyboard.so"))
    settings = os.path.join(folder, "exact.yaml")
    with open(settings, "w") as file:
        file.write("assistance: off\n")
    own, other = socket.socketpair()
    # The keyboard is the typist's standard input, so that a shell opens the terminal. There is no new session, because the
    # kernel's scheduler groups processes by sessions, and tmux's server is in this one.
    process = subprocess.Popen(
        [typist, "--events", keyboard, "sh", "-c", f"exec \"$@\" <{os.ttyname(terminal.slave)}", "sh", program, "exec",
         "--config", settings, "--status", "none", "--", "cat"],
        stdin=other, stdout=terminal.slave, stderr=subprocess.DEVNULL, env=os.environ | {"TERM": "xterm-256color"})
    terminal.skip(2)
    result = times(terminal, lambda code, _: own.send(press_and_release(code)), lambda: own.send(press_and_release(28)))
    own.send(press_and_release(28))
    now = time.monotonic()
    for code, value in (29, 1), (32, 1), (32, 0), (29, 0):   # ⌃D ends cat
        own.send(event(1, code, value, now) + event(0, 0, 0, now))
    process.wait()
    return result


def tmux(folder):
    terminal = Outer(24, 80)
    common = ["tmux", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]
    server = subprocess.Popen([*common, "-D"])
    # The socket exists before anything listens.
    while subprocess.run([*common, "set-option", "-g", "status", "off"], stderr=subprocess.DEVNULL).returncode:
        time.sleep(0.01)
    client = terminal.start([*common, "new-session", "cat"])
    terminal.skip(1)
    result = times(terminal, lambda _, character: os.write(terminal.master, character),
                   lambda: os.write(terminal.master, b"\r"))
    subprocess.run([*common, "kill-server"], check=False)
    client.wait()
    server.wait()
    return result


def measure(program, tools, rounds):
    """Returns the least median of Keybridge and of tmux, and their least 99th percentiles."""
    with tempfile.TemporaryDirectory() as folder:
        found = [(keybridge(program, tools, folder), tmux(folder)) for _ in range(rounds)]
    mine, base = zip(*found)
    return [min(column) for column in zip(*mine)], [min(column) for column in zip(*base)]


if __name__ == "__main__":
    print(measure(*sys.argv[1:3], int(sys.argv[3])))
