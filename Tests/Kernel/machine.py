# SPDX-License-Identifier: Apache-2.0
"""A virtual machine with a real kernel, whose programs are this machine's own.

The host's file system is the guest's, read-only below an overlay of memory. Programs run in the
guest through an agent; keys are pressed through QEMU's own control socket (QMP).
"""

import itertools
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import tempfile
import time

from kernel import archive
from keyboards import HIDKeyboard, Keyboard, PS2Keyboard, VirtualKeyboard

# No power management interrupts, no mitigations, no self-tests: a second of the four to boot. Addresses that
# are not random let QEMU reuse the code it translated when the same program starts again: a process starts in a
# third of the time.
COMMAND_LINE = ("console=ttyS0 quiet panic=-1 acpi=noirq nopti mitigations=off cryptomgr.notests norandmaps")

# The guest's clock follows the instructions that it executes, 2 ns each, and the host's clock while it is idle: a
# busy host makes the guest neither slower nor faster in its own time.
INSTRUCTION_CLOCK = ["-icount", "shift=1,sleep=on"]

# Seconds of the host without a sign of life after which the guest is given up: a busy host boots one in two minutes.
PATIENCE = 600

# What runs in the guest for the harness.
GUEST = {str(path.relative_to(folder)): path.read_bytes()
         for folder in [pathlib.Path(__file__).resolve().parent / "guest"]
         for path in folder.rglob("*") if path.is_file()}

# What systemd starts before everything else and a guest can do without.
MASKED = """systemd-timesyncd systemd-sysusers systemd-update-utmp systemd-random-seed
            systemd-modules-load systemd-journal-flush systemd-remount-fs systemd-sysctl
            systemd-pstore systemd-firstboot systemd-machine-id-commit""".split()
MASKED = [f"{unit}.service" for unit in MASKED] + [
    "dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount", "sys-kernel-tracing.mount"]

SYSTEMD = (" guest.boot=systemd systemd.show_status=0 "
           + " ".join(f"systemd.mask={unit}" for unit in MASKED))

# What is added to the kernel's command line for each kind of boot.
BOOTS = {
    "udev": "",
    "systemd": SYSTEMD + " systemd.unit=guest.target",
    # The package is installed before: this is how a machine boots that was set up long ago.
    "appliance": SYSTEMD + " systemd.unit=multi-user.target guest.appliance",
}


class Failed(Exception):
    """What was expected did not happen."""


class MachineEnded(Failed):
    """QEMU has ended, or the guest no longer answers; only a new machine helps."""


class Job:
    """A program that runs in the guest, or has run; its output grows as it writes."""

    def __init__(self, machine, name, argv):
        self.machine, self.name, self.argv = machine, name, argv
        self.bytes = {"out": bytearray(), "err": bytearray()}
        self.pid = self.status = None

    @property
    def out(self):
        return self.bytes["out"].decode(errors="replace")

    @property
    def err(self):
        return self.bytes["err"].decode(errors="replace")

    @property
    def lines(self):
        """The lines of output that are complete."""
        return self.out.split("\n")[:-1]

    def expect(self, pattern, timeout=20, count=1):
        """Waits until output or errors hold `pattern` `count` times; returns the last match."""
        def search():
            matches = list(re.finditer(pattern, self.out + "\n" + self.err, re.MULTILINE))
            return matches[count - 1] if len(matches) >= count else None

        def what():
            return f"{pattern!r}{f' {count} times' if count > 1 else ''} from {self}"

        self.machine.wait_until(lambda: search() or self.status is not None, what, timeout)
        match = search()
        if not match:
            raise Failed(f"{self} ended without writing {pattern!r}")
        return match

    def wait(self, timeout=30):
        """Waits for the end and returns itself."""
        self.machine.wait_until(lambda: self.status is not None, lambda: f"the end of {self}", timeout)
        return self

    def send(self, text):
        self.machine.ask(input=self.name, text=text)

    def kill(self, number):
        if self.status is None:
            self.machine.ask(signal=self.name, number=int(number))

    def stop(self, number=signal.SIGTERM):
        """Signals it and waits for its end."""
        self.kill(number)
        return self.wait()

    def __str__(self):
        end = "running" if self.status is None else f"status {self.status}"
        out, err = self.out[-1500:], self.err[-1500:]
        return f"{' '.join(self.argv)} ({end})\n--- output\n{out}\n--- errors\n{err}\n---\n"


class Machine:
    """The machine, from boot to `close`."""

    # Keys aimed at a display reach the keyboard that belongs to it and no other.
    HEADS = 6

    def __init__(self, kernel, files, boot="udev", accelerator=None, has_instruction_clock=True):
        """Boots one of BOOTS, with `files` (bytes by name) in the guest's /run/guest besides our own.

        Without the instruction clock, or with another accelerator than "tcg", the guest's time is the host's.
        """
        self.boot = boot
        # What is installed for several scenarios, and whether one of them has used it.
        self.installation, self.is_installation_used = None, False
        self.folder = tempfile.TemporaryDirectory(prefix="keybridge-kernel.")
        folder = pathlib.Path(self.folder.name)
        self.console = folder / "console"
        initial = folder / "initramfs"
        busybox = pathlib.Path("/bin/busybox").read_bytes()
        files = {f"guest/{name}": content for name, content in (GUEST | files).items()}
        files |= {"init": files["guest/init"], "bin/busybox": busybox}
        initial.write_bytes(kernel.modules.read_bytes() + archive(files))
        self.qmp, qmp = socket.socketpair()
        self.agent, agent = socket.socketpair()
        self.qmp.settimeout(PATIENCE)
        self.jobs, self.events, self.unread = {}, [], b""
        self.is_ready, self.echoes, self.unanswered = False, itertools.count(1), set()
        self.clock = 0.0                                     # the guest's, in seconds, when it last spoke
        self.keyboards, self.heads = [], [f"head{number}" for number in range(self.HEADS)]
        accelerator = accelerator or best_accelerator()
        clock = INSTRUCTION_CLOCK if has_instruction_clock and accelerator.startswith("tcg") else []
        started = time.monotonic()
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64",
             "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
             "-machine", "pc,vmport=off", "-accel", accelerator, *clock,
             "-cpu", "Nehalem,+rdrand", "-smp", "1", "-m", "1G",
             "-kernel", kernel.image, "-initrd", initial, "-append", COMMAND_LINE + BOOTS[boot],
             "-serial", f"file:{self.console}",
             "-chardev", f"socket,id=qmp,fd={qmp.fileno()}", "-mon", "chardev=qmp,mode=control",
             "-virtfs", "local,path=/,mount_tag=host,readonly=on,security_model=none,"
                        "multidevs=remap",
             "-device", "virtio-serial-pci",
             "-chardev", f"socket,id=agent,fd={agent.fileno()}",
             "-device", "virtserialport,chardev=agent,name=agent",
             "-device", "qemu-xhci,id=usb"]
            + [word for head in self.heads
               for word in ("-device", f"bochs-display,id={head},vgamem=4M")],
            stdin=subprocess.DEVNULL, pass_fds=(qmp.fileno(), agent.fileno()))
        qmp.close()
        agent.close()
        try:
            self.answers = self.qmp.makefile("r")
            self.answers.readline()
            self.qemu("qmp_capabilities")
            while not self.is_ready:
                if time.monotonic() - started > PATIENCE:
                    raise MachineEnded("the guest did not boot")
                self._take(1)
            self.ps2 = PS2Keyboard(self)
        except BaseException as error:
            print(self.console.read_text(errors="replace") if self.console.exists() else "")
            self.close()
            raise error
        self.boot_time = time.monotonic() - started

    def close(self):
        """Ends the machine, and with it all that ran and was written there."""
        self.process.kill()
        self.process.wait()
        for end in self.answers, self.qmp, self.agent:
            end.close()
        self.folder.cleanup()

    # Waiting

    def wait_until(self, condition, what, timeout=20):
        """Takes what the guest sends until `condition()` holds, and returns its value.

        After `timeout` seconds of the guest's clock it throws `Failed`, which says that `what` was expected in
        vain; a function is called for these words then.
        """
        deadline = None
        while not (holds := condition()):
            if deadline is None:
                deadline = self.ask_time() + timeout
            elif self.clock > deadline:
                raise Failed(f"waited {timeout} s in vain for {what() if callable(what) else what}")
            if not self._take(0.2):
                self.ask_time()
        return holds

    def ask_time(self):
        """Returns the time of the guest's clock, in seconds."""
        self.pause(0)
        return self.clock

    def pause(self, seconds):
        """Lets the guest run for that time of its own clock.

        A program in the guest has run by then, so interrupts from before have been served.
        """
        echo = next(self.echoes)
        self.unanswered.add(echo)
        self.ask(echo=echo, after=seconds)
        alive = time.monotonic()
        while echo in self.unanswered:
            if self._take(1):
                alive = time.monotonic()
            elif time.monotonic() - alive > PATIENCE + 10 * seconds:
                raise MachineEnded(f"the guest has stood still for {PATIENCE} s")

    def _take(self, timeout):
        """Takes what the guest has sent; waits so many seconds for it, and returns whether there was any."""
        if not select.select([self.agent], [], [], timeout)[0]:
            return False
        try:
            data = self.agent.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            raise self._end()
        *lines, self.unread = (self.unread + data).split(b"\n")
        for fact in map(json.loads, lines):
            self.clock = fact["now"]
            job = self.jobs.get(fact.get("job"))
            if "ready" in fact:
                self.is_ready = True
            elif "echo" in fact:
                self.unanswered.discard(fact["echo"])
            elif "pid" in fact:
                job.pid = fact["pid"]
            elif "status" in fact:
                job.status = fact["status"]
            else:
                job.bytes[fact["stream"]] += fact["text"].encode("latin-1")
        return True

    def _end(self):
        """The error that says how QEMU ended."""
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            return MachineEnded("QEMU does not answer")
        return MachineEnded(f"QEMU ended with status {status}")

    # Programs

    def ask(self, **request):
        try:
            self.agent.sendall(json.dumps(request).encode() + b"\n")
        except OSError:
            raise self._end() from None

    def start(self, *argv, user=None, **request):
        """Starts a program, as root or as another user."""
        argv = [str(word) for word in argv]
        job = Job(self, len(self.jobs), argv)
        self.jobs[job.name] = job
        self.ask(start=job.name, argv=argv, user=user, **request)
        return job

    def help(self, module, *argv, user=None):
        """Starts a program of our own, guest/MODULE.py, which the agent has loaded: nothing waits for Python."""
        return self.start(*argv, user=user, module=module)

    def run(self, *argv, user=None, timeout=30):
        """Runs a program to its end; it must succeed."""
        job = self.start(*argv, user=user).wait(timeout)
        if job.status != 0:
            raise Failed(str(job))
        return job

    def shell(self, script, user=None, timeout=30):
        """Runs a shell script, which must succeed, and returns its output."""
        return self.run("sh", "-euc", script, user=user, timeout=timeout).out

    # Devices

    def qemu(self, command, **arguments):
        """Gives QEMU a command and returns its answer."""
        return self.qemu_all((command, arguments))[0]

    def qemu_all(self, *commands):
        """Gives QEMU commands, with nothing in between, and returns their answers."""
        results = []
        try:
            self.qmp.sendall(b"".join(json.dumps({"execute": command, "arguments": arguments}).encode()
                                      for command, arguments in commands))
            while len(results) < len(commands) and (line := self.answers.readline()):
                answer = json.loads(line)
                if "return" in answer or "error" in answer:
                    results.append(answer)
                else:
                    self.events.append(answer)
        except OSError:
            raise self._end() from None
        if len(results) < len(commands):
            raise self._end()
        for (command, _), answer in zip(commands, results):
            if "error" in answer:
                raise Failed(f"{command}: {answer['error']['desc']}")
        return [answer["return"] for answer in results]

    def plug(self, kind):
        """Plugs in a keyboard, "usb" or "virtio", and waits until udev has made its link."""
        return Keyboard(self, kind)

    def virtual(self, name="Virtual Keyboard", count=1):
        """Makes keyboards through /dev/uinput."""
        return VirtualKeyboard(self, name, count)

    def hid(self):
        """Makes a keyboard through /dev/uhid, which the kernel's HID driver reads."""
        return HIDKeyboard(self)

    def tidy(self):
        """Leaves the machine as it was after boot: no programs, only the PS/2 keyboard, no keys."""
        running = [job for job in self.jobs.values() if job.status is None]
        for job in running:
            job.kill(signal.SIGKILL)
        for job in running:
            job.wait()
        for keyboard in list(self.keyboards):
            keyboard.release_all()
            if keyboard is not self.ps2:
                keyboard.unplug()
        self.ps2.attach()
        self.jobs.clear()


def best_accelerator():
    """KVM where the processor really has it: elsewhere /dev/kvm may open and yet not boot."""
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    has_kvm = os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", flags)
    return "kvm" if has_kvm else "tcg,tb-size=512"
