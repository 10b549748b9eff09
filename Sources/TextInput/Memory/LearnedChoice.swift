// SPDX-License-Identifier: Apache-2.0

/// What a choice was between; whoever learns names its own kind.
public struct LearnedKind: RawRepresentable, Hashable, Sendable {
  /// The name under which choices are kept: once used, it never changes.
  public var rawValue: String

  /// Makes a kind from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Something that the user chose for an input.
public struct LearnedChoice: Hashable, Sendable {
  /// What was chosen.
  public var text: String
  /// How often; at least 1.
  public var count: Int

  /// Makes one from its parts.
  public init(text: String, count: Int) {
    self.text = text
    self.count = count
  }
}
