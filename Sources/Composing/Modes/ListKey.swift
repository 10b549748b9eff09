// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The meaning of a key in a list of candidates.
package enum ListKey: Hashable {
  /// Moves the highlight, or turns the page.
  case move(CandidateList.Move)
  /// Picks a candidate by its number on the page, from 1.
  case pick(Int)
  /// Takes the highlighted candidate.
  case take
  /// Closes the list.
  case dismiss

  /// Determines the meaning of a key in a row of variants; nil for a key that leaves it.
  init?(_ keystroke: Keystroke, spaceTakes: Bool) {
    let chord = keystroke.modifiers.subtracting(keystroke.consumedModifiers)
    guard chord.isDisjoint(with: .chord) else { return nil }
    switch keystroke.charactersIgnoringModifiers {
    case .leftArrow: self = .move(.previous)
    case .rightArrow: self = .move(.next)
    case .return: self = .take
    case " " where spaceTakes: self = .take
    case .escape: self = .dismiss
    default:
      // Some layouts type digits with ⇧.
      guard let digit = Int(keystroke.text), (1...9).contains(digit) else { return nil }
      self = .pick(digit)
    }
  }

  /// Determines the meaning of a key in a list of several pages (IME-7, IME-8).
  ///
  /// - Parameters:
  ///   - keystroke: the key; the result is nil for a key that leaves the list.
  ///   - spaceTakes: whether ␠ takes the highlighted candidate.
  package init?(inPages keystroke: Keystroke, spaceTakes: Bool = false) {
    switch (keystroke.charactersIgnoringModifiers, keystroke.modifiers.intersection(.chord)) {
    case (.downArrow, []): self = .move(.down)
    case (.upArrow, []): self = .move(.up)
    case (.downArrow, .command): self = .move(.expand)
    case (.downArrow, .shift), (.pageDown, []): self = .move(.nextPage)
    case (.upArrow, .shift), (.pageUp, []): self = .move(.previousPage)
    default: self.init(keystroke, spaceTakes: spaceTakes)
    }
  }
}
