// SPDX-License-Identifier: Apache-2.0

/// Secure text entry: the visible text, and the text that others may receive (FLD-2).
extension TextContainer {
  /// The time for which the last typed character is shown in clear, in microseconds.
  private static let revealTime: Int64 = 1_000_000

  /// The character shown for each character of a secret.
  public static var secureDot: Character { "•" }

  /// Whether the text is secret now.
  final var isSecure: Bool { currentTraits.isSecureTextEntry }

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
  public final var isSecret: Bool { isSecure || engine?.secrets.contains(id) ?? false }

  /// The text as reported to others: for a secret, a dot for each code unit, so that only its
  /// length is known.
  public final var sharedText: String { isSecret ? Self.dots(for: text) : text }

  fileprivate static func dots(for text: String) -> String {
    String(repeating: secureDot, count: text.utf16.count)
  }

  /// Shows the last typed character in clear, if the user's settings say so.
  final func reveal(_ text: String) {
    guard let engine, engine.settings.revealLast, !text.isEmpty else { return }
    let end = selection.head
    revealed = TextRange(storage.characterStart(before: end), end)
    revealTimer = engine.timers.schedule(after: Self.revealTime) { [weak self] in
      self?.hideRevealed()
    }
  }

  /// Hides the character shown in clear.
  final func hideRevealed() {
    revealed = nil
    engine?.timers.cancel(revealTimer)
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
    if let engine, engine.secrets.insert(id).inserted {
      engine.assistance.assistant?.textBecameSecret(id)
      engine.choiceJournal.forget(id, in: engine.memory)
    }
    if declaredTraits.isSecureTextEntry { filledSecret.isDeclaredToo = true }
  }
}

extension TextEngine {
  /// Whether any text is or ever was secret; if not, others may receive every update unchanged.
  public var hasSecrets: Bool { knowsSecrets }

  /// Returns an update without the secrets that only the container's owner may receive (FLD-2).
  ///
  /// If the text is or ever was secure, others receive only its length: dots replace its code
  /// units. Raw presses, locks, candidates and corrections of such a text are withheld, regardless
  /// of the current focus.
  ///
  /// - Parameter update: the update to filter.
  /// - Returns: the update to deliver; nil for none.
  public func shared(_ update: Update) -> Update? {
    guard knowsSecrets else { return update }
    switch update {
    case .textDidChange(let id, let range, let text, let origin) where secrets.contains(id):
      return .textDidChange(id, range: range, text: TextContainer.dots(for: text), origin: origin)
    case .markedDidChange(let id, let range, let segments) where secrets.contains(id):
      let dots = segments.map { MarkedSegment(TextContainer.dots(for: $0.text), style: $0.style) }
      return .markedDidChange(id, range: range, segments: dots)
    case .pressBegan(_, let id?), .pressEnded(_, let id?), .pressCancelled(_, let id?),
      .pressUnhandled(_, let id?):
      return secrets.contains(id) ? nil : update
    case .locksDidChange(_, let id?): return secrets.contains(id) ? nil : update
    case .candidatesDidChange(let list?, let id?) where list.kind.comesFromText:
      return secrets.contains(id) ? nil : update
    case .correctionDidChange(let id, _, _) where secrets.contains(id): return nil
    case .spellingDidChange(let id, let range, _) where secrets.contains(id):
      return .spellingDidChange(id, range: range, words: [])
    case .inlineDidChange(let id, .some) where secrets.contains(id): return nil
    default: return update
    }
  }
}

extension CandidateList.Kind {
  /// Whether the candidates reveal what was typed.
  fileprivate var comesFromText: Bool {
    switch self {
    case .accents, .inputMethod, .predictions, .completions: true
    case .modes, .urlEndings, .fill: false
    }
  }
}
