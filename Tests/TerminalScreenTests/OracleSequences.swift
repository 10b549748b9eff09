// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Random sequences that the screen and libvterm should execute in the same way.
struct OracleSequences {
  let columns: Int
  let rows: Int
  /// Whether margins are set, within which the two move differently.
  private var hasRegion = false
  private var isAlternate = false
  private var wraps = true
  private var inserts = false

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  static let wide: [Unicode.Scalar] = ["一", "あ", "한", "ｗ"]

  static func isWide(_ value: UInt32) -> Bool { wide.contains { $0.value == value } }

  /// Whether a sequence ends a pending wrap on the screen, but not in libvterm: it moves to another
  /// row at a margin, or inserts or deletes characters.
  static func endsWrap(_ sequence: String) -> Bool {
    ["\n", "\u{B}", "\u{C}", "\u{1b}D", "\u{1b}M", "\u{1b}E"].contains(sequence)
      || sequence.hasPrefix("\u{1b}[") && ["@", "P"].contains(sequence.last)
  }

  /// Returns the next sequence.
  mutating func next(using random: inout SeededGenerator) -> String {
    let number = { (range: ClosedRange<Int>, random: inout SeededGenerator) in
      Int.random(in: range, using: &random)
    }
    let count = [0, 1, 1, 2, 3, 5, 50].randomElement(using: &random) ?? 0
    let parameter = count == 0 ? "" : String(count)
    switch number(0...9, &random) {
    case 0...2: return text(using: &random)
    case 3:
      return "\u{1b}[\(number(1...rows + 1, &random));\(number(1...columns + 1, &random))H"
    case 4: return rendition(using: &random)
    case 5: return mode(using: &random)
    case 6:
      let finals = hasRegion ? "CDGa`IZ" : "ABCDEFGa`deIZ"
      return "\u{1b}[\(parameter)\(finals.randomElement(using: &random) ?? "C")"
    case 7:
      let controls = ["\r", "\n", "\u{8}", "\t", "\u{B}", "\u{C}", "\u{1b}D", "\u{1b}M", "\u{1b}E"]
      return controls.randomElement(using: &random) ?? ""
    case 8:
      let part = number(0...2, &random)
      return ["\u{1b}[\(part)J", "\u{1b}[\(part)K", "\u{1b}[\(parameter)X"]
        .randomElement(using: &random) ?? ""
    default:
      let edits =
        [
          "\u{1b}[\(parameter)L\r", "\u{1b}[\(parameter)M\r", "\u{1b}[\(parameter)S",
          "\u{1b}[\(parameter)T",
        ] + (hasRegion ? [] : ["\u{1b}[\(parameter)@", "\u{1b}[\(parameter)P"])
      return edits.randomElement(using: &random) ?? ""
    }
  }

  private func text(using random: inout SeededGenerator) -> String {
    var text = ""
    var isPlain = true
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where wraps && !inserts:
        text.unicodeScalars.append(Self.wide.randomElement(using: &random) ?? "一")
        isPlain = false
      case 1:
        text += "\u{1b}[\(Int.random(in: 1..<columns, using: &random))Ge\u{301}"
      case 2: text += "é"
      case 3: text += " "
      default:
        text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &random)))
      }
    }
    // The cursor after a wide character at the end of a row differs.
    let column = Int.random(in: 1...columns, using: &random)
    return isPlain ? text : text + "\u{1b}[\(column)G"
  }

  private func rendition(using random: inout SeededGenerator) -> String {
    let values = [
      "", "0", "1", "3", "4", "5", "7", "9", "22", "23", "24", "25", "27", "29", "31", "37", "39",
      "42", "47", "49", "93", "104", "38;5;200", "48;5;17", "38;2;1;2;3", "48;2;200;100;50",
      "38:5:99", "1;4;35", "4:3", "4:2", "4:0", "21",
    ]
    return "\u{1b}[\(values.randomElement(using: &random) ?? "")m"
  }

  private mutating func mode(using random: inout SeededGenerator) -> String {
    let home = "\u{1b}[\(Int.random(in: 1...rows, using: &random));1H"
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      guard rows > 1, !hasRegion else {
        hasRegion = false
        return "\u{1b}[r"
      }
      hasRegion = true
      let top = Int.random(in: 1..<rows, using: &random)
      return "\u{1b}[\(top);\(Int.random(in: top + 1...rows, using: &random))r"
    case 1:
      isAlternate.toggle()
      return isAlternate ? home + "\u{1b}[?1049h" + home : "\u{1b}[?1049l"
    case 2:
      wraps.toggle()
      return "\u{1b}[?7\(wraps ? "h" : "l")\r"
    case 3:
      inserts.toggle()
      return "\u{1b}[4\(inserts ? "h" : "l")"
    case 4: return "\u{1b}[?6h\u{1b}[\(Int.random(in: 1...rows, using: &random));2H\u{1b}[?6l"
    case 5: return "\u{1b}(0lqqkx~\u{1b}(B"
    case 6: return isAlternate ? "" : home + "\u{1b}7\u{1b}[1;1H\u{1b}[1;44mx\u{1b}8"
    case 7: return ["\u{1b}H", "\u{1b}[g", "\u{1b}[3g"].randomElement(using: &random) ?? ""
    default: return "\u{1b}[20h\n\u{1b}[20l"
    }
  }
}
