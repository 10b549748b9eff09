// SPDX-License-Identifier: Apache-2.0

/// A size in the cells of a mirror; UIKit's counterpart is `CGSize`.
public struct CellSize: Hashable, Sendable {
  /// How many columns.
  public var width: Int
  /// How many rows.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// No room at all.
  public static let zero = CellSize(width: 0, height: 0)
}

/// A rectangle in the cells of a mirror, its origin at the top left; UIKit's counterpart is `CGRect`.
public struct CellRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// How many columns.
  public var width: Int
  /// How many rows.
  public var height: Int

  /// Makes a rectangle.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle of no size at the origin.
  public static let zero = CellRect(width: 0, height: 0)

  /// Its size.
  public var size: CellSize { CellSize(width: width, height: height) }
  /// The column behind its rightmost one.
  public var maxX: Int { x + width }
  /// The row below its lowest one.
  public var maxY: Int { y + height }
  /// Whether it covers no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What both rectangles cover; of no size where they do not meet.
  public func intersection(_ other: CellRect) -> CellRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .zero }
    return CellRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The same rectangle moved.
  public func offset(x dx: Int, y dy: Int) -> CellRect {
    CellRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// How many rows at its bottom another rectangle covers.
  package func bottomOverlap(with other: CellRect) -> Int {
    let covered = intersection(other)
    return covered.isEmpty ? 0 : maxY - covered.y
  }
}
