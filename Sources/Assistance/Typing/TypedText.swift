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
  ///   - growth: the number of code units by which earlier substitutions for the same input
  ///     lengthen the text before the caret.
  /// - Returns: the substitution.
  mutating func substitution(
    for context: TypingContext, after growth: Int = 0
  ) -> TextSubstitution? {
    guard let first = context.text.unicodeScalars.first else { return nil }
    guard context.text.utf8.count == 1 else {
      return letter(first, in: context)
    }
    switch first {
    case " ": return period.substitution(for: context, after: growth)
    case "-": return dashes.substitution(for: context, after: growth)
    case ".": return Ellipsis.substitution(for: context)
    case "\"", "'": return SmartQuotes.substitution(for: first, in: context)
    default: return letter(first, in: context)
    }
  }

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
    return capitals.substitution(for: letter, after: before, in: context)
      ?? SmartQuotes.apostrophe(before: letter, after: before, in: context)
  }
}

/// A place in the text of a container.
struct TextPlace: Equatable {
  var container: ContainerID
  var offset: Int

  /// The start of the input, and a distance from it.
  init(_ context: TypingContext, plus distance: Int = 0) {
    container = context.container
    offset = context.selection.range.start + distance
  }
}

extension TypingContext {
  /// The range of the input and of the code units before it, as if it were already in the text.
  func input(with before: Int = 0) -> TextRange {
    let start = selection.range.start
    return TextRange(start - before, start + text.utf16.count)
  }
}
