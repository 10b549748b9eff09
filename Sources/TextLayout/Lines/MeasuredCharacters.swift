// SPDX-License-Identifier: Apache-2.0
import Text

/// The characters of a text with their cells, by index; a line is found in them.
struct MeasuredCharacters {
  /// The number of cells of each character in the low bits, and flags.
  private(set) var kinds: [UInt8] = []
  private static let cellBits: UInt8 = 0x03
  static let isSpace: UInt8 = 0x10
  static let isTab: UInt8 = 0x20
  static let isSeparator: UInt8 = 0x40

  /// The text, if all of its characters are ASCII.
  private(set) var ascii: [UInt8] = []
  /// If not, the code units, and the end of each character; no ends if each character is one code
  /// unit.
  private(set) var units: [UInt16] = []
  private(set) var ends: [Int] = []

  /// Measures a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - context: the character before it, which becomes the first one; empty for none.
  init(_ text: String, after context: String) {
    var whole = context + text
    whole.withUTF8 { bytes in
      if bytes.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) { ascii = Array(bytes) }
    }
    if ascii.isEmpty, !measurePlain(whole) {
      // A character that is too long for one may be divided between the two.
      measure(context)
      measure(text)
    } else if !ascii.isEmpty {
      kinds = ascii.map { byte in
        switch byte {
        case 0x20: 1 | Self.isSpace
        case 0x09: Self.isSpace | Self.isTab
        default: 1
        }
      }
    }
  }

  /// Measures a text of plain characters and spaces, each of them one code unit.
  ///
  /// - Returns: whether it is such a text; if not, nothing was measured.
  private mutating func measurePlain(_ text: String) -> Bool {
    let capacity = text.utf8.count
    units.reserveCapacity(capacity)
    kinds.reserveCapacity(capacity)
    for scalar in text.unicodeScalars {
      if let cells = PlainCharacters.cells(of: scalar) {
        kinds.append(cells)
      } else if scalar == " " {
        kinds.append(1 | Self.isSpace)
      } else {
        units = []
        kinds = []
        return false
      }
      units.append(UInt16(truncatingIfNeeded: scalar.value))
    }
    return true
  }

  private mutating func measure(_ text: String) {
    let capacity = units.count + text.utf8.count
    units.reserveCapacity(capacity)
    kinds.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    var divider = CharacterDivider()
    var cells = CellWidth.Sum()
    // The last code point, if the divider and the sum have not received it.
    var plain: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if plain != nil || ends.isEmpty, let width = PlainCharacters.cells(of: scalar) {
        plain = scalar
        units.append(UInt16(truncatingIfNeeded: scalar.value))
        ends.append(units.count)
        kinds.append(width)
        continue
      }
      if let last = plain {
        plain = nil
        divider = CharacterDivider()
        _ = divider.beginsCharacter(last)
        cells = CellWidth.Sum()
        cells.add(last)
      }
      if let unit = UInt16(exactly: scalar.value) {
        units.append(unit)
      } else {
        units.append(UTF16.leadSurrogate(scalar))
        units.append(UTF16.trailSurrogate(scalar))
      }
      let begins = divider.beginsCharacter(scalar)
      if begins {
        cells = CellWidth.Sum()
      } else {
        ends.removeLast()
        kinds.removeLast()
      }
      cells.add(scalar)
      ends.append(units.count)
      kinds.append(Self.kind(of: scalar, cells))
      if begins, PlainCharacters.cells(of: scalar) != nil { plain = scalar }
    }
  }

  /// Returns the kind of a character from its last code point and its cells.
  private static func kind(of scalar: Unicode.Scalar, _ cells: CellWidth.Sum) -> UInt8 {
    let width = UInt8(max(1, cells.cells))
    // A separator and a tab are never part of a longer character, and a space with a mark does not
    // hang.
    guard cells.scalars == 1 else { return width }
    if scalar == "\u{2028}" { return isSeparator }
    if scalar == "\t" { return isSpace | isTab }
    return LineLayout.hangs(scalar) ? width | isSpace : width
  }

  /// Drops the last character, which may be incomplete.
  mutating func dropLast() { _ = kinds.popLast() }

  /// The number of characters.
  var count: Int { kinds.count }

  func isSpace(_ index: Int) -> Bool { kinds[index] & Self.isSpace != 0 }
  func isSeparator(_ index: Int) -> Bool { kinds[index] & Self.isSeparator != 0 }

  /// Returns the offset of a character in code units; for an index past the last character, the end
  /// of the text.
  func offset(of index: Int) -> Int {
    let index = min(index, kinds.count)
    return ends.isEmpty || index == 0 ? index : ends[index - 1]
  }

  /// Returns the last character that ends within some code units of the start of a character; at
  /// least that character.
  func lastCharacter(within units: Int, of first: Int) -> Int {
    guard !ends.isEmpty else { return first + units - 1 }
    let limit = offset(of: first) + units
    return max(first, ends.partition { $0 <= limit } - 1)
  }

  /// Counts the cells of a character; a tab extends at most to the end of the line.
  func cells(of kind: UInt8, at column: Int, _ limit: Int) -> Int {
    guard kind & Self.isTab != 0 else { return Int(kind & Self.cellBits) }
    let cells = LineLayout.tabWidth - column % LineLayout.tabWidth
    return column < limit ? min(cells, limit - column) : cells
  }

  /// Returns the index of the character that begins at an offset; nil for an offset inside a
  /// character, which is never divided.
  func index(at offset: Int) -> Int? {
    guard !ends.isEmpty else { return offset < kinds.count ? offset : nil }
    let number = ends.partition { $0 < offset }
    return number + 1 < kinds.count && ends[number] == offset ? number + 1 : nil
  }
}

extension [Int] {
  /// Counts the numbers at the start of an ascending list that fit.
  fileprivate func partition(while fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
