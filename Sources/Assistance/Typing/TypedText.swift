// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Substitutions for the character that is being typed: capitals, the period shortcut, dashes and
/// quotes, which need no dictionary (reference 10.1, 10.2, 10.6, 10.7).
///
/// Most letters need no look at the traits: the character before them is a letter.
package struct TypedText {
  private var capitals = AutomaticCapitals()
  private var period = PeriodShortcut()
  private var dashes = SmartDashes()

  /// Returns the substitution for typed text; nil for none.
  ///
  /// - Parameters:
  ///   - context: the text and the input.
  ///   - finished: the substitution before the caret for the same input; nil for none.
  /// - Returns: the substitution.
  mutating func substitution(
    for context: TypingContext, after finished: TextSubstitution? = nil
  ) -> TextSubstitution? {
    guard let first = context.text.unicodeScalars.first else { return nil }
    guard context.text.utf8.count == 1 else {
      return letter(first, in: context)
    }
    switch first {
    case " ": return period.substitution(for: context, after: finished)
    case "-": return dashes.substitution(for: context, after: finished)
    case ".": return Ellipsis.substitution(for: context)
    case "\"", "'": return SmartQuotes.substitution(for: first, in: context)
    default: return letter(first, in: context)
    }
  }

  /// Records that the latest automatic capital was not typed.
  mutating func capitalWasRefused() { capitals.takeBack() }

  /// Records that ⌫ deleted the character after the caret (AST-4).
  mutating func characterWasDeleted(in context: TypingContext) {
    capitals.characterWasDeleted(in: context)
  }

  private mutating func letter(
    _ letter: Unicode.Scalar, in context: TypingContext
  ) -> TextSubstitution? {
    let before = context.storage.scalar(before: context.selection.range.start)?.value
    if let before, before.isASCIILetter, context.traits.autocapitalizationType != .allCharacters {
      return nil
    }
    if letter.isLetter, let option = dashes.option(after: before, in: context) { return option }
    return capitals.substitution(for: letter, after: before, in: context)
      ?? SmartQuotes.apostrophe(before: letter, after: before, in: context)
  }
}

/// A place in a version of the text of a container.
struct VersionedPlace: Equatable {
  private(set) var container: ContainerID
  private(set) var offset: Int
  /// The revision of the text.
  private(set) var revision: Int

  /// The start of the input.
  init(_ context: TypingContext) {
    container = context.container
    offset = context.selection.range.start
    revision = context.revision
  }

  /// The end of the input, once it is in the text.
  ///
  /// - Parameters:
  ///   - context: the text and the input.
  ///   - finished: the substitution before the caret for the same input; nil for none.
  ///   - length: the length of the input in the text.
  init(
    afterInputOf context: TypingContext, and finished: TextSubstitution?, length: Int
  ) {
    self.init(context)
    offset += length
    revision += 1
    guard let finished else { return }
    offset += finished.text.utf16.count - finished.range.length
    revision += 1
  }

  /// Whether both are the same place, possibly in different versions of the text.
  func isAt(_ other: VersionedPlace) -> Bool {
    container == other.container && offset == other.offset
  }
}

extension TypingContext {
  /// The range of the input and of the code units before it, as if it were already in the text.
  func input(with before: Int = 0) -> TextRange {
    let start = selection.range.start
    return TextRange(start - before, start + text.utf16.count)
  }
}
