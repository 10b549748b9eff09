// SPDX-License-Identifier: Apache-2.0
import CScreenOracle
import TestSupport

@testable import TerminalScreen

/// A random walk of the screen and of libvterm, compared after each step.
struct OracleWalk: ~Copyable {
  private let screen: ProgramScreen
  private let oracle: OpaquePointer
  private let columns: Int
  private let rows: Int
  private var sequences: OracleSequences
  private var cells: [oracle_cell]
  /// The last sequences, for a report.
  private var recent: [String] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    screen = ProgramScreen(columns, rows)
    oracle = screen_oracle_new(Int32(columns), Int32(rows))
    sequences = OracleSequences(columns: columns, rows: rows)
    cells = Array(repeating: oracle_cell(), count: columns * rows)
  }

  deinit { screen_oracle_free(oracle) }

  /// Feeds a random sequence to both; returns the first difference.
  mutating func step(using random: inout SeededGenerator) -> String? {
    var sequence = sequences.next(using: &random)
    // libvterm keeps a pending wrap if the cursor does not move.
    if screen.cursor.isWrapPending, OracleSequences.endsWrap(sequence) {
      sequence = "\u{8}\u{1b}[C" + sequence
    }
    feed(sequence)
    var (row, column) = (Int32(0), Int32(0))
    screen_oracle_read(oracle, &cells, &row, &column)
    let divided = blankDivided()
    if let difference = difference(Int(row), Int(column)) {
      return "\(difference) after \(recent)"
    }
    guard !divided.isEmpty else { return nil }
    let repair = divided.map { "\u{1b}[\($0 + 1);1H\u{1b}[2K" }.joined()
    feed("\u{1b}[?6l" + repair + "\u{1b}[\(row + 1);\(column + 1)H")
    return nil
  }

  private mutating func feed(_ text: String) {
    recent = recent.suffix(9) + [text]
    let bytes = Array(text.utf8)
    screen.feed(bytes)
    screen_oracle_feed(oracle, bytes, bytes.count)
  }

  /// Makes libvterm's halves of wide characters blank; returns their rows.
  private mutating func blankDivided() -> [Int] {
    var divided: Set<Int> = []
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        let isWide = OracleSequences.isWide(cells[index].chars.0)
        let hasSecond = column + 1 < columns && cells[index + 1].is_second_half
        let hasFirst = column > 0 && OracleSequences.isWide(cells[index - 1].chars.0)
        if isWide, !hasSecond {
          cells[index].chars = (0, 0, 0, 0, 0, 0)
          divided.insert(row)
        } else if cells[index].is_second_half, !hasFirst {
          cells[index].is_second_half = false
          // The colours are those of the cell before, so they are not compared.
          cells[index].chars.5 = 1
          divided.insert(row)
        }
      }
    }
    return divided.sorted()
  }

  private func difference(_ row: Int, _ column: Int) -> String? {
    for index in cells.indices {
      let (row, column) = (index / columns, index % columns)
      let (theirs, ours) = (cells[index], screen.buffer.rows[row][column])
      if ours.isSecondHalf != theirs.is_second_half { return "second half at \(row), \(column)" }
      if ours.isSecondHalf || theirs.chars.5 == 1 { continue }
      var text: [Unicode.Scalar] = []
      withUnsafeBytes(of: theirs.chars) { bytes in
        text = bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
      }
      let own = Array(screen.text(of: ours).unicodeScalars)
      if own != text { return "\(own) instead of \(text) at \(row), \(column)" }
      if number(ours.background) != theirs.background {
        return
          "background \(number(ours.background)), not \(theirs.background), at \(row), \(column)"
      }
      if text.isEmpty { continue }
      if number(ours.foreground) != theirs.foreground { return "foreground at \(row), \(column)" }
      let pairs: [(CellAttributes, Bool)] = [
        (.bold, theirs.bold), (.underline, theirs.underline != 0), (.italic, theirs.italic),
        (.blink, theirs.blink), (.reverse, theirs.reverse), (.struck, theirs.strike),
      ]
      for (attribute, isOn) in pairs where ours.attributes.contains(attribute) != isOn {
        return "attribute \(attribute.rawValue) at \(row), \(column)"
      }
      let kind = ours.attributes.underlineStyle.rawValue
      if theirs.underline != 0, kind != theirs.underline {
        return "underline \(kind), not \(theirs.underline), at \(row), \(column)"
      }
    }
    return screen.place == [row, column] ? nil : "cursor \(screen.place), not \([row, column])"
  }

  /// Returns a colour as the oracle writes it.
  private func number(_ color: CellColor) -> UInt32 {
    switch color.styleColor {
    case nil: 0
    case .indexed(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }
}
