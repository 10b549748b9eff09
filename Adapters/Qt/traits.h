// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtCore/QObject>

#include <keybridge-client.h>

// The properties of a focused object that decide how Keybridge types into it.
struct Traits {
  bool isEditable = false;
  Qt::InputMethodHints hints;
  Qt::EnterKeyType enterKey = Qt::EnterKeyDefault;

  // Asks the object; nullptr has no text.
  static Traits of(QObject *object);
  bool isSecure() const { return hints & Qt::ImhHiddenText; }
  bool isMultiline() const { return hints & Qt::ImhMultiLine; }
  // The result refers to constants only.
  kb_traits_to_set forService() const;
  bool operator==(const Traits &other) const {
    return isEditable == other.isEditable && hints == other.hints && enterKey == other.enterKey;
  }
};
