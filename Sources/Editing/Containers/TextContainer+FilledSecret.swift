// SPDX-License-Identifier: Apache-2.0

/// The state of a filled password in a text, which is secure until it is empty (TRT-22).
struct FilledSecret {
  enum Stage: Hashable {
    /// The text took no password, or the undo history no longer contains it.
    case none
    /// The text may contain the password.
    case held
    /// The text was emptied, but undo can bring the password back.
    case emptied
  }

  var stage = Stage.none
  /// Whether a password is being filled in, about which the delegate may be asked; what the text
  /// contains meanwhile does not end the secrecy.
  var isFilling = false
  /// Whether undo or redo is changing the text.
  var isRestoring = false
  /// Whether the text is or was also declared secure, so that it stays secret.
  var isDeclaredToo = false

  var isHeld: Bool { stage == .held }
}

/// A filled password, which makes its text secure until it is empty (TRT-22).
extension TextContainer {
  /// Fills in a password: the text is secure before it changes, and stays so unless the password is
  /// refused.
  ///
  /// - Parameter fill: fills it in, and returns whether the delegate has agreed.
  final func holdFilledSecret(whileChangedBy fill: () -> Bool) {
    let before = filledSecret.stage
    // An emptied text must not lose its history to the fill, which undo would then not restore.
    filledSecret.stage = .held
    filledSecret.isFilling = true
    applyTraits()
    let isAccepted = fill()
    filledSecret.isFilling = false
    if isAccepted || before == .held {
      if !hasText { filledSecretWasEmptied() }
      return
    }
    filledSecret.stage = before
    applyTraits()
    releaseSecret()
  }

  /// Ends the secrecy of a text that has become empty.
  final func filledSecretWasEmptied() {
    filledSecret.stage = .emptied
    applyTraits()
    releaseSecret()
  }

  /// Drops an emptied password from the undo history, because the text is about to change.
  ///
  /// Called before each change. A text that undo is about to restore is secure again.
  final func dropFilledSecret() {
    guard !filledSecret.isRestoring else { return }
    document.forgetHistory()
    filledSecret.stage = .none
  }

  /// Undoes or redoes a step, which may bring back a password.
  final func restoring(_ restore: () -> Void) {
    guard filledSecret.stage == .emptied else { return restore() }
    _ = host?.secrets.insert(id)
    filledSecret.isRestoring = true
    restore()
    filledSecret.isRestoring = false
    if hasText { filledSecret.stage = .held }
    applyTraits()
    if !hasText { releaseSecret() }
  }

  /// Lets others receive a text that no longer contains a filled password, once the updates that
  /// may contain it were delivered.
  private func releaseSecret(after microseconds: Int64 = 1000) {
    _ = host?.timers.schedule(after: microseconds) { [weak self] in
      guard let self, let host, !filledSecret.isHeld, !filledSecret.isDeclaredToo else { return }
      guard queue.isEmpty else { return releaseSecret(after: 1_000_000) }
      host.secrets.remove(id)
    }
  }
}
