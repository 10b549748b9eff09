# SPDX-License-Identifier: Apache-2.0
"""A program of Qt that a test drives: it evaluates the lines of Python that it reads, and prints their values in JSON."""

import json
import os
import signal
import sys

from PyQt6 import QtCore, QtGui, QtWidgets
from PyQt6.QtCore import Qt

WITH_QUICK = "--quick" in sys.argv
if WITH_QUICK:
    from PyQt6 import QtQml, QtQuick                         # noqa: F401

log = []


def flat(event):
    kinds = {QtCore.QEvent.Type.KeyPress: "press", QtCore.QEvent.Type.KeyRelease: "release"}
    return [kinds[event.type()], event.key(), event.modifiers().value, event.text(), event.isAutoRepeat()]


class Recorder(QtCore.QObject):
    """Records the keys and the input-method events of an object."""

    def eventFilter(self, watched, event):
        if event.type() in (QtCore.QEvent.Type.KeyPress, QtCore.QEvent.Type.KeyRelease):
            log.append(flat(event))
        elif event.type() == QtCore.QEvent.Type.InputMethod:
            log.append(["text", event.commitString(), event.preeditString(), event.replacementStart(), event.replacementLength()])
        return False


class Window(QtWidgets.QWidget):
    """A window with a field of each kind."""

    def __init__(self):
        super().__init__()
        self.resize(480, 360)
        layout = QtWidgets.QVBoxLayout(self)
        self.line, self.second = QtWidgets.QLineEdit(), QtWidgets.QLineEdit()
        self.secret, self.digits = QtWidgets.QLineEdit(), QtWidgets.QLineEdit()
        self.secret.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
        self.digits.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        self.text = QtWidgets.QTextEdit()
        self.button = QtWidgets.QPushButton("&Push")
        self.button.clicked.connect(lambda: log.append("clicked"))
        for widget in (self.line, self.second, self.secret, self.digits, self.text, self.button):
            layout.addWidget(widget)
            widget.installEventFilter(recorder)
        self.line.setFocus()


def shortcut(keys):
    made = QtGui.QShortcut(QtGui.QKeySequence(keys), window)
    made.activated.connect(lambda: log.append(f"shortcut {keys}"))
    return made


def click(widget, x=None, y=None):
    """Clicks with the mouse, as the platform reports it."""
    point = QtCore.QPointF(widget.width() / 2 if x is None else x, widget.height() / 2 if y is None else y)
    for kind in (QtCore.QEvent.Type.MouseButtonPress, QtCore.QEvent.Type.MouseButtonRelease):
        button = Qt.MouseButton.LeftButton
        buttons = button if kind == QtCore.QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
        QtCore.QCoreApplication.sendEvent(widget, QtGui.QMouseEvent(
            kind, point, QtCore.QPointF(widget.mapToGlobal(point.toPoint())), button, buttons, Qt.KeyboardModifier.NoModifier))
    if kind == QtCore.QEvent.Type.MouseButtonRelease and widget.focusPolicy() & Qt.FocusPolicy.ClickFocus:
        widget.setFocus(Qt.FocusReason.MouseFocusReason)


def picture(path):
    (view.grabWindow() if WITH_QUICK else window.grab()).save(path)


def taken():
    """The log since the last call."""
    entries = log[:]
    log.clear()
    return entries


QML = b"""
import QtQuick
import QtQuick.Controls
Window {
  width: 480; height: 240; visible: true
  property alias field: field
  property alias secret: secret
  property int shortcuts: 0
  Column {
    TextField { id: field; objectName: "field"; focus: true; width: 300 }
    TextField { id: secret; objectName: "secret"; echoMode: TextInput.Password; width: 300 }
    Button { objectName: "button"; text: "Push" }
  }
  Shortcut { sequence: "Ctrl+S"; onActivated: shortcuts += 1 }
}
"""


def read_commands():
    global pending
    data = os.read(0, 1 << 16)
    if not data:
        application.exit(0)
        return
    pending += data
    *lines, pending = pending.split(b"\n")
    for line in lines:
        source = json.loads(line)
        try:
            code = compile(source, "<test>", "eval")
        except SyntaxError:
            exec(compile(source, "<test>", "exec"), globals())
            value = None
        else:
            value = eval(code, globals())
        try:
            text = json.dumps({"value": value})
        except TypeError:
            text = json.dumps({"value": str(value)})
        print(text, flush=True)


signal.signal(signal.SIGINT, signal.SIG_DFL)
pending = b""
application = (QtGui.QGuiApplication if WITH_QUICK else QtWidgets.QApplication)(["program"])
recorder = Recorder()
if WITH_QUICK:
    engine = QtQml.QQmlApplicationEngine()
    engine.loadData(QML)
    view = engine.rootObjects()[0]
    view.requestActivate()
else:
    window = Window()
    window.show()
    window.activateWindow()
notifier = QtCore.QSocketNotifier(0, QtCore.QSocketNotifier.Type.Read)
notifier.activated.connect(read_commands)
print(json.dumps({"value": "ready"}), flush=True)
sys.exit(application.exec())
