// SPDX-License-Identifier: Apache-2.0
import Keys

/// What a key does in a list of candidates.
enum ListKey: Hashable {
  /// It moves the highlight, or turns the page.
  case move(CandidateList.Move)
  /// It picks by its number on the page, from 1.
  case pick(Int)
  /// It takes what is highlighted.
  case take
  /// It closes the list.
  case dismiss

  /// What a key does in a row of variants; nil for a key that leaves it.
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
      // On some layouts the digits need ⇧.
      guard let digit = Int(keystroke.text), (1...9).contains(digit) else { return nil }
      self = .pick(digit)
    }
  }

  /// What a key does in a list of several pages (IME-7, IME-8).
  init?(inPages keystroke: Keystroke) {
    switch (keystroke.charactersIgnoringModifiers, keystroke.modifiers.intersection(.chord)) {
    case (.downArrow, []): self = .move(.down)
    case (.upArrow, []): self = .move(.up)
    case (.downArrow, .command): self = .move(.expand)
    case (.downArrow, .shift), (.pageDown, []): self = .move(.nextPage)
    case (.upArrow, .shift), (.pageUp, []): self = .move(.previousPage)
    default: self.init(keystroke, spaceTakes: false)
    }
  }
}
