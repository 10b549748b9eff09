// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Hosting

/// The bytes of a paste.
@Suite struct PastedTextTests {
  @Test(
    "control characters but tab and newline are removed, and line ends are those of the program",
    arguments: [
      ("a\tb", "a\tb", "a\tb"),
      ("a\nb", "a\rb", "a\nb"),
      ("a\r\nb\rc\n\n", "a\rb\rc\r\r", "a\nb\nc\n\n"),
      ("a\u{1b}[201~b\u{7f}\u{0}\u{85}c", "a[201~bc", "a[201~bc"),
      ("é一👍🏽", "é一👍🏽", "é一👍🏽"),
    ])
  func bytes(_ text: String, _ plain: String, _ bracketed: String) {
    #expect(PastedText.bytes(of: text, isBracketed: false) == Array(plain.utf8))
    #expect(
      PastedText.bytes(of: text, isBracketed: true)
        == Array("\u{1b}[200~\(bracketed)\u{1b}[201~".utf8))
  }

  @Test("an empty text has no brackets")
  func empty() {
    #expect(PastedText.bytes(of: "", isBracketed: true).isEmpty)
    #expect(PastedText.bytes(of: "\u{1b}", isBracketed: true).isEmpty)
  }

  @Test(
    "a text has several lines if a program would run a part of it",
    arguments: [("a", false), ("a\n", true), ("a\rb", true), ("a\tb", false)])
  func lines(_ text: String, _ severalLines: Bool) {
    #expect(PastedText.hasSeveralLines(text) == severalLines)
  }
}
