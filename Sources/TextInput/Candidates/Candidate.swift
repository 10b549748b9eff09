// SPDX-License-Identifier: Apache-2.0

/// One of several texts to choose from.
public struct Candidate: Hashable, Sendable {
  /// The text that is shown, and inserted if the candidate is chosen.
  public var text: String
  /// A note about the text: a reading, a meaning, an identifier; nil for none.
  public var annotation: String?

  /// Creates a candidate.
  ///
  /// - Parameters:
  ///   - text: the text that is shown, and inserted if the candidate is chosen.
  ///   - annotation: a note about the text; nil for none.
  public init(_ text: String, annotation: String? = nil) {
    self.text = text
    self.annotation = annotation
  }
}
