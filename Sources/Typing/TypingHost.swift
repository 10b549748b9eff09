// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The engine, as help with typing sees it.
package protocol TypingHost: FocusHost {
  /// The user that this process runs for; nil for the user of this process.
  var user: UInt32? { get }
  /// The meaning of keys on the keyboard in use; nil if it is not known.
  var keyboardMap: (any KeyboardMap)? { get }
  /// The translator of titles into the user's language.
  var translator: Translator { get }
  /// Whether the prediction row has words.
  var showsPredictions: Bool { get }

  /// Called when the assistant has something to do before the next key, or no longer has.
  func helpIsDue(_ isDue: Bool)
  /// Shows predictions next to values to fill in; nil for none.
  func show(_ row: PredictionRow?)
  /// Gives up the room for predictions, because they may have been turned off.
  func endReservation()
}

/// The help with all texts, as help with one of them sees it.
package protocol TypingHelpOwner: AnyObject {
  /// The engine; nil after it was released.
  var host: (any TypingHost)? { get }
  /// The assistant, unless all assistance is turned off or suspended.
  var available: (any TypingAssistant)? { get }
  /// The assistant, if the user's settings leave it anything to do.
  var active: (any TypingAssistant)? { get }
  /// Whether predictions belong to the text as it is, even if they are not shown.
  var isPredicting: Bool { get }

  /// Records that the text to be corrected may have changed.
  func offerIsDue(by help: any TypingSupport)
  /// Records that words may have to be checked.
  func spellingIsDue(by help: any TypingSupport)
  /// Records that text or selection changed, so that predictions must be removed unless the change
  /// was typed.
  func textDidChange(under help: any TypingSupport)
  /// Forgets help that ends with its text.
  func helpDidEnd(_ help: any TypingSupport)
  /// Checks the spelling of all texts again.
  func checkSpellingAgain()
}
