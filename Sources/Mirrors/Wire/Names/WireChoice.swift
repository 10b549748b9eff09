// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// An enumeration whose values have UIKit's number and a stable word.
package protocol WireChoice: WireCodable, CaseIterable, RawRepresentable<Int> {
  /// The words, in the order of `allCases`.
  static var wireWords: [String] { get }
  /// Words that are accepted but never sent.
  static var oldWireWords: [String: Self] { get }
}

extension WireChoice {
  /// By default, none.
  package static var oldWireWords: [String: Self] { [:] }

  /// The word for the value.
  package var wireWord: String {
    zip(Self.allCases, Self.wireWords).first { $0.0 == self }?.1 ?? "\(rawValue)"
  }

  /// The word, which is more readable than the number.
  package var wireValue: JSONValue { .text(wireWord) }

  /// Reads a number or a word (TRT-1).
  package init(wireValue: JSONValue, of trait: String) throws(TraitError) {
    let found: Self? =
      switch wireValue {
      case .number(let number): Self(rawValue: number)
      case .text(let word):
        zip(Self.allCases, Self.wireWords).first { $0.1 == word }?.0 ?? Self.oldWireWords[word]
      case .null, .bool, .fraction, .list, .object, .written: nil
      }
    guard let found else {
      throw .unknownValue(trait: trait, value: wireValue, allowed: Self.wireWords)
    }
    self = found
  }
}

// MARK: Traits

extension AutocapitalizationType: WireChoice {
  package static let wireWords = ["none", "words", "sentences", "allCharacters"]
}

extension TraitSwitch: WireChoice {
  package static let wireWords = ["default", "no", "yes"]
}

extension KeyboardType: WireChoice {
  package static let wireWords = [
    "default", "asciiCapable", "numbersAndPunctuation", "URL", "numberPad", "phonePad",
    "namePhonePad", "emailAddress", "decimalPad", "twitter", "webSearch", "asciiCapableNumberPad",
  ]
}

extension KeyboardAppearance: WireChoice {
  package static let wireWords = ["default", "dark", "light"]
  /// Accepts `alert` for ``dark`` (D12).
  package static let oldWireWords = ["alert": KeyboardAppearance.alert]
}

extension ReturnKeyType: WireChoice {
  package static let wireWords = [
    "default", "go", "google", "join", "next", "route", "search", "send", "yahoo", "done",
    "emergencyCall", "continue",
  ]
}

extension WritingToolsBehavior: WireChoice {
  package static let wireWords = ["none", "default", "complete", "limited"]
}

// MARK: Properties of containers

extension TextField.ViewMode: WireChoice {
  package static let wireWords = ["never", "whileEditing", "unlessEditing", "always"]
}

extension TextField.BorderStyle: WireChoice {
  package static let wireWords = ["none", "line", "bezel", "roundedRect"]
}

extension TextAlignment: WireChoice {
  package static let wireWords = ["left", "center", "right", "natural"]
}
