// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The conversion that an input method needs an engine for, and the Debian package with one.
package struct EngineNeed: Hashable, Sendable {
  /// The kind of reading, in messages.
  package var reading: String
  /// The consequence of a missing engine, as a clause.
  package var consequence: String
  /// The package.
  package var package: String

  /// The needs in the order of messages, with the methods that have them.
  package static let all: [(methods: [String], need: EngineNeed)] = [
    (
      ["romaji", "kana"],
      EngineNeed(
        reading: "kana", consequence: "kana stay kana", package: "keybridge-engine-mozc")
    ),
    (
      ["pinyin"],
      EngineNeed(
        reading: "pinyin", consequence: "pinyin stays letters",
        package: "keybridge-engine-libime")
    ),
    (
      ["zhuyin"],
      EngineNeed(
        reading: "Zhuyin", consequence: "Zhuyin stays symbols",
        package: "keybridge-engine-libime")
    ),
    (
      ["handwriting"],
      EngineNeed(
        reading: "handwriting", consequence: "drawn characters are not recognised",
        package: "keybridge-engine-handwriting")
    ),
  ]

  /// Returns the need of a method; nil if the method needs no engine.
  ///
  /// - Parameter method: the name of the method; nil for none.
  /// - Returns: the need.
  package static func ofMethod(_ method: String?) -> EngineNeed? {
    guard let method else { return nil }
    return all.first { $0.methods.contains(method) }?.need
  }
}

extension TextInputMode {
  /// Whether the mode's method converts readings with an engine.
  package var usesEngine: Bool { EngineNeed.ofMethod(inputMethod) != nil }
}
