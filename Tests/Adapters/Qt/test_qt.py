# SPDX-License-Identifier: Apache-2.0
"""Tests the adapter for Qt 6 in a real program, with a service that sends what a test wants."""

import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fixture import Case, FakeService, LIMIT, Program         # noqa: E402

CONTROL, SHIFT = 0x04000000, 0x02000000
LEFT, TAB, ESCAPE, RETURN = 0x01000012, 0x01000001, 0x01000000, 0x01000004


class Texts(Case):
    def setUp(self):
        self.start()

    def test_a_field_is_created_with_the_traits_of_the_widget(self):
        container = self.service.container
        self.assertEqual(container["kind"], "external")
        self.assertFalse(container["traits"]["isSecureTextEntry"])
        self.assertEqual(container["traits"]["autocapitalizationType"], "sentences")
        self.focus("digits")
        self.assertEqual(self.service.container["traits"]["keyboardType"], "numberPad")
        self.focus("text")
        self.assertTrue(self.service.container["properties"]["isMultiline"])

    def test_edits_arrive_in_order_and_are_reported(self):
        for text in "Gr", "ü", "ße 😀":
            self.service.edit(text)
        self.eventually("window.line.text()", "Grüße 😀")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 3)
        self.assertEqual(self.service.reports[-1] | {"container": ""}, {
            "container": "", "text": "Grüße 😀", "anchor": 8, "head": 8, "seen": 3, "cause": "edit"})

    def test_an_edit_replaces_the_selection_and_deletes_around_the_caret(self):
        self.service.edit("abcdef")
        self.eventually("window.line.text()", "abcdef")
        self.program("window.line.setSelection(1, 3)")
        self.service.wait_for(lambda: self.service.reports[-1]["anchor"] != self.service.reports[-1]["head"])
        self.assertEqual(self.service.reports[-1]["cause"], "other")
        self.service.edit("Z", before=1)
        self.eventually("window.line.text()", "Zef")

    def test_a_deletion_does_not_cut_a_character(self):
        self.service.edit("😀")
        self.service.edit("x", before=1)
        self.eventually("window.line.text()", "😀x")

    def test_a_dead_key_is_shown_and_replaced(self):
        self.service.preedit("´", caret=1)
        self.eventually("taken()", [["text", "", "´", 0, 0]])
        self.service.settle()
        self.assertEqual(self.service.reports[-1]["text"], "")
        self.service.edit("é", composition=1)
        self.eventually("window.line.text()", "é")

    def test_a_japanese_word_is_composed_with_candidates(self):
        self.service.preedit("きょうは", caret=4, segments=[{"length": 3, "style": "focused"}, {"length": 1, "style": "converted"}])
        self.service.candidates("今日", "京", "強")
        self.eventually("[type(w).__name__ for w in window.children() if w.isWidgetType() and w not in "
                        "(window.line, window.second, window.secret, window.digits, window.text, window.button) and w.isVisible()]",
                        ["QWidget"])
        if path := os.environ.get("KEYBRIDGE_PICTURES"):
            self.program(f"picture({path + '/widgets.png'!r})")
        self.service.edit("今日は", composition=1)
        self.service.candidates()
        self.eventually("window.line.text()", "今日は")
        self.eventually("len([w for w in window.findChildren(QtWidgets.QWidget) if w.isVisible() and w.y() > 1 and "
                        "w.metaObject().className() == 'QWidget' and w.parent() is window])", 0)

    def test_a_candidate_is_chosen_by_a_press(self):
        self.service.candidates("今日", "京", "強")
        panel = "[w for w in window.children() if w.isWidgetType() and type(w) is QtWidgets.QWidget and w.isVisible()]"
        self.eventually(f"len({panel})", 1)
        self.program(f"click({panel}[0], y={panel}[0].height() / 2)")
        self.service.wait_for(lambda: ("candidates.choose", {"number": 2}) in self.service.requests)

    def test_the_panel_of_commands_is_drawn_in_the_middle(self):
        row = {"chords": "cmd+s", "id": "save", "keys": "cmd+s", "pressed": "cmd+s", "state": "off", "symbols": "⌘S", "title": "Save"}
        self.service.notify("hud.shown", firstRow=0, prefix="", groups=[{"title": "File", "rows": [row, row | {"title": "Open"}]}])
        panel = "[w for w in window.children() if w.isWidgetType() and type(w) is QtWidgets.QWidget and w.isVisible()]"
        self.eventually(f"[abs(w.geometry().center().x() - window.width() / 2) < 3 for w in {panel}]", [True])
        if path := os.environ.get("KEYBRIDGE_PICTURES"):
            self.program(f"picture({path + '/panel.png'!r})")
        self.service.notify("hud.hidden")
        self.eventually(f"len({panel})", 0)

    def test_a_validator_that_refuses_is_reported_as_another_change(self):
        self.program("window.line.setValidator(QtGui.QIntValidator())")
        self.service.edit("12")
        self.service.edit("x")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 2)
        self.assertEqual((self.service.reports[-1]["text"], self.service.reports[-1]["cause"]), ("12", "other"))

    def test_a_limit_that_cuts_is_reported_as_another_change(self):
        self.program("window.line.setMaxLength(5)")
        self.service.edit("abc")
        self.service.edit("12345")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 2)
        self.assertEqual((self.service.reports[-1]["text"], self.service.reports[-1]["cause"]), ("abc12", "other"))

    def test_a_program_that_changes_the_typed_text_is_reported(self):
        self.program("window.line.textEdited.connect(lambda text: window.line.setText(text.upper()))")
        self.service.edit("abc")
        self.eventually("window.line.text()", "ABC")
        self.service.wait_for(lambda: self.service.reports[-1]["text"] == "ABC")
        self.assertEqual(self.service.reports[-1]["cause"], "other")

    def test_a_stale_replacement_inserts_what_was_typed(self):
        self.service.edit("teh")
        self.eventually("window.line.text()", "teh")
        self.program("window.line.setCursorPosition(0)")
        self.service.wait_for(lambda: self.service.reports[-1]["head"] == 0)
        self.service.edit("the ", before=3, revision=1, plain=" ")
        self.eventually("window.line.text()", " teh")

    def test_a_text_edit_reports_its_paragraph(self):
        self.focus("text")
        self.program("window.text.setPlainText('first\\nsecond')")
        self.program("window.text.moveCursor(QtGui.QTextCursor.MoveOperation.End)")
        self.service.wait_for(lambda: self.service.reports[-1].get("head") == 6)
        self.assertEqual(self.service.reports[-1]["text"], "second")
        self.service.edit("X", before=3)
        self.eventually("window.text.toPlainText()", "first\nsecX")

    def test_a_text_edit_composes_with_candidates(self):
        self.focus("text")
        self.service.edit("ab")
        self.service.preedit("kyo", fallback="kyou")
        self.service.candidates("今日", "京")
        panel = "[w for w in window.children() if w.isWidgetType() and type(w) is QtWidgets.QWidget and w.isVisible()]"
        self.eventually(f"[w.y() > window.text.y() for w in {panel}]", [True])
        self.program("window.text.moveCursor(QtGui.QTextCursor.MoveOperation.Start); click(window.second)")
        self.service.wait_for(lambda: self.service.focused != "qt-2")
        self.assertEqual(self.program("window.text.toPlainText().count('kyou')"), 1)
        self.program("window.text.setReadOnly(True)")
        self.focus("text")
        self.assertFalse(self.service.is_editable())

    def test_a_long_text_is_reported_in_part(self):
        self.program("window.line.setMaxLength(100000); window.line.setText('ä😀' * 20000); window.line.setCursorPosition(30000)")
        self.service.wait_for(lambda: self.service.reports[-1].get("text", "").startswith(("ä", "😀")))
        self.service.settle()
        report = self.service.reports[-1]
        self.assertLessEqual(len(report["text"].encode()), 4000)
        self.service.edit("X", before=1)
        self.eventually("window.line.text()[19995:20005].count('X')", 1)


class Secrets(Case):
    def setUp(self):
        self.start()
        self.focus("secret")

    def test_a_password_is_secret_before_its_first_key_and_is_not_reported(self):
        create = [params for method, params in self.service.requests if method == "container.create"][-1]
        self.assertTrue(create["traits"]["isSecureTextEntry"])
        self.service.edit("hunter2")
        self.eventually("window.secret.text()", "hunter2")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 1)
        self.assertFalse([report for report in self.service.reports if "text" in report and report["container"] == self.service.focused])

    def test_a_password_that_is_shown_is_no_secret_and_one_that_is_hidden_again_is(self):
        mode = "window.secret.setEchoMode(QtWidgets.QLineEdit.EchoMode.{})"
        self.program(mode.format("Normal"))
        self.service.wait_for(lambda: not self.service.container["traits"]["isSecureTextEntry"])
        self.program(mode.format("Password"))
        self.service.wait_for(lambda: self.service.container["traits"]["isSecureTextEntry"])

    def test_a_secret_that_is_shown_is_not_reported_before_it_is_empty(self):
        self.service.edit("pass")
        self.eventually("window.secret.text()", "pass")
        self.program("window.secret.setEchoMode(QtWidgets.QLineEdit.EchoMode.Normal)")
        self.service.edit("word")
        self.eventually("window.secret.text()", "password")
        self.service.settle()
        # Also in the field that it gets when it has the focus again.
        self.focus("line")
        self.focus("secret")
        self.program("window.secret.setCursorPosition(2)")
        self.service.settle()
        self.assertTrue(self.service.container["traits"]["isSecureTextEntry"])
        self.assertEqual([report for report in self.service.reports if report.get("text")], [])
        self.program("window.secret.clear()")
        self.service.wait_for(lambda: not self.service.container["traits"]["isSecureTextEntry"])
        self.service.edit("x")
        self.service.wait_for(lambda: self.service.reports[-1].get("text") == "x")


class Keys(Case):
    def setUp(self):
        self.start()
        self.program("taken()")

    def test_keys_reach_the_widget_with_their_text(self):
        self.service.edit("ab")
        for name in "left", "escape", "return", "backspace":
            self.service.press(name)
        self.eventually("window.line.text()", "b")
        keys = [entry for entry in self.program("taken()") if entry[0] != "text"]
        self.assertEqual(keys[:6], [["press", LEFT, 0, "", False], ["release", LEFT, 0, "", False], ["press", ESCAPE, 0, "\x1b", False],
                                    ["release", ESCAPE, 0, "\x1b", False], ["press", RETURN, 0, "\r", False],
                                    ["release", RETURN, 0, "\r", False]])

    def test_keys_and_text_stay_in_order(self):
        self.service.edit("a")
        self.service.key("left")
        self.service.edit("b")
        self.service.key("left", "ended")
        self.service.edit("c")
        self.eventually("window.line.text()", "bca")

    def test_a_repeated_key_has_no_release_between(self):
        self.service.edit("abc")
        for phase in "began", "repeated", "repeated", "ended":
            self.service.key("left", phase)
        self.eventually("window.line.cursorPosition()", 0)
        self.service.settle()
        keys = [entry for entry in self.program("taken()") if entry[0] != "text"]
        self.assertEqual([(entry[0], entry[4]) for entry in keys],
                         [("press", False), ("press", True), ("press", True), ("release", False)])

    def test_tab_moves_the_focus_and_its_release_is_not_lost(self):
        first = self.service.focused
        self.service.key("tab")
        self.service.wait_for(lambda: self.service.focused != first)
        self.eventually("window.second.hasFocus()", True)
        self.service.edit("x")
        self.eventually("window.second.text()", "x")
        self.assertEqual(self.program("window.line.text()"), "")
        keys = [entry[0] for entry in self.program("taken()") if entry[0] != "text"]
        self.assertEqual(sorted(keys), ["press", "release"])

    def test_the_focus_is_requested_before_the_key_that_moves_it_is_reported(self):
        self.service.key("tab")
        self.service.wait_for(lambda: self.service.focused == "qt-2")
        self.service.settle()
        sent = [(method, params.get("container")) for method, params in self.service.requests if params.get("seen") != 0]
        self.assertLess(sent.index(("focus.request", "qt-2")), (sent + [("surroundings.set", "qt-1")]).index(("surroundings.set", "qt-1")))

    def test_a_letter_on_its_way_to_a_button_is_typed_into_the_text_after_it(self):
        self.focus("button")
        self.service.key("tab", container="qt-keys")
        self.service.key("a", container="qt-keys", characters="a")
        self.eventually("window.line.text()", "a")

    def test_an_editable_field_inserts_no_character_of_a_key(self):
        self.service.press("a", modifiers=["option"], characters="a")
        self.service.press("s", modifiers=["control"], characters="s")
        self.service.edit("end")
        self.eventually("window.line.text()", "end")

    def test_shortcuts_of_the_program_and_of_the_widget_work(self):
        self.program("made = shortcut('Ctrl+S')")
        self.service.press("s", modifiers=["control"], characters="s")
        self.eventually("'shortcut Ctrl+S' in log", True)
        self.service.edit("abc")
        self.service.press("a", modifiers=["control"], characters="a")
        self.eventually("window.line.selectedText()", "abc")
        self.service.press("z", modifiers=["control"], characters="z")
        self.eventually("window.line.text()", "")

    def test_a_shortcut_works_on_a_keyboard_with_other_letters(self):
        self.program("made = shortcut('Ctrl+S')")
        self.service.press("s", modifiers=["control"], keysym="Cyrillic_yeru", keysymValue=0x6D9, characters="ы")
        self.eventually("'shortcut Ctrl+S' in log", True)

    def test_a_button_receives_keys_only(self):
        self.focus("button")
        self.assertFalse(self.service.is_editable())
        self.service.press("space", characters=" ")
        self.eventually("'clicked' in log", True)

    def test_a_read_only_field_receives_keys_only(self):
        self.program("window.line.setReadOnly(True)")
        self.service.wait_for(lambda: not self.service.is_editable())
        self.program("window.line.setReadOnly(False)")
        self.service.wait_for(self.service.is_editable)

    def test_text_on_its_way_to_a_field_that_becomes_read_only_is_not_inserted(self):
        self.program("window.line.setReadOnly(True)")
        self.service.edit("x")
        self.service.settle()
        self.assertEqual(self.program("window.line.text()"), "")

    def test_text_on_its_way_to_a_field_that_loses_the_focus_for_a_moment_is_inserted(self):
        old = self.service.focused
        self.program("window.button.setFocus(); window.line.setFocus()")
        # The service has not seen this yet.
        for text in "ab", "é", "c":
            self.service.edit(text)
        self.service.key("left")
        self.service.wait_for(lambda: old not in self.service.containers)
        self.service.edit("d")
        self.eventually("window.line.text()", "abédc")
        self.assertEqual(len(self.service.containers), 2)

    def test_text_on_its_way_to_a_field_that_was_left_stays_in_it(self):
        old = self.service.focused
        self.program("window.second.setFocus()")
        self.service.edit("ab")
        self.service.preedit("kyo", fallback="kyou")
        self.service.wait_for(lambda: old not in self.service.containers)
        self.service.edit("c")
        self.eventually("[window.line.text(), window.second.text()]", ["abkyou", "c"])

    def test_text_on_its_way_to_a_field_whose_widget_was_deleted_goes_with_it(self):
        old = self.service.focused
        self.program("window.line.deleteLater(); window.second.setFocus()")
        self.program("0")
        self.service.edit("ab")
        self.service.wait_for(lambda: old not in self.service.containers)
        self.service.edit("c")
        self.eventually("window.second.text()", "c")

    def test_a_dialog_that_a_key_opens_receives_keys_and_text(self):
        self.program("window.line.returnPressed.connect(lambda: log.append(QtWidgets.QInputDialog.getText(window, 'T', 'L')))")
        before = self.service.focused
        self.service.key("return")
        self.service.wait_for(lambda: self.service.focused != before and self.service.is_editable())
        self.service.edit("in the dialog")
        self.service.settle()
        self.service.press("return")
        self.eventually("['in the dialog', True] in [list(e) for e in log]", True)
        # This platform does not give the focus to the next window.
        self.service.wait_for(lambda: self.service.focused is None)
        self.program("window.activateWindow()")
        self.service.wait_for(lambda: self.service.focused and self.service.is_editable())
        self.service.edit("after")
        self.eventually("window.line.text()", "after")

    def test_a_dialog_that_an_edit_opens_receives_keys(self):
        self.program("window.line.textEdited.connect(lambda text: log.append(int(QtWidgets.QMessageBox.warning(window, 'T', text))))")
        before = self.service.focused
        self.service.edit("x")
        self.service.wait_for(lambda: self.service.focused != before)
        self.service.settle()
        self.service.press("return")
        self.eventually("1024 in log", True)

    def test_a_menu_receives_keys(self):
        self.program("menu = QtWidgets.QMenu(window); menu.addAction('&Push').triggered.connect(lambda: log.append('menu'));"
                     "menu.popup(window.mapToGlobal(QtCore.QPoint(5, 5)))")
        self.service.settle(0.3)
        if self.service.is_editable():
            self.service.edit("p")
        else:
            self.service.press("p", characters="p")
        self.eventually("'menu' in log", True)

    def test_without_a_window_the_keyboards_are_returned(self):
        self.program("window.hide()")
        self.service.wait_for(lambda: self.service.focused is None)
        self.program("window.show(); window.activateWindow()")
        self.service.wait_for(lambda: self.service.focused)


class Composing(Case):
    def setUp(self):
        self.start()
        self.service.edit("ab")
        self.eventually("window.line.text()", "ab")
        self.service.preedit("kyo", fallback="kyou", caret=3)
        self.eventually("log[-1:]", [["text", "", "kyo", 0, 0]])

    def ends(self):
        return [params["outcome"] for method, params in self.service.requests if method == "composition.end"]

    def test_a_click_into_another_field_inserts_the_fallback_once(self):
        self.program("click(window.second)")
        self.service.wait_for(lambda: len(self.service.containers) == 1 and self.service.focused == "qt-2")
        self.service.settle()
        self.assertEqual(self.program("[window.line.text(), window.second.text()]"), ["abkyou", ""])
        self.service.edit("x")
        self.eventually("window.second.text()", "x")

    def test_a_click_into_the_same_field_ends_the_composition_in_its_place(self):
        self.program("click(window.line, x=3)")
        self.service.wait_for(lambda: self.ends() == ["inserted"])
        self.service.settle()
        self.assertEqual(self.program("[window.line.text(), window.line.cursorPosition()]"), ["abkyou", 0])
        self.service.edit("x")
        self.eventually("window.line.text()", "xabkyou")

    def test_a_program_that_sets_the_text_ends_the_composition(self):
        self.program("window.line.setText('new')")
        self.service.wait_for(self.ends)
        self.service.preedit("late")
        self.service.settle()
        self.assertEqual(self.program("window.line.text()"), "new")
        self.service.edit("x")
        self.eventually("window.line.text()", "newx")

    def test_an_edit_of_an_ended_composition_is_not_inserted_twice(self):
        self.program("click(window.line, x=3)")
        self.service.edit("kyou", composition=1)
        self.service.settle()
        self.assertEqual(self.program("window.line.text()"), "abkyou")

    def test_a_window_that_closes_ends_the_composition(self):
        self.program("window.hide()")
        self.service.wait_for(lambda: self.service.focused is None)
        self.assertEqual(self.program("window.line.text()"), "abkyou")

    def test_a_field_that_is_deleted_takes_its_text_with_it(self):
        self.program("window.line.deleteLater()")
        self.service.wait_for(lambda: self.service.focused != "qt-1")
        self.service.settle()
        self.assertEqual(self.program("window.second.text()"), "")


class Services(Case):
    def test_a_killed_service_leaves_the_word_and_returns(self):
        self.start()
        self.service.key("left")
        self.service.preedit("kyo", fallback="kyou")
        self.eventually("[entry[:3] for entry in log][-1:]", [["text", "", "kyo"]])
        self.service.stop()
        self.eventually("window.line.text()", "kyou")
        self.eventually("[e[0] for e in log]", ["press", "text", "text", "release"])
        self.service.listen()
        self.service.greet()
        self.service.settle()
        self.assertEqual(self.service.reports[-1]["text"], "kyou")
        self.service.edit("x")
        self.eventually("'x' in window.line.text()", True)
        self.assertIn("Meanwhile Qt's own keyboard types", self.program.log())

    def test_without_a_service_the_keyboard_of_qt_types_and_one_line_says_why(self):
        service = FakeService()
        service.stop()
        self.start(service, greets=False)
        key = "application.sendEvent(window.line, QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, 65, Qt.KeyboardModifier(0), 'a'))"
        self.program(key)
        self.eventually("window.line.text()", "a")
        self.program("loop = QtCore.QEventLoop(); QtCore.QTimer.singleShot(1500, loop.quit); loop.exec()")
        lines = [line for line in self.program.log().splitlines() if "propagateSizeHints" not in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertEqual(lines[0], f"keybridge: {service.path}: no service is running; start it with: systemctl start keybridge. "
                                   "Meanwhile Qt's own keyboard types")

    def test_a_connection_is_in_the_log_only_if_it_is_asked_for(self):
        self.start()
        self.assertNotIn("keybridge:", self.program.log())
        self.start(QT_LOGGING_RULES="keybridge.debug=true")
        self.assertIn("keybridge: connected", self.program.log())

    def test_a_user_outside_of_the_group_reads_its_name_in_one_line(self):
        self.start()
        self.service.notify("refused", reason="notPermitted")
        self.service.drop()
        end = time.monotonic() + LIMIT
        while "the group keybridge" not in self.program.log() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual([line for line in self.program.log().splitlines() if line.startswith("keybridge:")],
                         ["keybridge: the service refuses this user; add it to the group keybridge: usermod -aG keybridge USER. "
                          "Meanwhile Qt's own keyboard types"])

    def test_a_lying_service_ends_nothing(self):
        self.start()
        self.service.notify("external.edit", container=self.service.focused, number=7, before=0, after=0, text="x")
        self.service.settle()
        self.assertTrue(self.service.is_closed())
        self.service.greet()
        self.service.edit("y")
        self.eventually("window.line.text()", "y")

    def test_on_a_desktop_nothing_connects_unless_it_is_forced(self):
        service = FakeService()
        self.addCleanup(service.close)
        service.listener.settimeout(2)
        program = Program(service.path, DISPLAY=":99")
        self.assertRaises(TimeoutError, service.accept)
        self.assertEqual(program.end()[0], 0)
        self.start(service, DISPLAY=":99", KEYBRIDGE_QT="always")


class Quick(Case):
    quick = True

    def setUp(self):
        self.start()

    def test_a_text_field_composes_and_types(self):
        self.service.edit("Gr")
        self.service.preedit("´")
        self.eventually("view.property('field').property('displayText')", "Gr´")
        self.service.edit("é", composition=1)
        self.eventually("view.property('field').property('text')", "Gré")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 3)
        self.assertEqual((self.service.reports[-1]["text"], self.service.reports[-1]["cause"]), ("Gré", "edit"))

    def test_a_secret_is_not_reported(self):
        self.program("view.property('secret').forceActiveFocus()")
        self.service.wait_for(lambda: self.service.focused == "qt-2")
        self.service.settle()
        self.service.edit("hunter2")
        self.service.wait_for(lambda: self.service.reports[-1]["container"] == "qt-2" and self.service.reports[-1]["seen"] == 1)
        self.assertEqual(self.program("view.property('secret').property('text')"), "hunter2")
        self.assertEqual([report for report in self.service.reports if report.get("text")], [])

    def test_without_a_service_the_keyboard_of_qt_types(self):
        self.service.stop()
        self.program("application.sendEvent(view, QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, 65, Qt.KeyboardModifier(0), 'a'))")
        self.eventually("view.property('field').property('text')", "a")

    def test_candidates_are_drawn_in_the_window(self):
        self.service.preedit("きょう", segments=[{"length": 3, "style": "focused"}])
        items = "len([i for i in view.contentItem().childItems() if i.z() > 1e8 and i.isVisible()])"
        self.service.candidates("今日", "京", "強")
        self.eventually(items, 1)
        self.assertEqual(self.program("len(application.topLevelWindows())"), 1)
        if path := os.environ.get("KEYBRIDGE_PICTURES"):
            self.program(f"picture({path + '/quick.png'!r})")
        self.service.candidates()
        self.eventually(items, 0)

    def test_a_click_ends_the_composition(self):
        self.service.preedit("kyo", fallback="kyou")
        self.eventually("view.property('field').property('displayText')", "kyo")
        self.program("view.property('secret').forceActiveFocus()")
        self.service.wait_for(lambda: self.service.focused != "qt-1")
        self.assertEqual(self.program("view.property('field').property('text')"), "kyou")
        self.service.settle()
        self.assertTrue(self.service.container["traits"]["isSecureTextEntry"])

    def test_a_program_that_sets_the_text_ends_the_composition(self):
        self.service.preedit("kyo", fallback="kyou")
        self.eventually("view.property('field').property('displayText')", "kyo")
        self.program("view.property('field').setProperty('text', 'new')")
        self.service.settle()
        self.service.edit("x")
        self.eventually("view.property('field').property('text').count('new') and "
                        "view.property('field').property('text').count('x')", 1)

    def test_shortcuts_and_keys_work(self):
        self.service.press("s", modifiers=["control"], characters="s")
        self.eventually("view.property('shortcuts')", 1)
        self.service.edit("ab")
        self.service.press("left")
        self.service.edit("c")
        self.eventually("view.property('field').property('text')", "acb")
        before = self.service.focused
        self.service.press("tab")
        self.service.wait_for(lambda: self.service.focused != before)
        self.eventually("view.property('secret').property('activeFocus')", True)


    def test_a_limit_cuts_and_a_read_only_field_takes_keys_only(self):
        self.program("view.property('field').setProperty('maximumLength', 5)")
        self.service.edit("abc")
        self.service.edit("12345")
        self.service.wait_for(lambda: self.service.reports[-1]["seen"] == 2)
        self.assertEqual((self.service.reports[-1]["text"], self.service.reports[-1]["cause"]), ("abc12", "other"))
        self.program("view.property('field').setProperty('readOnly', True)")
        self.service.wait_for(lambda: not self.service.is_editable())


class VNC(Case):
    platform = "vnc:port=0"

    def test_the_context_serves_the_platform_vnc(self):
        self.start()
        self.service.edit("Grüße")
        self.eventually("window.line.text()", "Grüße")


if __name__ == "__main__":
    unittest.main()
