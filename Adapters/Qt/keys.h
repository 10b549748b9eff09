// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtCore/QString>
#include <QtCore/qnamespace.h>

#include <keybridge-client.h>

// A key as Qt's own keyboard handlers report it.
struct Key {
  int key = 0;
  Qt::KeyboardModifiers modifiers;
  QString text;

  Key() = default;
  // `isEditable` is whether the focused object takes text. Letters are then inserted as text and
  // never with a key.
  Key(const kb_key &source, bool isEditable);
};
