// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Mirrors

/// Texts that are pasted at the terminal, in brackets (mode 2004).
@Suite struct TerminalPasteTests {
  static let inputs: [(bytes: String, reports: [TerminalEvent])] = [
    ("\u{1b}[200~\u{1b}[201~", [.paste("")]),
    ("\u{1b}[200~héllo\u{1b}[201~\u{1b}[I", [.paste("héllo"), .focus(true)]),
    // A copied text may contain sequences, but no end of a paste.
    ("\u{1b}[200~\u{1b}[I\u{1b}[20\u{1b}\u{1b}[201~", [.paste("\u{1b}[I\u{1b}[20\u{1b}")]),
    ("\u{1b}[200~\u{1b}[200~a\u{1b}[201~", [.paste("\u{1b}[200~a")]),
    ("\u{1b}[200~a\rb\r\nc\nd\u{1b}[201~", [.paste("a\nb\nc\nd")]),
    ("typed\u{1b}[200~a\u{1b}[201~typed\u{1b}[200~b\u{1b}[201~", [.paste("a"), .paste("b")]),
    // Other keys, and an end without a beginning.
    (
      "\u{1b}[201~\u{1b}[20~\u{1b}[2000~\u{1b}[1200~\u{1b}[?200~\u{1b}[200;1~\u{1b}[O",
      [.focus(false)]
    ),
  ]

  @Test("a paste is one report with its text, in whatever pieces it arrives")
  func pieces() {
    for (text, reports) in Self.inputs {
      let bytes = Array(text.utf8)
      for cut in 0...bytes.count {
        var parser = TerminalReader()
        let found = parser.read(bytes[..<cut]) + parser.read(bytes[cut...])
        #expect(found == reports, "cut at \(cut): \(text.debugDescription)")
      }
    }
  }

  @Test("bytes that are no UTF-8 are replaced")
  func invalid() {
    var parser = TerminalReader()
    let found = parser.read(Array("\u{1b}[200~a".utf8) + [0xFF] + Array("b\u{1b}[201~".utf8))
    #expect(found == [.paste("a\u{FFFD}b")])
  }

  @Test("a paste that is longer than the limit has no text, and what follows it is read")
  func tooLong() {
    for (excess, isTaken) in [(0, true), (1, false), (100_000, false)] {
      var parser = TerminalReader()
      let text = String(repeating: "x", count: TerminalReader.longestPaste + excess)
      let found = parser.read("\u{1b}[200~\(text)\u{1b}[201~\u{1b}[I".utf8)
      #expect(found == [.paste(isTaken ? text : nil), .focus(true)])
    }
  }

  @Test("a paste at random among random bytes is found whatever the bytes are")
  func random() {
    var random = SeededGenerator(seed: 2004)
    for _ in 0..<2000 {
      let letters: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e, 0x61]
      let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      }
      let bytes = Array("\u{1b}[200~".utf8) + text + Array("\u{1b}[201~\u{1b}[I".utf8)
      var parser = TerminalReader()
      let found = parser.read(bytes)
      guard !text.contains(0x7e) else { continue }
      #expect(found == [.paste(String(decoding: text, as: UTF8.self)), .focus(true)], "\(text)")
    }
  }
}
