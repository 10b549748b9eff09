// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A terminal emulator with the features that the mirror needs, and a record of everything else
/// that it is sent.
struct VirtualTerminal {
  struct Place: Equatable {
    /// Nil for the second column of a wide character.
    var text: String? = " "
    var isReverse = false
    var isUnderlined = false
    /// Bold 1, dim 2, italic 3.
    var strokes: Set<Int> = []
    /// As in the sequence: `31`, `38;5;252`, `48;2;1;2;3`.
    var foreground: String?
    var background: String?
  }

  let columns: Int
  let rows: Int
  private(set) var places: [[Place]]
  private(set) var modes: Set<Int> = [7, 25]
  private(set) var row = 0
  private(set) var column = 0
  /// Sequences and control characters that the mirror must not send.
  private(set) var strangers: [String] = []
  /// The number of characters drawn.
  var drawn = 0
  private let isLenient: Bool
  private var pen = Place()

  /// A lenient terminal gives every character one column, even zero-width ones.
  init(columns: Int, rows: Int, isLenient: Bool = false) {
    self.isLenient = isLenient
    let (columns, rows) = (max(columns, 0), max(rows, 0))
    self.columns = columns
    self.rows = rows
    places = Array(repeating: Array(repeating: Place(), count: columns), count: rows)
  }

  /// The text of the rows, without the blanks at their ends.
  var lines: [String] {
    places.map { row in
      let text = row.compactMap(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Whether the cursor is visible.
  var showsCursor: Bool { modes.contains(25) }

  /// The rows with reverse video and a visible cursor in `«»`, and underlining in `{}`; blanks only
  /// between marks.
  var marked: [String] {
    var places = places
    if showsCursor, row < rows, column < columns { places[row][column].isReverse.toggle() }
    return places.map { row in
      var text = ""
      var last = Place()
      for place in row {
        if last.isUnderlined, !place.isUnderlined { text += "}" }
        if last.isReverse, !place.isReverse { text += "»" }
        if !last.isReverse, place.isReverse { text += "«" }
        if !last.isUnderlined, place.isUnderlined { text += "{" }
        text += place.text ?? ""
        last = place
      }
      if last.isUnderlined { text += "}" }
      if last.isReverse { text += "»" }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  mutating func feed(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    var printable = ""
    func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value >= 0x20 && !(0x7f...0x9f ~= scalar.value)
    }
    while let scalar = scalars.first {
      if isPrintable(scalar) {
        printable.unicodeScalars.append(scalar)
        scalars.removeFirst()
        continue
      }
      printable.forEach { put($0) }
      printable = ""
      scalars.removeFirst()
      if scalar == "\u{1b}", scalars.first == "[" {
        let parameters = scalars.dropFirst().prefix { 0x20...0x3f ~= $0.value }
        scalars = scalars.dropFirst(1 + parameters.count)
        let final = scalars.popFirst() ?? " "
        control(String(String.UnicodeScalarView(parameters)), final)
      } else if scalar == "\u{1b}", scalars.starts(with: "(B".unicodeScalars) {
        // ASCII is the first character set, as always.
        scalars.removeFirst(2)
      } else if scalar == "\u{f}" {
        // Shift in selects the first character set.
      } else {
        strangers.append("U+" + String(scalar.value, radix: 16))
      }
    }
    printable.forEach { put($0) }
  }

  private mutating func put(_ character: Character) {
    drawn += 1
    let width = isLenient ? 1 : CellWidth.of(character)
    guard width > 0, column + width <= columns else {
      strangers.append("outside: \(character)")
      return
    }
    places[row][column] = pen
    places[row][column].text = String(character)
    if width == 2 {
      places[row][column + 1] = pen
      places[row][column + 1].text = nil
    }
    column += width
  }

  private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    switch (parameters, final) {
    case ("", "K"):
      guard row < rows, column < columns else { return }
      for index in column..<columns { places[row][index] = Place() }
    case ("", "J"):
      if row < rows, column < columns {
        for index in column..<columns { places[row][index] = Place() }
      }
      for below in rows > row ? (row + 1)..<rows : 0..<0 {
        places[below] = Array(repeating: Place(), count: columns)
      }
    case ("2", "J"):
      places = Array(repeating: Array(repeating: Place(), count: columns), count: rows)
    case ("", "H"): (row, column) = (0, 0)
    case (_, "H") where numbers.count == 2:
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
      if !(0..<rows ~= row && 0..<columns ~= column) { strangers.append("move \(parameters)") }
    case ("8", "l"), ("8", "h"): break  // Text is drawn as it is sent, or ordered.
    case ("?0", "c"), ("?1", "c"): break  // How the Linux console's cursor looks.
    case ("22;0;0", "t"), ("23;0;0", "t"): break  // The window's title is kept, and restored.
    case (_, "m"):
      var rest = parameters.isEmpty ? [0] : numbers[...]
      while let number = rest.popFirst() { setStyle(number, &rest) }
    case (_, "h") where parameters.hasPrefix("?"): modes.insert(Int(parameters.dropFirst()) ?? 0)
    case (_, "l") where parameters.hasPrefix("?"): modes.remove(Int(parameters.dropFirst()) ?? 0)
    default: strangers.append("CSI \(parameters)\(final)")
    }
  }

  /// Applies one number of a sequence, with the following ones that belong to it.
  private mutating func setStyle(_ number: Int, _ rest: inout ArraySlice<Int>) {
    switch number {
    case 0: pen = Place()
    case 1, 2, 3: pen.strokes.insert(number)
    case 4: pen.isUnderlined = true
    case 7: pen.isReverse = true
    case 10: break  // The usual font.
    case 39: pen.foreground = nil
    case 49: pen.background = nil
    case 30...37, 90...97: pen.foreground = String(number)
    case 40...47, 100...107: pen.background = String(number)
    case 38, 48:
      let count = rest.first == 5 ? 2 : rest.first == 2 ? 4 : 0
      let color = ([number] + rest.prefix(count)).map { String($0) }.joined(separator: ";")
      if count == 0 || rest.count < count { strangers.append("colour \(color)") }
      rest = rest.dropFirst(count)
      if number == 38 { pen.foreground = color } else { pen.background = color }
    default: strangers.append("style \(number)")
    }
  }
}
