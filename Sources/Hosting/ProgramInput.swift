// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// The keys that are typed for a program: a text for those that type text, raw presses for others.
///
/// Keys that are typed while the program reads a secret have a text of their own, because the
/// engine keeps a text secret for good.
final class ProgramInput: View {
  /// The text that was typed since the program last did something else; it is never drawn itself.
  var tail: TextView { isSecret ? secretTail : openTail }
  /// The text of everything but secrets.
  let openTail = TextView(name: "program")
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

  private let secretTail = TextView(name: "password")

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
    openTail.traits = traits
    traits.isSecureTextEntry = true
    secretTail.traits = traits
    for tail in [openTail, secretTail] {
      tail.levelsOfUndo = 1
      addSubview(tail)
    }
    enableTails()
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
  var isReachable = true { didSet { enableTails() } }

  /// Moves the focus to the text for secrets or back, if one of the two has it.
  func setSecret(_ isSecret: Bool) {
    let old = tail
    let hadFocus = old.isFirstResponder
    self.isSecret = isSecret
    tail.isEnabled = isReachable
    if hadFocus { tail.becomeFirstResponder() }
    old.isEnabled = false
  }

  private func enableTails() {
    openTail.isEnabled = isReachable && !isSecret
    secretTail.isEnabled = isReachable && isSecret
  }

  /// Empties both texts.
  func clear() {
    for tail in [openTail, secretTail] where tail.hasText { tail.text = "" }
  }
}
