// SPDX-License-Identifier: Apache-2.0

/// The letters of a language as a lexicon stores them, and how typed text becomes such letters.
struct LexiconAlphabet {
  /// The letters in the order of their labels.
  let letters: [Character]
  /// Whether the language has a dotted and a dotless i.
  let isTurkic: Bool
  private let labels: [Character: UInt8]
  /// The labels of the letters below U+0080, 255 for none.
  private let asciiLabels: [UInt8]
  /// The letters below U+0080 by their labels, 0 for others.
  private let asciiLetters: [UInt8]
  /// The label of the apostrophe; nil if no word contains one.
  let apostrophe: UInt8?
  /// The label of the Greek sigma at the end of a word; nil if no word contains one.
  private let finalSigma: UInt8?

  /// Creates an alphabet from code points in ascending order; nil if one of them is no character,
  /// or if they are not in order.
  init?(_ codePoints: [UInt32], isTurkic: Bool) {
    var letters: [Character] = []
    for (index, codePoint) in codePoints.enumerated() {
      guard let scalar = Unicode.Scalar(codePoint), index == 0 || codePoints[index - 1] < codePoint
      else { return nil }
      letters.append(Character(scalar))
    }
    self.letters = letters
    self.isTurkic = isTurkic
    labels = Dictionary(
      zip(letters, letters.indices.map(UInt8.init)), uniquingKeysWith: { first, _ in first })
    asciiLetters = letters.map { $0.asciiValue ?? 0 }
    apostrophe = labels["’"]
    finalSigma = labels["ς"]
    asciiLabels = (UInt8(0)..<128).map { [labels, apostrophe] code in
      let isApostrophe = code == UInt8(ascii: "'")
      let label = isApostrophe ? apostrophe : labels[Character(Unicode.Scalar(code))]
      return label ?? .max
    }
  }

  /// Returns the label of a letter in lower case; nil if no word contains it.
  func label(of letter: Character) -> UInt8? {
    if let ascii = letter.asciiValue, letter != "\r\n" {
      let label = asciiLabels[Int(ascii)]
      return label == .max ? nil : label
    }
    return labels[letter]
  }

  /// Returns a text in lower case, as the language writes it.
  func lowercased(_ text: String) -> String {
    // A sigma at the end of a word has a form of its own, but the same capital.
    if finalSigma != nil, let last = text.last, last == "Σ" || last == "σ", text.count > 1 {
      return text.dropLast().lowercased() + "ς"
    }
    guard isTurkic, text.contains(where: { $0 == "I" || $0 == "İ" }) else {
      return text.lowercased()
    }
    return String(text.map { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 }).lowercased()
  }

  /// Returns a text in upper case, as the language writes it.
  func uppercased(_ text: String) -> String {
    guard isTurkic, text.contains("i") else { return text.uppercased() }
    return String(text.map { $0 == "i" ? "İ" : $0 }).uppercased()
  }

  /// Returns the labels of a text in any case; nil if a character is in no word, or if the text is
  /// empty or longer than ``maximumLength``.
  func labels(of text: String) -> [UInt8]? {
    var text = text
    if let labels = text.withUTF8(asciiLabels) { return labels.isEmpty ? nil : labels }
    var labels: [UInt8] = []
    for letter in lowercased(text) {
      guard labels.count < Self.maximumLength else { return nil }
      if let label = label(of: letter) {
        labels.append(label)
      } else if letter == "ß", let label = label(of: "s") {
        // Lists of words that fold case have "ss" instead.
        labels += [label, label]
      } else {
        // A letter with a mark of its own, such as a vowel of Hindi, or with a joiner.
        let parts = letter.unicodeScalars.map { label(of: Character($0)) }
        guard parts.count > 1, parts.allSatisfy({ $0 != nil }) else { return nil }
        labels += parts.compactMap(\.self)
      }
    }
    return labels.isEmpty ? nil : labels
  }

  /// Returns the labels of a text of ASCII letters and apostrophes; nil if it has other characters,
  /// is longer than ``maximumLength``, or has a letter whose lower case depends on the language.
  private func asciiLabels(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard bytes.count <= Self.maximumLength else { return nil }
    var labels: [UInt8] = []
    labels.reserveCapacity(bytes.count)
    for byte in bytes {
      guard byte < 0x80, !(isTurkic && byte == UInt8(ascii: "I")) else { return nil }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let label = asciiLabels[Int(isCapital ? byte | 0x20 : byte)]
      guard label != .max else { return nil }
      labels.append(label)
    }
    return labels
  }

  /// Returns the letters for labels; a label that the alphabet does not have becomes nothing.
  func text(_ labels: some Collection<UInt8>) -> String {
    let asciiLetters = asciiLetters
    if labels.allSatisfy({ $0 < asciiLetters.count && asciiLetters[Int($0)] != 0 }) {
      return String(unsafeUninitializedCapacity: labels.count) { bytes in
        for (index, label) in labels.enumerated() { bytes[index] = asciiLetters[Int(label)] }
        return labels.count
      }
    }
    return String(labels.compactMap { letters.indices.contains(Int($0)) ? letters[Int($0)] : nil })
  }

  /// The length of a word in letters above which it is not looked up.
  static let maximumLength = 48
}
