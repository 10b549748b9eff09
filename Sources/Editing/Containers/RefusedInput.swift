// SPDX-License-Identifier: Apache-2.0

/// Input by the person that a container refused without consulting its delegate.
public struct RefusedInput: Hashable, Sendable {
  /// Why it was refused.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The keyboard type has no such character (TRT-4).
    case keyboardType
    /// The text would be longer than ``TextContainer/maximumLength``.
    case maximumLength
    /// The text would not be the beginning of a text that ``TextContainer/pattern`` matches.
    case pattern
  }

  /// The range that would have been replaced.
  public let range: TextRange
  /// The text that would have replaced it.
  public let text: String
  /// Why it was refused.
  public let reason: Reason
}

/// The limits of a text that the person edits.
struct InputLimits {
  var maximumLength: Int?
  var pattern: TextPattern?

  /// Whether any limit is set.
  var isActive: Bool { maximumLength != nil || pattern != nil }

  /// Returns the reason why a text cannot replace a range; nil if it can.
  ///
  /// A deletion is always possible, so that a mistake in the middle can be corrected.
  func refusal(
    of text: String, replacing range: TextRange, in storage: TextStorage
  ) -> RefusedInput.Reason? {
    guard !text.isEmpty else { return nil }
    let length = storage.count - range.length + text.utf16.count
    let longest = pattern == nil ? Int.max : TextPattern.longestText
    if length > min(maximumLength ?? longest, longest), length >= storage.count {
      return .maximumLength
    }
    guard let pattern, length <= longest else { return nil }
    let result =
      storage.substring(TextRange(0, range.start)) + text
      + storage.substring(TextRange(range.end, storage.count))
    return pattern.canBegin(with: result) ? nil : .pattern
  }
}
