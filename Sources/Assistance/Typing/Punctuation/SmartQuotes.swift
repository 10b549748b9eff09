// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Straight quotation marks become typographic (reference 10.6).
enum SmartQuotes {
  private static let apostrophe: Unicode.Scalar = "’"
  /// Stands before the last letter of a Hebrew abbreviation.
  private static let gershayim: Unicode.Scalar = "\u{5F4}"
  /// The number of code points that are read to find an open quotation.
  private static let reach = 512

  /// Returns the substitution for a typed straight mark; nil for none.
  ///
  /// - Parameters:
  ///   - mark: `"` or `'`.
  ///   - context: the text and the input.
  /// - Returns: the substitution.
  static func substitution(
    for mark: Unicode.Scalar, in context: TypingContext
  ) -> TextSubstitution? {
    guard context.resolvedTraits.smartQuotes else { return nil }
    let glyphs = QuoteGlyphs.of(context.languageTag)
    let caret = context.selection.range.start
    let pair = mark == "'" ? glyphs.single : glyphs.double
    let glyph: String
    if opens(at: caret, in: context.storage, glyphs) {
      glyph = pair.open
    } else if mark == "'", isApostrophe(at: caret, in: context.storage, glyphs) {
      glyph = String(apostrophe)
    } else {
      glyph = pair.close
    }
    return TextSubstitution(context.input(), with: glyph, kind: .quote)
  }

  /// Returns the range of the mark before the caret and its no-break space, as in the French `« `.
  ///
  /// One key typed both. Without such a mark the range is empty.
  static func rangeToDelete(in context: TypingContext) -> TextRange {
    let caret = context.selection.head
    guard context.resolvedTraits.smartQuotes else { return TextRange(caret, caret) }
    let glyphs = QuoteGlyphs.of(context.languageTag)
    for pair in [glyphs.double, glyphs.single] {
      for mark in [pair.open, pair.close] where mark.unicodeScalars.count > 1 {
        let range = TextRange(max(0, caret - mark.utf16.count), caret)
        if context.storage.substring(range) == mark { return range }
      }
    }
    return TextRange(caret, caret)
  }

  /// Returns the substitution that turns a closing quote before a typed letter into the mark that
  /// a word has between its letters; nil for none (AST-31).
  ///
  /// A single quote becomes an apostrophe, in languages where they differ. A double quote becomes
  /// the gershayim of Hebrew abbreviations.
  ///
  /// - Parameters:
  ///   - letter: the first code point of the typed text.
  ///   - before: the code point before the caret.
  ///   - context: the text and the input.
  /// - Returns: the substitution.
  static func apostrophe(
    before letter: Unicode.Scalar, after before: Unicode.Scalar?, in context: TypingContext
  ) -> TextSubstitution? {
    guard let before, !before.isASCII, letter.isLetter else { return nil }
    let glyphs = QuoteGlyphs.of(context.languageTag)
    let caret = context.selection.range.start
    let mark: Unicode.Scalar
    if before == glyphs.single.closeMark, before != apostrophe {
      mark = apostrophe
    } else if before == glyphs.double.closeMark, context.languageTag.script == .hebrew {
      mark = gershayim
    } else {
      return nil
    }
    guard context.storage.scalar(before: caret - 1)?.value.isLetter == true,
      context.resolvedTraits.smartQuotes
    else { return nil }
    return TextSubstitution(
      context.input(with: 1), with: String(mark) + context.text, kind: .quote)
  }

  /// Whether a quote at an offset opens a quotation: at the start of the text, after white space,
  /// an opening bracket, a dash or another opening quote.
  private static func opens(
    at offset: Int, in storage: TextStorage, _ glyphs: QuoteGlyphs
  ) -> Bool {
    var reader = BackwardReader(storage, from: offset, limit: reach)
    while let scalar = reader.next {
      if scalar.isSpace || scalar.isDash { return true }
      let opens = [glyphs.double.openMark, glyphs.single.openMark].contains(scalar)
      let closes = [glyphs.double.closeMark, glyphs.single.closeMark].contains(scalar)
      if opens != closes { return opens }
      if !opens, !scalar.isStraightQuote {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: return true
        default: return false
        }
      }
      // The place of a mark that both opens and closes decides.
      reader.advance()
    }
    return reader.isAtStart
  }

  /// Whether a single quote after a letter or digit is an apostrophe and not the end of a
  /// quotation.
  private static func isApostrophe(
    at offset: Int, in storage: TextStorage, _ glyphs: QuoteGlyphs
  ) -> Bool {
    let single = glyphs.single
    var reader = BackwardReader(storage, from: offset, limit: reach)
    guard reader.next?.isWordPart == true, single.openMark != single.closeMark else {
      return false
    }
    while let scalar = reader.next, !scalar.isLineEnd {
      if scalar == single.openMark { return false }
      if scalar == single.closeMark { return true }
      reader.advance()
    }
    return true
  }
}
