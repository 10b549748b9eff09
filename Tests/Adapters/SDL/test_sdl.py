# SPDX-License-Identifier: Apache-2.0
"""Tests the adapter for SDL 2 with SDL's dummy driver and a fake service."""

import functools
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Client" / "C"))

from fake_service import LIBRARY, PROJECT, Session, compiled           # noqa: E402

ADAPTER = PROJECT / "Adapters" / "SDL"
FOCUS_GAINED, FOCUS_LOST = 12, 13
LEFT = {"code": 105, "key": "KEY_LEFT", "keysym": "Left", "keysymValue": 0xFF51}


@functools.cache
def driver():
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdl2"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    # SDL itself does not free everything at its end.
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", ASAN_OPTIONS="detect_leaks=0")
    return compiled("sdl-driver", [HERE / "driver.c", ADAPTER / "keybridge_sdl.c", *sorted(LIBRARY.glob("*.c"))], f"-I{ADAPTER}", "-O1",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *flags)


class SDL(unittest.TestCase):
    def session(self, **options):
        session = Session(driver(), **options)
        self.addCleanup(self.end, session)
        # The thread that wakes the program takes longer on a machine with other work.
        messages = session.exchange()
        for _ in range(200):
            messages += session.exchange() if len(messages) < 2 else []
        self.assertEqual([message["method"] for message in messages[:2]], ["container.create", "focus.request"])
        session.service.notify("focus.didBegin", container="window")
        session.driver.do("run")
        self.number = 0
        return session

    def end(self, session):
        status, errors = session.close()
        self.assertEqual((status, errors), (0, ""))

    def send(self, session, method, **params):
        self.number += 1
        session.service.notify(f"external.{method}", container="window", number=self.number, **params)

    def edit(self, session, text, before=0, after=0, **members):
        self.send(session, "edit", text=text, before=before, after=after, **members)

    def key(self, session, phase, **members):
        self.send(session, "key", **{"phase": phase, **LEFT, "modifiers": [], "device": "d", "time": 1, **members})

    def reports(self, session):
        return [message["params"] for message in session.exchange() if message["method"] == "surroundings.set"]

    def test_texts_and_keys_arrive_in_order(self):
        session = self.session()
        self.edit(session, "é")
        self.key(session, "began")
        self.key(session, "repeated")
        self.key(session, "ended", modifiers=["shift", "control"])
        self.edit(session, "x")
        events = session.driver.do("run", ms=100)
        self.assertEqual([event.get("text", event.get("key")) for event in events], ["é", "down", "down", "up", "x"])
        self.assertEqual([event["repeat"] for event in events[1:3]], [False, True])
        self.assertEqual((events[1]["scancode"], events[1]["name"], events[3]["mod"]), ("Left", "Left", 0x41))
        self.assertEqual(self.reports(session)[-1:], [{"container": "window", "seen": 5, "cause": "edit"}])

    def test_a_keycode_is_the_sign_of_the_layout(self):
        session = self.session()
        for code, symbol, modifiers, name in ((16, ord("a"), [], "A"), (16, ord("A"), ["shift"], "A"), (40, 0xE4, [], "Ä"),
                                              (2, ord("!"), ["shift"], "1"), (187, 0xFFCE, [], "F17"), (125, 0xFFEB, [], "Left GUI"),
                                              (16, 0x01000439, [], "Й")):
            self.key(session, "began", code=code, keysymValue=symbol, modifiers=modifiers)
            self.key(session, "ended", code=code, keysymValue=symbol, modifiers=modifiers)
            names = {event["name"].upper() for event in session.driver.do("run", ms=50)}
            self.assertEqual(names, {name.upper()}, code)

    def test_long_texts_are_split_at_clusters(self):
        session = self.session()
        family = "👨‍👩‍👧‍👦"
        texts = ["a" * 100, "é" * 40, "e\u0301" * 30, family * 5, "🇫🇷🇩🇪" * 6, "a" + "\u0301" * 60, "한국어" * 9]
        for text in texts:
            self.edit(session, text)
        pieces = [event["text"] for event in session.driver.do("run", ms=100)]
        self.assertEqual("".join(pieces), "".join(texts))
        self.assertLess(max(len(piece.encode()) for piece in pieces), 32)
        for piece in pieces:
            self.assertFalse(piece.startswith(("\u0301", "\u200d")) and "e" in piece, piece)
        self.assertEqual(pieces.count(family), 5)
        self.assertEqual([piece for piece in pieces if "🇫" in piece and piece.count("🇷") != piece.count("🇫")], [])

    def test_text_that_is_being_composed_is_shown(self):
        text = "これはとても長い文章です"
        for extended in (False, True):
            session = self.session(extended=extended)
            preedit = {"composition": 1, "fallback": "f", "caret": None}
            self.send(session, "preedit", text="きょう", segments=[{"length": 3, "style": "raw"}, {"length": 6, "style": "focused"}], **preedit)
            self.send(session, "preedit", text=text, segments=[], **{**preedit, "caret": 36})
            self.edit(session, "今日", composition=1)
            events = session.driver.do("run", ms=100)
            self.assertEqual(events[0], {"editing": "きょう", "start": 1, "length": 2})
            self.assertEqual(events[1], {"extended": text, "start": 12, "length": 0} if extended
                             else {"editing": text[:9], "start": 12, "length": 0})
            self.assertEqual(events[2:], [{"editing": "", "start": 0, "length": 0}, {"text": "今日"}])

    def test_replacements_delete_around_the_caret_in_order_and_the_report_follows(self):
        session = self.session(text=True)
        self.edit(session, "teh")
        session.driver.do("run", ms=50)
        self.assertEqual(self.reports(session)[-1], {"container": "window", "seen": 1, "cause": "edit", "text": "teh", "anchor": 3, "head": 3})
        self.edit(session, "the ", before=3, revision=1, plain=" ")
        self.assertEqual(session.driver.do("run", ms=50), [{"delete": [3, 0]}, {"text": "the "}])
        self.assertEqual(self.reports(session)[-1]["text"], "the ")
        session.driver.do("caret", value=0)
        self.edit(session, "x", before=1, revision=1, plain="y")
        self.assertEqual(session.driver.do("run", ms=50), [{"text": "y"}])
        self.assertEqual(session.driver.do("show"), [{"text": "ythe ", "caret": 1}])

    def test_without_text_input_the_field_takes_keys_only(self):
        session = self.session()
        session.driver.do("input", value=False)
        session.driver.do("own")
        self.assertEqual(session.driver.do("run", ms=50), [])
        self.assertEqual([message["params"] for message in session.exchange() if message["method"] == "container.set"],
                         [{"container": "window", "properties": {"isEditable": False}}])
        session.driver.do("input", value=True)
        session.driver.do("own")
        session.driver.do("run", ms=50)
        self.assertEqual([message["params"] for message in session.exchange() if message["method"] == "container.set"],
                         [{"container": "window", "properties": {"isEditable": True}}])

    def test_sdl_s_own_keyboard_types_only_without_the_service(self):
        session = self.session()
        session.driver.do("own")
        self.assertEqual(session.driver.do("run", ms=50), [])
        session.service.stop()
        events = session.driver.do("run", ms=300)
        self.assertIn({"message": "the service closed the connection"}, events)
        self.assertIn("no service is running", events[-1]["message"])
        session.driver.do("own")
        self.assertEqual([event.get("text", event.get("name")) for event in session.driver.do("run", ms=50)], ["Q", "q"])
        session.service.listen()

    def test_a_lost_connection_inserts_the_fallback_and_releases_the_keys(self):
        session = self.session()
        self.key(session, "began")
        self.send(session, "preedit", text="´", segments=[], composition=1, fallback="´", caret=None)
        session.driver.do("run", ms=50)
        session.service.drop()
        events = session.driver.do("run", ms=50)
        self.assertEqual([event.get("text", event.get("key", event.get("editing"))) for event in events if "message" not in event],
                         ["", "´", "up"])

    def test_the_focus_of_the_window_is_that_of_the_field(self):
        session = self.session()
        session.driver.do("window", value=FOCUS_LOST)
        session.driver.do("run", ms=50)
        self.assertEqual([message["method"] for message in session.exchange()], ["focus.release"])
        session.service.notify("focus.didEnd", container="window", reason="committed")
        session.driver.do("window", value=FOCUS_GAINED)
        session.driver.do("run", ms=50)
        self.assertEqual([message["method"] for message in session.exchange()], ["focus.request"])

    def test_a_program_that_discards_its_events_goes_on(self):
        session = self.session()
        for _ in range(3):
            self.edit(session, "x")
            session.driver.do("discard")
        session.driver.do("run", ms=1200)
        self.edit(session, "y")
        self.assertIn({"text": "y"}, session.driver.do("run", ms=1200))
        self.assertEqual(self.reports(session)[-1]["seen"], 4)

    def test_candidates_are_reported_to_the_program(self):
        session = self.session()
        session.service.notify("candidates.didChange", list={"first": 0, "isExpanded": False, "items": [{"text": "è"}], "kind": "accents",
                                                             "page": 0, "pages": 1})
        self.assertEqual(session.driver.do("run", ms=50), [{"candidates": "è"}])
        session.service.notify("candidates.didChange", list=None)
        self.assertEqual(session.driver.do("run", ms=50), [{"candidates": ""}])

    def test_the_adapter_has_at_most_four_hundred_lines(self):
        lines = [line for name in ("keybridge_sdl.h", "keybridge_sdl.c") for line in (ADAPTER / name).read_text().splitlines()]
        self.assertLessEqual(len(lines), 400)


if __name__ == "__main__":
    unittest.main()
