// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import TextInput

/// Cell widths against those of the C library.
@Suite struct LabelCellWidthTests {
  /// `wcwidth` of all code points in the locale C.UTF-8; -1 for what it does not print.
  private static let theirs: [Int32] = {
    // Glibc's module does not show it.
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

  @Test("DSP-2 widths are the C library's")
  func oracle() throws {
    try #require(Self.theirs.count == 0x110000)
    var differences: [String] = []
    var counts: [Int32: Int] = [:]
    for (value, theirs) in zip(UInt32(0)..., Self.theirs) where theirs >= 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      counts[theirs, default: 0] += 1
      let ours = CellWidth.of(Character(scalar))
      if ours != Int(theirs) {
        differences.append("\(String(value, radix: 16)) \(scalar.properties.generalCategory) \(theirs) \(ours)")
      }
    }
    print("DIFF", differences.count); for d in differences.prefix(4000) { print("D", d) }
    print(counts)
  }
}
