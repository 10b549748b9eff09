// SPDX-License-Identifier: Apache-2.0

/// The words of a lexicon: their numbers, spellings, capitals and frequencies.
extension Lexicon {
  /// The capitals that a word usually has.
  enum Form: UInt8 {
    case lower, capitalized, upper
    /// The capitals are in the table of spellings.
    case spelled
  }

  /// Returns the place that a text leads to, in any case; nil if no word begins with it.
  func node(for text: String) -> Node? {
    alphabet.labels(of: text).flatMap { node(for: $0) }
  }

  /// Returns the place that labels lead to from a place, or else from the root; nil if no word
  /// continues with them.
  func node(for labels: some Sequence<UInt8>, from start: Node? = nil) -> Node? {
    var node = start ?? root
    for label in labels {
      guard let next = child(of: node, label: label) else { return nil }
      node = next
    }
    return node
  }

  /// Returns the number of a word in any case; nil if the lexicon does not have it.
  package func number(of word: String) -> Int? {
    node(for: word).flatMap { $0.isWord ? $0.firstWord : nil }
  }

  /// Returns the labels of a word; nil if the number is out of range or the file is damaged.
  func labels(of word: Int) -> [UInt8]? {
    guard word >= 0, word < wordCount else { return nil }
    var labels: [UInt8] = []
    var node = root
    while !(node.isWord && node.firstWord == word) {
      var next: (label: UInt8, node: Node)?
      forEachChild(of: node) { label, child in
        if child.firstWord <= word, word < child.firstWord + child.count { next = (label, child) }
      }
      guard let next, labels.count < LexiconAlphabet.maximumLength else { return nil }
      labels.append(next.label)
      node = next.node
    }
    return labels
  }

  /// Returns a word in its usual spelling.
  func spelling(of word: Int, _ labels: [UInt8]) -> String {
    let text = alphabet.text(labels)
    switch form(of: word) {
    case .lower: return text
    case .capitalized: return alphabet.uppercased(String(text.prefix(1))) + text.dropFirst()
    case .upper: return alphabet.uppercased(text)
    case .spelled:
      let capitals = capitals(of: word)
      return text.enumerated().map { index, letter in
        index < 32 && capitals >> index & 1 == 1
          ? alphabet.uppercased(String(letter)) : String(letter)
      }.joined()
    }
  }

  /// Returns the capitals that a word usually has.
  func form(of word: Int) -> Form { Form(rawValue: formBits(of: word) & 3) ?? .lower }

  /// How sure it is that a text is a word, and not a frequent mistake.
  enum Reliability: UInt8 {
    case listed
    /// A dictionary has the word, too.
    case confirmed
    /// Another word is similar and more frequent.
    case doubtful
    /// Another word is similar and so much more frequent that the mistake explains this one.
    case suspect
  }

  /// Returns how sure it is that a word is one.
  func reliability(of word: Int) -> Reliability {
    Reliability(rawValue: formBits(of: word) >> 2) ?? .listed
  }

  /// Reports whether a word is probably a frequent mistake for another word.
  func isSuspect(_ word: Int) -> Bool { reliability(of: word) == .suspect }

  /// Returns the four bits that describe a word.
  private func formBits(of word: Int) -> UInt8 {
    guard word >= 0, word < wordCount else { return 0 }
    return file.bytes[layout.forms + word / 2] >> UInt8(word % 2 * 4) & 15
  }

  /// Returns the bits of the letters that are capitals, from the table of spellings.
  private func capitals(of word: Int) -> UInt32 {
    var low = 0
    var high = layout.spellingCount
    while low < high {
      let middle = (low + high) / 2
      let offset = layout.spellings + 8 * middle
      let found = Int(file.number(at: offset, as: UInt32.self))
      if found == word { return file.number(at: offset + 4, as: UInt32.self) }
      if found < word { low = middle + 1 } else { high = middle }
    }
    return 0
  }
}
