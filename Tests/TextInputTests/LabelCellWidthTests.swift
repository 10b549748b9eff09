// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import TextInput

/// Compares the cell widths with those of the C library.
@Suite struct LabelCellWidthTests {
  /// `wcwidth` of all code points in the locale C.UTF-8; -1 for unprintable ones.
  private static let theirs: [Int32] = {
    // The Glibc module does not export it.
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil), let symbol = dlsym(nil, "wcwidth")
    else { return [] }
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    return (0...0x10FFFF).map { wcwidth($0) }
  }()

  @Test("DSP-2 the width of every code point is the C library's, except for explained differences")
  func oracle() throws {
    try #require(Self.theirs.count == 0x110000)
    var compared = 0
    for (value, theirs) in zip(UInt32(0)..., Self.theirs) where theirs >= 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      compared += 1
      let ours = CellWidth.of(Character(scalar))
      guard ours != Int(theirs) else { continue }
      #expect(isExplained(scalar, theirs, ours), "\(String(value, radix: 16)): \(theirs), \(ours)")
    }
    #expect(compared > 280_000)
  }

  private func isExplained(_ scalar: Unicode.Scalar, _ theirs: Int32, _ ours: Int) -> Bool {
    switch scalar.value {
    // Vowels and finals of Hangul join an initial, which has the cells of the whole syllable.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return theirs == 0 && ours == 1
    // Wide only in the C library; neutral or ambiguous in Unicode 15.
    case 0x3248...0x324F, 0x4DC0...0x4DFF: return theirs == 2 && ours == 1
    default: break
    }
    // Invisible characters, and those that join the letter before them: combining marks take no
    // cell.
    let isJoined = [.format, .spacingMark].contains(scalar.properties.generalCategory)
    return isJoined && theirs == 1 && ours == 0
  }

  @Test(
    "DSP-2 a Hangul syllable is as wide as its initial",
    arguments: [
      "\u{1112}\u{1161}", "\u{1112}\u{1161}\u{11AB}", "\u{1112}",
    ] as [Character])
  func hangul(syllable: Character) {
    #expect(CellWidth.of(syllable) == 2)
  }
}
