// SPDX-License-Identifier: Apache-2.0
import Keys

/// Scans as lines of a text mirror.
extension Scan {
  /// The code as one line of text; nil for an incomplete code, which would look like a complete
  /// one.
  ///
  /// Line ends and NUL within a code, which a shell would misread, are replaced by their Unicode
  /// pictures.
  var line: String? {
    guard isComplete else { return nil }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": line += "\u{2400}"
      case "\n": line += "\u{240a}"
      case "\r": line += "\u{240d}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\n"
  }
}
