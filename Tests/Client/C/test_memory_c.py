# SPDX-License-Identifier: Apache-2.0
"""Runs libkeybridge-client as it is installed: under valgrind, with a flood of messages, and for its time."""

import contextlib
import functools
import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fake_service import HERE, PROJECT, Session, compiled              # noqa: E402

BUILT = PROJECT / ".build" / "client-c"
VALGRIND = ("valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all", "--error-exitcode=9",
            "--track-fds=yes")


@functools.cache
def shared_driver():
    """The driver with the shared library that `make client-c` builds."""
    return compiled("shared-driver", [HERE / "driver.c"], f"-L{BUILT}", "-lkeybridge-client", f"-Wl,-rpath,{BUILT}")


class Memory(unittest.TestCase):
    def session(self, **options):
        session = Session(shared_driver(), **options)
        self.addCleanup(session.close)
        return session

    def test_valgrind_finds_no_error_and_no_leak_in_a_session_with_losses(self):
        session = Session(shared_driver(), wrapper=VALGRIND)
        with contextlib.ExitStack() as stack:
            stack.callback(session.service.close)
            session.driver.do("new", field="name", kind="textField")
            session.driver.do("new", field="field", external=True)
            session.driver.do("focus", field="field")
            session.exchange()
            session.service.notify("text.didChange", container="name", origin="user", range=[0, 0], string="é😀", revision=1)
            session.service.notify("candidates.didChange", list={"first": 0, "isExpanded": False, "items": [{"text": "è"}],
                                                                 "kind": "accents", "page": 0, "pages": 1})
            session.service.notify("external.preedit", container="field", number=1, text="´", composition=1, fallback="´",
                                   segments=[{"length": 2, "style": "raw"}], caret=2)
            session.service.notify("external.key", container="field", number=2, phase="began", code=1, key="KEY_ESC",
                                   keysym="Escape", keysymValue=0xFF1B, modifiers=[], device="d", time=1)
            session.exchange()
            session.driver.do("request", method="ping")
            session.driver.do("show", field="name", width=10)
            session.service.drop()
            session.driver.do("run")
            session.greet(wait=300)
            session.exchange()
            session.service.raw(b"no JSON\n")
            session.driver.do("run")
            session.greet(resumed=True, wait=700)
            session.service.raw(b'{"jsonrpc":"2.0","method":"text.didCha')
            session.driver.do("run")
            status, errors = session.driver.end()
        self.assertEqual(status, 0, errors)
        # Valgrind lists every descriptor that is still open; the standard ones are the caller's.
        self.assertNotIn("Open AF_UNIX", errors)
        self.assertNotIn("anon_inode", errors)

    def test_a_flood_is_read_in_pieces_of_less_than_a_millisecond(self):
        session = self.session()
        session.driver.do("new", field="name", kind="textView")
        session.exchange()
        lines, texts = [], 20000
        for number in range(texts):
            lines.append(json.dumps({"jsonrpc": "2.0", "method": "text.didChange", "params": {
                "container": "name", "origin": "user", "range": [number, number], "string": "x", "revision": number + 1}}))
        data = ("\n".join(lines) + "\n").encode()
        session.service.connection.setblocking(False)
        while data:
            with contextlib.suppress(BlockingIOError):
                data = data[session.service.connection.send(data):]
            session.driver.do("run")
        self.assertEqual(session.driver.do("show", field="name")[-1]["length"], texts)
        longest = session.driver.do("wait")[-1]["longest"]
        # The time of the processor. A line may begin just before the end of the time, and memory may have to be fetched.
        self.assertLess(longest, 2.0)
        print(f"the longest dispatch took {longest:.2f} ms", file=sys.stderr)

    def test_the_library_exports_only_its_own_names_and_needs_only_jansson(self):
        library = BUILT / "libkeybridge-client.so.0"
        names = subprocess.run(["nm", "--dynamic", "--defined-only", str(library)], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual([line for line in names.splitlines() if not line.split()[-1].startswith("kb_")], [])
        dynamic = subprocess.run(["readelf", "--dynamic", str(library)], check=True, stdout=subprocess.PIPE, text=True).stdout
        needed = [line.split("[")[1].rstrip("]") for line in dynamic.splitlines() if "(NEEDED)" in line]
        self.assertEqual([name.split(".so")[0] for name in needed if not name.startswith("libc.")], ["libjansson"])
        self.assertIn("[libkeybridge-client.so.0]", dynamic)


if __name__ == "__main__":
    unittest.main()
