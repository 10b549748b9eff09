// SPDX-License-Identifier: Apache-2.0
import TextLayout

/// Operating system commands and device control strings.
extension ProgramScreen {
  /// Executes an operating system command; unknown ones have no effect.
  func systemCommand(_ bytes: [UInt8], endsWithBell: Bool) {
    let parts = bytes.split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(String(decoding: parts[0], as: UTF8.self)) else { return }
    let rest = parts.count > 1 ? Array(parts[1]) : []
    switch number {
    case 0, 2: report(.title(Self.title(rest)))
    case 4, 10...12:
      for name in Self.queriedColors(number, rest) {
        report(color: name, end: endsWithBell ? "\u{7}" : "\u{1b}\\")
      }
    case 8: setLink(rest)
    case 52: copy(rest)
    case 133: if rest.first == UInt8(ascii: "A") { buffer.markPrompt(cursor.row) }
    default: break
    }
  }

  /// Answers a device control string that is a query.
  func deviceControl(_ start: ControlSequence, _ bytes: [UInt8]) {
    guard start.final == UInt8(ascii: "q") else { return }
    switch start.intermediate {
    case UInt8(ascii: "$"):
      let answer = setting(String(decoding: bytes, as: UTF8.self))
      reply("\u{1b}P\(answer == nil ? 0 : 1)$r\(answer ?? "")\u{1b}\\")
    // Capabilities by name (XTGETTCAP); the program has terminfo for them.
    case UInt8(ascii: "+"): reply("\u{1b}P0+r\u{1b}\\")
    default: break
    }
  }

  /// Returns a title of at most 256 characters, without control characters.
  private static func title(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String(String.UnicodeScalarView(scalars)).prefix(256))
  }

  /// Returns the colours that are asked for among those to set, which are ignored: the colours are
  /// the outer terminal's.
  ///
  /// `4 ; index ; ?` repeats its pairs, and `10 ; ? ; ?` continues with the next number.
  private static func queriedColors(_ number: Int, _ bytes: [UInt8]) -> [TerminalColor] {
    let fields = String(decoding: bytes, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
    return fields.indices.compactMap { place in
      guard fields[place] == "?" else { return nil }
      guard number == 4 else { return TerminalColor(dynamic: number + place) }
      return place % 2 == 1 ? UInt8(fields[place - 1]).map { .indexed($0) } : nil
    }
  }

  /// Begins a hyperlink, or ends it if the target is empty: `parameters ; target`.
  private func setLink(_ bytes: [UInt8]) {
    guard let separator = bytes.firstIndex(of: UInt8(ascii: ";")) else { return }
    let target = String(decoding: bytes[(separator + 1)...], as: UTF8.self)
    changeExtras { $0.target = target.isEmpty ? nil : target }
  }

  /// Changes the extras of the pen; if there is no room for them, the pen keeps its link.
  func changeExtras(_ change: (inout CellExtras) -> Void) {
    let old = extras[cursor.pen.extras]
    var new = old
    change(&new)
    guard new != old else { return }
    let number = extras.number(of: new) { extrasUsage }
    if number != 0 || new.target != old.target || new == CellExtras() {
      cursor.pen.extras = number
    }
  }

  /// The extras that cells and saved pens have; the pen itself gets others.
  private var extrasUsage: SharedValueUsage {
    var usage = usage(of: \.extrasIndex)
    let pens = [saved.main.pen, saved.alternate.pen, hidden.pen]
    usage.indexes.formUnion(pens.compactMap(\.extrasIndex))
    return usage
  }

  /// Reports copied text: `selection ; base64`.
  ///
  /// Reading is refused without an answer.
  private func copy(_ bytes: [UInt8]) {
    guard let separator = bytes.firstIndex(of: UInt8(ascii: ";")),
      let decoded = Base64.decode(bytes[(separator + 1)...])
    else { return }
    report(.copy(String(decoding: decoded, as: UTF8.self)))
  }
}
