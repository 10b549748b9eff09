// SPDX-License-Identifier: Apache-2.0

/// One of several texts to choose from.
public struct Candidate: Hashable, Sendable {
  /// What is shown, and put in where it is chosen.
  public var text: String
  /// What is said about it: a reading, a meaning, an id; nil for nothing.
  public var annotation: String?

  /// Makes a candidate.
  public init(_ text: String, annotation: String? = nil) {
    self.text = text
    self.annotation = annotation
  }
}
