# SPDX-License-Identifier: Apache-2.0
"""Other programs receive no keys from a grabbed keyboard, and all keys after its release."""

import signal

from bridge import Bridge, check, equal
from readers import EvtestReader, Reader, free, wait_for_grab
from scenario import scenario


def let_go_by(machine, end):
    """Another reader receives no keys until `end(bridge)`, and all keys afterwards."""
    reader = Reader(machine, machine.ps2.node)
    bridge = Bridge(machine, keyboards=[machine.ps2])
    machine.ps2.type("leftshift+s e c r e t")
    bridge.expect_text("Secret")
    end(bridge)
    machine.ps2.type("f r e e")
    reader.wait_for_changes(8)
    equal(reader.changes, [(f"KEY_{key}", value) for key in "FREE" for value in (1, 0)],
          "keys read by the other reader")
    reader.expect_nothing_stuck()
    equal(bridge.text, "Secret", "text, without the keys typed afterwards")
    return bridge


@scenario("another reader receives no keys while a keyboard is grabbed, and all keys after the exit")
def exclusive(machine):
    bridge = let_go_by(machine, lambda bridge: bridge.stop())
    equal(bridge.job.status, 0, "exit status")


@scenario("SIGKILL releases the keyboard")
def killed(machine):
    let_go_by(machine, lambda bridge: bridge.stop(signal.SIGKILL))


@scenario("K-7: no key is stuck for other readers after Keybridge is killed while keys are down")
def killed_with_keys_down(machine):
    usb = machine.plug("usb")
    readers = [Reader(machine, usb.node), EvtestReader(machine, usb.node)]
    bridge = Bridge(machine, keyboards=[usb])
    usb.press("leftshift", "a")
    bridge.wait_for_text(lambda text: text.startswith("A"), "A at the beginning")
    bridge.stop(signal.SIGKILL)
    usb.release("a", "leftshift")
    usb.type("x")
    for reader in readers:
        machine.wait_until(lambda: ("KEY_X", 0) in reader.changes,
                           lambda: f"KEY_X to be read\n{reader.job}")
        presses = [key for key, value in reader.changes if value == 1]
        equal(presses, ["KEY_X"], "presses read, without those that only Keybridge received")
        last = dict(reader.changes)
        equal({key for key in last if last[key]}, set(), "keys whose release was not read")
    readers[0].expect_nothing_stuck()


@scenario("with --no-grab Keybridge and another reader receive all keys")
def ungrabbed(machine):
    reader = Reader(machine, machine.ps2.node)
    bridge = Bridge(machine, "--no-grab", keyboards=[machine.ps2])
    machine.ps2.type("o p e n")
    bridge.expect_text("open")
    reader.wait_for_changes(8)
    equal(reader.changes, [(f"KEY_{key}", value) for key in "OPEN" for value in (1, 0)], "reader")


@scenario("a grab waits while a key is down, reports the key, and follows when it is released")
def waits_for_keys(machine):
    reader = Reader(machine, machine.ps2.node)
    machine.ps2.press("q")
    reader.wait_for("KEY_Q", 1)
    bridge = Bridge(machine, keyboards=[machine.ps2])
    bridge.warning("not grabbed yet: KEY_Q is held down")
    machine.ps2.type("w")
    reader.wait_for("KEY_W", 0)
    bridge.expect_text("w")
    equal(free(machine, [machine.ps2.node]), [machine.ps2.node], "not grabbed while the key is down")
    machine.ps2.release("q")
    reader.wait_for("KEY_Q", 0)
    wait_for_grab(machine, machine.ps2)
    machine.ps2.type("e r")
    bridge.expect_text("wer")
    equal(bridge.warnings.count("not grabbed yet"), 1, "number of warnings")
    bridge.stop()
    machine.ps2.type("x")
    reader.wait_for("KEY_X", 0)
    keys = [change for change in reader.changes if change[0] != "KEY_Q"]
    equal(keys, [("KEY_W", 1), ("KEY_W", 0), ("KEY_X", 1), ("KEY_X", 0)],
          "events that the other reader read, without those during the grab")
    equal([value for key, value in reader.changes if key == "KEY_Q" and value != 2], [1, 0],
          "press and release of the key that was down")
    reader.expect_nothing_stuck()


@scenario("a keyboard grabbed by another program is grabbed after its release, and the program is named")
def busy(machine):
    holder = Reader(machine, machine.ps2.node, grab=True)
    bridge = Bridge(machine, keyboards=[machine.ps2])
    match = bridge.warning(r"is grabbed by another program: (\S+) \(process (\d+)\)")
    equal((match[1], int(match[2])), (machine.shell(f"cat /proc/{holder.job.pid}/comm").strip(), holder.job.pid),
          "the holder")
    machine.ps2.type("n o")
    holder.wait_for("KEY_O", 0)
    equal(bridge.text, "", "text while another program holds the keyboard")
    holder.stop()
    machine.ps2.type("y e s")
    bridge.expect_text("yes")
    third = Reader(machine, machine.ps2.node, grab=True)
    equal(third.job.wait().err, "busy\n", "a third program's attempt")
    equal(bridge.warnings.count("is grabbed by another program"), 1, "number of warnings")


@scenario("Backspace, Escape and Enter together end Keybridge and release the keyboard")
def panic(machine):
    def chord(bridge):
        machine.ps2.press("backspace", "esc")
        machine.ps2.press("enter")
        bridge.job.wait()
        machine.ps2.release("enter")
        machine.ps2.release("esc", "backspace")

    reader = Reader(machine, machine.ps2.node)
    bridge = Bridge(machine, keyboards=[machine.ps2])
    machine.ps2.type("a b")
    bridge.expect_text("ab")
    chord(bridge)
    equal(bridge.job.status, 0, "exit status")
    bridge.warning("all keyboards have been released")
    machine.ps2.type("x")
    reader.wait_for("KEY_X", 0)
    equal([change for change in reader.changes if change[1] == 1], [("KEY_X", 1)], "presses read")
    reader.expect_nothing_stuck()


@scenario("Backspace and Escape on one keyboard and Enter on another end Keybridge and release both")
def panic_across(machine):
    usb = machine.plug("usb")
    readers = {keyboard: Reader(machine, keyboard.node) for keyboard in (machine.ps2, usb)}
    bridge = Bridge(machine, keyboards=[machine.ps2, usb])
    usb.press("backspace")
    usb.press("esc")
    bridge.expect_keystrokes(2)
    machine.ps2.press("enter")
    equal(bridge.job.wait().status, 0, "exit status")
    bridge.warning("all keyboards have been released")
    for keyboard, reader in readers.items():
        keyboard.release_all()
        keyboard.type("x")
        reader.wait_for("KEY_X", 0)
        equal({key for key, value in reader.changes if value == 1}, {"KEY_X"}, "presses read")
        reader.expect_nothing_stuck()


def freed_before_the_end(machine, end):
    """The reader of the output has stopped, so the end takes two seconds; the keyboard is released at once."""
    keyboard = machine.virtual()
    reader = Reader(machine, keyboard.node)
    machine.shell("mkfifo /tmp/unread")
    machine.start("sh", "-c", "exec sleep 1000 </tmp/unread")
    try:
        bridge = Bridge(machine, keyboards=[keyboard], output="/tmp/unread")
        keyboard.play([[("KEY_A", value)] for value in (1, 0)] * 600, gap=0.001)
        bridge.expect_text("a" * 600)                        # more lines than the pipe holds
        end(bridge, keyboard)
        bridge.observer.wait()                               # Keybridge has begun to end
        keyboard.type("x")
        reader.wait_for("KEY_X", 0)
        equal(bridge.job.status, None, "status while Keybridge waits for the reader of its output")
        equal([key for key, value in reader.changes if value == 1], ["KEY_X"], "presses read")
        reader.expect_nothing_stuck()
        check(bridge.job.wait().status != 0, "Keybridge does not report that its output was not read")
    finally:
        machine.shell("rm /tmp/unread")


@scenario("the panic chord releases the keyboard at once, even while the output is blocked")
def panic_while_stuck(machine):
    def chord(_, keyboard):
        keyboard.press("backspace", "esc", "enter")
        keyboard.release("enter", "esc", "backspace")

    freed_before_the_end(machine, chord)


@scenario("SIGTERM releases the keyboard at once, even while the output is blocked")
def stopped_while_stuck(machine):
    freed_before_the_end(machine, lambda bridge, _: bridge.job.kill(signal.SIGTERM))
