// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TextBoundaries
import Testing

@testable import Text
@testable import TextLayout
@testable import TextInput

/// Left and right are visual (BND-5).
@Suite struct VisualOrderTests {
  private static let pieces = [
    "a", "bc", "Word", " ", " ", "א", "בג", "שלום", "مرحبا", "\u{64B}", "12", "3.5", "٣٤", "(", ")",
    "-", ", ", "\n",
    "\n", "\r\n", "\u{2029}", "\u{2028}", "👍🏽", "e\u{301}", "日本", "\u{200F}", "\u{200E}", "\u{202B}",
    "\u{202E}", "\u{202C}",
    "\u{2067}", "\u{2069}", "\t", "%", "ภาษาไทย",
  ]

  /// All offsets on the way from one visual end to the other.
  private func walk(_ storage: TextStorage, toRight: Bool, _ layout: LineLayout) -> [Int] {
    // The far end is that of the first paragraph, or of the last one if the walk starts there.
    let far = storage.paragraph(at: storage.isRightToLeft(at: 0) == toRight ? storage.count : 0)
    var offset = storage.isRightToLeft(at: far.start) == toRight ? far.end : far.start
    var offsets = [offset]
    while offsets.count <= storage.count + 1 {
      let next = storage.visualNeighbour(of: offset, toRight: toRight, layout)
      if next == offset { break }
      offset = next
      offsets.append(offset)
    }
    return offsets
  }

  @Test(
    "BND-5a moving right visits every position once, and ← reverses every →",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func walks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let text = (0..<Int.random(in: 0...30, using: &random)).reduce(into: "") { text, _ in
        text += Self.pieces.randomElement(using: &random) ?? ""
      }
      let storage = TextStorage(text)
      let layout = LineLayout(wrapWidth: Bool.random(using: &random) ? 5 : nil)
      let right = walk(storage, toRight: true, layout)
      var every = [0]
      for character in text { every.append((every.last ?? 0) + character.utf16.count) }
      #expect(right.sorted() == every, "\(text.debugDescription)")
      #expect(walk(storage, toRight: false, layout) == right.reversed(), "\(text.debugDescription)")
    }
  }

  @Test("BND-5a ← reverses every → in a paragraph of many blocks, even at their edges")
  func longParagraph() {
    for piece in ["abc אבג 12 ", "אבג abc 12 "] {
      let storage = TextStorage(String(repeating: piece, count: 500))
      var reached: Set<Int> = []
      for offset in VisualBlock.limit - 15...VisualBlock.limit + 15 {
        for toRight in [true, false] {
          let next = storage.visualNeighbour(of: offset, toRight: toRight, LineLayout())
          #expect(next != offset)
          #expect(storage.visualNeighbour(of: next, toRight: !toRight, LineLayout()) == offset)
          if toRight { reached.insert(next) }
        }
      }
      #expect(reached.count == 31)
    }
  }

  @Test("BND-5a the end belongs to the last block, even if its last character crosses an edge")
  func lastBlock() {
    let storage = TextStorage(
      String(repeating: "א", count: VisualBlock.limit - 1) + "א\u{5B0}")
    let last = VisualBlock.limit - 1
    #expect(storage.visualNeighbour(of: storage.count, toRight: true, LineLayout()) == last)
    #expect(storage.visualNeighbour(of: last, toRight: false, LineLayout()) == storage.count)
  }

  @Test("BND-5a adjacent positions have the character between them that is displayed there")
  func charactersBetween() {
    // a b ג ב א c d
    let block = VisualBlock(at: 0, in: TextStorage("abאבגcd"), LineLayout())
    #expect(block.positions == [0, 1, 2, 4, 3, 5, 6, 7])
    // Right-to-left with a number: אב 12 גד is displayed as ד ג 1 2 ב א.
    let hebrew = VisualBlock(at: 0, in: TextStorage("אב12גד"), LineLayout())
    #expect(hebrew.positions == [6, 5, 4, 3, 2, 1, 0])
    let spaced = VisualBlock(at: 0, in: TextStorage("א123"), LineLayout())
    #expect(spaced.positions == [4, 2, 3, 1, 0])
  }

  @Test(
    "BND-5a, BND-5b ← → ⌥← ⌥→ ⌘← ⌘→ are visual; ⌃B ⌃F ⌃⌥B ⌃⌥F are logical",
    arguments: [
      ("ab‸אבגcd", "→", "abאב‸גcd"), ("abאב‸גcd", "→", "abא‸בגcd"), ("abא‸בגcd", "→", "abאבג‸cd"),
      ("abאבג‸cd", "←", "abא‸בגcd"), ("abאבג‸cd", "→", "abאבגc‸d"), ("ab‸אבגcd", "⌃F", "abא‸בגcd"),
      ("abא‸בגcd", "⌃B", "ab‸אבגcd"), ("ab‸אבגcd", "⇧→", "ab«אב‸»גcd"),
      ("‸אב cd", "←", "א‸ב cd"), ("אב ‸cd", "←", "אב c‸d"), ("אב cd‸", "→", "אב c‸d"),
      // Words: the far side of the word that is passed.
      ("‸one אבג דהו two", "⌥→", "one‸ אבג דהו two"),
      ("one‸ אבג דהו two", "⌥→", "one אבג ‸דהו two"),
      ("one אבג ‸דהו two", "⌥→", "one אבג דהו‸ two"),
      ("one אבג דהו‸ two", "⌥→", "one אבג דהו two‸"),
      ("one אבג דהו two‸", "⌥←", "one אבג דהו ‸two"),
      ("one אבג דהו ‸two", "⌥←", "one אבג‸ דהו two"),
      ("‸one אבג דהו two", "⌃⌥F", "one‸ אבג דהו two"),
      ("one‸ אבג דהו two", "⌃⌥F", "one אבג‸ דהו two"),
      ("one אבג דהו two‸", "⌃⌥B", "one אבג דהו ‸two"),
      ("one אבג דהו‸ two", "⌥⌫", "one אבג ‸ two"),
      // Lines: the paragraph's direction.
      ("אב ‸cd", "⌘←", "אב cd‸"), ("אב ‸cd", "⌘→", "‸אב cd"), ("ab ‸אב", "⌘→", "ab אב‸"),
      ("ab ‸אב", "⌃←", "‸ab אב"),
      // Selections collapse to the side.
      ("א«בג‸»ד", "←", "אבג‸ד"), ("א«בג‸»ד", "→", "א‸בגד"),
      // Paragraphs follow one another in the direction of the first.
      ("ab‸⏎אב", "→", "ab⏎אב‸"), ("ab⏎אב‸", "←", "ab‸⏎אב"), ("ab⏎‸אב⏎c", "→", "ab⏎אב⏎‸c"),
      ("אב‸⏎גד", "←", "אב⏎‸גד"), ("אב⏎‸גד", "→", "אב‸⏎גד"), ("‸ab⏎אב", "←", "‸ab⏎אב"),
      ("ab‸⏎אב", "⌥→", "ab⏎‸אב"), ("ab⏎. ‸⏎אב", "⌥→", "ab⏎. ⏎‸אב"), ("אב ‸⏎cd", "⌥←", "אב ⏎‸cd"),
    ])
  func keys(_ before: String, _ keys: String, _ after: String) {
    #expect(Typist(before).press(keys).drawn == after)
  }

  @Test("BND-5a each line of a wrapped paragraph is ordered separately")
  func wrapped() {
    // ab אב | גד ef, eight cells in two lines
    #expect(Typist("ab‸אבגדef", wrapWidth: 4).press("→").drawn == "abא‸בגדef")
    #expect(Typist("abא‸בגדef", wrapWidth: 4).press("→").drawn == "abאב‸גדef")
    #expect(Typist("abאב‸גדef", wrapWidth: 4).press("→").drawn == "abאבג‸דef")
  }

  @Test("The first strong letter determines a paragraph's direction")
  func direction() {
    for (text, isRightToLeft) in [
      ("אa", true), ("aא", false), ("12 א", true), ("", false), ("123", false), ("\u{200F}a", true),
      ("مرحبا", true), ("ހ", true), ("𐤀", true), ("\u{2067}א\u{2069}a", false), ("x\nא", false),
    ] {
      #expect(TextStorage(text).isRightToLeft(at: 0) == isRightToLeft, "\(text)")
    }
    #expect(TextStorage("x\nא").isRightToLeft(at: 2))
  }

  @Test("For a text known to be left-to-right, ICU finds no other direction")
  func knownDirections() {
    for value in (0x80...0x1FFFF as ClosedRange<UInt32>) where !(0xFFF0...0xFFFF).contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(Character(scalar))!a"
      let levels = TextSegmenter.levels(of: Array(text.utf16), base: 0).levels
      let storage = TextStorage(text)
      if levels.contains(where: { $0 % 2 == 1 }),
        !storage.hasRightToLeft(in: TextRange(0, storage.count))
      {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test("Right-to-left runs are found in any part of a text, edited or not")
  func parts() {
    var storage = TextStorage(
      String(repeating: "é", count: 3000) + "א" + String(repeating: "é", count: 3000))
    for _ in 0..<2 {
      #expect(storage.hasRightToLeft(in: TextRange(0, 6001)))
      #expect(storage.hasRightToLeft(in: TextRange(3000, 3001)))
      #expect(!storage.hasRightToLeft(in: TextRange(0, 3000)))
      #expect(!storage.hasRightToLeft(in: TextRange(3001, 6001)))
      #expect(!storage.hasRightToLeft(in: TextRange(3000, 3000)))
      storage.attend(to: 3000)
    }
  }
}
