// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The spaces around text that is cut, deleted or pasted (reference 10.8).
enum SmartSpaces {
  /// Returns the range to delete for a selection: with one space that would otherwise be too many.
  ///
  /// - Parameter context: the text; its selection is to be deleted.
  /// - Returns: the selection, or one code unit more.
  static func rangeToDelete(in context: TypingContext) -> TextRange {
    let (range, storage) = (context.selection.range, context.storage)
    guard !range.isEmpty, context.resolvedTraits.smartInsertDelete,
      storage.scalar(at: range.start)?.value.isSpace == false,
      storage.scalar(before: range.end)?.value.isSpace == false,
      !isInWord(range.start, storage), !isInWord(range.end, storage)
    else { return range }
    let after = storage.scalar(at: range.end)?.value
    if let before = storage.scalar(before: range.start)?.value, before == " " {
      let wide = TextRange(range.start - 1, range.end)
      let joined = storage.scalar(before: wide.start)?.value
      // Without the space, two words would become one.
      let joins = joined?.isWordPart == true && after?.isWordPart == true
      return joins ? range : wide
    }
    return after == " " ? TextRange(range.start, range.end + 1) : range
  }

  /// Returns the text to paste: with a space on each side where a word would otherwise touch it.
  ///
  /// - Parameter context: the text and, as its input, the text to paste.
  /// - Returns: the text, with the spaces.
  static func textToPaste(in context: TypingContext) -> String {
    let (text, range) = (context.text, context.selection.range)
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      context.resolvedTraits.smartInsertDelete
    else { return text }
    let before = context.storage.scalar(before: range.start)?.value
    let after = context.storage.scalar(at: range.end)?.value
    let leads = before.map { needsSpace(after: $0, before: first) } ?? false
    let trails = after.map { needsSpace(before: $0, after: last) } ?? false
    guard leads || trails else { return text }
    return (leads ? " " : "") + text + (trails ? " " : "")
  }

  /// Whether an offset lies within a word; an apostrophe between letters is a part of the word.
  private static func isInWord(_ offset: Int, _ storage: TextStorage) -> Bool {
    guard let before = storage.scalar(before: offset), let after = storage.scalar(at: offset) else {
      return false
    }
    switch (before.value, after.value) {
    case ("'", let letter), ("’", let letter):
      return letter.isLetter && storage.scalar(before: before.start)?.value.isLetter == true
    case (let letter, "'"), (let letter, "’"):
      return letter.isLetter && storage.scalar(at: offset + 1)?.value.isLetter == true
    case (let before, let after): return before.isWordPart && after.isWordPart
    }
  }

  /// Whether a space belongs between a code point of the text and the pasted text (AST-44).
  private static func needsSpace(
    after before: Unicode.Scalar, before first: Unicode.Scalar
  ) -> Bool {
    guard !before.isSpace, !before.isCJK, !first.isSpace, !first.isCJK else { return false }
    guard !first.isPunctuation else { return false }
    switch before {
    case "\"", "'", "#", "$", "/", "¿", "¡": return false
    default:
      // The brackets, and the typographic forms of the quotes and of the hyphen.
      switch before.properties.generalCategory {
      case .openPunctuation, .initialPunctuation, .dashPunctuation: return false
      default: return true
      }
    }
  }

  /// Whether a space belongs between the pasted text and a code point of the text (AST-45).
  private static func needsSpace(
    before after: Unicode.Scalar, after last: Unicode.Scalar
  ) -> Bool {
    guard !after.isSpace, !after.isCJK, !last.isSpace, !last.isCJK else { return false }
    switch after {
    case ".", ",", ";", ":", "?", "!", "'", "\"", "%", "*", "/", "…": return false
    default:
      switch after.properties.generalCategory {
      case .closePunctuation, .finalPunctuation, .dashPunctuation: return false
      default: return true
      }
    }
  }
}
