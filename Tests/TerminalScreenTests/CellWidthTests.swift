// SPDX-License-Identifier: Apache-2.0
import CScreenOracle
import Glibc
import Testing

@testable import TerminalScreen

/// The screen counts cells as the programs that draw on it.
@Suite struct CellWidthTests {
  /// Calls a function in the locale `C.UTF-8`, which only this thread has meanwhile.
  private func inUTF8<Result>(_ body: () -> Result) throws -> Result {
    let locale = try #require(newlocale(CInt(1 << LC_CTYPE), "C.UTF-8", nil))
    let old = uselocale(locale)
    defer {
      uselocale(old)
      freelocale(locale)
    }
    return body()
  }

  /// Whether glibc may know the code point in another version of Unicode only.
  private func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.generalCategory != .unassigned, let age = scalar.properties.age
    else { return false }
    return age.major <= 14
  }

  @Test("Each code point of Unicode 14 has as many cells as glibc's wcwidth says in C.UTF-8")
  func wcwidth() throws {
    var differences: [String] = []
    var compared = 0
    try inUTF8 {
      for value in UInt32(0x20)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value), isAssigned(scalar) else { continue }
        let width = Int(screen_oracle_width(value))
        guard width >= 0 else { continue }
        compared += 1
        if CellWidths.of(scalar) != width {
          differences.append("U+\(String(value, radix: 16)) \(CellWidths.of(scalar)), not \(width)")
        }
      }
    }
    #expect(differences.isEmpty)
    #expect(compared > 250_000)
  }

  @Test("Code points for which glibc has no width take one cell, or two among East Asian ones")
  func unknown() throws {
    let rows: [(value: UInt32, width: Int)] = [
      (0x2028, 1), (0x2029, 1), (0x378, 1), (0xFA6E, 2), (0x2FFFD, 2), (0x3FFFD, 2), (0x40000, 1),
      (0x10FFFF, 1), (0x1, 1), (0x9F, 1),
    ]
    for row in rows {
      let scalar = try #require(Unicode.Scalar(row.value))
      let width = try inUTF8 { Int(screen_oracle_width(row.value)) }
      #expect(width == -1, "\(row.value)")
      #expect(CellWidths.of(scalar) == row.width, "\(row.value)")
    }
  }

  @Test("Each text takes as many cells as the program counts, and marks join what is before them")
  func texts() {
    let rows: [(text: String, cells: [String])] = [
      // Devanagari: spacing vowels have cells of their own, the virama and other marks have none.
      ("यह हिन्दी", ["य", "ह", " ", "ह", "ि", "न\u{94D}", "द", "ी"]),
      ("কি", ["ক", "ি"]), ("தமிழ்", ["த", "ம", "ி", "ழ\u{BCD}"]),
      ("ខ្មែរ", ["ខ\u{17D2}", "ម", "\u{17C2}", "រ"]),
      // A syllable of jamo has the two cells of its first consonant.
      ("\u{1112}\u{1161}\u{11AB}x", ["\u{1112}\u{1161}\u{11AB}", "", "x"]),
      ("\u{1100}\u{D7B0}\u{D7FB}", ["\u{1100}\u{D7B0}\u{D7FB}", ""]),
      ("\u{4DC0}a", ["\u{4DC0}", "", "a"]), ("\u{3248}a", ["\u{3248}", "", "a"]),
      ("\u{2460}a", ["\u{2460}", "a"]),
      // A soft hyphen and a number sign of Arabic are visible.
      ("a\u{AD}b", ["a", "\u{AD}", "b"]), ("\u{600}1", ["\u{600}", "1"]),
      ("a\u{200B}\u{2060}b", ["a\u{200B}\u{2060}", "b"]),
      ("👩\u{200D}👧x", ["👩\u{200D}", "", "👧", "", "x"]),
      ("👍🏽x", ["👍", "", "🏽", "", "x"]), ("🇩🇪", ["🇩", "🇪"]), ("❤\u{FE0F}x", ["❤\u{FE0F}", "x"]),
    ]
    for row in rows {
      let screen = ProgramScreen(20, 1, row.text)
      let texts = (0..<screen.cursor.column).map { screen.text(of: screen.row(0)[$0]) }
      #expect(texts == row.cells, "\(row.text)")
      #expect(screen.fault == nil)
    }
  }

  @Test("A program that rewrites a letter after spacing marks leaves no other cell behind")
  func rewriting() {
    // The program moves to the cell that it counts: the twenty-first.
    let text = "यह हिन्दी की किताब है x"
    let screen = ProgramScreen(40, 1, text + "\u{1b}[21Gy\u{1b}[K")
    #expect(screen.lines == [text.replacing("x", with: "y")])
  }
}
