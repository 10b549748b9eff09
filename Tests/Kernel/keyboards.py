# SPDX-License-Identifier: Apache-2.0
"""The keyboards of the machine. Keys have names: "a", "leftshift", "102nd" stand for KEY_A …

Typing is written as words: "leftshift+h e l l o" is Shift with h, then e, l, l, o.
"""

import itertools
import json
import re

# QEMU's names of keys, where they differ from the kernel's.
QEMU_NAMES = {
    "leftshift": "shift", "rightshift": "shift_r", "leftctrl": "ctrl", "rightctrl": "ctrl_r",
    "leftalt": "alt", "rightalt": "alt_r", "leftmeta": "meta_l", "rightmeta": "meta_r",
    "enter": "ret", "space": "spc", "capslock": "caps_lock", "numlock": "num_lock",
    "grave": "grave_accent", "leftbrace": "bracket_left", "rightbrace": "bracket_right",
    "102nd": "less", **{f"kp{digit}": f"kp_{digit}" for digit in range(10)},
}

# Seconds of the guest's clock for each event, so that readers keep up: the kernel buffers 64 events for each reader. QEMU
# buffers 16 events for a USB keyboard, and the kernel reads one of them every 8 ms.
PACE = {"ps2": 0.004, "virtio": 0.004, "usb": 0.009}

numbers = itertools.count(1)


def key_name(key):
    """The kernel's name of a key."""
    return "KEY_" + key.upper()


def events_of(text):
    """The key events of typing `text`: (name, 1 for press or 0 for release)."""
    for word in text.split():
        chord = word.split("+")
        yield from ((key_name(key), 1) for key in chord)
        yield from ((key_name(key), 0) for key in reversed(chord))


def lights(machine, name):
    """The state (0 or 1) of an LED of each keyboard, by the keyboard's event number."""
    return dict(line.split() for line in machine.shell(
        'for led in /sys/class/leds/input*::' + name + '; do for event in $led/device/event*; do '
        'echo ${event##*/} $(cat $led/brightness); done; done').splitlines())


class AnyKeyboard:
    """The base class of keyboards; subclasses send keys in `change`.

    `change` takes frames, lists of (key, is down), and sends them without a pause.
    """

    def __init__(self, machine, kind):
        self.machine, self.kind, self.held = machine, kind, []
        self.is_plugged = True
        machine.keyboards.append(self)

    def press(self, *keys):
        """Presses keys and leaves them down; all in one frame if the device supports that."""
        self.held += keys
        self.change([(key, True) for key in keys])

    def hold(self, key, seconds):
        """Holds a key for some seconds and releases it."""
        self.press(key)
        self.machine.pause(seconds)
        self.release(key)

    def release(self, *keys):
        self.held = [key for key in self.held if key not in keys]
        if self.is_plugged:
            self.change([(key, False) for key in keys])

    def release_all(self):
        if self.held:
            self.release(*reversed(self.held))

    def type(self, text):
        """Types words; each is pressed and released at once, so that no delay of the host repeats a key."""
        for word in text.split():
            chord = word.split("+")
            self.change([(key, True) for key in chord], [(key, False) for key in reversed(chord)])
            if self.kind in PACE:                            # the others report when they have finished
                self.machine.pause(2 * len(chord) * PACE[self.kind])

    def unplug(self):
        self.is_plugged = False
        self.machine.keyboards.remove(self)


class QEMUKeyboard(AnyKeyboard):
    """A keyboard that QEMU emulates."""

    head = None

    def change(self, *frames):
        target = {"device": self.head} if self.head else {}
        self.machine.qemu_all(*(
            ("input-send-event", {**target, "events": [
                {"type": "key", "data": {"down": is_down, "key": {
                    "type": "qcode", "data": QEMU_NAMES.get(key, key)}}} for key, is_down in changes]})
            for changes in frames))

    def find_node(self):
        """Waits until udev has created the link, and resolves it."""
        self.node = self.machine.shell(
            f"udevadm wait --settle --timeout=20 {self.link}; readlink -f {self.link}").strip()
        self.event = self.node.removeprefix("/dev/input/")

    def wait_until_gone(self):
        self.machine.run("udevadm", "wait", "--removed", "--settle", "--timeout=20", self.link)


class Keyboard(QEMUKeyboard):
    """A USB or virtio keyboard, plugged in when it is created."""

    def __init__(self, machine, kind, replacing=None):
        self.identity = replacing.identity if replacing else f"keyboard{next(numbers)}"
        self.head = machine.heads.pop(0)
        if kind == "usb":
            driver, place = "usb-kbd", {"serial": self.identity}
            self.link = f"/dev/input/by-id/usb-QEMU_QEMU_USB_Keyboard_{self.identity}-event-kbd"
        else:
            driver = "virtio-keyboard-pci"
            place, path = machine.board.virtio_slot(int(self.head[4:]))
            self.link = f"/dev/input/by-path/{path}-event-kbd"
        machine.qemu("device_add", driver=driver, id=self.identity, display=self.head, **place)
        super().__init__(machine, kind)
        self.find_node()

    def unplug(self):
        machine = self.machine
        super().unplug()
        machine.qemu("device_del", id=self.identity)
        machine.wait_until(self.is_deleted, f"the guest to release {self.identity}")
        machine.events.clear()
        machine.heads.insert(0, self.head)
        self.wait_until_gone()

    def is_deleted(self):
        """Whether QEMU has reported that the guest has released the device."""
        self.machine.qemu("query-status")                    # also reads pending events
        return any(event["event"] == "DEVICE_DELETED" and event["data"].get("device") == self.identity
                   for event in self.machine.events)

    def replug(self):
        """Plugs the keyboard in again; the kernel gives it the lowest free number, as usual."""
        return Keyboard(self.machine, self.kind, replacing=self)


class FixedKeyboard(Keyboard):
    """A virtio keyboard that is connected since the boot, on a machine without a PS/2 keyboard."""

    def __init__(self, machine):
        super().__init__(machine, "virtio")

    def detach(self):
        self.unplug()

    def attach(self):
        if not self.is_plugged:
            super().__init__(self.machine, "virtio", replacing=self)


class PS2Keyboard(QEMUKeyboard):
    """The built-in keyboard of the machine."""

    link = "/dev/input/by-path/platform-i8042-serio-0-event-kbd"
    control = "/sys/bus/serio/devices/serio0/drvctl"

    def __init__(self, machine):
        super().__init__(machine, "ps2")
        self.find_node()

    def hold(self, key, seconds):
        """Holds a key and repeats it, because a PS/2 keyboard repeats keys itself and QEMU does not emulate that."""
        self.press(key)
        self.machine.pause(0.25)
        for _ in range(int((seconds - 0.25) / 0.033)):
            self.change([(key, True)])
            self.machine.pause(0.033)
        self.release(key)

    def detach(self):
        """Unbinds the driver, because a keyboard on this port cannot be unplugged."""
        self.is_plugged = False
        self.machine.shell(f"echo -n none >{self.control}")
        self.wait_until_gone()

    def attach(self):
        if not self.is_plugged:
            self.machine.shell(f"echo -n rescan >{self.control}")
            self.is_plugged = True
            self.find_node()


class VirtualKeyboard(AnyKeyboard):
    """Keyboards that a program in the guest creates through /dev/uinput; they do not repeat keys."""

    def __init__(self, machine, name, count):
        super().__init__(machine, "uinput")
        self.job = machine.help("virtual", name, count)
        # The program itself waits up to 60 s for udev.
        self.nodes = [self.job.expect(r"^/dev/input/event\d+$", count=number + 1, timeout=80)[0]
                      for number in range(count)]
        self.node = self.nodes[0]
        self.orders = 0

    def begin(self, frames, gap=0.0, on=0):
        """Starts writing frames of (key name, value), `gap` seconds apart."""
        self.order(frames=frames, gap=gap, on=on)

    def finish(self, timeout=60):
        """Waits until all frames are written."""
        self.job.expect("^done$", count=self.orders, timeout=timeout)

    def play(self, frames, gap=0.0, on=0, timeout=60):
        """Writes frames and waits until they are written."""
        self.begin(frames, gap, on)
        self.finish(timeout)

    def leave(self):
        """Removes the first keyboard without releasing its keys; its program continues."""
        self.order(leave=True)
        self.finish()

    def come(self):
        """Creates the first keyboard again after it was removed, without waiting for udev."""
        self.order(come=True)
        self.finish()
        self.node = re.findall(r"^/dev/input/event\d+$", self.job.out, re.MULTILINE)[-1]

    def order(self, **words):
        self.job.send(json.dumps(words) + "\n")
        self.orders += 1

    def change(self, *frames):
        self.play([[(key_name(key), int(is_down)) for key, is_down in changes] for changes in frames])

    def release_all(self):
        """Does nothing, because the kernel releases the keys when the program ends."""

    def unplug(self):
        super().unplug()
        self.job.stop()


class HIDKeyboard(AnyKeyboard):
    """A HID keyboard, as on USB and Bluetooth: several keys can change in one report."""

    def __init__(self, machine):
        super().__init__(machine, "hid")
        self.job = machine.help("hid")
        self.node = self.job.expect(r"^/dev/input/event\d+$", timeout=30)[0]
        self.reports = 0

    def change(self, *frames):
        self.job.send("".join(json.dumps([[key, is_down] for key, is_down in changes]) + "\n"
                              for changes in frames))
        self.reports += len(frames)
        self.job.expect("^done$", count=self.reports)

    def unplug(self):
        super().unplug()
        self.job.stop()
