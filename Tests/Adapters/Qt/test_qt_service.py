# SPDX-License-Identifier: Apache-2.0
"""Types on a simulated keyboard into a program of Qt, through the real service and the adapter."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fixture import PROJECT, Program                          # noqa: E402

KEYBRIDGE = os.environ.get("KEYBRIDGE", PROJECT / ".build-release" / "release" / "keybridge")
PRACTICE = PROJECT / "Examples" / "Practice"
LIMIT = 60


class Typing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.socket = pathlib.Path(self.folder.name, "socket")

    def service(self, *keys, layout="--layout us", gap=20, settings="text-replacements: { omw: on my way }"):
        """Starts a service whose keyboard types when it is grabbed."""
        capture = pathlib.Path(self.folder.name, "keys.evemu")
        with open(capture, "w") as file:
            subprocess.run([sys.executable, "-B", PRACTICE / "write-capture.py", "--gap", str(gap), "leftshift:500", *keys], stdout=file, check=True)
        config = pathlib.Path(self.folder.name, "keybridge.yaml")
        config.write_text(f"learning: false\nrepeat: {{ delay: 5000 }}\n{settings}\n")
        environment = {**os.environ, "HOME": self.folder.name, "XDG_CONFIG_HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name}
        log = tempfile.TemporaryFile(mode="w+")
        service = subprocess.Popen(
            [sys.executable, "-B", PRACTICE / "practice-keyboard.py", capture, "--", KEYBRIDGE, "run", "--socket", self.socket,
             "--config", config, *layout.split()], stdout=log, stderr=subprocess.STDOUT, env=environment)

        def stop():
            if service.poll() is None:
                service.terminate()
            service.wait()
            log.close()

        self.addCleanup(stop)
        self.log, self.stop = log, stop
        self.assertTrue(self.wait(self.socket.exists), "the service did not start")

    def wait(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end:
                self.log.seek(0)
                return False
            time.sleep(0.05)
        return True

    def program(self, *arguments):
        program = Program(self.socket, *arguments)
        self.addCleanup(program.end)
        return program

    def shows(self, program, source, value):
        self.assertTrue(self.wait(lambda: program(source) == value), f"{program(source)!r}; {program.log()}; {self.log.read()[-2000:]}"
                        if not self.log.closed else program(source))

    def test_dead_keys_tab_and_a_password_reach_their_widgets(self):
        self.service("text:caf'e", "tab", "text:two", "tab", "text:pa's", "tab", "text:12", layout="--layout us --variant intl")
        program = self.program()
        self.shows(program, "window.digits.text()", "12")
        self.assertEqual(program("[window.line.text(), window.second.text(), window.secret.text()]"), ["Café", "Two", "paś"])

    def test_editing_keys_and_shortcuts_work(self):
        self.service("text:abcd", "left", "backspace", "text:x", "ctrl+a", "ctrl+c", "end", "ctrl+v", "enter")
        program = self.program()
        program("window.line.returnPressed.connect(lambda: log.append('return'))")
        self.shows(program, "'return' in log", True)
        self.assertEqual(program("window.line.text()"), "AbxdAbxd")

    def test_a_text_field_of_qt_quick_is_typed_into(self):
        self.service("text:gr'ue", "ctrl+s", "tab", "text:pw", layout="--layout us --variant intl")
        program = self.program("--quick")
        self.shows(program, "view.property('secret').property('text')", "pw")
        self.assertEqual(program("[view.property('field').property('text'), view.property('shortcuts')]"), ["Grúe", 1])

    def test_text_that_is_typed_directly_after_a_key_goes_to_the_widget_with_the_focus(self):
        program = self.program()
        program("for one in (window.secret, window.digits, window.text, window.button): one.setFocusPolicy(Qt.FocusPolicy.NoFocus)")
        # A line edit that gets the focus by ⇥ selects its text, so that the next letter replaces it.
        for name in "line", "second":
            program(f"window.{name}.textEdited.connect(lambda text: log.append('{name} ' + text))")
        self.service(*["a", "tab", "b", "tab"] * 50, gap=1, settings="assistance: off")
        self.shows(program, "[entry for entry in log if isinstance(entry, str)]", ["line a", "second b"] * 50)

    def test_text_that_is_typed_directly_after_a_key_of_a_button_goes_to_the_widget_with_the_focus(self):
        program = self.program()
        program("for one in (window.secret, window.digits, window.text): one.setFocusPolicy(Qt.FocusPolicy.NoFocus)")
        program("window.setTabOrder(window.line, window.button); window.setTabOrder(window.button, window.second)")
        for name in "line", "second":
            program(f"window.{name}.textEdited.connect(lambda text: log.append('{name} ' + text))")
        # Few, because a key waits for a busy program for 100 ms only.
        self.service(*["a", "tab", "tab", "b", "tab"] * 20, gap=1, settings="assistance: off")
        self.shows(program, "[entry for entry in log if isinstance(entry, str)]", ["line a", "second b"] * 20)

    def test_text_that_is_typed_directly_after_a_key_in_qt_quick_goes_to_the_item_with_the_focus(self):
        program = self.program("--quick")
        self.service(*["a", "tab", "b", "shift+tab"] * 50, gap=1, settings="assistance: off")
        self.shows(program, "[view.property(name).property('text') for name in ('field', 'secret')]", ["a" * 50, "b" * 50])

    def test_a_shortcut_of_the_settings_is_replaced_in_the_widget(self):
        self.service("text:x omw ", "text:y")
        program = self.program()
        self.shows(program, "window.line.text()", "X on my way y")

    def test_a_shortcut_of_the_settings_is_replaced_in_qt_quick(self):
        self.service("text:x omw ", "text:y")
        program = self.program("--quick")
        self.shows(program, "view.property('field').property('text')", "X on my way y")

    def test_the_traits_of_every_hint_are_accepted(self):
        self.service("text:x")
        program = self.program()
        self.shows(program, "window.line.text()", "X")
        program("hints = [hint for hint in Qt.InputMethodHint if not any(n in hint.name for n in ('Mask', 'MultiLine'))]\n"
                "for hint in hints: window.line.setInputMethodHints(hint); application.processEvents()")
        self.assertTrue(program("len(hints)") > 15)
        program("window.second.setFocus(); window.second.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData)")
        time.sleep(1)
        self.assertEqual([line for line in program.log().splitlines() if line.startswith("keybridge:")], [])

    def test_a_service_that_starts_again_types_again(self):
        self.service("text:one")
        program = self.program()
        self.shows(program, "window.line.text()", "One")
        self.stop()
        self.service("text:two")
        self.shows(program, "window.line.text()", "Onetwo")

    def test_a_service_that_starts_again_types_again_in_qt_quick(self):
        self.service("text:one")
        program = self.program("--quick")
        self.shows(program, "view.property('field').property('text')", "One")
        self.stop()
        self.service("text:two")
        self.shows(program, "view.property('field').property('text')", "Onetwo")


if __name__ == "__main__":
    unittest.main()
