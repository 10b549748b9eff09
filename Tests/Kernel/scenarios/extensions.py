# SPDX-License-Identifier: Apache-2.0
"""Input extensions of the installed service, under systemd as process 1."""

from bridge import check, equal, expect
from extensions import MODE, NAME, Extensions, IBus
from scenario import scenario

# The attempts that succeed without any grant.
USUAL = ["call back", "read own folder", "write own storage", "read shared storage"]
PORT = 4711
EXPOSURES = {"network": 1.7, "private-bus": 2.0}


def expect_typing(service, keyboard):
    """Types with the extension: x is ĉ, and any other letter is itself."""
    before = service.program.text
    keyboard.type("a x b")
    service.program.expect_text(before + "aĉb")


def allow(service, grant, keyboard):
    """Checks that the unit alone forbids a grant, and installs its drop-in."""
    job = service.command("grant", NAME, grant)
    check(job.status == 1 and f"extension-{grant}.conf" in job.err, str(job))
    equal(service.listed["grants"], [], "the grants after the refusal")
    service.allow(grant, keyboard)
    # As Extensions.md says.
    equal(service.exposure, EXPOSURES[grant], f"the exposure of the unit with the drop-in for {grant}")


@scenario("CIV-13 an extension of the service types with a keyboard, and reaches its own folder, its storage and no more",
          boot="systemd", installed="make")
def confined(machine):
    keyboard = machine.virtual()
    with Extensions(machine) as service:
        service.start(keyboard)
        refused = machine.start("keybridge", "mode", MODE).wait()
        equal(refused.status, 1, f"the status of a mode whose extension is not enabled: {refused}")
        service.use()
        expect_typing(service, keyboard)
        # The service itself may read keyboards and its state, but not this process of the same user.
        process = service.listed["process"]
        equal(machine.shell(f"stat -c %U /proc/{process}"), "keybridge\n", "the user of the extension")
        equal(machine.shell(f"cat /proc/{process}/oom_score_adj"), "1000\n", "how soon the kernel ends the extension")
        results = service.expect_results(allowed=USUAL)
        equal(results["read a keyboard"], "EACCES", "the error of a keyboard")
        # The unit itself refuses the first family, before the sandbox could count the call.
        equal([results[key] for key in ("internet", "local socket", "netlink")], ["EAFNOSUPPORT", "EPERM", "EPERM"],
              f"the errors of sockets in {results}")
        expect(machine, lambda: service.listed["refusedSockets"], 2, "the refused sockets")
        said = f"the extension {NAME} asked for the network, which is not granted"
        equal(service.journal.count(said), 1, f"the entry about the network in\n{service.journal}")
        service.do("grant", NAME, "shared-storage")
        keyboard.type("x")
        service.wait_until_ready()
        service.expect_results("shared-storage", allowed=[*USUAL, "write shared storage"])
        service.do("disable", NAME)
        expect(machine, lambda: machine.start("test", "-e", f"/proc/{process}").wait().status, 1, "the process after its end")
        service.expect_state(NRestarts="0")


@scenario("CIV-15 with the drop-in for the network, the grant network lets an extension connect, and no other one",
          boot="systemd", installed="make")
def network(machine):
    keyboard = machine.virtual()
    machine.shell("ip link set lo up")
    server = machine.start("socat", "-u", f"TCP-LISTEN:{PORT},bind=127.0.0.1,fork", "STDOUT")
    with Extensions(machine) as service:
        service.start(keyboard)
        allow(service, "network", keyboard)
        service.use()
        before = service.program.text
        keyboard.type("n")
        service.program.expect_text(before + "EPERM")
        service.expect_results(allowed=USUAL)
        # Three attempts at the start, and this key.
        expect(machine, lambda: service.listed["refusedSockets"], 4, "the refused sockets")
        service.do("grant", NAME, "network")
        keyboard.type("a")
        service.wait_until_ready()
        before = service.program.text
        keyboard.type("n")
        service.program.expect_text(before + "-")
        server.expect("^hello$")
        service.expect_results("network", allowed=[*USUAL, "internet"])
        service.do("revoke", NAME, "network")
        keyboard.type("a")
        service.wait_until_ready()
        before = service.program.text
        keyboard.type("n")
        service.program.expect_text(before + "EPERM")
    server.stop()


@scenario("CIV-15 with its drop-in, the grant private-bus allows processes and local sockets, and their children no more",
          boot="systemd", installed="make")
def private_bus(machine):
    keyboard = machine.virtual()
    with Extensions(machine, "private-bus") as service:
        service.start(keyboard)
        allow(service, "private-bus", keyboard)
        service.do("grant", NAME, "private-bus")
        service.use()
        expect_typing(service, keyboard)
        # Of a process that an own process has started. Process 1 of their namespace is the extension itself.
        service.expect_results("private-bus", allowed=[*USUAL, "local socket", "fork", "signal process 1"])
        service.do("disable", NAME)
        processes = machine.shell("pgrep -u keybridge -a python3 || true")
        expect(machine, lambda: machine.shell("pgrep -u keybridge python3 || true"), "", f"the processes {processes}")
        service.expect_state(NRestarts="0")


@scenario("CIV-13 on a kernel without Landlock an extension is refused with the reason, unless confinement is optional",
          boot="no-landlock", installed="make")
def without_landlock(machine):
    check("landlock" not in machine.shell("cat /sys/kernel/security/lsm 2>/dev/null || "
                                          "{ mount -t securityfs none /sys/kernel/security; cat /sys/kernel/security/lsm; }"),
          "the kernel has Landlock")
    keyboard = machine.virtual()
    with Extensions(machine) as service:
        service.start(keyboard)
        job = service.command("enable", NAME)
        check(job.status == 1 and "the kernel has no Landlock, which restricts files" in job.err, str(job))
        check("confinement: optional" in job.err, f"the hint of {job}")
        check(not service.listed["enabled"], f"the extension after its refusal: {service.listed}")
        keyboard.type("a x")
        service.program.expect_text("ax")
        machine.shell("echo 'extensions: {confinement: optional}' >>/etc/keybridge/keybridge.yaml")
        machine.run("keybridge", "reload")
        service.use()
        expect_typing(service, keyboard)
        # seccomp is in force all the same. The unit itself refuses sockets of the internet.
        results = service.results()
        equal({results[key] for key in ("local socket", "netlink", "fork", "namespace")}, {"EPERM"},
              f"the errors of calls in {results}")


@scenario("13.2 engines of IBus run in the sandbox of the service: libpinyin, hangul and vi-telex type with a keyboard",
          boot="systemd", installed="make", long=True, needs_pc=True)
def ibus(machine):
    keyboard = machine.virtual()
    with IBus(machine) as service:
        service.start(keyboard)
        service.allow("private-bus", keyboard)
        service.do("grant", IBus.name, "private-bus")
        service.do("enable", IBus.name)
        service.choose("libpinyin", keyboard)
        # The engine searches all words that begin with a single consonant, which is slower than the limit here.
        keyboard.type("a i")
        service.expect_marked("爱")
        service.expect_candidate("爱")
        keyboard.type("space")
        service.program.expect_text("爱")
        service.choose("hangul", keyboard)
        keyboard.type("g k s r m f space")
        service.program.expect_text("爱한글 ")
        service.choose("m17n-vi-telex", keyboard)
        keyboard.type("t i e e n g s space")
        service.program.expect_text("爱한글 tiếng ")
        check({"ibus-daemon", "ibus-engine-lib"} <= service.processes, f"the processes are {service.processes}")
        # The engine stores what it has learned when it ends, for which the extension has a moment.
        equal(service.learned, "", "what libpinyin has stored while it runs")
        service.do("disable", IBus.name)
        expect(machine, lambda: service.processes & {"ibus-daemon", "ibus-engine-lib", "python3"}, set(), "the processes")
        check(service.learned, "libpinyin has stored nothing")
        service.expect_state(NRestarts="0")
