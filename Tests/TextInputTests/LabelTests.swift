// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

@Suite struct LabelTests {
  private func rows(
    _ text: String, _ width: Int?, lines: Int = 0, _ mode: LineBreakMode = .byTruncatingTail
  ) -> [String] {
    LabelLayout(width: width, numberOfLines: lines, lineBreakMode: mode).rows(of: text).map(
      \.text.text)
  }

  // MARK: Measuring

  @Test("F060 日本a is five cells wide")
  func measuring() {
    #expect(TextMeasure.size(of: "日本a") == CellSize(width: 5, height: 1))
  }

  @Test(
    "DSP-2 wide 2, combining 0, emoji sequence 2",
    arguments: [
      ("", 0, 0), ("abc", 3, 1), ("日", 2, 1), ("ａ", 2, 1), ("ｱ", 1, 1), ("e\u{301}", 1, 1),
      ("e\u{301}\u{323}", 1, 1), ("한", 2, 1), ("한", 2, 1), ("👍", 2, 1), ("👍🏽", 2, 1),
      ("👩‍👩‍👧‍👦", 2, 1), ("🇸🇪", 2, 1), ("❤️", 2, 1), ("سلام", 4, 1), ("a\nbcd\ne", 3, 3), ("a\r\nb", 1, 2),
      ("a\u{2028}b", 1, 2), ("\n", 0, 2), ("a\tb", 3, 1),
    ])
  func sizes(text: String, columns: Int, rows: Int) {
    #expect(TextMeasure.size(of: text) == CellSize(width: columns, height: rows))
  }

  @Test(
    "DSP-2 a width breaks rows at words, and a limit omits the rest",
    arguments: [
      ("one two three", 8, 0, 7, 2), ("one two three", 7, 0, 7, 2), ("one two three", 13, 0, 13, 1),
      ("one two three", 5, 0, 5, 3), ("one two three", 5, 2, 4, 2), ("日本語", 3, 0, 2, 3),
      ("日", 1, 0, 1, 1), ("ab", 0, 0, 1, 2), ("ab", -5, 0, 1, 2),
    ])
  func wrappedSizes(text: String, width: Int, lines: Int, columns: Int, rows: Int) {
    let size = TextMeasure.size(of: text, width: width, numberOfLines: lines)
    #expect(size == CellSize(width: columns, height: rows))
  }

  // MARK: Rows

  @Test("DSP-1c two rows of eight cells end in …")
  func seedExample() {
    let rows = rows("one two three four five", 8, lines: 2)
    #expect(rows == ["one two", "three f…"])
  }

  @Test("F059 five lines in a label of four are four rows, of which the last ends in …")
  func fiveLines() {
    #expect(rows("a\nb\nc\nd\ne", 8, lines: 4) == ["a", "b", "c", "d…"])
    #expect(rows("a\nb\nc\nd\ne", nil, lines: 4) == ["a", "b", "c", "d…"])
    #expect(rows("a\nb\nc\nd", 8, lines: 4) == ["a", "b", "c", "d"])
  }

  @Test("DSP-1c, DSP-1d a limit of 0 means no limit, and the default is one row")
  func limits() {
    let text = Array(repeating: "word", count: 100).joined(separator: " ")
    #expect(rows(text, 4, lines: 0).count == 100)
    #expect(rows(text, 4, lines: -1).count == 100)
    #expect(LabelLayout().numberOfLines == 1)
    #expect(LabelLayout(width: 8).rows(of: text).map(\.text.text) == ["word wo…"])
  }

  @Test(
    "Rows break between words",
    arguments: [
      ("one two three", 8, ["one two", "three"]),
      ("one two three", 3, ["one", "two", "thr", "ee"]),
      ("one  two", 4, ["one", "two"]), ("one    two", 4, ["one", "two"]),
      ("one two ", 3, ["one", "two"]),
      ("one ", 9, ["one "]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
      ("a abcdefgh", 4, ["a", "abcd", "efgh"]), ("  ab cd", 5, ["  ab", "cd"]),
      ("  abcdef", 5, ["  abc", "def"]), ("        ab", 5, ["     ", "ab"]),
      ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("a b\u{A0}c", 3, ["a", "b\u{A0}c"]),
      ("ab\n\ncd", 5, ["ab", "", "cd"]), ("ab\n", 5, ["ab", ""]),
      ("ab cd\nef", 2, ["ab", "cd", "ef"]),
      ("a\tb", 5, ["a b"]), ("abc  \nd", 3, ["abc", "d"]),
    ])
  func words(text: String, width: Int, expected: [String]) {
    #expect(rows(text, width) == expected)
  }

  @Test(
    "Rows break between wide characters, but not before closing or after opening punctuation",
    arguments: [
      ("日本語", 4, ["日本", "語"]), ("abc日本", 5, ["abc日", "本"]), ("ab 日本語", 6, ["ab 日", "本語"]),
      ("日本。語", 4, ["日", "本。", "語"]), ("日「本」", 4, ["日", "「本", "」"]), ("日(本)", 4, ["日", "(本)"]),
      ("日本, a", 4, ["日", "本,", "a"]), ("スーパー", 4, ["スー", "パー"]), ("日日ー", 4, ["日", "日ー"]),
      ("👍👍👍", 5, ["👍👍", "👍"]), ("日本\u{A0}語", 4, ["日", "本\u{A0}", "語"]),
    ])
  func wide(text: String, width: Int, expected: [String]) {
    #expect(rows(text, width) == expected)
  }

  @Test(
    "Line break modes differ only in the last row",
    arguments: [
      (LineBreakMode.byWordWrapping, ["one two", "three"]),
      (.byCharWrapping, ["one two ", "three fo"]),
      (.byClipping, ["one two", "three fo"]), (.byTruncatingHead, ["one two", "…ur five"]),
      (.byTruncatingTail, ["one two", "three f…"]), (.byTruncatingMiddle, ["one two", "thre…ive"]),
    ])
  func modes(mode: LineBreakMode, expected: [String]) {
    #expect(rows("one two three four five", 8, lines: 2, mode) == expected)
    // A text that fits is the same in all modes.
    #expect(rows("one two", 8, lines: 1, mode) == ["one two"])
  }

  @Test(
    "Truncation counts cells and leaves no space before the mark",
    arguments: [
      (LineBreakMode.byTruncatingTail, "日本語日本語", 6, "日本…"),
      (.byTruncatingTail, "abc def", 5, "abc…"),
      (.byTruncatingTail, "abcdef", 1, "…"), (.byTruncatingTail, "日本", 1, "…"),
      (.byTruncatingTail, "日本", 2, "…"), (.byTruncatingTail, "👍🏽👍🏽👍🏽", 5, "👍🏽👍🏽…"),
      (.byTruncatingTail, "a\nb", 9, "a…"), (.byTruncatingTail, "\nb", 9, "…"),
      (.byTruncatingHead, "abc def", 5, "…def"), (.byTruncatingHead, "日本語", 4, "…語"),
      (.byTruncatingHead, "a\nbc", 9, "…bc"), (.byTruncatingHead, "abcdef", 1, "…"),
      (.byTruncatingMiddle, "abcdefgh", 5, "ab…gh"), (.byTruncatingMiddle, "abcdefgh", 4, "ab…h"),
      (.byTruncatingMiddle, "日本語日本語", 7, "日…本語"), (.byTruncatingMiddle, "abcdefgh", 1, "…"),
      (.byTruncatingMiddle, "abcdefgh", 2, "a…"), (.byTruncatingMiddle, "ab\ncd", 9, "ab…cd"),
      (.byClipping, "日本語", 5, "日本"),
    ])
  func truncation(mode: LineBreakMode, text: String, width: Int, expected: String) {
    #expect(rows(text, width, lines: 1, mode) == [expected])
  }

  @Test("A character wider than a row is shown as …")
  func tooWide() {
    #expect(rows("a日b", 1) == ["a", "…", "b"])
  }

  // MARK: Alignment

  @Test(
    "Rows follow the alignment; natural depends on the paragraph's direction",
    arguments: [
      (TextAlignment.left, "abc", 8, 0), (.center, "abc", 8, 2), (.center, "ab", 8, 3),
      (.right, "abc", 8, 5), (.natural, "abc", 8, 0), (.natural, "سلام", 8, 4),
      (.natural, "שלום", 8, 4),
      (.natural, "1 שלום", 8, 2), (.natural, "a שלום", 8, 0), (.left, "שלום", 8, 0),
      (.right, "日本", 8, 4), (.center, "abcdefgh", 8, 0), (.natural, "123", 8, 0),
    ])
  func alignment(alignment: TextAlignment, text: String, width: Int, indent: Int) {
    let rows = LabelLayout(width: width, textAlignment: alignment).rows(of: text)
    #expect(rows.map(\.indent) == [indent])
  }

  @Test("Each paragraph has its own natural side, on all its rows")
  func paragraphs() {
    let rows = LabelLayout(width: 5, numberOfLines: 0).rows(of: "ab cd ef\nשלום של\nab")
    #expect(rows.map(\.indent) == [0, 0, 1, 3, 0])
  }

  @Test("Without a width rows are aligned within the longest")
  func alignmentWithoutWidth() {
    let layout = LabelLayout(numberOfLines: 0, textAlignment: .right)
    #expect(layout.rows(of: "a\nabcd\nab").map(\.indent) == [3, 0, 2])
  }

  @Test("The values are UIKit's")
  func rawValues() {
    #expect(TextAlignment.allCases.map(\.rawValue) == [0, 1, 2, 4])
    #expect(LineBreakMode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
  }

  // MARK: Styles

  private static let bold = TextStyle(.bold)
  private static let red = TextStyle([.underline, .italic], foreground: .indexed(1))

  @Test("F061 DSP-3 two styles are kept in their rows, even where a span is broken")
  func spans() {
    let text = StyledText([
      .init("one "), .init("two three", Self.bold), .init(" four", Self.red),
    ])
    #expect(text.text == "one two three four")
    let rows = LabelLayout(width: 9, numberOfLines: 0).rows(of: text)
    #expect(
      rows.map(\.text.spans) == [
        [.init("one "), .init("two", Self.bold)],
        [.init("three", Self.bold)],
        [.init("four", Self.red)],
      ])
  }

  @Test("DSP-3 the truncation mark has the style of the adjacent text")
  func markStyle() {
    let text = StyledText([.init("ab"), .init("cdefgh", Self.bold), .init("ijkl", Self.red)])
    func spans(_ mode: LineBreakMode) -> [StyledText.Span] {
      LabelLayout(width: 5, lineBreakMode: mode).rows(of: text).flatMap(\.text.spans)
    }
    #expect(spans(.byTruncatingTail) == [.init("ab"), .init("cd…", Self.bold)])
    #expect(spans(.byTruncatingHead) == [.init("…ijkl", Self.red)])
    #expect(spans(.byTruncatingMiddle) == [.init("ab…"), .init("kl", Self.red)])
  }

  @Test("Adjacent spans of one style are merged, and empty spans are removed")
  func normal() {
    let text = StyledText([
      .init(""), .init("a", Self.bold), .init("", Self.red), .init("b", Self.bold), .init("c"),
    ])
    #expect(text.spans == [.init("ab", Self.bold), .init("c")])
    #expect(StyledText("").spans.isEmpty)
    #expect(StyledText("ab", style: Self.bold).spans == [.init("ab", Self.bold)])
  }

  @Test("A character that spans divide stays whole, in the style of its start")
  func dividedCharacter() {
    let text = StyledText([
      .init("e"), .init("\u{301}x", Self.bold), .init("👩", Self.red), .init("\u{200D}👧"),
    ])
    #expect(
      text.spans == [.init("e\u{301}"), .init("x", Self.bold), .init("👩\u{200D}👧", Self.red)])
  }
}

@Suite struct LabelViewTests {
  @Test("DSP-1a, DSP-1b, F058 a label takes no focus and shows no area, and keys are unhandled")
  func static_() {
    let engine = TextEngine()
    let label = Label("Name", frame: CellRect(width: 10, height: 1))
    engine.window.addSubview(label)
    #expect(!label.becomeFirstResponder())
    #expect(engine.window.focusOrder.isEmpty)
    #expect(engine.handle(Typist.typing("a")) == .unhandled)
    #expect(engine.handle(Typist.keystroke("⇥")) == .unhandled)
    #expect(label.text == "Name")
    engine.endTurn()
    #expect(!engine.keyboardArea.isShown)
    // Next to a focused text, a label takes neither the focus nor changes the area.
    let field = TextField(name: "field")
    engine.window.addSubview(field)
    #expect(!field.isFirstResponder)
    field.becomeFirstResponder()
    engine.endTurn()
    #expect(engine.keyboardArea.isShown)
    _ = engine.takeUpdates()
    #expect(!label.becomeFirstResponder() && field.isFirstResponder)
    #expect(engine.handle(Typist.keystroke("⇥")) != .released)
    #expect(field.isFirstResponder && engine.window.focusOrder.count == 1)
    #expect(engine.takeUpdates().compactMap(\.keyboardFact) == [])
  }

  @Test("DSP-1c a label's rows follow its width, its height and its limit")
  func rows() {
    let label = Label("one two three four", frame: CellRect(width: 8, height: 2))
    label.numberOfLines = 0
    #expect(label.rows.map(\.text.text) == ["one two", "three f…"])
    label.frame.height = 9
    #expect(label.rows.map(\.text.text) == ["one two", "three", "four"])
    label.numberOfLines = 1
    #expect(label.rows.map(\.text.text) == ["one two…"])
    #expect(label.size(thatFitsWidth: 8) == CellSize(width: 8, height: 1))
  }

  @Test("a label's size is that of its rows, also if rows break between any two characters")
  func sizeOfCharacters() {
    let label = Label("abcdef gh", frame: CellRect(width: 8, height: 9))
    label.numberOfLines = 0
    label.lineBreakMode = .byCharWrapping
    #expect(label.rows.map(\.text.text) == ["abcdef g", "h"])
    #expect(label.size(thatFitsWidth: 8) == CellSize(width: 8, height: 2))
    label.lineBreakMode = .byWordWrapping
    #expect(label.size(thatFitsWidth: 8) == CellSize(width: 6, height: 2))
  }

  @Test("CIV-4 a label drawn in another size has the rows for that size")
  func otherPlace() {
    let label = Label("one two", frame: CellRect(width: 3, height: 2))
    label.numberOfLines = 0
    #expect(label.rows.map(\.text.text) == ["one", "two"])
    #expect(label.rows(in: CellSize(width: 9, height: 2)).map(\.text.text) == ["one two"])
    #expect(label.rows(in: CellSize(width: 3, height: 1)).map(\.text.text) == ["on…"])
  }
}
