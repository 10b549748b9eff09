// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// An overlay in which the arrows place the caret, shown enlarged by a mirror (F003).
///
/// ⏎ keeps the new place and ⎋ restores the old one; any other key keeps the new place and is then
/// processed as usual. The overlay closes if the text changes, because the old place is no longer
/// valid.
final class CaretMode: KeyOverlay {
  // Retained, because a delegate may remove the text while its caret moves.
  private let container: TextContainer
  private let start: Selection

  init(in container: TextContainer) {
    self.container = container
    start = container.selection
  }

  func handle(_ keystroke: Keystroke) -> OverlayAnswer {
    guard keystroke.modifiers.isDisjoint(with: .chord) else { return .closeAndPassOn }
    switch keystroke.charactersIgnoringModifiers {
    case .leftArrow: return move(.moveLeft)
    case .rightArrow: return move(.moveRight)
    case .upArrow: return move(.moveUp)
    case .downArrow: return move(.moveDown)
    case .return: return .close
    case .escape:
      if container.selection != start { container.select(start) }
      container.showCaret()
      return .close
    default: return .closeAndPassOn
    }
  }

  func follow(_ update: Update) -> Bool {
    switch update {
    case .textDidChange(container.id, _, _, _), .markedDidChange(container.id, _, _): true
    default: false
    }
  }

  private func move(_ command: EditingCommand) -> OverlayAnswer {
    container.carryOut(command)
    return OverlayAnswer(
      isHandled: true, actions: [.textDidChange(container, showsCaret: true)])
  }

  var context: CaretContext { CaretContext(around: container) }
}

/// The characters around the caret, to be shown enlarged while the arrows place it (F003).
public struct CaretContext: Hashable, Sendable {
  /// The maximum number of characters.
  public static let limit = 9

  /// The characters before the caret; for secret text, one bullet each (FLD-2).
  public let before: String
  /// The characters after the caret.
  public let after: String

  /// Takes half of the characters from each side; if one side has fewer, takes more from the other.
  init(around container: TextContainer) {
    let storage = container.storage
    let caret = container.selection.head
    var (start, end) = (caret, caret)
    var (before, after) = (0, 0)
    while before + after < Self.limit, start > 0 || end < storage.count {
      if end < storage.count, after <= before || start == 0 {
        end = storage.characterEnd(after: end)
        after += 1
      } else {
        start = storage.characterStart(before: start)
        before += 1
      }
    }
    let isSecret = container.traits.isSecureTextEntry
    let bullets = { String(repeating: TextContainer.secureDot, count: $0) }
    self.before = isSecret ? bullets(before) : storage.substring(TextRange(start, caret))
    self.after = isSecret ? bullets(after) : storage.substring(TextRange(caret, end))
  }
}
