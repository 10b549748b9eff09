// SPDX-License-Identifier: Apache-2.0

/// The number of cells that a program expects a character to take.
///
/// Programs measure with `wcwidth`, and draw over the wrong cells if the screen counts otherwise.
/// Where glibc has a width in the locale `C.UTF-8`, the table has the same one: marks that have a
/// place of their own (Mc) take a cell, other marks, format characters, and the vowels and finals
/// of Hangul syllables take none. Where glibc has none (-1), the width is that of the Unicode
/// version of the table: line and paragraph separators and unassigned code points take 1 cell, or 2
/// where East Asian characters are planned. Control characters are not printed, and have the width
/// 1. The text in our own views is measured by `UnicodeTables`.
package struct CellWidths {
  /// The number of code points of a page.
  private static let pageSize = 256
  private static let pageCount = 0x11_0000 / pageSize

  private static let table = CellWidths()

  /// The place in `cells` at which each page begins.
  private var pages: [Int]
  /// The cells of the different pages; the first page has only characters of one cell.
  private var cells: [UInt8]

  /// Returns the number of cells of a character.
  ///
  /// - Parameter scalar: the character, as a single code point.
  /// - Returns: 0 for a character that joins the one before it, 1 or 2.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    return Int(table.cells[table.pages[value / pageSize] + value % pageSize])
  }

  private init() {
    pages = Array(repeating: 0, count: Self.pageCount)
    cells = Array(repeating: 1, count: Self.pageSize)
    fill(Self.zeroRanges, with: 0)
    fill(Self.wideRanges, with: 2)
  }

  /// Gives ranges of code points a number of cells.
  private mutating func fill(_ bounds: [UInt32], with width: UInt8) {
    let size = Self.pageSize
    // Pages that are in a range as a whole are one.
    let whole = cells.count
    cells += Array(repeating: width, count: size)
    for index in stride(from: 0, to: bounds.count, by: 2) {
      let (first, last) = (Int(bounds[index]), Int(bounds[index + 1]))
      for page in first / size...last / size {
        let part = max(first - page * size, 0)...min(last - page * size, size - 1)
        guard part.count < size else {
          pages[page] = whole
          continue
        }
        if pages[page] == 0 {
          pages[page] = cells.count
          cells += Array(repeating: 1, count: size)
        }
        for place in part { cells[pages[page] + place] = width }
      }
    }
  }
}
