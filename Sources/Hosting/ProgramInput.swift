// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// The keys that are typed for a program: a text for those that type text, raw presses for others.
///
/// Keys that are typed while the program reads a secret have a text of their own, because the
/// engine keeps a text secret for good.
final class ProgramInput: View {
  /// The end of the program's own text, of which only what was typed last is known; it is never
  /// drawn itself.
  var text: ExternalText { isSecret ? secretText : openText }
  /// The text of everything but secrets.
  let openText = ExternalText(name: "program")
  /// Whether the program reads a secret.
  private(set) var isSecret = false
  /// Called with a key that is not text; returns whether the program receives it.
  var pressed: (Keystroke) -> Bool = { _ in false }
  /// Called with a repeat of such a key.
  var repeated: (Keystroke) -> Void = { _ in }
  /// Called at the end of such a key.
  var released: (Keystroke) -> Void = { _ in }

  /// Whether the program receives the chord of a command, which is then not performed.
  var reserves: (KeyCommand) -> Bool = { _ in false }

  /// The text of secrets.
  let secretText = ExternalText(name: "password")

  init() {
    super.init(name: "input")
    notesChanges = true
    // Commands are no sentences. Programs show no marks of spelling, and no continuation after
    // their cursor.
    var traits = TextInputTraits()
    traits.autocapitalizationType = .none
    traits.spellCheckingType = .no
    traits.smartQuotesType = .no
    traits.smartDashesType = .no
    traits.smartInsertDeleteType = .no
    traits.inlinePredictionType = .no
    openText.traits = traits
    traits.isSecureTextEntry = true
    secretText.traits = traits
    for text in [openText, secretText] {
      // This view receives all keys first.
      text.sendsKeys = false
      text.isMultiline = true
      addSubview(text)
    }
    enableTexts()
  }

  override func canPerform(_ command: KeyCommand) -> Bool {
    super.canPerform(command) && !reserves(command)
  }
  override var wantsPresses: Bool { true }
  override func pressBegan(_ keystroke: Keystroke) -> Bool { pressed(keystroke) }
  override func pressRepeated(_ keystroke: Keystroke) { repeated(keystroke) }
  override func pressEnded(_ keystroke: Keystroke) { released(keystroke) }
  override func pressCancelled(_ keystroke: Keystroke) { released(keystroke) }

  /// Whether the program can have the focus, which ⇥ must not give it while another text has it.
  var isReachable = true { didSet { enableTexts() } }

  /// Moves the focus to the text for secrets or back, if one of the two has it.
  func setSecret(_ isSecret: Bool) {
    let old = text
    let hadFocus = old.isFirstResponder
    self.isSecret = isSecret
    text.isEnabled = isReachable
    if hadFocus { text.becomeFirstResponder() }
    old.isEnabled = false
  }

  private func enableTexts() {
    openText.isEnabled = isReachable && !isSecret
    secretText.isEnabled = isReachable && isSecret
  }
}
