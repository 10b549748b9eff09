// SPDX-License-Identifier: Apache-2.0
#include "keys.h"

#include <QtGui/private/qxkbcommon_p.h>

static Qt::KeyboardModifiers modifiersOf(unsigned modifiers) {
  Qt::KeyboardModifiers result;
  result.setFlag(Qt::ShiftModifier, modifiers & KB_SHIFT);
  result.setFlag(Qt::ControlModifier, modifiers & KB_CONTROL);
  result.setFlag(Qt::AltModifier, modifiers & KB_OPTION);
  result.setFlag(Qt::MetaModifier, modifiers & KB_COMMAND);
  result.setFlag(Qt::KeypadModifier, modifiers & KB_KEYPAD);
  return result;
}

static int keyOf(const kb_key &source, Qt::KeyboardModifiers modifiers) {
  // With modifiers, this function needs a keymap.
  int key = QXkbCommon::keysymToQtKey(source.keysym_value, {});
  if (key == Qt::Key_Super_L || key == Qt::Key_Super_R) return Qt::Key_Meta;
  if (key == Qt::Key_Tab && modifiers & Qt::ShiftModifier) return Qt::Key_Backtab;
  // Shortcuts have Latin letters, also on a keyboard that types Greek or Cyrillic.
  bool isLetter = qstrlen(source.key) == 5 && source.key[4] >= 'A' && source.key[4] <= 'Z';
  if (isLetter && key > 0xFF && key < 0x1000000 && modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return source.key[4];
  return key;
}

static QString textOf(const kb_key &source, int key, Qt::KeyboardModifiers modifiers, bool isEditable) {
  switch (key) {
  case Qt::Key_Return:
  case Qt::Key_Enter: return QStringLiteral("\r");
  case Qt::Key_Tab:
  case Qt::Key_Backtab: return QStringLiteral("\t");
  case Qt::Key_Backspace: return QStringLiteral("\b");
  case Qt::Key_Escape: return QStringLiteral("\x1b");
  case Qt::Key_Delete: return QStringLiteral("\x7f");
  }
  if (modifiers & Qt::ControlModifier) return key >= Qt::Key_A && key <= Qt::Key_Z ? QString(QChar(key & 0x1F)) : QString();
  return isEditable ? QString() : QString::fromUtf8(source.characters);
}

Key::Key(const kb_key &source, bool isEditable)
    : key(keyOf(source, modifiersOf(source.modifiers))), modifiers(modifiersOf(source.modifiers)),
      text(textOf(source, key, modifiers, isEditable)) {}
