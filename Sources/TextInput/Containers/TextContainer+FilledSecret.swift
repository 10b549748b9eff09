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
    engine?.releaseSecret(of: self)
  }

  /// Ends the secrecy of a text that has become empty.
  final func filledSecretWasEmptied() {
    filledSecret.stage = .emptied
    applyTraits()
    engine?.releaseSecret(of: self)
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
    engine?.secrets.insert(id)
    filledSecret.isRestoring = true
    restore()
    filledSecret.isRestoring = false
    if hasText { filledSecret.stage = .held }
    applyTraits()
    if !hasText { engine?.releaseSecret(of: self) }
  }
}

extension TextEngine {
  /// Lets others receive a text that no longer contains a filled password, once the updates that
  /// may contain it were delivered.
  fileprivate func releaseSecret(of container: TextContainer, after microseconds: Int64 = 1000) {
    _ = timers.schedule(after: microseconds) { [unowned self, weak container] in
      guard let container, !container.filledSecret.isHeld,
        !container.filledSecret.isDeclaredToo
      else { return }
      guard queue.isEmpty else { return releaseSecret(of: container, after: 1_000_000) }
      secrets.remove(container.id)
    }
  }
}
