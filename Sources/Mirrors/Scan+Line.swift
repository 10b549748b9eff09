// SPDX-License-Identifier: Apache-2.0
import Keys

extension Scan {
  /// The code as one line of text; nil for an incomplete code, which would look like a complete
  /// one.
  ///
  /// Line ends within a code are replaced by their Unicode pictures.
  var line: String? {
    guard isComplete else { return nil }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\u{240a}"
      case "\r": line += "\u{240d}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\n"
  }
}
