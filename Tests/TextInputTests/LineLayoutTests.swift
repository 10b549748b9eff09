// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct LineLayoutTests {
  private func lines(_ text: String, _ width: Int?) -> [String] {
    let units = Array(text.utf16)
    return LineLayout(wrapWidth: width).lines(of: text).map {
      String(decoding: units[$0.range.start..<$0.range.end], as: UTF16.self)
    }
  }

  @Test(
    "A line is as wide as its cells allow",
    arguments: [
      ("abcdefg", 3, ["abc", "def", "g"]), ("abcdef", 3, ["abc", "def"]), ("", 3, [""]),
      ("日本語", 3, ["日", "本", "語"]), ("a日本", 3, ["a日", "本"]), ("日", 1, ["日"]),
      ("日日", 1, ["日", "日"]), ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("👍🏽👍🏽a", 4, ["👍🏽👍🏽", "a"]), ("a\tb", 10, ["a\tb"]), ("a\tbcd", 10, ["a\t", "bcd"]),
      ("ab", 0, ["a", "b"]), ("ab\u{2028}c", 9, ["ab\u{2028}", "c"]),
      ("a\u{1}b", 2, ["a\u{1}", "b"]),
    ] as [(String, Int, [String])])
  func wrapping(_ text: String, _ width: Int, _ expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test("Without a width only line separators end a line")
  func unwrapped() {
    #expect(lines(String(repeating: "x", count: 500), nil).count == 1)
    #expect(lines("a\u{2028}b", nil) == ["a\u{2028}", "b"])
  }

  @Test(
    "6.1 ↑ ↓ ⌘← ⌘→ move by wrapped lines",
    arguments: [
      ("abc‸defgh", "↓", "abcdefg‸h"), ("abcdefg‸h", "↑", "abc‸defgh"),
      ("ab‸cdefgh", "⌘←", "‸abcdefgh"), ("abcdef‸gh", "⌘←", "abcd‸efgh"),
      ("abcdef‸gh", "⌘→", "abcdefgh‸"), ("abcdef‸gh", "⌘⌫", "abcd‸gh"),
      ("abcd‸efgh", "⌘⌫", "abc‸efgh"), ("abcd‸efgh", "⇧⌘→", "abcd«efgh‸»"),
      ("ab⏎abcd‸efgh", "↑", "ab⏎‸abcdefgh"), ("ab⏎‸abcdefgh", "↓ ↓", "ab⏎abcdefgh‸"),
      ("日本語‸", "↑", "日‸本語"), ("a‸bcdef⏎x", "↓ ↓", "abcdef⏎x‸"),
    ])
  func moving(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before, wrapWidth: 4).press(keys).drawn == after)
  }

  @Test("INP-13 ⌘→ places the caret at the end of the upper line, other moves on the lower line")
  func affinity() {
    for end in ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"] {
      let ended = Typist("ab\(end)‸")
      #expect(ended.view.affinity == .forward, "\(end.debugDescription)")
    }
    let typist = Typist("a‸bcdefgh", wrapWidth: 4)
    typist.press("⌘→")
    #expect(typist.drawn == "abcd‸efgh")
    #expect(typist.view.affinity == .backward)
    // The caret is on the upper line: ⌘→ does not move it, and ⌘← moves it to that line's start.
    #expect(typist.press("⌘→").drawn == "abcd‸efgh")
    #expect(typist.press("⌘←").drawn == "‸abcdefgh")
    typist.press("⌘→ ← →")
    #expect(typist.view.affinity == .forward)
    #expect(typist.press("⌘→").drawn == "abcdefgh‸")
  }

  @Test(
    "INP-13 a move gives forward affinity, except at the end of the last line",
    arguments: [
      ("abcd‸efgh", "← →", .forward), ("abc‸defgh", "→", .forward), ("abcdefg‸h", "→", .backward),
      ("a‸bcdefgh", "⌘↓", .backward), ("abcdefg‸h", "⌘→", .backward), ("ab‸⏎cd", "⌘→", .forward),
      ("ab⏎c‸d", "→", .backward), ("ab⏎c‸d", "⌘→ ←", .forward), ("a‸⏎", "→", .forward),
      ("a‸", "⌫", .forward), ("‸", "→", .forward), ("a‸", "x", .backward),
      ("abcde‸fgh", "↑", .forward), ("abcd‸efgh", "⌃E", .backward), ("ab‸cdefgh", "⌃→", .backward),
    ] as [(String, String, TextAffinity)])
  func affinity(_ before: String, _ keys: String, _ affinity: TextAffinity) {
    #expect(Typist(before, wrapWidth: 4).press(keys).view.affinity == affinity)
  }

  @Test("⌘→ reports the caret even if only its line changes")
  func affinityIsReported() {
    let typist = Typist("abcd‸efgh", wrapWidth: 4)
    typist.press("⌘← ⌘↑ ⌘→")
    _ = typist.facts()
    typist.press("→ ←")
    #expect(typist.facts() == ["selection 5", "selection 4"])
  }

  @Test(
    "Control and direction characters are displayed by a substitute, so none reaches a terminal",
    arguments: ["\u{1B}", "\u{7}", "\u{9B}", "\u{7F}", "\u{202E}", "\u{2066}", "\u{0}", "\r\n"])
  func layoutFallbacks(_ text: Character) {
    #expect(LineLayout.isDrawnAsReplacement(text))
    #expect(LineLayout.cells(of: text, at: 0) == 1)
  }

  @Test("A scalar with a substitute is always a separate character")
  func standInsStandAlone() {
    let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      LineLayout.isDrawnAsReplacement(Character($0))
    }
    // C0 without Tab, DELETE, C1, two separators and twelve direction marks.
    #expect(scalars.count == 31 + 1 + 32 + 2 + 12)
    // A letter, a prefix of Arabic numbers, a picture that a joiner continues.
    for before in ["a", "\u{600}", "\u{1F468}\u{200D}"] {
      for scalar in scalars { #expect((before + String(scalar)).count == 2, "\(scalar.value)") }
    }
  }
}
