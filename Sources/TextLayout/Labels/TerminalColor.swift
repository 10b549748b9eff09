// SPDX-License-Identifier: Apache-2.0

/// A colour of a terminal that programs can ask for.
package enum TerminalColor: Hashable, Sendable {
  /// A colour of the palette (`OSC 4`).
  case indexed(UInt8)
  /// The colour of text without a colour (`OSC 10`).
  case foreground
  /// The colour behind text without one (`OSC 11`).
  case background
  /// The colour of the cursor (`OSC 12`).
  case cursor

  /// The name in queries and reports.
  package var code: String {
    switch self {
    case .indexed(let index): "4;\(index)"
    case .foreground: "10"
    case .background: "11"
    case .cursor: "12"
    }
  }

  /// Creates the colour of a number from 10 to 12; nil for other numbers.
  package init?(dynamic number: Int) {
    switch number {
    case 10: self = .foreground
    case 11: self = .background
    case 12: self = .cursor
    default: return nil
    }
  }
}
