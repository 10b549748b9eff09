# SPDX-License-Identifier: Apache-2.0
"""A program behind the engine on the first console (`keybridge exec`)."""

import itertools
import signal

from bridge import EXACT, check, equal, expect
from installation import USER
from readers import Reader, wait_for_grab
from scenario import scenario
from scenarios.consoles import another_seat, draw, front, there_and_back
from scenarios.focus import strokes

# Each program writes to a file of its own.
files = (f"/tmp/hosted-{number}" for number in itertools.count(1))

# Writes each byte that it reads to a file, and a line once it gets SIGHUP. When the pty is closed, the kernel first ends
# reads and then sends SIGHUP, so that `cat` may end a moment before.
PROGRAM = "trap 'echo gone >>$1.end; exit' HUP; stty raw -echo; : >$1; stdbuf -o0 cat </dev/tty >>$1 & wait; sleep 9 & wait"
# The first process of the session on the console, which reads a line there after the program has ended.
SESSION = """exec <>/dev/tty1 >&0
  stty -g >$FILE.before; "$@"; sleep 1; stty -g >$FILE.after; read -r line; echo "$line" >$FILE.line"""


class Hosted:
    """A `keybridge exec` on the first console, with a program that writes what it reads to a file."""

    def __init__(self, machine, user=None, program=PROGRAM):
        self.machine, self.file = machine, next(files)
        self.job = machine.start(
            "env", "TERM=linux", f"FILE={self.file}", "sh", "-c", SESSION, "sh", "keybridge", "exec", "--config", EXACT,
            "--", "sh", "-c", program, "sh", self.file, user=user)
        wait_for_grab(machine, machine.ps2)
        self.wait_for("", ".before", lines=True)

    def read(self, suffix=""):
        return self.machine.shell(f"cat {self.file}{suffix} 2>/dev/null || echo missing")

    def wait_for(self, text, suffix="", lines=False):
        """Waits until the program has read exactly this text, or until a file has a line."""
        if lines:
            self.machine.wait_until(lambda: self.read(suffix) not in ("", "missing\n"),
                                    lambda: f"{self.file}{suffix}\n{self.job}")
            return self.read(suffix)
        expect(self.machine, self.read, text, f"the keys that the program read\n{self.job}")
        return text


@scenario("Ctrl+Alt+F2 leaves the console of a hosted program without root, and Ctrl+Alt+F1 returns", installed="make")
def member(machine):
    machine.shell(f"usermod -aG keybridge-input {USER}; chown {USER} /dev/tty1")
    try:
        with front(machine):
            hosted = Hosted(machine, user=USER)
            there_and_back(machine, hosted.wait_for)
            hosted.job.stop()
    finally:
        machine.shell(f"gpasswd -d {USER} keybridge-input; chown root /dev/tty1")


@scenario("after SIGKILL the console types into its shell again, and the hosted program got SIGHUP")
def killed(machine):
    with front(machine):
        hosted = Hosted(machine)
        machine.ps2.type("a")
        hosted.wait_for("a")
        machine.shell("pkill -KILL -x keybridge")
        equal(hosted.wait_for("", ".end", lines=True), "gone\n", "the end of the program")
        equal(hosted.wait_for("", ".after", lines=True), hosted.read(".before"), "the modes of the console")
        machine.ps2.type("o k enter")
        equal(hosted.wait_for("", ".line", lines=True), "ok\n", "the line that the shell of the console read")
        machine.wait_until(lambda: "hosted" not in machine.shell("ps -eo args | grep [h]osted || true"),
                           lambda: machine.shell("ps -eo args"))


@scenario("a keyboard of another seat is not taken by a hosted program")
def seat(machine):
    usb = machine.plug("usb")
    with front(machine), another_seat(machine, usb):
        reader = Reader(machine, usb.node)
        hosted = Hosted(machine)
        usb.type("u")
        reader.wait_for("KEY_U", 0)
        machine.ps2.type("p")
        hosted.wait_for("p")
        equal(reader.changes, strokes("U"), "keys read by another reader")
        hosted.job.stop(signal.SIGKILL)


@scenario("a compositor that starts on the console of a hosted program has the keyboards until it ends")
def compositor(machine):
    with front(machine):
        reader = Reader(machine, machine.ps2.node)
        hosted = Hosted(machine)
        machine.ps2.type("a")
        hosted.wait_for("a")
        draw(machine, True)
        machine.ps2.type("b")
        machine.pause(1)
        machine.ps2.type("c")
        reader.wait_for("KEY_C", 0)
        draw(machine, False)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("d")
        hosted.wait_for("ad")
        equal([stroke for stroke in reader.changes if stroke[0] == "KEY_C"], strokes("C"), "keys read by the compositor")
        hosted.job.stop(signal.SIGKILL)
        reader.expect_nothing_stuck()


@scenario("8 s without a key and without output of a hosted program take no processor time and no wake-up")
def idle(machine):
    def activity():
        return machine.shell("for pid in $(pgrep -x 'keybridge|keybridge-guard'); do "
                             "cut -d' ' -f14,15 /proc/$pid/stat; grep ctxt_switches /proc/$pid/status; done")

    with front(machine):
        hosted = Hosted(machine)
        machine.ps2.type("a")
        hosted.wait_for("a")
        machine.pause(2)
        before = activity()
        check(before.count("voluntary") >= 4, f"the processes of exec: {before}")
        machine.pause(8)
        equal(activity(), before, "ticks and switches of exec and its guard")
        machine.ps2.type("b")
        hosted.wait_for("ab")
        hosted.job.stop(signal.SIGKILL)


# Asks for three colours and the kind of terminal before it writes what it reads.
ASKING = PROGRAM.replace(": >$1;", r": >$1; printf '\033]10;?\a\033]11;?\a\033]4;1;?\a\033[c';")


@scenario("a hosted program on the console gets the colours of the kernel's palette")
def palette(machine):
    def color(index):
        levels = [int(machine.shell(f"cat /sys/module/vt/parameters/default_{name}").split(",")[index])
                  for name in ("red", "grn", "blu")]
        return "/".join(f"{level:02x}" * 2 for level in levels)

    expected = "".join(f"\x1b]{name};rgb:{color(index)}\a" for name, index in [("10", 7), ("11", 0), ("4;1", 1)])
    with front(machine):
        hosted = Hosted(machine, program=ASKING)
        hosted.wait_for(expected + "\x1b[?64;6;21;22;28c")
        hosted.job.stop(signal.SIGKILL)
