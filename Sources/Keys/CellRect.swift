// SPDX-License-Identifier: Apache-2.0

/// A size in the cells of a mirror; the UIKit counterpart is `CGSize`.
public struct CellSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: the number of columns.
  ///   - height: the number of rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = CellSize(width: 0, height: 0)
}

/// A rectangle in the cells of a mirror, with its origin at the top left.
///
/// The UIKit counterpart is `CGRect`.
public struct CellRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - x: the leftmost column; negative for a rectangle that begins left of its superview.
  ///   - y: the topmost row; negative for a rectangle that begins above its superview.
  ///   - width: the number of columns; the rectangle is empty if it is 0 or negative.
  ///   - height: the number of rows; the rectangle is empty if it is 0 or negative.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The empty rectangle at the origin.
  public static let zero = CellRect(width: 0, height: 0)

  /// The rectangle's width and height.
  public var size: CellSize { CellSize(width: width, height: height) }
  /// The column after the rightmost one.
  public var maxX: Int { x + width }
  /// The row below the lowest one.
  public var maxY: Int { y + height }
  /// Whether the rectangle covers no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Computes the rectangle that both rectangles cover.
  ///
  /// - Parameter other: the other rectangle.
  /// - Returns: the common cells; ``zero`` if the rectangles do not overlap.
  public func intersection(_ other: CellRect) -> CellRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .zero }
    return CellRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Computes a rectangle of the same size at another place.
  ///
  /// - Parameters:
  ///   - dx: the number of columns to move right; negative to move left.
  ///   - dy: the number of rows to move down; negative to move up.
  /// - Returns: the moved rectangle.
  public func offset(x dx: Int, y dy: Int) -> CellRect {
    CellRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Counts the rows from the top of the area that `other` covers down to the bottom of this
  /// rectangle; 0 if the two do not overlap.
  package func bottomOverlap(with other: CellRect) -> Int {
    let covered = intersection(other)
    return covered.isEmpty ? 0 : maxY - covered.y
  }
}
