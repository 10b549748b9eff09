# SPDX-License-Identifier: Apache-2.0
"""Follows a tutorial line by line: makes its files, runs its commands, and compares what they print.

- A block of `sh` is run in one shell for the whole page, in an empty folder.
- A block of `text` after it is what the commands print; `…` stands for anything in a line.
- A block of another language after a line that ends with a name, "`till.py`:", is a file of that name.
- A block of `sh hardware` needs a real keyboard or a real service. It is not run; its `keybridge` commands are only
  parsed, and a block of `text hardware` is not compared. The block for a person without a keyboard is run in its place: a
  replay of a capture, or Examples/Practice/practice-keyboard.py, which simulates a keyboard.

The page names the examples where the package installs them; they are read from this project instead.
"""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALLED_EXAMPLES = "/usr/share/doc/keybridge/examples"
LIMIT = 300         # seconds for the commands of a block


class Failure(Exception):
    """A page shows something that does not happen when it is followed."""


class Block:
    """A fenced block of a page."""

    def __init__(self, kind, line, lines, name):
        self.kind, self.line, self.lines, self.name = kind, line, lines, name

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def blocks(page, names=r"`([^`/]+)`:$"):
    """The fenced blocks of a page, in order. `names` matches the line before a file."""
    found, opened, before = [], None, ""
    for number, line in enumerate(page.splitlines(), 1):
        if line.startswith("```"):
            if opened:
                found.append(opened)
                opened, before = None, ""
            else:
                name = re.search(names, before)
                opened = Block(line[3:].strip(), number, [], name and name[1])
        elif opened:
            opened.lines.append(line)
        elif line.strip():
            before = line.strip()
    if opened:
        raise Failure(f"line {opened.line}: the block has no end")
    return found


def agrees(printed, shown):
    """Whether a text matches the text of a page; `…` stands for any text in a line."""
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, printed) is not None


class Shell:
    """The shell in which a page's commands run."""

    END = "--- end of the block ---"

    def __init__(self, folder, program):
        commands = pathlib.Path(folder, ".commands")
        commands.mkdir()
        (commands / "keybridge").symlink_to(program)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "LC_", "XDG_"))}
        environment |= {"PATH": f"{commands}:/usr/local/bin:/usr/bin:/bin:/usr/sbin", "LC_ALL": "C.UTF-8", "TERM": "dumb", "HOME": folder,
                        "PYTHONPATH": str(ROOT / "Clients" / "Python"), "PYTHONDONTWRITEBYTECODE": "1"}
        path = pathlib.Path(folder, ".printed")
        # Opened twice, because the commands would write where this process has read to last.
        with open(path, "a", encoding="utf-8") as printed:
            self.process = subprocess.Popen(["bash", "--norc"], stdin=subprocess.PIPE, stdout=printed,
                                            stderr=subprocess.STDOUT, cwd=folder, env=environment, text=True,
                                            start_new_session=True)
        self.log = open(path, encoding="utf-8")

    def run(self, text):
        """Runs commands and returns what they print."""
        begin = os.fstat(self.log.fileno()).st_size
        self.process.stdin.write(f"{text}echo '{self.END}'\n")
        self.process.stdin.flush()
        until = time.monotonic() + LIMIT
        while time.monotonic() < until and self.process.poll() is None:
            self.log.seek(begin)
            printed = self.log.read()
            if self.END in printed:
                return printed.partition(self.END)[0]
            time.sleep(0.02)
        raise Failure(f"the commands did not end in {LIMIT} seconds; they printed\n{printed}")

    def close(self):
        """Ends the programs that the page has left running."""
        self.process.stdin.write("kill $(jobs -p) 2>/dev/null; wait\n")
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        self.log.close()


def parse_only(block, program):
    """Checks the options of the `keybridge` commands of a block that needs hardware."""
    for line in block.lines:
        for part in line.split("|"):
            words = shlex.split(part, comments=True)
            if words[:1] == ["keybridge"]:
                done = subprocess.run([program, *words[1:], "--help"], capture_output=True, text=True)
                if done.returncode:
                    raise Failure(f"line {block.line}: {line}\n{done.stderr}")


def follow(page, program):
    """Follows a page; a Failure says where it is wrong."""
    pending = blocks(page.replace(INSTALLED_EXAMPLES, str(ROOT / "Examples")))
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(folder, program)
        try:
            for place, block in enumerate(pending):
                if block.kind == "sh hardware":
                    parse_only(block, program)
                elif block.name and block.kind not in ("sh", "text"):
                    shell.run(f"cat >{shlex.quote(block.name)} <<'END OF FILE'\n{block.text}END OF FILE\n")
                elif block.kind == "sh":
                    following = pending[place + 1] if place + 1 < len(pending) else None
                    run_block(shell, block, following if following and following.kind == "text" else None)
                elif block.kind not in ("text", "text hardware"):
                    raise Failure(f"line {block.line}: the block is neither a command, its output nor a file")
        finally:
            shell.close()
    return pending


def run_block(shell, block, output):
    """Runs a block, waits for the sockets of the programs that it leaves running, and compares the output."""
    try:
        printed = shell.run(block.text)
    except Failure as failure:
        raise Failure(f"line {block.line}: {failure}") from None
    shown = output.text if output else ""
    if not agrees(printed, shown):
        raise Failure(f"line {block.line}: expected\n{shown}but the commands printed\n{printed}")
    for line in block.lines:
        if line.endswith("&"):
            for path in re.findall(r"--(?:socket|control|observe) (\S+)", line):
                shell.run(f"for i in $(seq 100); do test -S {path} && break; sleep 0.1; done\n")
