// SPDX-License-Identifier: Apache-2.0
public import Text

/// Movement in a direction, in the shape of UIKit's `UITextInput`.
extension TextStorage {
  /// Returns the position some steps away in a direction; `position(from:in:offset:)`.
  ///
  /// - Parameters:
  ///   - position: the position to start from.
  ///   - direction: forward, backward, left and right move by user-visible characters, left and
  ///     right in visual order (BND-5); up and down move by visual lines and keep the column.
  ///   - offset: the number of steps; negative moves in the opposite direction.
  ///   - layout: the layout of the visual lines.
  /// - Returns: the position; nil if the text has fewer characters or lines in that direction.
  public func position(
    from position: TextPosition, in direction: TextDirection, offset: Int,
    layout: LineLayout = LineLayout()
  ) -> TextPosition? {
    guard (0...count).contains(position.offset) else { return nil }
    let direction = offset < 0 ? direction.opposite : direction
    if direction == .up || direction == .down {
      let lines = direction == .up ? -offset.magnitude.clampedToInt : offset.magnitude.clampedToInt
      var goal: Int?
      let target = verticalOffset(
        by: lines, from: position.offset, affinity: .forward, layout: layout, goal: &goal)
      return target.map { TextPosition($0) }
    }
    var target = position.offset
    for _ in 0..<offset.magnitude {
      let next =
        switch direction {
        case .forward: characterEnd(after: target)
        case .backward: characterStart(before: target)
        default: visualNeighbour(of: target, toRight: direction == .right, layout)
        }
      guard next != target else { return nil }
      target = next
    }
    return TextPosition(target)
  }
}

extension TextDirection {
  var opposite: TextDirection {
    switch self {
    case .forward: .backward
    case .backward: .forward
    case .right: .left
    case .left: .right
    case .up: .down
    case .down: .up
    }
  }
}

extension UInt {
  fileprivate var clampedToInt: Int { Int(clamping: self) }
}
