// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A test file of the Unicode Character Database, as Debian's package unicode-data installs it.
enum UnicodeFile {
  /// The lines that are not comments, each without its trailing comment.
  static func lines(_ name: String) throws -> [Substring] {
    let text = contents(of: "/usr/share/unicode/" + name)
    try #require(!text.isEmpty, "apt-get install unicode-data")
    return text.split(separator: "\n").compactMap { line in
      let line = line.prefix { $0 != "#" }
      return line.contains { $0 != " " && $0 != "\t" } ? line : nil
    }
  }

  /// One line of a boundary file, `÷ 0061 × 0308 ÷`: a text and its boundaries.
  static func boundaries(_ line: Substring) throws -> (text: [UInt16], ends: [Int]) {
    var text: [UInt16] = []
    var ends: [Int] = []
    for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      switch word {
      case "÷": if !text.isEmpty { ends.append(text.count) }
      case "×": break
      default: text += try units(word)
      }
    }
    return (text, ends)
  }

  /// The code units of a code point in hexadecimal.
  static func units(_ code: Substring) throws -> [UInt16] {
    let value = try #require(UInt32(code, radix: 16))
    // The boundary files contain no lone surrogates.
    let scalar = try #require(Unicode.Scalar(value))
    return Array(Character(scalar).utf16)
  }
}
