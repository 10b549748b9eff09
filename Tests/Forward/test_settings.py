# SPDX-License-Identifier: Apache-2.0
"""Tests the settings file, its mistakes, and `keybridge-forward check`."""

import pathlib
import random
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from forward_support import COMMAND, ENVIRONMENT, Authority, Case, free_port, key_line    # noqa: E402


class Checks(Case):
    def check(self, text, *options):
        """Returns the status and the lines, without the path before a place."""
        self.settings.write_bytes(text.encode() if isinstance(text, str) else text)
        result = subprocess.run([*COMMAND, "check", self.settings, *options], capture_output=True, text=True, timeout=60,
                                check=False, env=ENVIRONMENT)
        self.assertEqual(result.stderr if result.returncode >= 0 else result.returncode, "")
        return result.returncode, [line.replace(f"{self.settings}:", "") for line in result.stdout.splitlines()]

    def mistakes(self, text):
        status, lines = self.check(text, "--offline")
        self.assertEqual(status, 1, lines)
        return lines


class Settings(Checks):
    def test_the_settings_of_the_manual_have_no_mistakes(self):
        secret = self.secret("secret", "x\n", 0o640)
        hook = self.secret("hook", key_line()[0] + "\n")
        headers = self.secret("headers", "Authorization: Bearer x\n")
        status, lines = self.check(f"""
rules:
  - {{ take: scan, device: "05e0:1200", to: warehouse }}
  - {{ take: command, id: "call-staff", to: [warehouse, homeassistant] }}
  - {{ take: [scan, command], to: [api, local] }}
targets:
  warehouse:     {{ mqtt: "mqtts://broker.example:8883", topic: "site/{{host}}/scans/{{device}}", user: till, password-file: {secret} }}
  api:           {{ http: "https://api.example/scans", headers-file: {headers}, sign: {{ secret-file: {hook} }}, owed: 10, age: 2h }}
  homeassistant: {{ mqtt: "mqtt://127.0.0.1", discovery: {{ prefix: homeassistant }}, hold-without-subscriber: yes, version: 5 }}
  local:         {{ run: [/usr/local/bin/on-scan], format: text, timeout: 5s, retry: {{ first: 2s, longest: 1h }} }}
""", "--offline")
        self.assertEqual((status, lines), (0, [" no mistakes"]))

    def test_mistakes_have_line_and_column_and_all_are_reported(self):
        self.maxDiff = None
        self.assertEqual(self.mistakes("""\
rules:
  - { take: scans, to: api }
  - { take: command, to: [api, nowhere] }
  - { to: api }
  - { take: scan, id: x, to: api }
  - { take: scan }
targets:
  api: { http: "https://a.example/", timeout: soon, owed: 0, colour: red, retry: { first: 1h, longest: 1s } }
  odd name: { http: "https://a.example/" }
  none: { timeout: 3s }
  two: { http: "https://a.example/", run: [/bin/true] }
  ftp: { http: "ftp://a.example/" }
  relative: { run: [true] }
  three: { mqtt: "mqtt://h", version: 4, topic: "a/+/b", command-topic: "{place}", ca-file: /x, certificate-file: /x }
extra: 1
"""), [
            '2:13: invalid value "scans" for take; expected scan or command',
            '3:26: unknown target "nowhere"; add it to targets',
            "4:5: a rule needs take: scan or take: command",
            "5:23: id is the identifier of a command; a rule with it takes commands only",
            "6:5: a rule needs to: TARGET",
            '8:47: invalid value "soon" for timeout; expected a time such as 500ms, 3s, 5m, 2h or 7d',
            '8:59: invalid value "0" for owed; expected a number from 1 to 10000000',
            '8:62: unknown key "colour" in the target api; expected age, ca-file, certificate-file, headers-file, http, key-file, '
            "owed, retry, sign, timeout",
            "8:104: longest is shorter than first",
            '9:3: invalid name "odd name" of a target; expected letters, digits, - and _',
            "10:3: the target none needs one of mqtt, http and run",
            "11:3: the target two needs one of mqtt, http and run",
            "12:16: invalid address for http; expected http://HOST or https://HOST",
            '13:20: invalid program "true" for run; expected an absolute path',
            '14:39: invalid value "4" for version; expected 5 or 3.1.1',
            '14:49: invalid value "a/+/b" for topic; + and # are not allowed',
            '14:73: invalid value "{place}" for command-topic; expected {host}, {device}, {device-id} or {command}',
            "14:93: ca-file has no effect without TLS; write mqtts://",
            "14:115: certificate-file and key-file need each other",
            "14:115: certificate-file has no effect without TLS; write mqtts://",
            '15:1: unknown key "extra" in the settings; expected control, host, metrics, name, rules, socket, spool, targets',
        ])

    def test_secrets_in_the_settings_are_refused_and_not_shown(self):
        for line, words in (
            ('mqtt: "mqtt://h", user: u, password: hunter2', "password-file"),
            ('mqtt: "mqtt://u:hunter2@h"', "a user or a password in an address is refused"),
            ('http: "https://u:hunter2@h/"', "a user or a password in an address is refused"),
            ('http: "https://h/", headers: { Authorization: hunter2 }', "headers-file"),
            ('http: "https://h/", sign: { secret: hunter2 }', "secret-file"),
            ('http: "https://h/", token: hunter2', "headers-file"),
        ):
            with self.subTest(line):
                lines = self.mistakes(f"targets:\n  a: {{ {line} }}\n")
                self.assertIn(words, "\n".join(lines))
                self.assertNotIn("hunter2", "\n".join(lines))

    def test_addresses_without_sense_are_mistakes_that_say_why(self):
        for address, words in (("h", "it has no scheme"), ("mqtt://", "the address has no host"), ("mqtt://:1883", "the address has no host"),
                               ("mqtt://h:0", "invalid port"), ("mqtt://h:65536", "invalid port"), ("mqtt://h:18x", "invalid port"),
                               ("mqtt://h:", "invalid port"), ("mqtt://[::1", "a bracket has no counterpart"), ("mqtt://[::1]x", "invalid port"),
                               ("mqtt://a b", "a space is not allowed"), ("mqtt://h/topic", "the address has a path"),
                               ("ws://h", "expected mqtt://HOST or mqtts://HOST")):
            with self.subTest(address):
                self.assertIn(words, "\n".join(self.mistakes(f"targets:\n  a: {{ mqtt: '{address}' }}\n")))
        for address, words in (("http://a^b/", "not an address: "), ("https://h:99999/", "invalid port")):
            with self.subTest(address):
                self.assertIn(words, "\n".join(self.mistakes(f"targets:\n  a: {{ http: '{address}' }}\n")))
        for address in ("mqtt://h", "MQTT://h:1883/", "mqtts://[::1]:8883", "mqtt://10.0.0.1"):
            with self.subTest(address):
                self.assertEqual(self.check(f"targets:\n  a: {{ mqtt: '{address}' }}\n", "--offline")[0], 0)

    def test_secret_files_that_others_can_read_or_that_are_wrong_are_refused(self):
        cases = (
            ("x\n", 0o644, "password-file", "other users can read or change the file; change it with: chmod 640"),
            ("x\n", 0o660, "password-file", "other users can read or change the file"),
            ("", 0o600, "password-file", "the file is empty"),
            ("one\ntwo\n", 0o600, "password-file", "more than one line"),
            ("x\0y\n", 0o600, "password-file", "zero byte"),
            ("x" * 70000, 0o600, "password-file", "more than 64 KiB"),
            ("no header\n", 0o600, "headers-file", "line 1 is not a header; write Name: value"),
            ("A: 1\nB: \x01\n", 0o600, "headers-file", "line 2 has a control character"),
            ("secret-words\n", 0o600, "secret-file", "line 1 is no key of Standard Webhooks"),
            ("whsec_!!!!\n", 0o600, "secret-file", "line 1 is not base64"),
            ("whsec_YWJj\n", 0o600, "secret-file", "line 1 is a key of 3 bytes; 24 to 64 are allowed"),
        )
        for number, (text, mode, key, message) in enumerate(cases):
            with self.subTest(message):
                path = self.secret(f"secret{number}", text, mode)
                target = {"password-file": f'mqtt: "mqtt://h", user: u, password-file: {path}',
                          "headers-file": f'http: "https://h/", headers-file: {path}',
                          "secret-file": f'http: "https://h/", sign: {{ secret-file: {path} }}'}[key]
                [line] = self.mistakes(f"targets:\n  a: {{ {target} }}\n")
                self.assertIn(f"{key} {path}: ", line)
                self.assertIn(message, line)
                self.assertNotIn("secret-words", line)

    def test_files_that_are_missing_or_no_files_are_refused(self):
        for path, message in (("/nonexistent/x", "No such file or directory"), (self.folder, "not a regular file"),
                              ("/dev/zero", "not a regular file")):
            [line] = self.mistakes(f"targets:\n  a: {{ http: 'http://h/', headers-file: {path} }}\n")
            self.assertIn(message, line)

    def test_a_text_that_is_no_yaml_is_one_mistake_with_its_place(self):
        for text, place in (("targets: [", "2:1"), ("a: b: c\n", "1:5"), ("targets: *x\n", "1:10"), ("- 1\n", "1:1"), ("", "1:1"),
                            ("targets:\n  a: 1\n  a: 2\n", "3:3"), ("{" * 200, "1:18"), ("a: 1\n---\nb: 2\n", "2:1"), ("x\t: \x01", "1:"),
                            (b"targets: \xff\xfe\n", "1:")):
            with self.subTest(text=text):
                lines = self.mistakes(text)
                self.assertTrue(lines[0].startswith(place), lines)

    def test_random_changes_of_a_settings_file_never_end_the_program(self):
        text = b'rules:\n  - { take: [scan], device: "05e0:1200", to: [a] }\ntargets:\n  a: { http: "http://h:80/x", retry: { first: 1s } }\n'
        choice = random.Random(42)
        for _ in range(150):
            changed = bytearray(text)
            for _ in range(choice.randrange(1, 6)):
                place = choice.randrange(len(changed))
                changed[place:place + choice.randrange(3)] = bytes(choice.choices(b'{}[]:,"\'-|>&*!%#@`\n\t \x00\xffa0', k=choice.randrange(3)))
            status, lines = self.check(bytes(changed), "--offline")
            self.assertIn(status, (0, 1))
            self.assertTrue(lines)

    def test_a_missing_file_names_its_path(self):
        result = subprocess.run([*COMMAND, "check", "/nonexistent.yaml"], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (1, "keybridge-forward: /nonexistent.yaml: No such file or directory\n"))

    def test_wrong_usage_has_status_2(self):
        for words in (["--colour"], ["dance"], ["retry"], ["status", "x"], ["status", "--format", "xml"], ["retry", "a", "b", "c"]):
            result = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
            self.assertIn("see keybridge-forward --help", result.stderr)

    def test_the_program_does_not_start_with_mistakes(self):
        self.write("  a: { http: 'gopher://x' }")
        self.start()
        self.assertEqual(self.process.wait(60), 2)
        self.assertIn(f"{self.settings}:7:", self.logged())


class Reaching(Checks):
    """Tests of the targets without items."""

    def test_each_kind_of_target_is_tested_without_an_item(self):
        server, broker = self.server(), self.broker()
        subscriber = self.subscriber(broker)
        status, lines = self.check(f"""
targets:
  api: {{ http: "http://127.0.0.1:{server.port}/" }}
  broker: {{ mqtt: "mqtt://127.0.0.1:{broker.port}" }}
  old: {{ mqtt: "mqtt://127.0.0.1:{broker.port}", version: 3.1.1 }}
  program: {{ run: [/bin/true] }}
""")
        self.assertEqual((status, lines), (0, ["api: can be reached", "broker: can be reached", "old: can be reached",
                                               "program: can be reached", " no mistakes"]))
        self.assertEqual((server.requests, subscriber.messages), ([], []))

    def test_targets_that_cannot_be_reached_are_mistakes(self):
        port = free_port()
        authority = Authority(self.folder)
        secured = self.server(context=authority.context(*authority.issue("good")))
        passwords = self.folder / "passwords"
        passwords.write_text("till:$7$101$wrong\n")
        broker = self.broker(lines=[f"password_file {passwords}", "allow_anonymous false"])
        password = self.secret("password", "pa55word\n")
        status, lines = self.check(f"""
targets:
  api: {{ http: "http://127.0.0.1:{port}/" }}
  secured: {{ http: "https://127.0.0.1:{secured.port}/" }}
  away: {{ mqtt: "mqtt://127.0.0.1:{port}" }}
  refusing: {{ mqtt: "mqtt://127.0.0.1:{broker.port}", user: till, password-file: {password} }}
  program: {{ run: [/nonexistent/program] }}
""")
        self.assertEqual(status, 1)
        for line, start, words in zip(lines, ("3:3: api: ", "4:3: secured: ", "5:3: away: ", "6:3: refusing: ", "7:3: program: "),
                                      ("connect", "certificate", "Connection refused", "Not authorized", "No such file"), strict=True):
            self.assertTrue(line.startswith(start), line)
            self.assertIn(words, line)
        self.assertNotIn("pa55word", "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
