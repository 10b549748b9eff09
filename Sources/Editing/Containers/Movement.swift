// SPDX-License-Identifier: Apache-2.0

/// A movement from one place in a text to another (reference 6.1).
enum Movement: Equatable {
  case left, right
  case backward, forward
  case wordLeft, wordRight
  case wordBackward, wordForward
  case paragraphUp, paragraphDown
  case lineLeft, lineRight
  case lineStart, lineEnd
  case paragraphStart, paragraphEnd
  case documentStart, documentEnd
  /// A movement by visual lines; upwards if negative.
  case lines(Int)

  /// Whether the text's direction determines the destination.
  var isVisual: Bool {
    switch self {
    case .left, .right, .wordLeft, .wordRight, .lineLeft, .lineRight: true
    default: false
    }
  }

  /// Returns the logical movement for a visual one, in a paragraph of a single direction.
  func logical(isRightToLeft: Bool) -> Movement {
    switch self {
    case .left: isRightToLeft ? .forward : .backward
    case .right: isRightToLeft ? .backward : .forward
    case .wordLeft: isRightToLeft ? .wordForward : .wordBackward
    case .wordRight: isRightToLeft ? .wordBackward : .wordForward
    case .lineLeft: isRightToLeft ? .lineEnd : .lineStart
    case .lineRight: isRightToLeft ? .lineStart : .lineEnd
    default: self
    }
  }

  /// Whether the movement is logical and leads towards the start of the text.
  var goesBack: Bool {
    switch self {
    case .backward, .wordBackward, .paragraphUp, .lineStart, .paragraphStart, .documentStart: true
    case .lines(let count): count < 0
    default: false
    }
  }
}
