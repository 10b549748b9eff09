# SPDX-License-Identifier: Apache-2.0
"""The machines that QEMU emulates: a PC with this machine's programs, and an arm64 machine with its own."""

import pathlib
import typing


class Board(typing.NamedTuple):
    """An emulated machine, and the place of the guest's programs."""

    architecture: str                                        # Debian's name
    emulator: str
    options: tuple                                           # QEMU's options for the machine and its processor
    command_line: str                                        # additions to the kernel's command line
    root: pathlib.Path                                       # the file system that the guest sees
    # Whether the machine has a PS/2 keyboard. Without one, a virtio keyboard that is always connected takes its place.
    has_ps2: bool
    # Whether devices are plugged into ports of PCI Express, one for each.
    has_ports: bool

    def virtio_slot(self, number):
        """The place of the virtio keyboard `number`: the arguments of QEMU's device_add, and udev's name of the path."""
        if self.has_ports:
            return {"bus": f"port{number}"}, f"platform-4010000000.pcie-pci-0000:{number + 1:02x}:00.0"
        slot = f"{0x10 + number:x}"
        return {"addr": slot}, f"pci-0000:00:{slot}.0"

    def ports(self, count):
        """QEMU's options for the ports. The kernel numbers the buses behind them in this order, from 1."""
        return [word for number in range(count if self.has_ports else 0)
                for word in ("-device", f"pcie-root-port,id=port{number},chassis={number + 1},addr={0x10 + number:#x}")]


# Without power management interrupts, mitigations and self-tests, a boot takes three seconds instead of four. Without
# random addresses, QEMU can reuse translated code when the same program starts again, so a process starts in a third
# of the time.
COMMAND_LINE = "quiet panic=-1 mitigations=off cryptomgr.notests norandmaps"

PC = Board("amd64", "qemu-system-x86_64", ("-machine", "pc,vmport=off", "-cpu", "Nehalem,+rdrand"),
           f"console=ttyS0 acpi=noirq nopti {COMMAND_LINE}", pathlib.Path("/"), has_ps2=True, has_ports=False)


def arm64(root):
    """The machine for arm64 with the processor of a Raspberry Pi 4; `root` is a folder with Debian's programs."""
    return Board("arm64", "qemu-system-aarch64", ("-machine", "virt", "-cpu", "cortex-a72"),
                 f"console=ttyAMA0 {COMMAND_LINE}", root, has_ps2=False, has_ports=True)
