# SPDX-License-Identifier: Apache-2.0
"""Codes of a scanner to a broker, through the installed service and the unit of keybridge-forward with its sandbox."""

import json

from bridge import check, equal
from installation import PROJECT
from readers import wait_for_grab
from scenario import scenario
from service import SETTINGS, Service

FORWARD = "/run/guest/forward/keybridge-forward"
FOLDER = "/tmp/broker"
SERVICE_SETTINGS = """assistance: off
devices:
  - match: "0627:0001"
    mode: scanner
    scanner: { for: forward, user: keybridge-forward, owed: 1000 }
"""
FORWARD_SETTINGS = """targets:
  stock: { mqtt: "mqtt://127.0.0.1:1883", topic: "scans", retry: { first: 100ms, longest: 500ms } }
  file: { run: [/usr/local/bin/append-scan] }
"""
BROKER = f"""listener 1883 127.0.0.1
allow_anonymous true
user root
persistence true
persistence_location {FOLDER}/
autosave_on_changes true
autosave_interval 1
"""
# A program of a target has the rights of the unit.
APPEND = """#!/bin/sh
read -r item
echo "$item" >>/var/lib/keybridge-forward/items
! touch /etc/keybridge/written 2>/dev/null
"""


class Delivery:
    """The installed programs, a broker, and a subscriber whose session outlives the broker."""

    def __init__(self, machine, service):
        self.machine, self.service, self.typed = machine, service, []
        machine.shell(f"make --silent --old-file=forward -C {PROJECT} install-forward FORWARD_PROGRAM={FORWARD}; mkdir -p /etc/keybridge {FOLDER}")
        for path, text, mode in ((SETTINGS, SERVICE_SETTINGS, 644), ("/etc/keybridge/forward.yaml", FORWARD_SETTINGS, 644),
                                 (f"{FOLDER}/conf", BROKER, 644), ("/usr/local/bin/append-scan", APPEND, 755)):
            machine.shell(f"cat >{path} <<'END'\n{text}END\nchmod {mode} {path}")
        # Each restart of the units is due to the scenario.
        machine.shell("mkdir -p /run/systemd/system/keybridge-forward.service.d; printf '[Unit]\\nStartLimitIntervalSec=0\\n[Service]\\n"
                      "RestartSec=200ms\\n' >/run/systemd/system/keybridge-forward.service.d/test.conf; systemctl daemon-reload")
        self.start_broker()
        self.subscriber = machine.start("mosquitto_sub", "-i", "stock", "-c", "-q", "1", "-t", "scans")
        machine.shell("systemctl start keybridge keybridge-forward", timeout=100)
        self.scanner = machine.plug("usb")
        wait_for_grab(machine, self.scanner)

    def start_broker(self):
        self.broker = self.machine.start("mosquitto", "-c", f"{FOLDER}/conf")
        self.machine.shell("for i in $(seq 100); do mosquitto_pub -t up -n 2>/dev/null && exit; sleep 0.1; done; exit 1")

    def kill(self, *names):
        """Kills services and, as "broker", the broker, at the same time."""
        units = [f"{name}.service" for name in names if name != "broker"]
        if units:
            self.machine.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", *units)
        if "broker" in names:
            self.broker.stop(9)

    def scan(self, count):
        for _ in range(count):
            code = str(100 + len(self.typed))
            self.scanner.type(" ".join(code) + " enter")
            self.typed.append(code)

    def items(self):
        return [json.loads(line) for line in self.subscriber.lines]

    def expect_all(self):
        """Waits until the subscriber has every code, in order, and repetitions have the identity of the first one."""
        self.machine.wait_until(lambda: {item["text"] for item in self.items()} >= set(self.typed), lambda: (
            f"{len(self.typed)} codes\n{self.subscriber}\n{self.machine.shell('journalctl -u keybridge-forward -u keybridge --no-pager | tail -50')}"), 30)
        texts = {}
        for item in self.items():
            texts.setdefault(item["id"], item["text"])
            equal(texts[item["id"]], item["text"], "the code of an identity")
        equal(list(texts.values()), self.typed, "the codes, in the order of their arrival")

    def wait_for_service(self, pid):
        """Waits until a service that was killed, with this process, has started again and has the scanner."""
        self.machine.wait_until(lambda: self.service.pid not in (0, pid), "another process of the service")
        wait_for_grab(self.machine, self.scanner)

    def end(self):
        self.subscriber.stop()
        self.broker.stop()
        self.scanner.unplug()
        self.machine.shell(f"systemctl stop keybridge-forward; make --silent -C {PROJECT} uninstall-forward; rm -rf {FOLDER} /var/lib/keybridge-forward "
                           "/run/systemd/system/keybridge-forward.service.d /usr/local/bin/append-scan; userdel keybridge-forward; systemctl daemon-reload")


@scenario("60 codes of a USB scanner arrive at a broker, in order, while keybridge-forward, the broker and the service are killed in turn",
          boot="systemd", installed="make", needs_pc=True)
def killed(machine):
    with Service(machine) as service:
        delivery = Delivery(machine, service)
        delivery.scan(5)
        delivery.expect_all()
        # Half of the codes are typed before what was killed is back.
        delivery.kill("keybridge-forward")
        delivery.scan(10)
        delivery.expect_all()
        delivery.kill("broker")
        delivery.scan(10)
        delivery.start_broker()
        delivery.expect_all()
        for names in (["keybridge"], ["keybridge", "keybridge-forward", "broker"]):
            pid = service.pid
            delivery.scan(5)
            # An item that the service has not written when it is killed may be lost.
            machine.pause(0.5)
            delivery.kill(*names)
            delivery.wait_for_service(pid)
            delivery.scan(10)
        delivery.start_broker()
        delivery.scan(60 - len(delivery.typed))
        delivery.expect_all()
        equal(len(delivery.typed), 60, "the number of codes")
        lines = machine.shell("cat /var/lib/keybridge-forward/items").splitlines()
        equal(list(dict.fromkeys(json.loads(line)["text"] for line in lines)), delivery.typed, "the codes that the program of a target has got")
        check(machine.shell("ls /etc/keybridge").split() == ["forward.yaml", "keybridge.yaml"], "a target's program has written outside of its folder")
        status = machine.shell("keybridge-forward status")
        check("service: delivers" in status and "owed 0" in status, status)
        delivery.end()
