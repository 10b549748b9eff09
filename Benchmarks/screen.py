# SPDX-License-Identifier: Apache-2.0
"""Compares the processor time of `keybridge exec` for the output of a program with that of tmux, with an attached client."""
import fcntl
import os
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

LINES = 1_000_000


class Terminal:
    """A pseudo-terminal whose output is discarded."""

    def __init__(self, rows, columns):
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        threading.Thread(target=self._swallow, daemon=True).start()

    def _swallow(self):
        try:
            while os.read(self.master, 1 << 16):
                pass
        except OSError:  # no process has the terminal open any more
            os.close(self.master)

    def start(self, command, stdout=None):
        """Starts a program on the terminal, as the leader of a session; its output may go elsewhere."""
        environment = os.environ | {"TERM": "xterm-256color"}
        environment.pop("TMUX", None)
        process = subprocess.Popen(command, stdin=self.slave, stdout=stdout or self.slave, stderr=self.slave,
                                   env=environment, start_new_session=True)
        os.close(self.slave)
        return process


def end(process):
    """Waits for a program, and returns its processor time with that of its children; None if it failed."""
    _, process.returncode, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime if process.returncode == 0 else None


def keybridge(program, tools, path, rows, columns, folder):
    """Runs `exec` with a keyboard that types nothing."""
    terminal = Terminal(rows, columns)
    typist, keyboard = (os.path.join(tools, name) for name in ("typist", "pipe_keyboard.so"))
    settings = os.path.join(folder, "exact.yaml")
    with open(settings, "w") as file:
        file.write("assistance: off\n")
    process = terminal.start([typist, "--silent", keyboard, program, "exec", "--config", settings, "--status", "none", "--",
                              "cat", path])
    return end(process)


def tmux(path, rows, columns, folder):
    terminal = Terminal(rows, columns)
    common = ["tmux", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]
    server = subprocess.Popen([*common, "-D"])
    while not os.path.exists(common[2]):
        time.sleep(0.01)
    # The same number of rows is kept, and no row is taken for a status line.
    for option in ("status", "off"), ("history-limit", "10000"):
        subprocess.run([*common, "set-option", "-g", *option], check=True)
    client = terminal.start([*common, "new-session", f"cat '{path}'"])
    used = end(client)
    subprocess.run([*common, "kill-server"], stderr=subprocess.DEVNULL, check=False)
    served = end(server)
    os.remove(common[2]) if os.path.exists(common[2]) else None
    return None if used is None or served is None else used + served


def measure(program, tools, rounds):
    """Yields the size, and the least processor times of Keybridge and of tmux."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines")
        with open(path, "w") as file:
            file.writelines(f"{number} the quick brown fox jumps over the lazy dog\n" for number in range(LINES))
        for rows, columns in (24, 80), (60, 240):
            times = [(keybridge(program, tools, path, rows, columns, folder), tmux(path, rows, columns, folder))
                     for _ in range(rounds)]
            if any(None in pair for pair in times):
                sys.exit("a program failed")
            mine, base = (min(column) for column in zip(*times))
            yield rows, columns, mine, base
