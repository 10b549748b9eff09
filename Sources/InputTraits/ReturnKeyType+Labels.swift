// SPDX-License-Identifier: Apache-2.0

extension ReturnKeyType {
  /// What the return key says in a mode's language (TRT-5); brands are the same everywhere.
  ///
  /// `tag` is a BCP 47 tag; English stands in for a language without labels.
  public func label(in tag: String) -> String {
    let labels = KeyboardLabels.of(tag: tag)
    return switch self {
    case .default: labels.return
    case .go: labels.go
    case .google: "Google"
    case .join: labels.join
    case .next: labels.next
    case .route: labels.route
    case .search: labels.search
    case .send: labels.send
    case .yahoo: "Yahoo"
    case .done: labels.done
    case .emergencyCall: labels.emergencyCall
    case .continue: labels.continue
    }
  }

  /// What the space bar says in a mode's language (MOD-11).
  ///
  /// `tag` is a BCP 47 tag; English stands in for a language without labels.
  public static func spaceLabel(in tag: String) -> String {
    KeyboardLabels.of(tag: tag).space
  }
}

extension TextInputTraits {
  /// What the status row says of the focused field: `URL · Go`; the default type is not named.
  ///
  /// `tag` is the BCP 47 tag of the mode's language.
  public func statusLabel(in tag: String) -> String {
    let label = returnKeyType.label(in: tag)
    let keyboard = effectiveKeyboardType
    return keyboard == .default ? label : "\(keyboard.statusWord) · \(label)"
  }
}

extension KeyboardType {
  /// What the status row calls the type: its name in UIKit, and `URL` as people write it.
  fileprivate var statusWord: String { self == .url ? "URL" : "\(self)" }
}
