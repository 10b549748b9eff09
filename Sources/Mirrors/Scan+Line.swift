// SPDX-License-Identifier: Apache-2.0
import Keys

extension Scan {
  /// The code as one line of text; nil for one that is not complete, which no reader of plain lines could tell
  /// from a good one.
  ///
  /// A code may hold the ends of lines; their pictures keep it one line.
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
