#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails the system calls and the allocations of the real programs, one in each run of a session (session.py, forward_session.py).

    faults.py KEYBRIDGE TOOLS [--part i/8] [--only TEXT] [--jobs 2]

A first run with strace finds the call sites: a system call with the calls of functions that led to it. Of each the first, the
second and the last call fail, with each error that the call can have. After each run the session judges: no key is lost in
silence, nothing is grabbed, files are whole, and the program neither traps nor hangs nor ends in silence.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import struct
import sys
import tempfile
import time

import session as sessions

# The errors with which a call fails. Calls that are not here cannot fail, or only ask the kernel for a number; brk reports a failure
# by the old end, which strace does not know. A close that fails has closed the descriptor all the same, which strace cannot imitate.
ERRORS = {
    "openat": ("EMFILE", "EIO", "EINTR"), "open": ("EMFILE", "EIO"), "read": ("EIO", "EINTR"), "pread64": ("EIO", "EINTR"),
    "write": ("ENOSPC", "EIO", "EINTR"), "pwrite64": ("ENOSPC", "EIO"), "fsync": ("EIO",), "fdatasync": ("EIO",),
    "ftruncate": ("EIO", "ENOSPC"), "fallocate": ("ENOSPC",), "mkdir": ("ENOSPC", "EACCES"), "unlink": ("EIO",), "rename": ("EIO",),
    "fstat": ("EIO",), "newfstatat": ("EIO",), "getdents64": ("EIO",), "lseek": ("EIO",), "fcntl": ("ENOLCK",),
    "mmap": ("ENOMEM",), "mremap": ("ENOMEM",), "memfd_create": ("EMFILE",), "epoll_create1": ("EMFILE",),
    "epoll_ctl": ("ENOMEM",), "epoll_wait": ("EINTR",), "eventfd2": ("EMFILE",), "timerfd_create": ("EMFILE",),
    "timerfd_settime": ("EINVAL",), "signalfd4": ("EMFILE",), "socket": ("EMFILE",), "socketpair": ("EMFILE",), "bind": ("ENOMEM",),
    "listen": ("ENOBUFS",), "accept4": ("EMFILE", "EINTR", "ECONNABORTED"), "connect": ("EAGAIN",), "sendto": ("ENOBUFS", "EINTR", "EPIPE"),
    "sendmsg": ("ENOBUFS", "EINTR", "EPIPE"), "recvfrom": ("ENOMEM", "EINTR", "ECONNRESET"), "recvmsg": ("ENOMEM", "EINTR"),
    "setsockopt": ("ENOMEM",), "getsockopt": ("ENOBUFS",), "ioctl": ("EIO", "ENODEV", "EINTR"), "poll": ("EINTR", "ENOMEM"),
    "clone": ("EAGAIN", "ENOMEM"), "clone3": ("EAGAIN",), "pipe2": ("EMFILE",), "dup3": ("EMFILE",), "dup2": ("EMFILE",),
    "inotify_init1": ("EMFILE",), "inotify_add_watch": ("ENOSPC",), "getrandom": ("EINTR",), "readlink": ("EIO",),
    "prctl": ("EPERM",), "seccomp": ("EINVAL",), "landlock_create_ruleset": ("ENOMEM",),
    "landlock_add_rule": ("ENOMEM",), "landlock_restrict_self": ("EPERM",), "kill": ("EPERM",), "wait4": ("ECHILD",), "waitid": ("ECHILD",),
}
# Frames of these files are the machine's, not the program's.
MACHINE = ("machine.so", "failing.so")
TRANSFERS = ("short", "EINTR", "EAGAIN")
RECORD = 8 + 64 * 64 + 8 * (1 << 20)
FRAME = re.compile(r"^ > (\S+?)(?:\((.*?)\))? \[0x([0-9a-f]+)\]")
# The number of frames, without those of the C library and of umockdev, that distinguish call sites.
DEPTH = 4


def call_sites(text):
    """The numbers of the calls of each site, by system call, from the output of strace -k."""
    sites, counts, call, frames = collections.OrderedDict(), collections.Counter(), None, []

    def finish():
        if call and not is_of_machine(call[0], frames):
            near = [frame for frame in frames if not frame[0].startswith(("libc.so", "libumockdev"))]
            sites.setdefault((call[0], tuple(near[:DEPTH])), []).append(call[1])

    for line in text.splitlines():
        frame = FRAME.match(line)
        if frame:
            frames.append((pathlib.Path(frame[1]).name, frame[3], frame[2] or ""))
            continue
        finish()
        name = re.match(r"^(?:\d+ +)?(\w+)\(", line)
        call, frames = None, []
        if name:
            counts[name[1]] += 1
            # No fault is injected into other requests of fcntl than those for locks.
            if name[1] != "fcntl" or "F_SETLK" in line:
                call = name[1], counts[name[1]]
    finish()
    return sites


def is_of_machine(name, frames):
    """Whether the machine itself makes a call, and not the program through it."""
    if not frames:
        return True
    # The loader, before the program begins: it also loads the machine.
    if all(file.startswith(("ld-linux", "libc.so", "libumockdev")) for file, _, _ in frames):
        return True
    near = [file for file, _, _ in frames[:3]]
    if any(file in MACHINE for file in near):
        return name not in ("read", "ioctl")
    # umockdev passes the calls of files on, and talks to the testbed about the others.
    umockdev = [function for file, _, function in frames[:4] if file.startswith("libumockdev")]
    return bool(umockdev) and name not in ("openat", "read", "write", "newfstatat", "readlink", "close", "recvmsg")


def choose(numbers):
    """The first, the second and the last call."""
    return sorted({numbers[0], numbers[min(1, len(numbers) - 1)], numbers[-1]})


class Fault:
    """A fault of one run, and its names in the table."""

    def __init__(self, kind, call, error, title, tracer=(), failing=None):
        self.kind, self.call, self.error, self.title, self.tracer, self.failing = kind, call, error, title, tracer, failing


class Run:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder, self.known = tempfile.TemporaryDirectory(), set()
        # It needs a package of Python that the machine itself does not need.
        import forward_session
        self.sessions = {**sessions.SESSIONS, "forward": forward_session.ForwardSession}

    def session(self, kind, tracer=(), failing=None):
        made = self.sessions[kind](self.arguments.keybridge, self.arguments.tools, tracer, failing)
        made.run()
        return made

    def plain(self, kind):
        """A run in which nothing fails must find nothing."""
        made = self.session(kind)
        if made.findings or made.notes or made.machine.process.returncode:
            sys.exit(f"{kind}: a session without a fault fails: {made.findings} {made.notes} {made.said}")
        return made.said

    def call_faults(self, kind):
        log = pathlib.Path(self.folder.name, f"{kind}.strace")
        names = ",".join(f"?{name}" for name in ERRORS)
        self.session(kind, ("strace", "-D", "-k", "-qq", "-o", str(log), "-e", f"trace={names}", "-e", "signal=none"))
        sites = call_sites(log.read_text(errors="replace"))
        for (name, frames), numbers in sites.items():
            # The sessions share the stages, and their devices.
            if (name, frames) in self.known:
                continue
            self.known.add((name, frames))
            for number in choose(numbers):
                for error in ERRORS[name]:
                    yield Fault(
                        kind, name, error, f"{kind}: {name} number {number} fails with {error}, {describe(frames)}",
                        ("strace", "-D", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e", "signal=none", "-e",
                         f"inject={name}:error={error}:when={number}"))

    def allocation_faults(self, kind):
        path = pathlib.Path(self.folder.name, f"{kind}.allocations")
        path.write_bytes(b"")
        os.truncate(path, RECORD)
        self.session(kind, failing={"FAILING_LOG": str(path)})
        with open(path, "rb") as file:
            count, = struct.unpack("Q", file.read(8))
            names = [file.read(64).rstrip(b"\0").decode() for _ in range(64)]
            calls = struct.unpack(f"{count}Q", file.read(8 * count))
        places = collections.OrderedDict()
        for number, call in enumerate(calls, 1):
            places.setdefault(call, []).append(number)
        for call, numbers in places.items():
            library = names[call >> 48].split(".so")[0]
            if (library, call & (1 << 48) - 1) in self.known:
                continue
            self.known.add((library, call & (1 << 48) - 1))
            for number in choose(numbers):
                yield Fault(kind, f"allocations of {library}", "ENOMEM",
                            f"{kind}: allocation {number} fails, of {library} at {call & (1 << 48) - 1:x}",
                            failing={"FAILING_ALLOCATION": str(number)})

    def transfer_faults(self, kind):
        for what in TRANSFERS:
            for seed in range(1, 9):
                yield Fault(kind, "transfers", what, f"{kind}: transfers are disturbed: {what}, seed {seed}",
                            failing={"FAILING_TRANSFERS": f"{what}:{seed}"})

    def try_fault(self, fault):
        made = self.session(fault.kind, fault.tracer, fault.failing)
        status, said = made.machine.process.returncode, made.said
        said = "".join(line for line in said.splitlines(True) if not line.startswith(("failing.so", "strace:")))
        if made.findings:
            outcome = "finding"
        elif status:
            outcome = "ended with a message"
        elif said != self.usual[fault.kind]:
            outcome = "reported"
        else:
            outcome = "no effect" if not made.notes else "a client or a device lost"
        return outcome, made.findings, made.notes, said

    def run(self):
        arguments = self.arguments
        self.usual = {kind: self.plain(kind) for kind in self.sessions}
        faults = [fault for kind in self.sessions for source in (self.transfer_faults, self.call_faults, self.allocation_faults)
                  for fault in source(kind)]
        faults = [fault for fault in faults if arguments.only in fault.title]
        part, parts = map(int, arguments.part.split("/"))
        mine = faults[part - 1::parts]
        print(f"{len(faults)} faults, of which {len(mine)} are injected", flush=True)
        table, found = collections.defaultdict(collections.Counter), []
        began = time.monotonic()
        pool = concurrent.futures.ThreadPoolExecutor(arguments.jobs)
        try:
            for fault, (outcome, findings, notes, said) in zip(mine, pool.map(self.try_fault, mine)):
                table[fault.call, fault.error][outcome] += 1
                if arguments.verbose or findings:
                    print(f"{outcome}: {fault.title}\n    {'; '.join(findings + notes)}\n    {said.strip()[-600:]}", flush=True)
                found += [fault.title] if findings else []
        finally:
            pool.shutdown(cancel_futures=True)
            print_table(table)
        print(f"{len(mine)} faults in {time.monotonic() - began:.0f} s, {len(found)} findings")
        return 1 if found else 0


def describe(frames):
    """The first frame of the program, or of a library that is not the C library."""
    for file, address, function in frames:
        if not file.startswith(("libc.so", "libumockdev", "machine", "failing")):
            return f"{file} {function or address}"
    return "libc"


def print_table(table):
    outcomes = ["no effect", "a client or a device lost", "reported", "ended with a message", "finding"]
    print(f"\n{'call':<28} {'error':<12} " + " ".join(f"{name:>25}" for name in outcomes))
    total = collections.Counter()
    for (call, error), counts in sorted(table.items()):
        print(f"{call:<28} {error:<12} " + " ".join(f"{counts[name] or '':>25}" for name in outcomes))
        total += counts
    print(f"{'all':<41} " + " ".join(f"{total[name]:>25}" for name in outcomes))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("keybridge")
    parser.add_argument("tools")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    return Run(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
