# SPDX-License-Identifier: Apache-2.0
"""Tests the tables of Documentation/Toolkits.md: each cell that says "yes" has a test, and the numbers of lines are those of the files."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Documentation" / "Toolkits.md"
QT, SERVICE = "Adapters/Qt/test_qt.py", "Adapters/Qt/test_qt_service.py"
SDL, REAL = "Adapters/SDL/test_sdl.py", "Client/real/test_sdl.py"
LVGL, PYGAME, TEXTUAL = "Adapters/LVGL/test_lvgl.py", "Adapters/pygame/test_pygame.py", "Adapters/textual/test_textual.py"

# For each row, the tests of the toolkits in the order of the columns: the file, the class and the test. None for a cell without "yes".
PROOFS = {
    "layouts and dead keys": [
        (SERVICE, "Typing.test_dead_keys_tab_and_a_password_reach_their_widgets"),
        (SERVICE, "Typing.test_a_text_field_of_qt_quick_is_typed_into"),
        (REAL, "SDL.test_dead_keys_and_composed_text_are_events"),
        (LVGL, "Typing.test_dead_keys_composed_text_and_deletions_reach_text_areas"),
        (PYGAME, "RealTests.test_the_example_is_typed_into"),
        (TEXTUAL, "RealTests.test_the_form_is_typed_into")],
    "input methods": [
        (QT, "Texts.test_a_japanese_word_is_composed_with_candidates"),
        (QT, "Quick.test_a_text_field_composes_and_types"),
        (REAL, "SDL.test_dead_keys_and_composed_text_are_events"),
        (LVGL, "Typing.test_a_japanese_word_is_composed"),
        (PYGAME, "ExampleTests.test_composed_text_has_candidates_that_are_chosen"),
        (TEXTUAL, "FormTests.test_a_dead_key_and_a_word_with_candidates_are_shown_until_they_are_typed")],
    "candidates": [
        (QT, "Texts.test_a_candidate_is_chosen_by_a_press"),
        (QT, "Quick.test_candidates_are_drawn_in_the_window"),
        None,
        (LVGL, "Widgets.test_candidates_are_shown_at_the_caret"),
        None,
        (TEXTUAL, "FormTests.test_a_dead_key_and_a_word_with_candidates_are_shown_until_they_are_typed")],
    "corrections and replacements": [
        (SERVICE, "Typing.test_a_shortcut_of_the_settings_is_replaced_in_the_widget"),
        (SERVICE, "Typing.test_a_shortcut_of_the_settings_is_replaced_in_qt_quick"),
        (REAL, "SDL.test_a_text_that_is_reported_has_capitals_and_replacements"),
        None,
        (PYGAME, "ExampleTests.test_a_correction_replaces_the_word_unless_the_text_changed"),
        (TEXTUAL, "FormTests.test_a_correction_replaces_a_word_unless_the_text_changed")],
    "a secret is not reported": [
        (QT, "Secrets.test_a_password_is_secret_before_its_first_key_and_is_not_reported"),
        (QT, "Quick.test_a_secret_is_not_reported"),
        None,
        (LVGL, "Widgets.test_a_password_is_not_reported"),
        (PYGAME, "ExampleTests.test_tab_moves_to_the_secret_line_which_refuses_letters"),
        (TEXTUAL, "FormTests.test_the_service_knows_which_widget_has_the_focus")],
    "the keyboard of a number field": [
        (QT, "Texts.test_a_field_is_created_with_the_traits_of_the_widget"), None, None,
        (LVGL, "Widgets.test_traits_follow_from_the_text_area"), None, None],
    "texts that refuse or cut": [
        (QT, "Texts.test_a_validator_that_refuses_is_reported_as_another_change"),
        (QT, "Quick.test_a_limit_cuts_and_a_read_only_field_takes_keys_only"),
        None,
        (LVGL, "Widgets.test_traits_follow_from_the_text_area"),
        (PYGAME, "ExampleTests.test_the_line_cuts_and_its_report_says_so"),
        (TEXTUAL, "FormTests.test_a_widget_that_refuses_and_one_that_cuts")],
    "a button and a read-only text receive keys": [
        (QT, "Keys.test_a_button_receives_keys_only"),
        (QT, "Quick.test_a_limit_cuts_and_a_read_only_field_takes_keys_only"),
        (SDL, "SDL.test_without_text_input_the_field_takes_keys_only"),
        (LVGL, "Widgets.test_a_button_takes_keys_only"),
        (PYGAME, "EventTests.test_shortcuts_and_special_keys_have_the_numbers_of_pygame"),
        (TEXTUAL, "FormTests.test_the_service_knows_which_widget_has_the_focus")],
    "shortcuts": [
        (QT, "Keys.test_shortcuts_of_the_program_and_of_the_widget_work"),
        (QT, "Quick.test_shortcuts_and_keys_work"),
        (SDL, "SDL.test_texts_and_keys_arrive_in_order"),
        None,
        (PYGAME, "EventTests.test_shortcuts_and_special_keys_have_the_numbers_of_pygame"),
        (TEXTUAL, "FormTests.test_shortcuts_and_escape_run_bindings")],
    "text that is typed directly after ⇥": [
        (SERVICE, "Typing.test_text_that_is_typed_directly_after_a_key_goes_to_the_widget_with_the_focus"),
        (SERVICE, "Typing.test_text_that_is_typed_directly_after_a_key_in_qt_quick_goes_to_the_item_with_the_focus"),
        (REAL, "SDL.test_text_that_is_typed_directly_after_tab_goes_to_the_next_field_with_its_traits"),
        (LVGL, "Typing.test_text_that_is_typed_directly_after_tab_goes_to_the_next_text_area"),
        (PYGAME, "RealTests.test_text_that_is_typed_directly_after_tab_goes_to_the_next_line"),
        (TEXTUAL, "RealTests.test_text_that_is_typed_directly_after_tab_goes_to_the_next_widget")],
    "a composition ends if its text changes otherwise": [
        (QT, "Composing.test_a_program_that_sets_the_text_ends_the_composition"),
        (QT, "Quick.test_a_program_that_sets_the_text_ends_the_composition"),
        None,
        (LVGL, "Widgets.test_text_that_the_program_changes_is_reported"),
        None,
        (TEXTUAL, "FormTests.test_composed_text_stays_in_its_widget_when_the_focus_moves")],
    "the service ends and starts again": [
        (SERVICE, "Typing.test_a_service_that_starts_again_types_again"),
        (SERVICE, "Typing.test_a_service_that_starts_again_types_again_in_qt_quick"),
        (SDL, "SDL.test_a_lost_connection_inserts_the_fallback_and_releases_the_keys"),
        (LVGL, "Widgets.test_a_lost_connection_inserts_the_fallback_and_another_one_begins"),
        (PYGAME, "ExampleTests.test_without_a_service_the_keyboard_of_pygame_types"),
        (TEXTUAL, "FormTests.test_the_application_outlives_the_service")],
    "without the service the toolkit's keyboard types": [
        (QT, "Services.test_without_a_service_the_keyboard_of_qt_types_and_one_line_says_why"),
        (QT, "Quick.test_without_a_service_the_keyboard_of_qt_types"),
        (SDL, "SDL.test_sdl_s_own_keyboard_types_only_without_the_service"),
        None,
        (PYGAME, "ExampleTests.test_without_a_service_the_keyboard_of_pygame_types"),
        (TEXTUAL, "FormTests.test_the_application_outlives_the_service")],
}

# For each toolkit, a program with a client library alone; a file that uses the adapter; and the form of the lines that belong to it.
LINES = {
    "SDL 2": ("Examples/Toolkits/sdl_line.c", "Documentation/ClientC.md", r".*keybridge_sdl(\.h\"|_start\(window\);|_handle\(&event\)\) .*|_stop\(\);)"),
    "LVGL 9": ("Examples/Toolkits/lvgl_area.c", "Examples/LVGL/keybridge_lvgl.c", r"     (lv_indev_t|void) .*\);"),
    "pygame": ("Examples/Toolkits/pygame_line.py", "Adapters/pygame/keybridge_pygame.py", r"    (keyboard = .*|    keyboard\.pump.*)"),
    "Textual": ("Examples/Toolkits/textual_input.py", "Adapters/textual/keybridge_textual.py", r"        (def on_mount.*|    self\.run_worker.*)"),
    "Qt 6": ("Examples/Toolkits/qt5_line.py", "Documentation/Toolkits.md", r".*`Environment=QT_IM_MODULE=keybridge`.*"),
}


def tables(page):
    """The tables of a page: lists of rows, which are lists of cells."""
    found = [[]]
    for line in page.splitlines():
        if line.startswith("|"):
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif found[-1]:
            found.append([])
    return found


def has_test(file, name):
    """Whether a file of Tests has a test, given as Class.test."""
    group, _, test = name.partition(".")
    path = ROOT / "Tests" / file
    classes = re.split(r"^(?=class )", path.read_text(encoding="utf-8"), flags=re.M) if path.exists() else []
    return any(re.match(rf"class {group}\b", part) and re.search(rf"^    (async )?def {test}\(self", part, re.M) for part in classes)


def count(path):
    """The lines of a file that are neither empty nor only a comment."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S) if path.suffix == ".c" else re.sub(r'^"""(.*?)"""$', "", text, flags=re.S | re.M)
    return sum(bool(line.strip()) and not line.startswith("#!") and not line.lstrip().startswith("# ") for line in text.splitlines())


class Toolkits(unittest.TestCase):
    def setUp(self):
        self.works, self.lines = tables(PAGE.read_text(encoding="utf-8"))[:2]

    def test_each_cell_that_says_yes_has_a_test_and_no_other_has(self):
        self.assertEqual([row[0] for row in self.works[2:]], list(PROOFS))
        for row in self.works[2:]:
            self.assertEqual(len(row), len(PROOFS[row[0]]) + 1)
            for toolkit, cell, proof in zip(self.works[0][1:], row[1:], PROOFS[row[0]]):
                with self.subTest(row[0], toolkit=toolkit):
                    self.assertEqual(cell.split(",")[0] == "yes", proof is not None, cell)
                    if proof:
                        self.assertTrue(has_test(*proof), proof)

    def test_the_numbers_of_lines_are_those_of_the_files(self):
        self.assertEqual({row[0] for row in self.lines[2:]}, set(LINES))
        for toolkit, before, after in self.lines[2:]:
            alone, file, pattern = LINES[toolkit]
            used = [line for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if re.fullmatch(pattern, line)]
            with self.subTest(toolkit):
                self.assertEqual(before.split(",")[0], str(count(ROOT / alone)))
                # A program in Python also imports the module.
                self.assertEqual(after.split(",")[0], str(len(used) + (".py" in file)), used)

    def test_a_test_that_does_not_exist_is_noticed(self):
        self.assertTrue(has_test(QT, "Quick.test_a_click_ends_the_composition"))
        self.assertFalse(has_test(QT, "Quick.test_a_click"))
        self.assertFalse(has_test(QT, "Texts.test_a_click_ends_the_composition"))
        self.assertFalse(has_test("Adapters/Qt/none.py", "Texts.test_a"))


if __name__ == "__main__":
    unittest.main()
