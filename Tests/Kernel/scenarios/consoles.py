# SPDX-License-Identifier: Apache-2.0
"""Ctrl+Alt+F1…F12 while keyboards are grabbed, a compositor on the foreground console, and another seat."""

import contextlib

from bridge import Bridge, equal, expect
from installation import USER
from readers import Reader, wait_for_grab
from scenario import scenario
from scenarios.focus import Console, strokes
from service import Service

MODE = "import fcntl, sys; fcntl.ioctl(open('/dev/tty1'), 0x4B3A, int(sys.argv[1]))"


@contextlib.contextmanager
def front(machine):
    """Brings the first console to the foreground, in text mode, before and after."""
    machine.run("busybox", "chvt", "1")
    try:
        yield
    finally:
        draw(machine, False)
        machine.run("busybox", "chvt", "1")


def draw(machine, is_graphical):
    """Takes the console as a compositor does (KD_GRAPHICS), or returns it (KD_TEXT)."""
    machine.run("python3", "-c", MODE, "1" if is_graphical else "0")


def expect_console(machine, number):
    expect(machine, lambda: machine.shell("cat /sys/class/tty/tty0/active"), f"tty{number}\n", "the foreground console")


def there_and_back(machine, wait_for_text):
    """Switches with the chord to the second console, where another reader receives the keys, and back."""
    reader = Reader(machine, machine.ps2.node)
    machine.ps2.type("a")
    wait_for_text("a")
    for count in (1, 2):
        read = len(reader.changes)
        machine.ps2.type("leftctrl+leftalt+f2")
        expect_console(machine, 2)
        # The keyboard is released once the service knows that another console is in the foreground.
        machine.pause(1)
        machine.ps2.type("x y")
        reader.wait_for("KEY_Y", 0)
        equal([stroke for stroke in reader.changes[read:] if stroke[0] in ("KEY_X", "KEY_Y")],
              strokes("X", "Y"), "keys read on the other console")
        # The keyboard is not grabbed now, so the kernel itself switches.
        machine.ps2.type("leftctrl+leftalt+f1")
        expect_console(machine, 1)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("b")
        wait_for_text("a" + "b" * count)
    reader.expect_nothing_stuck()


@scenario("Ctrl+Alt+F2 leaves a console while root has grabbed the keyboards, and Ctrl+Alt+F1 returns")
def root(machine):
    with front(machine):
        bridge = Console(machine, keyboards=[machine.ps2])
        wait_for_grab(machine, machine.ps2)
        there_and_back(machine, bridge.expect_text)


@scenario("Ctrl+Alt+F2 leaves a console without root, because the login on a console may switch", installed="make")
def member(machine):
    machine.shell(f"usermod -aG keybridge-input {USER}; chown {USER} /dev/tty1")
    try:
        with front(machine):
            # The session that opens a console first, as a login does, has it as its controlling terminal.
            bridge = Bridge(machine, user=USER, keyboards=[machine.ps2], terminal=(
                "env", "TERM=linux", "sh", "-c", 'exec "$@" <>/dev/tty1 >&0', "sh"))
            wait_for_grab(machine, machine.ps2)
            there_and_back(machine, bridge.expect_text)
            bridge.stop()
    finally:
        machine.shell(f"gpasswd -d {USER} keybridge-input; chown root /dev/tty1")


@scenario("Ctrl+Alt+F2 leaves the console of the service, which is not root, and the program keeps the focus",
          boot="systemd", installed="make")
def service(machine):
    # udev in the guest processes only few devices; this one gets its usual group here.
    machine.run("udevadm", "trigger", "--settle", "--action=add", "/sys/class/tty/tty0")
    with Service(machine) as unit, front(machine):
        unit.start(machine.ps2)
        wait_for_grab(machine, machine.ps2)
        there_and_back(machine, unit.program.expect_text)


@scenario("a compositor that starts on the foreground console has the keyboards until it ends")
def compositor(machine):
    with front(machine):
        reader = Reader(machine, machine.ps2.node)
        bridge = Console(machine, keyboards=[machine.ps2])
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("a")
        bridge.expect_text("a")
        draw(machine, True)
        # Keybridge detects the compositor at the first key, which no program receives; the
        # compositor receives the next ones.
        machine.ps2.type("b")
        machine.pause(1)
        machine.ps2.type("c")
        reader.wait_for("KEY_C", 0)
        draw(machine, False)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("d")
        bridge.expect_text("ad")
        equal([stroke for stroke in reader.changes if stroke[0] == "KEY_C"], strokes("C"), "keys read by the compositor")
        reader.expect_nothing_stuck()


@contextlib.contextmanager
def another_seat(machine, keyboard):
    """Puts a keyboard at another seat."""
    rule = "/run/udev/rules.d/72-seat-test.rules"
    machine.shell(f"""mkdir -p /run/udev/rules.d
        printf 'SUBSYSTEM=="input", KERNEL=="{keyboard.event}", ENV{{ID_SEAT}}="seat-two"\\n' >{rule}
        udevadm control --reload; udevadm trigger --settle --action=change /sys/class/input/{keyboard.event}""")
    try:
        yield
    finally:
        machine.shell(f"rm -f {rule}; udevadm control --reload")


@scenario("a keyboard of another seat is never opened, even if it is selected")
def seat(machine):
    usb = machine.plug("usb")
    with another_seat(machine, usb):
        reader = Reader(machine, usb.node)
        bridge = Bridge(machine, "--device", f"path={usb.node}", "--device", f"path={machine.ps2.node}", keyboards=[machine.ps2])
        usb.type("u")
        reader.wait_for("KEY_U", 0)
        machine.ps2.type("p")
        bridge.expect_text("p")
        equal(bridge.devices, [machine.ps2.node], "open keyboards")
        equal(reader.changes, strokes("U"), "keys read by another reader")
