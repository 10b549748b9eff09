# SPDX-License-Identifier: Apache-2.0
"""Language engines in units of their own, under systemd as process 1."""

import json

from bridge import check, equal, expect
from engines import HOSTILE, PACKAGED, Engines, PackagedEngine
from installation import dpkg
from scenario import scenario

# The users that DynamicUser= assigns (systemd.exec(5)).
DYNAMIC_USERS = range(61184, 65520)

PREPARE = json.dumps({"id": 1, "method": "prepare", "params": {}})


def expect_own_unit(service, name):
    """Checks that the engine runs in a unit of its own, as a user of its own, and as no child of the service."""
    unit = service.unit(name)
    process = service.machine.shell(f"systemctl show --property=MainPID --value {unit}").strip()
    parent, user = service.machine.shell(f"""
        ps -o ppid= -p {process}; stat -c %u /proc/{process}""").split()
    equal(parent, "1", f"the parent of {unit}")
    check(int(user) in DYNAMIC_USERS, f"{unit} runs as user {user}")
    group = service.machine.shell(f"cat /proc/{process}/cgroup").strip()
    check(group.endswith(f".slice/{unit}"), f"the control group of {unit} is {group}")


def expect_memory(service, name):
    """Checks that the service reports the memory of the engine's unit as systemd counts it."""
    reported = service.process(name)["memory"]
    counted = int(service.machine.shell(f"systemctl show --property=MemoryCurrent --value {service.unit(name)}"))
    check(counted / 2 < reported < counted * 2, f"{name} has {reported} bytes, not {counted}")


@scenario("F025, F027, F031 engines in units of their own convert Japanese and pinyin, and suggest what follows",
          boot="systemd", installed="engines")
def converts(machine):
    keyboard = machine.ps2
    with Engines(machine) as service:
        service.start(keyboard, mozc="ja-JP+romaji", libime="zh-Hans+pinyin")
        service.wait_until_ready("mozc")
        keyboard.type("t o u k y o u")
        service.expect_marked("とうきょう")
        keyboard.type("space")
        service.expect_marked("東京")
        keyboard.type("enter")
        service.program.expect_text("東京")
        # On a busy host an engine may miss the limit of 0.3 s; then a word has no follow-ons.
        for count in range(2, 10):
            if "駅" in service.candidates:
                break
            machine.pause(2)
            if "駅" not in service.candidates:
                keyboard.type("t o u k y o u space")
                service.expect_marked("東京")
                keyboard.type("enter")
                service.program.expect_text("東京" * count)
        service.expect_candidate("駅")
        before = service.program.text
        keyboard.type("esc leftctrl+space")
        service.wait_until_ready("libime")
        keyboard.type("n i h a o")
        service.expect_candidate("你好")
        keyboard.type("space")
        service.program.expect_text(before + "你好")
        keyboard.type("z h o n g g u o space")
        service.program.expect_text(before + "你好中国")
        service.expect_candidate("人")
        for name in "mozc", "libime":
            expect_own_unit(service, name)
            expect_memory(service, name)
        children = machine.shell(f"for child in $(cat /proc/{service.pid}/task/*/children); do cat /proc/$child/comm; done")
        equal(children, "keybridge-start\n", "child processes of the service")


@scenario("an engine that is killed in mid-composition loses no letter, and a new unit answers",
          boot="systemd", installed="engines", long=True)
def killed(machine):
    keyboard = machine.ps2
    with Engines(machine) as service:
        service.start(keyboard, libime="zh-Hans+pinyin", mozc="ja-JP+romaji")

        def kill_within(name, typed, next_key):
            """Kills the engine after letters, and types on; the next key starts it again."""
            first = service.unit(name)
            service.kill(name)
            equal(service.marked, typed, "the letters after SIGKILL")
            keyboard.type(next_key)
            service.wait_until_ready(name)
            check(service.unit(name) not in ("", first), f"the unit after SIGKILL of {first}: {service.unit(name)}")

        service.wait_until_ready("libime")
        keyboard.type("n i h")
        service.expect_candidate("你好")
        kill_within("libime", "nih", "a")
        keyboard.type("o")
        service.expect_candidate("你好")
        keyboard.type("space leftctrl+space")
        service.program.expect_text("你好")
        service.wait_until_ready("mozc")
        keyboard.type("t o u k y")
        service.expect_marked("とうky")
        kill_within("mozc", "とうky", "o")
        keyboard.type("u")
        service.expect_marked("とうきょう")
        keyboard.type("space enter")
        service.program.expect_text("你好東京")
        service.expect_state(NRestarts="0")


@scenario("the unit of an engine refuses keyboards, the network, home folders, and everything else",
          boot="systemd", installed="engines")
def hostile(machine):
    machine.shell("""
        install -d -m 755 /home/typist /var/lib/keybridge; echo secret >/home/typist/letters
        install -d -m 1777 /var/open; chmod 1777 /run/lock; chmod 666 /dev/input/event* /dev/uinput""")
    with Engines(machine) as service:
        service.install_hostile()
        service.start(machine.ps2, hostile="zh-Hans+pinyin")
        # Without a unit nothing refuses what it tries.
        free = machine.run("sh", "-c", f"echo '{PREPARE}' | {HOSTILE}").err
        report = json.loads(free)
        equal(report["attempts"], len(report["succeeded"]), f"attempts without a unit: {free}")
        service.wait_until_ready("hostile")
        equal(service.reports("hostile").split("\n")[-2], json.dumps(report | {"succeeded": []}), "attempts in the unit")
        expect_own_unit(service, "hostile")
        machine.ps2.type("n i")
        service.expect_candidate("NI")
    machine.shell("rm -r /home/typist /var/open; chmod 660 /dev/input/event*; chmod 600 /dev/uinput")


@scenario("an engine that uses too much memory is killed in its unit, loses no letter, and answers again",
          boot="systemd", installed="engines", long=True)
def memory(machine):
    with Engines(machine) as service:
        service.install_hostile()
        service.start(machine.ps2, hostile="zh-Hans+pinyin")
        service.wait_until_ready("hostile")
        machine.ps2.type("c h i")
        expect(machine, lambda: service.process("hostile")["state"], "stopped", "the state without memory", 60)
        equal(service.marked, "chi", "the letters")
        check("oom-kill" in service.reports("hostile"), service.reports("hostile"))
        machine.ps2.type("n")
        service.wait_until_ready("hostile")
        machine.ps2.type("a")
        service.expect_candidate("CHINA")
        machine.ps2.type("space")
        service.program.expect_text("CHINA")
        service.expect_state(NRestarts="0")


@scenario("PKG the package of an engine serves its socket, and its upgrade in mid-composition loses no letter",
          boot="systemd", is_packaged=True, needs_pc=True)
def packaged(machine):
    keyboard = machine.ps2
    with PackagedEngine(machine) as service:
        service.start(keyboard, googlepinyin="zh-Hans+pinyin")
        equal(service.process("googlepinyin"), {}, "the engine before its installation")
        dpkg(machine, "--install", "/run/guest/first-engine.deb")
        equal(machine.shell(f"systemctl is-enabled {PACKAGED}.socket; systemctl is-active {PACKAGED}.socket"),
              "enabled\nactive\n", "the socket after the installation")
        keyboard.type("n")
        service.wait_until_ready("googlepinyin")
        expect_own_unit(service, "googlepinyin")
        keyboard.type("i h")
        service.expect_candidate("你好")
        unit = service.unit("googlepinyin")
        # Another version of the service itself would restart it.
        dpkg(machine, "--force-depends-version", "--install", "/run/guest/second-engine.deb")
        equal(service.marked, "nih", "the letters after the upgrade")
        equal(service.unit("googlepinyin"), unit, "the unit after the upgrade")
        keyboard.type("a o space")
        service.program.expect_text("你好")
        service.kill("googlepinyin")
        keyboard.type("n")
        service.wait_until_ready("googlepinyin")
        keyboard.type("i space")
        service.program.expect_text("你好你")
        dpkg(machine, "--remove", PACKAGED)
        expect(machine, lambda: service.unit("googlepinyin"), "", "the unit after the removal")
        keyboard.type("n i enter")
        service.program.expect_text("你好你ni")
        equal(machine.shell("ls /usr/share/keybridge/engines 2>/dev/null || true"), "", "manifests after the removal")
