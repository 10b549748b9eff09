// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TextInput

/// Reference section 5: positions, and the units of a text around them.
@Suite struct TokenizerTests {
  private func position(_ storage: TextStorage, _ offset: Int) throws -> TextPosition {
    try #require(storage.position(from: storage.beginningOfDocument, offset: offset))
  }

  private func enclosing(
    _ text: String, _ offset: Int, _ granularity: TextGranularity, _ direction: TextDirection,
    layout: LineLayout = LineLayout()
  ) throws -> TextRange? {
    let storage = TextStorage(text)
    return TextTokenizer(storage, layout: layout).rangeEnclosingPosition(
      try position(storage, offset), with: granularity, inDirection: direction)
  }

  @Test(
    "INP-14 the words of Hindi and Thai are those of ICU: vowel signs belong to their letters",
    arguments: [
      ("मैं हिन्दी लिखता हूँ", ["मैं", "हिन्दी", "लिखता", "हूँ"]),
      ("ฉันไปโรงเรียน", ["ฉัน", "ไป", "โรงเรียน"]),
      ("می‌خواهم بروم", ["می‌خواهم", "بروم"]),
    ])
  func wordsOfScripts(_ text: String, _ words: [String]) throws {
    let storage = TextStorage(text)
    var found: [String] = []
    var offset = 0
    while offset < storage.count {
      let range = try enclosing(text, offset, .word, .forward)
      if let range { found.append(storage.substring(range)) }
      offset = range?.end ?? offset + 1
    }
    #expect(found == words)
  }

  // MARK: The table

  @Test(
    "Section 5 table: the unit around a position; INP-15 a boundary belongs to the following unit",
    arguments: [
      ("foo bar", 3, .word, .forward, nil),
      ("foo bar", 3, .word, .backward, TextRange(0, 3)),
      ("One. Two.", 2, .sentence, .forward, TextRange(0, 5)),
      ("One. Two.", 2, .sentence, .backward, TextRange(0, 5)),
      ("a\nb", 1, .paragraph, .forward, TextRange(0, 2)),
      // At a boundary the direction decides (INP-15).
      ("foo bar", 0, .word, .forward, TextRange(0, 3)), ("foo bar", 0, .word, .backward, nil),
      ("foo bar", 4, .word, .forward, TextRange(4, 7)), ("foo bar", 4, .word, .backward, nil),
      ("foo bar", 7, .word, .forward, nil), ("foo bar", 7, .word, .backward, TextRange(4, 7)),
      ("foo bar", 1, .word, .forward, TextRange(0, 3)),
      ("foo bar", 1, .word, .backward, TextRange(0, 3)),
      ("One. Two.", 5, .sentence, .forward, TextRange(5, 9)),
      ("One. Two.", 5, .sentence, .backward, TextRange(0, 5)),
      ("a\nb", 2, .paragraph, .forward, TextRange(2, 3)),
      ("a\nb", 2, .paragraph, .backward, TextRange(0, 2)),
      ("a\r\nb", 1, .paragraph, .forward, TextRange(0, 3)),
      ("e\u{301}x", 1, .character, .forward, TextRange(0, 2)),
      ("e\u{301}x", 2, .character, .forward, TextRange(2, 3)),
      ("e\u{301}x", 2, .character, .backward, TextRange(0, 2)),
      ("a\nb", 1, .document, .forward, TextRange(0, 3)), ("a\nb", 3, .document, .forward, nil),
      ("a\nb", 3, .document, .backward, TextRange(0, 3)), ("", 0, .document, .forward, nil),
      ("", 0, .word, .backward, nil),
      // Left and right follow the paragraph's direction; up is backward and down is forward.
      ("foo bar", 3, .word, .left, TextRange(0, 3)), ("foo bar", 3, .word, .right, nil),
      ("שלום עולם", 4, .word, .left, nil), ("שלום עולם", 4, .word, .right, TextRange(0, 4)),
      ("foo bar", 3, .word, .up, TextRange(0, 3)), ("foo bar", 3, .word, .down, nil),
    ] as [(String, Int, TextGranularity, TextDirection, TextRange?)])
  func enclosing(
    _ text: String, _ offset: Int, _ granularity: TextGranularity, _ direction: TextDirection,
    _ expected: TextRange?
  ) throws {
    #expect(try enclosing(text, offset, granularity, direction) == expected)
    let storage = TextStorage(text)
    #expect(
      TextTokenizer(storage).isPosition(
        try position(storage, offset), withinTextUnit: granularity, inDirection: direction)
        == (expected != nil))
  }

  @Test(
    "Section 5 table: offset 3 of `foo bar` is a word boundary in both directions",
    arguments: [
      ("foo bar", 3, .word, true, true), ("foo bar", 4, .word, true, true),
      ("foo bar", 1, .word, false, false),
      ("foo bar", 0, .word, false, true), ("foo bar", 7, .word, true, false),
      ("One. Two.", 4, .sentence, false, false), ("One. Two.", 5, .sentence, true, true),
      ("a\nb", 1, .paragraph, false, false), ("a\nb", 2, .paragraph, true, true),
      ("e\u{301}", 1, .character, false, false), ("e\u{301}", 2, .character, true, false),
      ("ab", 0, .document, false, true), ("ab", 2, .document, true, false),
      ("", 0, .document, false, false),
    ] as [(String, Int, TextGranularity, Bool, Bool)])
  func boundary(
    _ text: String, _ offset: Int, _ granularity: TextGranularity, _ forward: Bool, _ backward: Bool
  ) throws {
    let storage = TextStorage(text)
    let tokenizer = TextTokenizer(storage)
    let position = try position(storage, offset)
    #expect(
      tokenizer.isPosition(position, atBoundary: granularity, inDirection: .forward) == forward)
    #expect(
      tokenizer.isPosition(position, atBoundary: granularity, inDirection: .backward) == backward)
  }

  @Test(
    "The next boundary in a direction is found, or nil at the text's edge",
    arguments: [
      ("foo bar", 0, .word, 3, nil), ("foo bar", 3, .word, 4, 0), ("foo bar", 5, .word, 7, 4),
      ("foo bar", 7, .word, nil, 4), ("One. Two.", 2, .sentence, 5, 0),
      ("a\nb", 1, .paragraph, 2, 0), ("a👍🏽b", 1, .character, 5, 0), ("abc", 1, .document, 3, 0),
      ("", 0, .character, nil, nil),
    ] as [(String, Int, TextGranularity, Int?, Int?)])
  func next(
    _ text: String, _ offset: Int, _ granularity: TextGranularity, _ forward: Int?, _ backward: Int?
  ) throws {
    let storage = TextStorage(text)
    let tokenizer = TextTokenizer(storage)
    let position = try position(storage, offset)
    func next(_ direction: TextDirection) -> Int? {
      tokenizer.position(from: position, toBoundary: granularity, inDirection: direction)
        .map { storage.offset(from: storage.beginningOfDocument, to: $0) }
    }
    #expect(next(.forward) == forward)
    #expect(next(.backward) == backward)
  }

  @Test("Lines are those of the layout, and a paragraph's last one has its terminator")
  func lines() throws {
    let layout = LineLayout(wrapWidth: 4)
    func line(_ offset: Int, _ direction: TextDirection) throws -> TextRange? {
      try enclosing("abcdefgh\u{2028}i\r\njk", offset, .line, direction, layout: layout)
    }
    #expect(try line(2, .forward) == TextRange(0, 4))
    #expect(try line(4, .forward) == TextRange(4, 9))
    #expect(try line(4, .backward) == TextRange(0, 4))
    #expect(try line(9, .forward) == TextRange(9, 12))
    #expect(try line(10, .forward) == TextRange(9, 12))
    #expect(try line(12, .forward) == TextRange(12, 14))
    #expect(try line(14, .backward) == TextRange(12, 14))
  }

  // MARK: INP-14

  @Test("INP-14 granularities and directions have their raw values")
  func rawValues() {
    let granularities: [TextGranularity] = [
      .character, .word, .sentence, .paragraph, .line, .document,
    ]
    #expect(granularities.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(granularities == TextGranularity.allCases)
    let directions: [TextDirection] = [.forward, .backward, .right, .left, .up, .down]
    #expect(directions.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(directions == TextDirection.allCases)
  }

  // MARK: INP-1, INP-2

  @Test(
    "INP-1 offsets are UTF-16 code units, and a position outside the text is nil, not clamped",
    arguments: [
      (0, 0, 0), (0, 5, 5), (5, -5, 0), (2, 1, 3), (0, 6, nil), (0, -1, nil), (3, 3, nil),
      (3, -4, nil), (1, .max, nil), (5, .min, nil),
    ] as [(Int, Int, Int?)])
  func offsets(_ start: Int, _ offset: Int, _ expected: Int?) throws {
    let storage = TextStorage("a😀é\n")
    let from = try position(storage, start)
    let found = storage.position(from: from, offset: offset)
    #expect(found.map { storage.offset(from: storage.beginningOfDocument, to: $0) } == expected)
    if let found { #expect(storage.offset(from: from, to: found) == offset) }
  }

  @Test("INP-1 a position of a longer text is nil in a shorter one")
  func staleOffsets() {
    let end = TextStorage("long text").endOfDocument
    let storage = TextStorage("short")
    #expect(storage.position(from: end, offset: -6) == nil)
    #expect(storage.position(from: end, in: .backward, offset: 1) == nil)
    #expect(
      TextTokenizer(storage).rangeEnclosingPosition(end, with: .word, inDirection: .forward) == nil)
  }

  @Test("INP-1 positions can be compared")
  func comparing() {
    let storage = TextStorage("ab")
    let (start, end) = (storage.beginningOfDocument, storage.endOfDocument)
    #expect(storage.compare(start, to: end) == .ascending)
    #expect(storage.compare(end, to: start) == .descending)
    #expect(storage.compare(end, to: end) == .same)
    #expect([TextOrder.ascending, .same, .descending].map(\.rawValue) == [-1, 0, 1])
    #expect(start < end && storage.offset(from: end, to: start) == -2)
  }

  @Test(
    "INP-2 a range starts before it ends, in whichever order it is given; an empty one is a caret")
  func ranges() {
    let storage = TextStorage("ab")
    let (start, end) = (storage.beginningOfDocument, storage.endOfDocument)
    #expect(storage.textRange(from: end, to: start) == TextRange(0, 2))
    #expect(storage.textRange(from: start, to: start).isEmpty)
  }

  @Test(
    "Steps go by characters, visually left and right, and up and down by lines",
    arguments: [
      ("a👍🏽b", 0, .forward, 2, 5), ("a👍🏽b", 6, .backward, 2, 1), ("a👍🏽b", 6, .forward, -2, 1),
      ("a👍🏽b", 0, .forward, 4, nil), ("a👍🏽b", 0, .left, 1, nil), ("a👍🏽b", 1, .right, 1, 5),
      ("אבג", 0, .left, 2, 2), ("אבג", 2, .right, 2, 0), ("אבג", 0, .right, 1, nil),
      ("ab\ncd\nef", 1, .down, 2, 7), ("ab\ncd\nef", 7, .up, 1, 4), ("ab\ncd", 4, .down, 1, nil),
      ("ab\ncd", 1, .up, 1, nil), ("ab\ncd", 4, .down, -1, 1), ("ab", 1, .right, 0, 1),
    ] as [(String, Int, TextDirection, Int, Int?)])
  func steps(
    _ text: String, _ start: Int, _ direction: TextDirection, _ count: Int, _ expected: Int?
  ) throws {
    let storage = TextStorage(text)
    let found = storage.position(from: try position(storage, start), in: direction, offset: count)
    #expect(found.map { storage.offset(from: storage.beginningOfDocument, to: $0) } == expected)
  }

  @Test(
    "INP-15 between CR and LF no unit begins or ends",
    arguments: [TextGranularity.character, .word, .sentence, .paragraph])
  func lineEnd(_ granularity: TextGranularity) throws {
    let storage = TextStorage("One.\r\nTwo")
    let tokenizer = TextTokenizer(storage)
    let middle = try position(storage, 5)
    for direction in [TextDirection.forward, .backward] {
      #expect(!tokenizer.isPosition(middle, atBoundary: granularity, inDirection: direction))
    }
  }
}
