#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types lines of keys with an input method of the m17n library, and prints what each line gives.

    m17n_types.py LANGUAGE METHOD FILE    such as vi telex FILE: a line of Latin letters and digits in each line of FILE
"""

import ctypes
import pathlib
import sys


class Spot(ctypes.Structure):
    """Where a client draws the text; unused."""

    _fields_ = [("numbers", ctypes.c_int * 5), ("text", ctypes.c_void_p), ("place", ctypes.c_int)]


class Context(ctypes.Structure):
    """The first members of MInputContext."""

    _fields_ = [
        ("im", ctypes.c_void_p), ("produced", ctypes.c_void_p), ("arg", ctypes.c_void_p), ("active", ctypes.c_int),
        ("spot", Spot), ("info", ctypes.c_void_p), ("status", ctypes.c_void_p), ("status_changed", ctypes.c_int),
        ("preedit", ctypes.c_void_p)]


def library():
    """The library with the types of the functions that are called."""
    m17n = ctypes.CDLL("libm17n.so.0")
    pointer = ctypes.c_void_p
    for name, result, arguments in (
            ("m17n_init", None, []), ("msymbol", pointer, [ctypes.c_char_p]), ("mtext", pointer, []),
            ("mtext_len", ctypes.c_int, [pointer]), ("mtext_ref_char", ctypes.c_int, [pointer, ctypes.c_int]),
            ("mtext_del", ctypes.c_int, [pointer, ctypes.c_int, ctypes.c_int]), ("minput_open_im", pointer, [pointer, pointer, pointer]),
            ("minput_create_ic", ctypes.POINTER(Context), [pointer, pointer]),
            ("minput_filter", ctypes.c_int, [pointer, pointer, pointer]),
            ("minput_lookup", ctypes.c_int, [pointer, pointer, pointer, pointer]), ("minput_reset_ic", None, [pointer])):
        function = getattr(m17n, name)
        function.restype, function.argtypes = result, arguments
    return m17n


def take(m17n, mtext):
    """Returns a text, and empties it."""
    taken = "".join(chr(m17n.mtext_ref_char(mtext, index)) for index in range(m17n.mtext_len(mtext)))
    m17n.mtext_del(mtext, 0, m17n.mtext_len(mtext))
    return taken


def main(language, method, path):
    m17n = library()
    m17n.m17n_init()
    opened = m17n.minput_open_im(m17n.msymbol(language.encode()), m17n.msymbol(method.encode()), None)
    if not opened:
        raise SystemExit(f"m17n has no input method {method} for {language}")
    produced = m17n.mtext()
    context = m17n.minput_create_ic(opened, None)
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        typed = ""
        for key in line:
            symbol = m17n.msymbol(key.encode())
            if m17n.minput_filter(context, symbol, None) == 0:
                is_unhandled = m17n.minput_lookup(context, symbol, None, produced) != 0
                typed += take(m17n, produced) + (key if is_unhandled else "")
        preedit = context.contents.preedit
        typed += "".join(chr(m17n.mtext_ref_char(preedit, index)) for index in range(m17n.mtext_len(preedit)))
        print(typed)
        m17n.minput_reset_ic(context)


if __name__ == "__main__":
    main(*sys.argv[1:])
