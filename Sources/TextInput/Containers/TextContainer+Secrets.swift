// SPDX-License-Identifier: Apache-2.0

/// Secure text entry: what is shown, and what others may know (FLD-2).
extension TextContainer {
  /// How long the character typed last shows in clear, in microseconds.
  private static let revealTime: Int64 = 1_000_000

  /// What stands for a character of a secret.
  public static var secureDot: Character { "•" }

  /// Whether its text is a secret now.
  final var isSecure: Bool { currentTraits.isSecureTextEntry }

  /// What a person may see of the text: the text itself, or of a secret a dot for each character and
  /// the one typed last in clear for a moment.
  public final var visibleText: String {
    guard isSecure else { return text }
    var visible = ""
    var offset = 0
    for character in text {
      let isRevealed = revealed.map { $0.start <= offset && offset < $0.end } ?? false
      visible.append(isRevealed ? character : Self.secureDot)
      offset += character.utf16.count
    }
    return visible
  }

  /// Whether its text is or ever was a secret, which others than its owner never learn.
  public final var isSecret: Bool { isSecure || engine?.secrets.contains(id) ?? false }

  /// What others may know of the text: the text itself, or of a secret a dot for each code unit, so
  /// that they learn its length.
  public final var sharedText: String { isSecret ? Self.dots(for: text) : text }

  fileprivate static func dots(for text: String) -> String {
    String(repeating: secureDot, count: text.utf16.count)
  }

  /// Shows the last character of what was typed in clear, if the user has it so.
  final func reveal(_ text: String) {
    guard let engine, engine.settings.revealLast, !text.isEmpty else { return }
    let end = selection.head
    revealed = TextRange(storage.characterStart(before: end), end)
    revealTimer = engine.timers.schedule(after: Self.revealTime) { [weak self] in
      self?.hideRevealed()
    }
  }

  /// Shows nothing in clear any more.
  final func hideRevealed() {
    revealed = nil
    engine?.timers.cancel(revealTimer)
    revealTimer = nil
  }

  /// Has the engine remember that this text is a secret, also when it is shown later on.
  final func keepSecret() {
    if !isSecure { hideRevealed() } else { engine?.secrets.insert(id) }
  }
}

extension TextEngine {
  /// Whether any text is or ever was a secret; as long as none is, others may learn every fact.
  public var hasSecrets: Bool { knowsSecrets }

  /// What others than the owner of a container may learn of a fact (FLD-2).
  ///
  /// Of a text that is or ever was secure they learn its length: dots stand for its code units. Raw
  /// presses, candidates and corrections of such a text do not concern them, wherever the focus is by
  /// now.
  ///
  /// - Returns: the fact to tell them; nil for none.
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
    case .candidatesDidChange(let list?, let id?) where list.kind.comesFromText:
      return secrets.contains(id) ? nil : update
    case .correctionDidChange(let id, _, _) where secrets.contains(id): return nil
    default: return update
    }
  }
}

extension CandidateList.Kind {
  /// Whether its candidates tell of what was typed.
  fileprivate var comesFromText: Bool {
    switch self {
    case .accents, .inputMethod, .predictions, .completions: true
    case .modes, .urlEndings, .fill: false
    }
  }
}
