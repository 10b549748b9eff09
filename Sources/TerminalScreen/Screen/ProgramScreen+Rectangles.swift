// SPDX-License-Identifier: Apache-2.0

/// Rectangles of the screen: copying, filling, erasing, and changing attributes.
///
/// Their corners are addressed as the cursor is, so in origin mode they are between the margins.
/// Otherwise margins do not matter. The cursor does not move.
extension ProgramScreen {
  /// Rows and columns of the screen.
  private typealias Rectangle = (rows: Range<Int>, columns: Range<Int>)

  /// The first and the last place of a part of the screen.
  private struct Corners {
    var rows: Range<Int>
    var left: Int
    /// The column after the last place.
    var right: Int
  }

  /// The attributes that a rectangle can change, by their parameters of SGR.
  private static let changeable: [Int: CellAttributes] = [
    1: .bold, 4: .underline, 5: .blink, 7: .reverse,
  ]

  /// Executes a function of rectangles; unknown ones have no effect.
  func rectangleFunction(_ final: Character, _ sequence: ControlSequence) {
    switch final {
    case "v": copyRectangle(sequence)
    case "x": fillRectangle(sequence)
    case "z": eraseRectangle(sequence, isSelective: false)
    case "{": eraseRectangle(sequence, isSelective: !protectsFromErasing)
    case "r": changeRectangle(sequence) { Self.set($0, in: &$1) }
    case "t": changeRectangle(sequence) { Self.invert($0, in: &$1) }
    default: break
    }
  }

  /// Returns the rows and columns of four parameters: top, left, bottom and right; nil if one of
  /// them is beyond the screen or the rows are not in order.
  private func corners(_ sequence: ControlSequence, at index: Int) -> Corners? {
    let area = addressable
    func start(_ index: Int, _ area: Range<Int>) -> Int {
      area.lowerBound + sequence.count(index) - 1
    }
    func end(_ index: Int, _ area: Range<Int>) -> Int {
      let number = sequence.value(index)
      return number == 0 ? area.upperBound : min(area.lowerBound + number, area.upperBound)
    }
    let (top, bottom) = (start(index, area.rows), end(index + 2, area.rows))
    let left = start(index + 1, area.columns)
    guard top < bottom, left < area.columns.upperBound else { return nil }
    return Corners(rows: top..<bottom, left: left, right: end(index + 3, area.columns))
  }

  /// Returns the rectangle of four parameters; nil if it is empty.
  private func rectangle(_ sequence: ControlSequence, at index: Int = 0) -> Rectangle? {
    guard let corners = corners(sequence, at: index), corners.left < corners.right else {
      return nil
    }
    return (corners.rows, corners.left..<corners.right)
  }

  /// Copies a rectangle to another place of the screen (DECCRA); what has no place there is lost.
  private func copyRectangle(_ sequence: ControlSequence) {
    guard let source = rectangle(sequence) else { return }
    // The parameter before is the page, of which there is one.
    let area = addressable
    let top = area.rows.lowerBound + sequence.count(5) - 1
    let left = area.columns.lowerBound + sequence.count(6) - 1
    let width = min(source.columns.count, area.columns.upperBound - left)
    let height = min(source.rows.count, area.rows.upperBound - top)
    guard width > 0, height > 0 else { return }
    let columns = source.columns.prefix(width)
    let parts = source.rows.prefix(height).map { buffer.rows[$0].part(columns) }
    for (row, part) in zip(top..., parts) {
      buffer.change(row) { $0.replace(at: left, with: part) }
    }
  }

  /// Fills a rectangle with a character of ASCII or Latin-1 (DECFRA).
  private func fillRectangle(_ sequence: ControlSequence) {
    guard let rectangle = rectangle(sequence, at: 1) else { return }
    switch sequence.value(0) {
    case 0x20...0x7E, 0xA0...0xFF:
      let cell = cursor.pen.with(Unicode.Scalar(UInt8(sequence.value(0))))
      change(rectangle) { $0.erase($1, with: cell) }
    default: break
    }
  }

  /// Erases a rectangle (DECERA, DECSERA).
  private func eraseRectangle(_ sequence: ControlSequence, isSelective: Bool) {
    guard let rectangle = rectangle(sequence) else { return }
    let blank = cursor.pen.erased
    change(rectangle) { $0.erase($1, with: blank, isSelective: isSelective) }
  }

  private func change(_ rectangle: Rectangle, _ body: (inout ScreenRow, Range<Int>) -> Void) {
    for row in rectangle.rows { buffer.change(row) { body(&$0, rectangle.columns) } }
  }

  // MARK: Attributes

  /// Changes the attributes of a rectangle, or of the text from its first to its last corner
  /// (DECCARA, DECRARA, DECSACE).
  private func changeRectangle(
    _ sequence: ControlSequence, _ body: (Int, inout CellAttributes) -> Void
  ) {
    guard let corners = corners(sequence, at: 0) else { return }
    let parameters = sequence.values.indices.dropFirst(4).map { sequence.value($0) }
    for row in corners.rows {
      let columns = columns(of: row, between: corners)
      buffer.change(row) { row in
        row.changeAttributes(columns) { attributes in
          for parameter in parameters.isEmpty ? [0] : parameters { body(parameter, &attributes) }
        }
      }
    }
  }

  /// Returns the columns of a row that a change of attributes includes.
  private func columns(of row: Int, between corners: Corners) -> Range<Int> {
    let (area, isRectangle) = (addressable.columns, attributeExtent == 2)
    let isFirst = isRectangle || row == corners.rows.lowerBound
    let isLast = isRectangle || row == corners.rows.upperBound - 1
    let left = isFirst ? corners.left : area.lowerBound
    return left..<max(isLast ? corners.right : area.upperBound, left)
  }

  /// Switches an attribute on or off, or all off.
  private static func set(_ parameter: Int, in attributes: inout CellAttributes) {
    switch parameter {
    case 0: for attribute in changeable.values { attributes.subtract(attribute) }
    case 22: attributes.remove(.bold)
    case 24, 25, 27: if let old = changeable[parameter - 20] { attributes.subtract(old) }
    default: if let new = changeable[parameter] { attributes.formUnion(new) }
    }
  }

  /// Inverts an attribute, or all of them.
  private static func invert(_ parameter: Int, in attributes: inout CellAttributes) {
    for (number, attribute) in changeable where parameter == 0 || parameter == number {
      attributes.formSymmetricDifference(attribute)
    }
  }
}
