// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// A colour of a cell, in four bytes.
package struct CellColor: Hashable, Sendable {
  private let rawValue: UInt32

  private init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The terminal's default colour.
  package static let standard = CellColor(rawValue: 0)

  /// Returns a colour of the palette; only the lowest eight bits of the number count.
  static func indexed(_ index: Int) -> CellColor {
    CellColor(rawValue: 1 << 24 | UInt32(UInt8(truncatingIfNeeded: index)))
  }

  /// Returns a colour of red, green and blue; values are limited to 255.
  static func direct(_ red: Int, _ green: Int, _ blue: Int) -> CellColor {
    let parts = [red, green, blue].map { UInt32(min(max($0, 0), 255)) }
    return CellColor(rawValue: 2 << 24 | parts[0] << 16 | parts[1] << 8 | parts[2])
  }

  /// The colour as a style has it; nil for the default colour.
  package var styleColor: TextStyle.Color? {
    let low = UInt8(truncatingIfNeeded: rawValue)
    return switch rawValue >> 24 {
    case 0: nil
    case 1: .indexed(low)
    default:
      .rgb(UInt8(truncatingIfNeeded: rawValue >> 16), UInt8(truncatingIfNeeded: rawValue >> 8), low)
    }
  }
}
