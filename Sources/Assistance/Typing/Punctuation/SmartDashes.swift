// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Hyphens become dashes (reference 10.7).
struct SmartDashes {
  private static let en: Unicode.Scalar = "–"
  private static let em: Unicode.Scalar = "—"

  /// The place after the dash that two hyphens became last.
  private var dash: VersionedPlace?

  /// Returns the substitution for a typed hyphen; nil for none.
  ///
  /// - Parameters:
  ///   - context: the text and the input.
  ///   - finished: the substitution before the caret for the same input; nil for none.
  /// - Returns: the substitution.
  mutating func substitution(
    for context: TypingContext, after finished: TextSubstitution?
  ) -> TextSubstitution? {
    let storage = context.storage
    guard let last = storage.scalar(before: context.selection.range.start) else { return nil }
    let isSecond = last.value == "-" && !Self.isHyphenated(storage, before: last.start)
    // Only an en dash that hyphens became is extended, not one that was typed as such.
    let isThird = last.value == Self.en && dash == VersionedPlace(context)
    guard isSecond || isThird, context.resolvedTraits.smartDashes,
      !isCode(context, before: last.start)
    else { return nil }
    let becomesEn = isSecond && !context.settings.twoHyphensToEm
    dash = isSecond ? VersionedPlace(afterInputOf: context, and: finished, length: 0) : nil
    return TextSubstitution(
      context.input(with: 1), with: String(becomesEn ? Self.en : Self.em), kind: .dash)
  }

  /// Returns the substitution that restores two hyphens before a letter, if white space is before
  /// them: the option of a command, such as `--help`; nil for none (AST-39).
  ///
  /// - Parameters:
  ///   - before: the code point before the caret.
  ///   - context: the text and the input.
  /// - Returns: the substitution.
  func option(after before: Unicode.Scalar?, in context: TypingContext) -> TextSubstitution? {
    guard before == Self.en || before == Self.em, dash == VersionedPlace(context) else {
      return nil
    }
    let start = context.selection.range.start - 1
    guard context.storage.scalar(before: start)?.value.isSpace ?? true else { return nil }
    return TextSubstitution(context.input(with: 1), with: "--" + context.text, kind: .dash)
  }

  /// Whether a run of hyphens goes on before an offset, or an en dash that the user restored.
  private static func isHyphenated(_ storage: TextStorage, before offset: Int) -> Bool {
    let previous = storage.scalar(before: offset)?.value
    return previous == "-" || previous == en
  }

  /// Whether the run of hyphens begins a line of code, such as a comment or an option (AST-39).
  ///
  /// A program declares code by turning smart quotes off and leaving smart dashes to the context.
  private func isCode(_ context: TypingContext, before start: Int) -> Bool {
    guard context.traits.smartQuotesType == .no, context.traits.smartDashesType == .default else {
      return false
    }
    var reader = BackwardReader(context.storage, from: start, limit: 256)
    reader.skip { $0.isSpace && !$0.isLineEnd }
    return reader.isAtStart || reader.next?.isLineEnd == true
  }
}

/// Three dots become an ellipsis, if the user's settings say so (AST-41).
enum Ellipsis {
  /// Returns the substitution for a typed dot; nil for none.
  static func substitution(for context: TypingContext) -> TextSubstitution? {
    guard context.settings.smartEllipsis else { return nil }
    var reader = BackwardReader(context.storage, from: context.selection.range.start, limit: 3)
    for _ in 0..<2 {
      guard reader.next == "." else { return nil }
      reader.advance()
    }
    guard reader.next != ".", context.resolvedTraits.smartEllipsis else { return nil }
    return TextSubstitution(context.input(with: 2), with: "…", kind: .ellipsis)
  }
}
