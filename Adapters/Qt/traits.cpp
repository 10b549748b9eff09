// SPDX-License-Identifier: Apache-2.0
#include "traits.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QInputMethodQueryEvent>

// The property of an object that marks its text as a secret.
static const char secret[] = "_keybridge_secret";

static bool isEmpty(QObject *object) {
  QInputMethodQueryEvent query(Qt::ImSurroundingText | Qt::ImTextBeforeCursor | Qt::ImTextAfterCursor);
  QCoreApplication::sendEvent(object, &query);
  return query.value(Qt::ImSurroundingText).toString().isEmpty() && query.value(Qt::ImTextBeforeCursor).toString().isEmpty() &&
         query.value(Qt::ImTextAfterCursor).toString().isEmpty();
}

// Whether the text is hidden, or was and is not empty yet: a person may look at a password that is typed.
static bool isSecret(QObject *object, bool isHidden) {
  bool wasSecret = object->property(secret).toBool(), isSecret = isHidden || (wasSecret && !isEmpty(object));
  if (isSecret != wasSecret) object->setProperty(secret, isSecret ? QVariant(true) : QVariant());
  return isSecret;
}

Traits Traits::of(QObject *object) {
  Traits traits;
  if (!object) return traits;
  QInputMethodQueryEvent query(Qt::ImEnabled | Qt::ImReadOnly | Qt::ImHints | Qt::ImEnterKeyType);
  QCoreApplication::sendEvent(object, &query);
  // A line edit takes text from an input method although it is read-only.
  traits.isEditable = query.value(Qt::ImEnabled).toBool() && !query.value(Qt::ImReadOnly).toBool();
  if (!traits.isEditable) return traits;
  traits.hints = Qt::InputMethodHints(query.value(Qt::ImHints).toInt());
  traits.hints.setFlag(Qt::ImhHiddenText, isSecret(object, traits.hints & Qt::ImhHiddenText));
  traits.enterKey = Qt::EnterKeyType(query.value(Qt::ImEnterKeyType).toInt());
  return traits;
}

static const char *keyboardType(Qt::InputMethodHints hints) {
  if (hints & Qt::ImhDigitsOnly) return "numberPad";
  if (hints & Qt::ImhFormattedNumbersOnly) return "decimalPad";
  if (hints & Qt::ImhDialableCharactersOnly) return "phonePad";
  if (hints & Qt::ImhEmailCharactersOnly) return "emailAddress";
  if (hints & Qt::ImhUrlCharactersOnly) return "URL";
  if (hints & (Qt::ImhPreferNumbers | Qt::ImhDate | Qt::ImhTime)) return "numbersAndPunctuation";
  if (hints & (Qt::ImhPreferLatin | Qt::ImhLatinOnly)) return "asciiCapable";
  return "default";
}

static const char *returnKeyType(Qt::EnterKeyType type) {
  switch (type) {
  case Qt::EnterKeyDone: return "done";
  case Qt::EnterKeyGo: return "go";
  case Qt::EnterKeySend: return "send";
  case Qt::EnterKeySearch: return "search";
  case Qt::EnterKeyNext: return "next";
  default: return "default";
  }
}

kb_traits_to_set Traits::forService() const {
  bool isPlain = hints & (Qt::ImhNoPredictiveText | Qt::ImhHiddenText | Qt::ImhSensitiveData);
  kb_traits_to_set traits = {};
  traits.is_secure_text_entry = isSecure() ? &kb_true : &kb_false;
  traits.autocapitalization_type =
      hints & (Qt::ImhUppercaseOnly | Qt::ImhPreferUppercase)                                ? "allCharacters"
      : hints & (Qt::ImhNoAutoUppercase | Qt::ImhLowercaseOnly | Qt::ImhPreferLowercase) ? "none"
                                                                                             : "sentences";
  traits.autocorrection_type = traits.spell_checking_type = traits.inline_prediction_type = isPlain ? "no" : "default";
  traits.keyboard_type = keyboardType(hints);
  traits.return_key_type = returnKeyType(enterKey);
  // Text of this type is not learned.
  if (hints & Qt::ImhSensitiveData) traits.text_content_type = "code";
  return traits;
}
