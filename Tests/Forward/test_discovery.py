# SPDX-License-Identifier: Apache-2.0
"""Tests the configurations for Home Assistant with the keys that its MQTT integration requires."""

import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import Case, command, scan    # noqa: E402

FAST = "retry: { first: 10ms, longest: 50ms }"
# The keys of Home Assistant 2025.4 (components/mqtt: event.py, tag.py, device_trigger.py, binary_sensor.py, schemas.py).
REQUIRED = {
    "event": {"platform", "unique_id", "state_topic", "event_types"},
    "tag": {"platform", "topic"},
    "device_automation": {"platform", "automation_type", "topic", "type", "subtype"},
    "binary_sensor": {"platform", "unique_id", "state_topic"},
}
ALLOWED = {
    "event": REQUIRED["event"] | {"name", "availability", "qos", "value_template"},
    # Neither a tag nor a trigger has an availability.
    "tag": REQUIRED["tag"] | {"qos", "value_template"},
    "device_automation": REQUIRED["device_automation"] | {"payload", "qos", "value_template"},
    "binary_sensor": REQUIRED["binary_sensor"] | {"name", "device_class", "payload_on", "payload_off", "entity_category", "qos"},
}


class Discovery(Case):
    def begin(self, options="discovery: { prefix: homeassistant }", rules=""):
        self.write(f"  home: {{ mqtt: 'mqtt://127.0.0.1:{self.broker_.port}', {FAST}, {options} }}", rules=rules)
        self.start()

    def setUp(self):
        super().setUp()
        self.broker_ = self.broker()
        self.home = self.subscriber(self.broker_)

    def retained(self):
        """The configurations that the broker retains, by topic, as a new subscriber gets them."""
        fresh = self.subscriber(self.broker_, topic="homeassistant/#")
        # The broker sends them before it answers a ping; another message is enough.
        fresh.client.publish("homeassistant/end", "end", qos=1)
        self.wait(lambda: fresh.last("homeassistant/end"))
        return {message.topic: json.loads(message.payload) for message in fresh.messages if message.topic.endswith("/config")}

    def check(self, configurations):
        """Checks the configurations against the tables; returns the components by platform."""
        found = {}
        for topic, configuration in configurations.items():
            self.assertRegex(topic, r"^homeassistant/device/[a-zA-Z0-9_-]+/config$")
            self.assertEqual(set(configuration), {"device", "origin", "components"})
            self.assertTrue(configuration["device"]["identifiers"])
            self.assertEqual(configuration["origin"]["name"], "keybridge-forward")
            for component in configuration["components"].values():
                platform = component["platform"]
                self.assertLessEqual(REQUIRED[platform], set(component), component)
                self.assertLessEqual(set(component), ALLOWED[platform], component)
                # Without it, Home Assistant subscribes with QoS 0.
                self.assertEqual(component["qos"], 1)
                found.setdefault(platform, []).append(component)
        return found

    def test_a_scanner_is_an_event_entity_and_a_tag_reader(self):
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: self.home.items())
        # The configuration comes before the code, and Home Assistant gets time to subscribe.
        topics = [message.topic for message in self.home.messages]
        self.assertLess(next(index for index, topic in enumerate(topics) if "05e0_1200" in topic and topic.endswith("config")),
                        topics.index("keybridge/till-7/scans/Zebra"))
        parts = self.check(self.retained())
        [event], [tag] = parts["event"], parts["tag"]
        self.assertEqual((event["event_types"], event["state_topic"]), (["scan"], "keybridge/till-7/scans/Zebra"))
        self.assertEqual(tag["topic"], "keybridge/till-7/scans/Zebra")
        self.assertIn("value_json.text", tag["value_template"])
        self.assertEqual(event["availability"], [{"topic": "keybridge/till-7/availability"}])
        [item] = self.home.items()
        self.assertEqual(item["event_type"], "scan")
        self.assertFalse([message for message in self.home.messages if b'"text"' in message.payload and message.retain])

    def test_a_command_is_an_event_entity_and_a_trigger_by_its_identifier(self):
        self.begin(rules="  - { take: command, id: call-staff, to: home }")
        self.wait(lambda: self.home.last("keybridge/till-7/availability") == "online")
        parts = self.check(self.retained())
        [trigger] = parts["device_automation"]
        self.assertEqual((trigger["automation_type"], trigger["type"], trigger["subtype"], trigger["payload"]),
                         ("trigger", "pressed", "call-staff", "call-staff"))
        [event] = parts["event"]
        self.assertEqual((event["event_types"], event["name"]), (["pressed"], "call-staff"))
        [connectivity] = parts["binary_sensor"]
        self.assertEqual((connectivity["device_class"], connectivity["state_topic"], connectivity["payload_on"]),
                         ("connectivity", "keybridge/till-7/availability", "online"))
        # The title arrives with the command; the identifiers stay.
        self.service.owe(command())
        self.wait(lambda: self.home.items())
        self.assertEqual(self.home.items()[0]["event_type"], "pressed")
        [event] = self.check(self.retained())["event"]
        self.assertEqual(event["name"], "Call Staff")

    def test_two_scanners_of_one_kind_are_two_devices_and_stay_the_same(self):
        self.begin()
        devices = [{"name": "Zebra", "id": "05e0:1200", "path": f"usb-0000:00:14.0-{port}/input0"} for port in (1, 2)]
        for _ in range(2):
            self.service.owe(*({**scan(), "device": device} for device in devices))
        self.wait(lambda: len(self.home.items()) == 4)
        first = self.retained()
        self.assertEqual(len(first), 3)
        identifiers = {tuple(one["device"]["identifiers"]) for one in first.values()}
        self.assertEqual(len(identifiers), 3)
        self.assertFalse([topic for topic in first if re.search(r"event\d", topic)])
        self.end()
        self.begin()
        self.service.owe({**scan(), "device": devices[0]})
        self.wait(lambda: len(self.home.items()) == 5)
        self.assertEqual(self.retained(), first)

    def test_bluetooth_scanners_of_one_kind_differ_in_their_address(self):
        self.begin()
        devices = [{"name": "Zebra", "id": "05e0:1200", "path": "00:1a:7d:da:71:13", "uniq": f"ac:3f:a4:00:00:0{number}"} for number in (1, 2)]
        self.service.owe(*({**scan(), "device": device} for device in devices))
        self.wait(lambda: len(self.home.items()) == 2)
        self.assertEqual(len(self.retained()), 3)

    def test_the_number_of_a_node_is_no_part_of_an_identifier(self):
        self.begin()
        for number in (3, 4):
            self.service.owe({**scan(), "device": {"name": "Zebra", "id": "05e0:1200", "path": f"/dev/input/event{number}"}})
        self.wait(lambda: len(self.home.items()) == 2)
        self.assertEqual(len(self.retained()), 2)

    def test_the_birth_message_brings_configurations_and_states_again(self):
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: self.home.items())
        before = len(self.home.messages)
        self.home.client.publish("homeassistant/status", "online", qos=1)
        self.wait(lambda: [message.topic for message in self.home.messages[before:]].count("keybridge/till-7/availability") == 1)
        again = [message.topic for message in self.home.messages[before:]]
        self.assertEqual(len([topic for topic in again if topic.endswith("/config")]), 2)
        self.assertEqual(again[-1], "keybridge/till-7/availability")
        self.assertEqual(len(self.home.items()), 1)

    def test_a_command_that_left_the_rules_is_removed_once(self):
        self.begin(rules="  - { take: command, id: [call-staff], to: home }\n".replace("[call-staff]", "call-staff")
                   + "  - { take: command, id: open-drawer, to: home }")
        self.wait(lambda: self.home.last("keybridge/till-7/availability") == "online")
        self.assertEqual(len(self.check(self.retained())["event"]), 2)
        self.write(f"  home: {{ mqtt: 'mqtt://127.0.0.1:{self.broker_.port}', {FAST}, discovery: {{}} }}",
                   rules="  - { take: command, id: open-drawer, to: home }")
        self.process.send_signal(1)
        self.wait(lambda: "the settings were read again" in self.logged())
        # The message that removes the command is retained for a moment.
        self.wait(lambda: [one for configuration in self.retained().values() for one in configuration["components"]
                           if one.startswith("command_")] == ["command_open-drawer"])
        self.assertEqual(len(self.check(self.retained())["event"]), 1)
        removals = [json.loads(message.payload)["components"] for message in self.home.messages
                    if message.topic.endswith("/config") and b'{"platform":"event"}' in message.payload]
        self.assertEqual(removals[0]["trigger_call-staff"], {"platform": "device_automation"})
        self.assertEqual(len(removals), 1)

    def test_without_discovery_what_was_retained_is_cleared(self):
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: self.home.items())
        self.assertEqual(len(self.retained()), 2)
        self.begin_again("")
        self.wait(lambda: self.retained_topics() == [])

    def test_a_target_that_is_removed_clears_what_was_retained(self):
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: self.home.items())
        self.write("  other: { run: [/bin/true] }")
        self.process.send_signal(1)
        self.wait(lambda: "the settings were read again" in self.logged())
        self.wait(lambda: self.retained_topics() == [])

    def test_another_prefix_moves_the_configurations(self):
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: self.home.items())
        self.begin_again("discovery: { prefix: ha }")
        self.wait(lambda: self.home.last("keybridge/till-7/availability") == "online")
        self.wait(lambda: self.retained_topics() == [])
        self.assertTrue([message for message in self.home.messages if message.topic.startswith("ha/device/")])

    def test_a_broker_that_refuses_configurations_still_gets_the_codes(self):
        rules = self.folder / "acl"
        rules.write_text("topic readwrite keybridge/#\ntopic read #\n")
        rules.chmod(0o600)
        self.broker_ = self.broker(lines=[f"acl_file {rules}"])
        home = self.subscriber(self.broker_)
        self.begin()
        self.service.owe(scan())
        self.wait(lambda: home.items())
        # Once for the machine, and once for the scanner.
        self.assertEqual(self.logged().count("the broker refuses the topic homeassistant/device/"), 2)

    def begin_again(self, options):
        self.write(f"  home: {{ mqtt: 'mqtt://127.0.0.1:{self.broker_.port}', {FAST}, {options} }}")
        self.process.send_signal(1)
        self.wait(lambda: "the settings were read again" in self.logged())

    def retained_topics(self):
        fresh = self.subscriber(self.broker_, topic="homeassistant/#")
        fresh.client.publish("homeassistant/end", "end", qos=1)
        self.wait(lambda: fresh.last("homeassistant/end"))
        return [message.topic for message in fresh.messages if message.retain]


if __name__ == "__main__":
    unittest.main()
