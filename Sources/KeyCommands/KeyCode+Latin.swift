// SPDX-License-Identifier: Apache-2.0
import Keys

extension KeyCode {
  /// The letter that a US keyboard has in this place; nil for keys that are no letter there.
  var latinLetter: String? {
    for row in Self.letterRows where row.codes.contains(rawValue) {
      return String(row.letters[Int(rawValue - row.codes.lowerBound)])
    }
    return nil
  }

  private static let letterRows: [(codes: ClosedRange<UInt16>, letters: [Character])] = [
    (16...25, Array("qwertyuiop")),
    (30...38, Array("asdfghjkl")),
    (44...50, Array("zxcvbnm")),
  ]
}
