# SPDX-License-Identifier: Apache-2.0
"""A virtual machine with a real kernel, which runs the programs of the host, or of another root file system.

The guest sees that file system, read-only under an overlay in memory. An agent runs programs in the
guest; keys are pressed through QEMU's control socket (QMP).
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

from boards import PC
from kernel import cpio
from keyboards import FixedKeyboard, HIDKeyboard, Keyboard, PS2Keyboard, VirtualKeyboard

# The guest's clock advances by 2 ns for each executed instruction, and follows the host's clock while the guest is idle.
# In its own time the guest is therefore equally fast on a busy host.
INSTRUCTION_CLOCK = ["-icount", "shift=1,sleep=on"]

# The factor of every timeout. The guest's clock follows the host's while the guest waits for the host's files, which takes
# several times as long on a busy host.
BUSY_HOST = 4

# Seconds of the host's clock without a message after which the guest counts as dead. A boot on a busy host takes two
# minutes.
PATIENCE = 600

HERE = pathlib.Path(__file__).resolve().parent

# The files of the harness in the guest. "hidden" names the folder of the project, which the guest does not see.
GUEST = {str(path.relative_to(HERE / "guest")): path.read_bytes()
         for path in (HERE / "guest").rglob("*") if path.is_file()}
GUEST["hidden"] = bytes(HERE.parents[1])

# Units that systemd starts early and that the guest does not need.
MASKED = """systemd-timesyncd systemd-sysusers systemd-update-utmp systemd-random-seed
            systemd-modules-load systemd-journal-flush systemd-remount-fs systemd-sysctl
            systemd-pstore systemd-firstboot systemd-machine-id-commit""".split()
MASKED = [f"{unit}.service" for unit in MASKED] + [
    "dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount", "sys-kernel-tracing.mount"]

SYSTEMD = (" guest.boot=systemd systemd.show_status=0 "
           + " ".join(f"systemd.mask={unit}" for unit in MASKED))

# The additions to the kernel's command line for each kind of boot.
BOOTS = {
    "udev": "",
    "systemd": SYSTEMD + " systemd.unit=guest.target",
    # Debian's list of security modules without Landlock.
    "no-landlock": SYSTEMD + " systemd.unit=guest.target lsm=lockdown,yama,apparmor,bpf",
    # The package is installed before systemd starts, as on a machine that was set up earlier.
    "appliance": SYSTEMD + " systemd.unit=multi-user.target guest.appliance",
}


class Failed(Exception):
    """An expectation was not met."""


class MachineEnded(Failed):
    """QEMU has ended, or the guest no longer answers; scenarios need a new machine."""


class Job:
    """A program that runs or has run in the guest, with its output so far."""

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
        """The complete lines of output."""
        return self.out.split("\n")[:-1]

    def expect(self, pattern, timeout=20, count=1):
        """Waits until output or errors contain `pattern` `count` times; returns the last match."""
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
        """Waits for the end of the program; returns the job."""
        self.machine.wait_until(lambda: self.status is not None, lambda: f"the end of {self}", timeout)
        return self

    def send(self, text):
        self.machine.ask(input=self.name, text=text)

    def kill(self, number):
        if self.status is None:
            self.machine.ask(signal=self.name, number=int(number))

    def stop(self, number=signal.SIGTERM):
        """Sends a signal to the program and waits for its end."""
        self.kill(number)
        return self.wait()

    def __str__(self):
        end = "running" if self.status is None else f"status {self.status}"
        out, err = self.out[-1500:], self.err[-1500:]
        return f"{' '.join(self.argv)} ({end})\n--- output\n{out}\n--- errors\n{err}\n---\n"


class Machine:
    """A machine, from boot to `close`."""

    # The number of keyboards that can be plugged in; each has a display, because QEMU addresses keyboards by display.
    HEADS = 6

    def __init__(self, kernel, files, boot="udev", accelerator=None, has_instruction_clock=True, board=PC):
        """Boots one of BOOTS, with `files` (bytes by name) added to the harness's files in the guest's /run/guest.

        Without the instruction clock, or with another accelerator than "tcg", the guest uses the host's time.
        """
        self.boot, self.board = boot, board
        # The installation that several scenarios share, and whether a scenario has used it.
        self.installation, self.is_installation_used = None, False
        self.folder = tempfile.TemporaryDirectory(prefix="keybridge-kernel.")
        folder = pathlib.Path(self.folder.name)
        self.console = folder / "console"
        initial = folder / "initramfs"
        busybox = (board.root / "bin/busybox").read_bytes()
        files = {f"guest/{name}": content for name, content in (GUEST | files).items()}
        files |= {"init": files["guest/init"], "bin/busybox": busybox}
        initial.write_bytes(kernel.modules.read_bytes() + cpio(files))
        self.qmp, qmp = socket.socketpair()
        self.agent, agent = socket.socketpair()
        self.qmp.settimeout(PATIENCE)
        self.jobs, self.events, self.unread = {}, [], b""
        self.is_ready, self.echoes, self.unanswered = False, itertools.count(1), set()
        self.clock = 0.0                                     # the guest's time in its last message, in seconds
        heads = self.HEADS + (not board.has_ps2)
        self.keyboards, self.heads = [], [f"head{number}" for number in range(heads)]
        accelerator = accelerator or best_accelerator(board)
        clock = INSTRUCTION_CLOCK if has_instruction_clock and accelerator.startswith("tcg") else []
        started = time.monotonic()
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", board.emulator,
             "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
             *board.options, "-accel", accelerator, *clock, "-smp", "1", "-m", "1G",
             "-kernel", kernel.image, "-initrd", initial, "-append", board.command_line + BOOTS[boot],
             "-serial", f"file:{self.console}",
             "-chardev", f"socket,id=qmp,fd={qmp.fileno()}", "-mon", "chardev=qmp,mode=control",
             "-virtfs", f"local,path={board.root},mount_tag=host,readonly=on,security_model=none,"
                        "multidevs=remap",
             "-device", "virtio-serial-pci",
             "-chardev", f"socket,id=agent,fd={agent.fileno()}",
             "-device", "virtserialport,chardev=agent,name=agent",
             "-device", "qemu-xhci,id=usb"]
            + board.ports(heads)
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
            self.ps2 = PS2Keyboard(self) if board.has_ps2 else FixedKeyboard(self)
        except BaseException as error:
            print(self.console.read_text(errors="replace") if self.console.exists() else "")
            self.close()
            raise error
        self.boot_time = time.monotonic() - started

    def close(self):
        """Ends the machine; its programs and files are lost."""
        self.process.kill()
        self.process.wait()
        for end in self.answers, self.qmp, self.agent:
            end.close()
        self.folder.cleanup()

    # Waiting

    def wait_until(self, condition, what, timeout=20):
        """Processes messages of the guest until `condition()` holds, and returns its value.

        After `BUSY_HOST * timeout` seconds of the guest's clock it raises `Failed` with the text `what`, or with the
        text that the function `what` returns.
        """
        deadline = None
        while not (holds := condition()):
            if deadline is None:
                deadline = self.ask_time() + BUSY_HOST * timeout
            elif self.clock > deadline:
                raise Failed(f"waited {BUSY_HOST * timeout} s in vain for {what() if callable(what) else what}")
            if not self._take(0.2):
                self.ask_time()
        return holds

    def ask_time(self):
        """Returns the time of the guest's clock in seconds."""
        self.pause(0)
        return self.clock

    def pause(self, seconds):
        """Lets the guest run for this time of its own clock.

        The agent runs at the end of this time, so earlier interrupts have been handled.
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
        """Processes messages of the guest, after waiting at most `timeout` seconds; returns whether any arrived."""
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
        """The error that describes how QEMU ended."""
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            return MachineEnded("QEMU does not respond")
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
        """Starts guest/MODULE.py, a program of the harness; the agent has loaded it, so this is fast."""
        return self.start(*argv, user=user, module=module)

    def run(self, *argv, user=None, timeout=30):
        """Runs a program to its end; fails unless its status is 0."""
        job = self.start(*argv, user=user).wait(timeout)
        if job.status != 0:
            raise Failed(str(job))
        return job

    def shell(self, script, user=None, timeout=30):
        """Runs a shell script and returns its output; fails unless it succeeds."""
        return self.run("sh", "-euc", script, user=user, timeout=timeout).out

    # Devices

    def qemu(self, command, **arguments):
        """Sends a command to QEMU and returns its answer."""
        return self.qemu_all((command, arguments))[0]

    def qemu_all(self, *commands):
        """Sends several commands to QEMU at once and returns their answers."""
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
        """Plugs in a keyboard, "usb" or "virtio", and waits until udev has created its link."""
        return Keyboard(self, kind)

    def virtual(self, name="Virtual Keyboard", count=1):
        """Creates keyboards through /dev/uinput."""
        return VirtualKeyboard(self, name, count)

    def hid(self):
        """Creates a keyboard through /dev/uhid, which the kernel's HID driver reads."""
        return HIDKeyboard(self)

    def tidy(self):
        """Restores the state after boot: no programs, only the keyboard that the board has, no keys down."""
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


def best_accelerator(board=PC):
    """KVM if the processor supports it, otherwise TCG. /dev/kvm may exist on a processor that cannot boot with it."""
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    has_kvm = board.architecture == "amd64" and os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", flags)
    return "kvm" if has_kvm else "tcg,tb-size=512"
