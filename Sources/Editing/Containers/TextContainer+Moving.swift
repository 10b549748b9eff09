// SPDX-License-Identifier: Apache-2.0
import KeyCommands

extension EditingCommand {
  /// The caret movement of the command; nil for a command that does not move the caret.
  func movement(pageLength: Int) -> Movement? {
    switch self {
    case .moveLeft: .left
    case .moveRight: .right
    case .moveBackward: .backward
    case .moveForward: .forward
    case .moveUp: .lines(-1)
    case .moveDown: .lines(1)
    case .moveWordLeft: .wordLeft
    case .moveWordRight: .wordRight
    case .moveWordBackward: .wordBackward
    case .moveWordForward: .wordForward
    case .moveParagraphUp: .paragraphUp
    case .moveParagraphDown: .paragraphDown
    case .moveLineLeft: .lineLeft
    case .moveLineRight: .lineRight
    case .moveParagraphStart: .paragraphStart
    case .moveParagraphEnd: .paragraphEnd
    case .moveDocumentStart, .scrollDocumentStart: .documentStart
    case .moveDocumentEnd, .scrollDocumentEnd: .documentEnd
    case .movePageUp, .scrollPageUp: .lines(-max(1, pageLength))
    case .movePageDown, .scrollPageDown: .lines(max(1, pageLength))
    default: nil
    }
  }

  /// The movement of the selection's active end, and whether the selection only grows (BND-2); nil
  /// for a command that does not extend the selection.
  func extending(pageLength: Int) -> (movement: Movement, grows: Bool)? {
    switch self {
    case .extendLeft: (.left, false)
    case .extendRight: (.right, false)
    case .extendBackward: (.backward, false)
    case .extendForward: (.forward, false)
    case .extendUp: (.lines(-1), false)
    case .extendDown: (.lines(1), false)
    case .extendWordLeft: (.wordLeft, false)
    case .extendWordRight: (.wordRight, false)
    case .extendWordBackward: (.wordBackward, false)
    case .extendWordForward: (.wordForward, false)
    case .extendParagraphUp: (.paragraphUp, false)
    case .extendParagraphDown: (.paragraphDown, false)
    case .extendParagraphStart: (.paragraphStart, false)
    case .extendParagraphEnd: (.paragraphEnd, false)
    case .extendLineLeft: (.lineLeft, true)
    case .extendLineRight: (.lineRight, true)
    case .extendDocumentStart: (.documentStart, true)
    case .extendDocumentEnd: (.documentEnd, true)
    case .extendPageUp: (.lines(-max(1, pageLength)), false)
    case .extendPageDown: (.lines(max(1, pageLength)), false)
    default: nil
    }
  }

  /// Whether the command keeps the goal column (BND-6).
  var isVertical: Bool {
    switch self {
    case .moveUp, .moveDown, .extendUp, .extendDown, .movePageUp, .movePageDown, .scrollPageUp,
      .scrollPageDown, .extendPageUp, .extendPageDown:
      true
    default: false
    }
  }
}

/// Moving the caret, and extending the selection.
extension TextContainer {
  /// A place of the caret.
  struct Place {
    var offset: Int
    var affinity = TextAffinity.forward
  }

  /// Moves the caret; a selection collapses to its end in the direction of the movement (BND-4).
  final func move(_ movement: Movement) {
    var place = place(movedTo: movement)
    if let marked = markedRange, place.offset < marked.start || place.offset > marked.end {
      // A movement out of the marked text commits it and consults the delegate, whose response may
      // move everything (INP-9, IME-1).
      commitMarkedText()
      place = self.place(movedTo: movement)
    }
    mutate { $0.select(Selection(caret: place.offset), affinity: place.affinity, into: &$1) }
  }

  private func place(movedTo movement: Movement) -> Place {
    let side = logical(movement, at: selection.head)
    let range = selection.range
    switch side {
    case .backward where !range.isEmpty: return Place(offset: range.start)
    case .forward where !range.isEmpty: return Place(offset: range.end)
    default: return destination(of: movement, from: side.goesBack ? range.start : range.end)
    }
  }

  /// Moves the active end of the selection (BND-1); a growing selection never shrinks (BND-2).
  final func extend(_ movement: Movement, growing: Bool) {
    let goesBack = logical(movement, at: selection.head).goesBack
    var wanted = selection
    var place = destination(of: movement, from: selection.head)
    if case .paragraphDown = movement {
      // ⇧⌥↓ includes the terminator of the paragraph.
      place.offset = storage.paragraphEndWithTerminator(at: selection.head)
    }
    if growing {
      wanted.anchor = goesBack ? selection.range.end : selection.range.start
      place.offset =
        goesBack
        ? min(selection.range.start, place.offset) : max(selection.range.end, place.offset)
    }
    wanted.head = place.offset
    mutate { $0.select(wanted, affinity: place.affinity, into: &$1) }
  }

  /// Returns the destination of a movement.
  final func destination(of movement: Movement, from offset: Int) -> Place {
    let storage = document.storage
    switch isSecure ? withoutWords(movement) : movement {
    case .backward: return Place(offset: storage.characterStart(before: offset))
    case .forward: return Place(offset: storage.characterEnd(after: offset))
    case .wordBackward: return Place(offset: storage.wordStart(before: offset))
    case .wordForward: return Place(offset: storage.wordEnd(after: offset))
    case .paragraphStart: return Place(offset: storage.paragraphStart(at: offset))
    case .paragraphEnd: return Place(offset: storage.paragraphEnd(at: offset))
    case .paragraphUp:
      let start = storage.paragraphStart(at: offset)
      let previous = start == offset ? storage.characterStart(before: start) : start
      return Place(offset: storage.paragraphStart(at: previous))
    case .paragraphDown:
      let end = storage.paragraphEnd(at: offset)
      guard end == offset else { return Place(offset: end) }
      return Place(
        offset: storage.paragraphEnd(at: storage.paragraphEndWithTerminator(at: offset)))
    case .documentStart: return Place(offset: 0)
    case .documentEnd: return Place(offset: storage.count)
    case .lineStart: return lineStart(from: offset)
    case .lineEnd: return lineEnd(from: offset)
    case .lines(let count): return vertical(count, from: offset)
    case .left, .right:
      return Place(
        offset: storage.visualNeighbour(of: offset, toRight: movement == .right, lineLayout))
    case .wordLeft, .wordRight:
      return Place(
        offset: storage.visualWordEdge(from: offset, toRight: movement == .wordRight, lineLayout))
    case .lineLeft, .lineRight:
      return destination(of: logical(movement, at: offset), from: offset)
    }
  }

  /// Returns a movement for a secret text, which counts as one word: the positions of word
  /// boundaries would reveal something of the text (FLD-2).
  private func withoutWords(_ movement: Movement) -> Movement {
    switch movement {
    case .wordBackward: .documentStart
    case .wordForward: .documentEnd
    case .wordLeft: storage.isRightToLeft(at: 0) ? .documentEnd : .documentStart
    case .wordRight: storage.isRightToLeft(at: 0) ? .documentStart : .documentEnd
    default: movement
    }
  }

  /// Returns the logical direction of left and right in the paragraph of an offset (BND-5).
  private func logical(_ movement: Movement, at offset: Int) -> Movement {
    movement.isVisual
      ? movement.logical(isRightToLeft: storage.isRightToLeft(at: offset)) : movement
  }
}
