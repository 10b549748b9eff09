# SPDX-License-Identifier: Apache-2.0
"""Programs that use the socket, with a real keyboard."""

from bridge import check, equal
from installation import PROJECT
from readers import Reader
from scenario import scenario

KIOSK = f"{PROJECT}/Examples/Kiosk/kiosk.py"


def serve(machine, *options):
    """Starts Keybridge; returns its job and the path of its socket."""
    path = f"/tmp/programs-{len(machine.jobs)}.sock"
    job = machine.start("keybridge", "run", "--socket", path, "--control", f"{path}.control", *options)
    machine.wait_until(lambda: job.status is not None or machine.start(
        "test", "-S", f"{path}.control").wait().status == 0, lambda: f"the sockets of {job}")
    check(job.status is None, str(job))
    return job, path


@scenario("a kiosk in Python shows a form of four fields and two commands, resumes after a kill, and releases the keyboard")
def kiosk(machine):
    reader = Reader(machine, machine.ps2.node)
    bridge, path = serve(machine)
    machine.ps2.type("w")                                    # no program has the focus, so others receive it
    reader.wait_for("KEY_W", 0)
    folder = machine.shell("mktemp --directory").strip()
    run_kiosk = "env", f"RUNTIME_DIRECTORY={folder}", "python3", KIOSK, path
    program = machine.start(*run_kiosk)
    program.expect("^> Name: $")
    machine.ps2.type("leftshift+j o enter j o dot x enter 1 a 2 enter 4 2")
    program.expect("^> PIN: ••$")
    machine.ps2.type("f2")
    program.expect('{"submitted": {"name": "Jo", "email": "jo.x", "amount": 12, "pin": 2}}')
    program.expect("^> Name: $", count=2)
    machine.ps2.type("x f3")
    program.expect("^> Name: X$")
    program.expect("^> Name: $", count=3)
    equal(reader.changes, [("KEY_W", 1), ("KEY_W", 0)], "keys read by another reader")
    machine.ps2.type("y")
    program.expect("^> Name: Y$")
    machine.shell("pkill -KILL -f [k]iosk.py")
    # For the kiosk's grace of ten seconds keys are still taken for it.
    machine.ps2.type("z")
    equal(machine.shell(f"stat -c %a {folder}/token"), "600\n", "mode of the kept token")
    again = machine.start(*run_kiosk)
    again.expect("^> Name: Yz$")
    equal(reader.changes, [("KEY_W", 1), ("KEY_W", 0)], "keys read by another reader")
    machine.shell("pkill -TERM -f [k]iosk.py")
    equal(again.wait().status, 0, "status of the kiosk")
    machine.ps2.type("q")
    reader.wait_for("KEY_Q", 0)
    reader.expect_nothing_stuck()
    machine.run("keybridge", "status", "--control", f"{path}.control")
    check(bridge.status is None, "the bridge has ended")
