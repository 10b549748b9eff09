// SPDX-License-Identifier: Apache-2.0

/// Secure text entry: the visible text, and the text that others may receive (FLD-2).
extension TextContainer {
  /// The time for which the last typed character is shown in clear, in microseconds.
  private static let revealTime: Int64 = 1_000_000

  /// The character shown for each character of a secret.
  public static var secureDot: Character { SecretTexts.dot }

  /// Whether the text is secret now.
  package final var isSecure: Bool { currentTraits.isSecureTextEntry }

  /// The text as shown to the user: for a secret, a dot for each character, and the last typed
  /// character briefly in clear.
  ///
  /// After several thousand characters, a secret has a dot for each code unit.
  public final var visibleText: String {
    guard isSecure else { return text }
    let end = storage.characterBoundary(atOrBefore: Self.longestSecret)
    return visibleText(in: TextRange(0, end))
      + String(repeating: Self.secureDot, count: storage.count - end)
  }

  /// The number of code units of a secret whose characters are counted.
  private static let longestSecret = 4096

  /// Returns a part of the visible text, which begins and ends between characters.
  final func visibleText(in range: TextRange) -> String {
    guard isSecure else { return storage.substring(range) }
    var visible = ""
    var offset = range.start
    for character in storage.substring(range).boundedCharacters {
      let isRevealed = revealed.map { $0.start <= offset && offset < $0.end } ?? false
      visible.append(isRevealed ? character : Self.secureDot)
      offset += character.utf16.count
    }
    return visible
  }

  /// Whether the text is or ever was secret; only its owner may then receive it.
  public final var isSecret: Bool { isSecure || host?.secrets.contains(id) ?? false }

  /// The text as reported to others: for a secret, a dot for each code unit, so that only its
  /// length is known.
  public final var sharedText: String { isSecret ? SecretTexts.dots(for: text) : text }

  /// Whether the last typed character is shown in clear.
  package final var isRevealing: Bool { revealed != nil }

  /// Shows the last typed character in clear, if the user's settings say so.
  final func reveal(_ text: String) {
    guard let host, host.settings.revealLast, !text.isEmpty else { return }
    let end = selection.head
    revealed = TextRange(storage.characterStart(before: end), end)
    revealTimer = host.timers.schedule(after: Self.revealTime) { [weak self] in
      self?.hideRevealed()
    }
  }

  /// Hides the character shown in clear.
  package final func hideRevealed() {
    revealed = nil
    host?.timers.cancel(revealTimer)
    revealTimer = nil
  }

  /// Marks this text as a secret in the engine: permanently, unless it is only a filled password.
  final func keepSecret() {
    guard isSecure else {
      hideRevealed()
      // A text that the person sees is edited, not emptied (FLD-4).
      emptiesOnEdit = false
      return
    }
    if let host, host.secrets.insert(id) { host.textBecameSecret(self) }
    if declaredTraits.isSecureTextEntry { filledSecret.isDeclaredToo = true }
  }
}
