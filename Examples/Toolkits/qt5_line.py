#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types into a line edit of Qt 5 with the client for Python: text by QInputMethodEvent, other keys by QKeyEvent.

    PYTHONPATH=Clients/Python Examples/Toolkits/qt5_line.py [SOCKET]

Offsets of Qt count UTF-16 code units, so a text with emoji needs a conversion, which is left out here.
"""

import sys

import keybridge_client as kb
from PyQt5 import QtCore, QtGui, QtWidgets
from PyQt5.QtCore import Qt

KEYS = {"BACKSPACE": Qt.Key_Backspace, "DELETE": Qt.Key_Delete, "TAB": Qt.Key_Tab, "ENTER": Qt.Key_Return, "ESC": Qt.Key_Escape,
        "LEFT": Qt.Key_Left, "RIGHT": Qt.Key_Right, "HOME": Qt.Key_Home, "END": Qt.Key_End}
MODIFIERS = {"shift": Qt.ShiftModifier, "control": Qt.ControlModifier, "option": Qt.AltModifier, "command": Qt.MetaModifier}


class Line(kb.Toolkit):
    def __init__(self, widget):
        self.widget = widget

    def surroundings(self):
        caret, begin = self.widget.cursorPosition(), self.widget.selectionStart()
        end = begin + len(self.widget.selectedText())
        return kb.Surroundings(self.widget.text(), caret if begin < 0 else begin + end - caret, caret)

    def send(self, text, before, after, composed=""):
        event = QtGui.QInputMethodEvent(composed, [])
        event.setCommitString(text, -before, before + after)
        QtWidgets.QApplication.sendEvent(self.widget, event)

    def edit(self, before, after, text):
        self.send(text, before, after)

    def preedit(self, marked):
        self.send("", 0, 0, marked.text if marked else "")

    def key(self, key):
        kind = QtCore.QEvent.KeyPress if key.phase in ("began", "repeated") else QtCore.QEvent.KeyRelease
        code = KEYS.get(key.key[4:], ord(key.characters.upper()) if len(key.characters) == 1 else 0)
        held = Qt.NoModifier
        for name in key.modifiers:
            held |= MODIFIERS.get(name, Qt.NoModifier)
        QtWidgets.QApplication.sendEvent(self.widget, QtGui.QKeyEvent(kind, code, held, "", key.phase == "repeated"))


class Window(QtWidgets.QLineEdit):
    def keyPressEvent(self, event):
        if event.key() == Qt.Key_Escape:
            print(self.text())
            QtWidgets.QApplication.quit()
        super().keyPressEvent(event)


application = QtWidgets.QApplication(sys.argv[:1])
window = Window()
client = kb.LoopClient("qt5", *sys.argv[1:2])
client.focus(client.external("line", Line(window)))
notifier = QtCore.QSocketNotifier(client.fileno(), QtCore.QSocketNotifier.Read)
notifier.activated.connect(client.poll)
timer = QtCore.QTimer()                                       # connects again
timer.timeout.connect(client.poll)
timer.start(500)
client.poll()
window.show()
sys.exit(application.exec())
