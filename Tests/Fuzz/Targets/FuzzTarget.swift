// SPDX-License-Identifier: Apache-2.0

/// A reader of bytes from outside, and what must hold for any bytes.
package struct FuzzTarget: Sendable {
  /// The name, as in `make fuzz ONLY=captures`.
  package let name: String
  /// Texts that inputs are made of.
  package let words: [String]
  /// Inputs that are read without a mistake, from which others are made.
  package let seeds: @Sendable () -> [[UInt8]]
  /// Reads an input; returns what does not hold, or nil.
  package let check: @Sendable ([UInt8]) -> String?

  /// All targets.
  package static let all: [FuzzTarget] = [
    .captures, .engineLines, .extensionAnswers, .extensionManifests, .forms, .json, .owedMessages,
    .screen, .settings, .strokes, .terminalKeys,
  ]

  /// The target with a name; nil if there is none.
  package init?(named name: String) {
    guard let target = Self.all.first(where: { $0.name == name }) else { return nil }
    self = target
  }

  init(
    _ name: String, words: [String], seeds: @escaping @Sendable () -> [[UInt8]],
    check: @escaping @Sendable ([UInt8]) -> String?
  ) {
    (self.name, self.words, self.seeds, self.check) = (name, words, seeds, check)
  }
}

extension String {
  /// The bytes of the text in UTF-8.
  var bytes: [UInt8] { Array(utf8) }
}
