// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The word that ends at the caret, with what precedes it, and whether it may be corrected
/// (AST-17).
///
/// A word consists of letters, combining marks, and apostrophes and joiners between letters. A
/// hyphen separates words. Only the text near the caret is read, so the cost does not depend on its
/// length; most of what is asked is in the nearest part of it.
struct WordBeforeCaret {
  /// The place of the word.
  var range: TextRange
  /// The word as typed.
  var word: String
  /// Whether the text between white space that holds the word may be an address, a number, a name
  /// of a file or similar, in which no word is corrected (AST-17).
  private(set) var isPartOfCode = false
  private let storage: TextStorage

  /// The longest word, in UTF-16 code units; a longer run of letters is not a word.
  static let limit = 48
  /// The distance before the caret that is read first, and at most, in UTF-16 code units.
  private static let (near, reach) = (24, 192)

  /// Finds the word that ends at the caret; nil if no letter precedes the caret, if the caret is
  /// inside a word, or if the word is longer than ``limit``.
  ///
  /// - Parameters:
  ///   - storage: the text.
  ///   - caret: the offset of the caret.
  init?(in storage: TextStorage, at caret: Int) {
    guard let found = Self.read(storage, caret), !found.word.isEmpty else { return nil }
    self = found
  }

  /// Finds the word that ends at the caret, or before a closing single quotation mark at the caret
  /// whose opening mark is before the word: `‘word’`.
  ///
  /// - Parameters:
  ///   - storage: the text.
  ///   - caret: the offset of the caret.
  init?(finishedIn storage: TextStorage, at caret: Int) {
    if let found = WordBeforeCaret(in: storage, at: caret) {
      self = found
      return
    }
    guard let mark = storage.lastScalar(before: caret),
      let opening = Self.openingMarks[mark],
      let found = Self.read(storage, caret - 1), !found.word.isEmpty,
      let before = storage.lastScalar(before: found.range.start), opening.contains(before)
    else { return nil }
    self = found
  }

  /// The closing single quotation marks of all languages, each with its opening ones (AST-33).
  private static let openingMarks: [Unicode.Scalar: [Unicode.Scalar]] = [
    "'": ["'"], "’": ["‘", "‚", "’"], "‘": ["‚", "’"], "›": ["‹"], "”": ["“"], "“": ["„"],
    "«": ["»"], "»": ["«"],
  ]

  /// Finds the place for the next word, of which nothing is typed yet; nil unless white space, an
  /// opening bracket or a quote precedes the caret, and no letter follows it.
  ///
  /// - Parameters:
  ///   - storage: the text.
  ///   - caret: the offset of the caret.
  init?(nextIn storage: TextStorage, at caret: Int) {
    guard let found = Self.read(storage, caret), found.word.isEmpty else { return nil }
    guard let before = storage.lastScalar(before: caret), before.separatesWords else { return nil }
    self = found
  }

  private static func read(_ storage: TextStorage, _ caret: Int) -> WordBeforeCaret? {
    if let next = storage.firstScalar(at: caret), next.isLetter { return nil }
    var scan = BackwardScan(storage, from: caret, reach: near)
    var word = scan.takeWord()
    // The word may begin before the part that was read.
    if scan.hasReachedStart, caret > near {
      scan = BackwardScan(storage, from: caret, reach: limit + near)
      word = scan.takeWord()
    }
    let length = word.utf16.count
    guard length <= limit else { return nil }
    let start = caret - length
    return WordBeforeCaret(range: TextRange(start, caret), word: word, in: storage, after: scan)
  }

  private init(range: TextRange, word: String, in storage: TextStorage, after near: BackwardScan) {
    (self.range, self.word, self.storage) = (range, word, storage)
    isPartOfCode = near.isInsideCode ?? scanBefore(Self.reach).isInsideCode ?? false
  }
}

extension WordBeforeCaret {
  /// Up to two words before it in the same sentence, in the order of the text; computed when read.
  var previous: [String] {
    var scan = scanBefore(Self.reach / 3)
    let words = scan.takePreviousWords()
    if !scan.hasReachedStart { return words }
    scan = scanBefore(Self.reach)
    return scan.takePreviousWords()
  }

  /// Whether the text near the word, before it, has a letter.
  var followsLetter: Bool { scanBefore(Self.near).hasLetter || scanBefore(Self.reach).hasLetter }

  private func scanBefore(_ reach: Int) -> BackwardScan {
    BackwardScan(storage, from: range.start, reach: max(0, reach - range.length))
  }

  /// Whether the word may be corrected: it is no part of an address or number, and has neither an
  /// inner capital nor letters of several scripts (AST-17).
  var isCorrectable: Bool {
    !isPartOfCode && LetterCase(of: word) != .mixed && !word.mixesScripts
  }
}

/// Reads a text backwards from its end.
private struct BackwardScan {
  private var rest: ArraySlice<Unicode.Scalar>
  /// Whether what precedes the part that was read may belong to the last word, or to the words
  /// before it.
  var hasReachedStart: Bool { wasTakenWhole || rest.isEmpty }
  private var wasTakenWhole = false
  /// Whether the part that was read begins the text.
  private let beginsText: Bool

  init(_ storage: TextStorage, from offset: Int, reach: Int) {
    beginsText = offset <= reach
    var text = storage.substring(TextRange(max(0, offset - reach), offset))
    let whole = text
    rest = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 }
        ? bytes.map { Unicode.Scalar($0) }[...] : Array(whole.unicodeScalars)[...]
    }
  }

  /// Removes and returns the word at the end; empty if the text ends in something else.
  mutating func takeWord() -> String {
    let end = rest.endIndex
    var start = end
    var index = end
    while index > rest.startIndex {
      let before = index - 1
      let scalar = rest[before]
      guard scalar.isLetter || scalar.isApostrophe || scalar.isJoiner else { break }
      if scalar.isLetter { start = before }
      index = before
    }
    wasTakenWhole = index == rest.startIndex
    // An apostrophe at the end, as a closing quote, ends no word.
    if let last = rest.last, last.isApostrophe { return "" }
    defer { rest = rest[..<start] }
    let word = rest[start..<end]
    guard word.allSatisfy(\.isASCII) else { return String(String.UnicodeScalarView(word)) }
    return String(unsafeUninitializedCapacity: word.count) { bytes in
      for (index, scalar) in word.enumerated() {
        bytes[index] = UInt8(truncatingIfNeeded: scalar.value)
      }
      return word.count
    }
  }

  var hasLetter: Bool { rest.contains(where: \.isLetter) }

  /// Whether the text up to white space ends in something that words of a language do not follow
  /// directly, such as a digit, `@`, `/`, `_` or the dot of an address, or begins with a hyphen.
  ///
  /// Nil if the text that was read has neither.
  var isInsideCode: Bool? {
    // An option of a command begins with a hyphen.
    var beginsWithHyphen = false
    for scalar in rest.reversed() {
      if scalar.isSpace { return beginsWithHyphen }
      beginsWithHyphen = scalar.isHyphen
      if scalar.isLetter || scalar.isApostrophe || scalar.isHyphen || scalar.isJoiner { continue }
      switch scalar.properties.generalCategory {
      case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation,
        .dashPunctuation:
        continue
      default: break
      }
      switch scalar {
      case "\"", ",", ";", "!", "?", "¿", "¡", "…": continue
      default: return true
      }
    }
    return beginsText ? beginsWithHyphen : nil
  }

  /// Returns up to two words before the end in the same sentence, in the order of the text.
  mutating func takePreviousWords() -> [String] {
    var words: [String] = []
    while words.count < 2 {
      guard skipToWord() else { break }
      let word = takeWord()
      guard !word.isEmpty else { break }
      words.insert(word, at: 0)
    }
    return words
  }

  /// Skips white space and punctuation within a sentence.
  ///
  /// - Returns: whether a word of the same sentence ends there.
  private mutating func skipToWord() -> Bool {
    while let scalar = rest.last {
      if scalar.isLetter { return true }
      switch scalar {
      case " ", "\u{A0}", "\u{202F}", "\t", ",", "\"", "“", "”", "«", "»", "„", "-", "'", "’":
        rest.removeLast()
      default: return false
      }
    }
    return false
  }
}

extension TextStorage {
  fileprivate func firstScalar(at offset: Int) -> Unicode.Scalar? {
    substring(TextRange(offset, offset + 1)).unicodeScalars.first
  }

  fileprivate func lastScalar(before offset: Int) -> Unicode.Scalar? {
    offset > 0 ? substring(TextRange(offset - 1, offset)).unicodeScalars.last : nil
  }
}

extension Unicode.Scalar {
  /// Whether it is an apostrophe, straight or typographic.
  var isApostrophe: Bool { self == "'" || self == "’" }

  /// Whether it is a hyphen or a Hebrew maqaf, which separate words.
  var isHyphen: Bool {
    self == "-" || self == "\u{2010}" || self == "\u{2011}" || self == "\u{5BE}"
  }

  /// Whether it joins or divides the letters of a word without a space, as in Persian.
  var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// Whether a new word may begin after it.
  var separatesWords: Bool {
    if isSpace { return true }
    return switch properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: self == "\""
    }
  }

  /// Whether typing it ends a word, so that the word is corrected first (AST-12).
  ///
  /// Digits, `@`, `/`, `_` and similar do not: they continue what is then no word (AST-17). An
  /// apostrophe may continue the word.
  var endsWord: Bool {
    if isSpace || isHyphen { return true }
    if isASCIILetter { return false }
    switch self {
    case "@", "/", "\\", "#", "&", "%", "*", "'", "’": return false
    default: break
    }
    return switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .dashPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}
