// SPDX-License-Identifier: Apache-2.0

/// The parts of a text that are read to find words and sentences.
extension TextStorage {
  /// Returns the code units of a range, whose ends lie between code points.
  func units(in range: TextRange) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(range.length)
    // An array of the UTF-16 view of the string, or of each code point, costs several times as
    // much.
    for scalar in substring(range).unicodeScalars {
      if let unit = UInt16(exactly: scalar.value) {
        units.append(unit)
      } else {
        units.append(UTF16.leadSurrogate(scalar))
        units.append(UTF16.trailSurrogate(scalar))
      }
    }
    return units
  }

  /// Returns a window that holds the code unit at an offset, `0..<count`.
  ///
  /// `reach` is the distance to read first, by default the unit's own; a larger value gives a
  /// larger window. The window begins with the unit at the offset, or, for a search that goes on
  /// towards the start, as far before it as the text was read.
  func window(
    around offset: Int, _ unit: NeighbourhoodUnit, reach: Int? = nil, beginsFar: Bool = false
  ) -> TextWindow {
    var reach = reach ?? unit.reach
    while true {
      let read = wholeScalars(offset - reach, offset + 1 + reach)
      let units = units(in: read)
      let place = offset - read.start
      func isStart(_ place: Int) -> Bool {
        place == 0 ? read.start == 0 : unit.ends(before: place, in: units)
      }
      let start =
        beginsFar
        ? (0...place).first(where: isStart)
        : stride(from: place, through: 0, by: -1).first(where: isStart)
      let end =
        stride(from: units.count - 1, to: place, by: -1).first { unit.ends(before: $0, in: units) }
        ?? (read.end == count ? units.count : nil)
      if let start, let end {
        return TextWindow(start: read.start + start, units: Array(units[start..<end]))
      }
      guard reach < unit.limit else {
        let low =
          start.map { read.start + $0 } ?? min(offset, characterBoundary(atOrAfter: read.start))
        let high = end.map { read.start + $0 } ?? characterBoundary(atOrAfter: read.end)
        return TextWindow(start: low, units: self.units(in: wholeScalars(low, high)))
      }
      reach = min(reach * 8, unit.limit)
    }
  }

  /// Returns a range clamped to the text and widened to whole code points.
  func wholeScalars(_ start: Int, _ end: Int) -> TextRange {
    let range = clamped(TextRange(start, end))
    let last = scalar(at: range.end)
    return TextRange(
      scalar(at: range.start)?.start ?? range.start,
      last.map { $0.start < range.end ? $0.start + 2 : range.end } ?? range.end)
  }
}
