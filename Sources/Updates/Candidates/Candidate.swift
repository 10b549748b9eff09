// SPDX-License-Identifier: Apache-2.0

/// One of several texts to choose from.
public struct Candidate: Hashable, Sendable {
  /// The part that a candidate has in the prediction row (AST-22, AST-25).
  @nonexhaustive
  public enum Role: Hashable, Sendable, CaseIterable {
    /// The text as it was typed, shown in quotes; choosing it rejects the correction.
    case literal
    /// The correction that would be applied at the end of the word.
    case correction
    /// A word that begins as the typed one, or that may follow.
    case completion
    /// A value to fill in; its annotation is the source.
    case filling
  }

  /// The text that is shown, and inserted if the candidate is chosen.
  public var text: String
  /// A note about the text: a reading, a meaning, an identifier, a source; nil for none.
  public var annotation: String?
  /// The part that it has in the prediction row; nil in other lists.
  public var role: Role?

  /// Creates a candidate.
  ///
  /// - Parameters:
  ///   - text: the text that is shown, and inserted if the candidate is chosen.
  ///   - annotation: a note about the text; nil for none.
  ///   - role: the part that it has in the prediction row; nil in other lists.
  public init(_ text: String, annotation: String? = nil, role: Role? = nil) {
    self.text = text
    self.annotation = annotation
    self.role = role
  }
}

/// The result of choosing a candidate by its number.
package enum CandidateChoice: Hashable, Sendable {
  case chosen
  /// The visible page has no such candidate, or it cannot be chosen now.
  case notOffered
  /// The candidate is a value to fill in, which only the person may choose (TRT-21).
  case notPermitted
}
