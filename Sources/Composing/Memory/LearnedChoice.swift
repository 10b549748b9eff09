// SPDX-License-Identifier: Apache-2.0

/// A kind of learned choice, named by the component that learns.
public struct LearnedKind: RawRepresentable, Hashable, Sendable {
  /// The name under which choices are stored; it must never change.
  public var rawValue: String

  /// Creates a kind from its name.
  ///
  /// - Parameter rawValue: the name under which choices are stored.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A choice that the user made for an input.
public struct LearnedChoice: Hashable, Sendable {
  /// The chosen text.
  public var text: String
  /// The number of times it was chosen; at least 1.
  public var count: Int

  /// Creates a choice from its parts.
  ///
  /// - Parameters:
  ///   - text: the chosen text.
  ///   - count: the number of times it was chosen, at least 1.
  public init(text: String, count: Int) {
    self.text = text
    self.count = count
  }
}
