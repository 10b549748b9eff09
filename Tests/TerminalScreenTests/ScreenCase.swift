// SPDX-License-Identifier: Apache-2.0
import Testing

/// Output of a program, and the screen that it leaves.
struct ScreenCase: CustomTestStringConvertible {
  /// The output that fills a screen of 6×4 with letters.
  static let full = "abcdef\u{1b}[2;1Hghijkl\u{1b}[3;1Hmnopqr\u{1b}[4;1Hstuvwx"
  /// The rows of that screen.
  static let text = ["abcdef", "ghijkl", "mnopqr", "stuvwx"]

  var name: String
  var output: String
  var lines: [String]
  /// The row and column of the cursor; empty where they are not compared.
  var place: [Int]
  var testDescription: String { name }

  init(_ name: String, _ output: String, _ lines: [String], _ place: [Int] = []) {
    (self.name, self.output, self.lines, self.place) = (name, output, lines, place)
  }
}
