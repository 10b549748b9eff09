// SPDX-License-Identifier: Apache-2.0

/// Recognizes words that no list has, because they are put together: `j’arrive`, `enviar-me`,
/// `Haustürschlüssel`, `evlerinizden`.
struct WordParts {
  let lexicon: Lexicon
  let rules: LanguageRules

  /// The frequency that a part of a compound must have; rarer parts would make words of mistakes.
  private static let partFrequency: UInt8 = 32 * 3
  private static let shortPartFrequency: UInt8 = 136
  /// The frequency that a word must have to take endings.
  private static let stemFrequency: UInt8 = 32 * 3

  /// Reports whether a text is a word of the list that is no suspect, or is put together from such
  /// words.
  func contains(_ word: String) -> Bool {
    if isListed(word) { return true }
    guard word.utf8.count <= 120 else { return false }
    let text = lexicon.alphabet.lowercased(word).replacingApostrophes
    // The other two signs are not ASCII, which nearly all words are.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if text.utf8.contains(UInt8(ascii: "-")) || !isASCII && text.contains("‑") {
      return containsParts(of: text)
    }
    if !isASCII, text.contains("’") { return containsApostrophe(text) }
    return isCompound(text) || hasEndings(text, 3) || hasReflex(text)
  }

  /// Whether the list has a text with other letters at one place: `pomerili` for `pomjerili`.
  private func hasReflex(_ text: String) -> Bool {
    guard !rules.reflexes.isEmpty else { return false }
    let letters = Array(text)
    return rules.reflexes.contains { own, listed in
      letters.indices.contains { start in
        letters[start...].starts(with: own)
          && isListed(String(letters[..<start]) + listed + String(letters[(start + own.count)...]))
      }
    }
  }

  private func isListed(_ word: some StringProtocol) -> Bool {
    guard let number = lexicon.number(of: String(word)) else { return false }
    return !lexicon.isSuspect(number)
  }

  /// Whether all parts of a hyphenated word are words.
  private func containsParts(of text: String) -> Bool {
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "‑" })
    // A hyphen at the end holds the place of a part: the German `Vor-`.
    guard !parts.isEmpty else { return false }
    return parts.indices.allSatisfy { index in
      let part = String(parts[index])
      if part.allSatisfy(\.isNumber) || contains(part) { return true }
      guard rules.changesVerbsBeforePronouns, index + 1 < parts.count else { return false }
      return isVerb(part, before: parts[index + 1])
    }
  }

  /// Whether a part is a Portuguese verb without its last letter: `encontramo-nos`, `fazê-lo`.
  private func isVerb(_ part: String, before pronoun: Substring) -> Bool {
    switch pronoun {
    case "nos", "vos": return isListed(part + "s")
    case "lo", "la", "los", "las":
      let plain = String(part.map { Self.plain[$0] ?? $0 })
      return ["r", "s", "z"].contains { isListed(plain + $0) || isListed(part + $0) }
    default: return false
    }
  }

  private static let plain: [Character: Character] = ["á": "a", "ê": "e", "ô": "o", "í": "i"]

  /// Whether the parts around an apostrophe may be next to it.
  private func containsApostrophe(_ text: String) -> Bool {
    guard let apostrophe = text.firstIndex(of: "’") else { return false }
    let before = String(text[..<apostrophe])
    let after = String(text[text.index(after: apostrophe)...])
    if rules.elisions.contains(before) { return contains(after) }
    if rules.apostropheEndings.contains(after) { return contains(before) }
    return rules.hasSuffixesAfterApostrophe && isListed(before)
      && (after.isEmpty || endsInChain(after, 3))
  }

  /// Whether a text is nothing but endings.
  private func endsInChain(_ text: String, _ count: Int) -> Bool {
    rules.endings.contains { ending in
      text == ending
        || count > 1 && text.hasSuffix(ending)
          && endsInChain(String(text.dropLast(ending.count)), count - 1)
    }
  }

  /// Whether a text is a word with up to `count` endings.
  private func hasEndings(_ text: String, _ count: Int) -> Bool {
    for ending in rules.endings where text.hasSuffix(ending) && text.count >= ending.count + 3 {
      let stem = listedStem(text.dropLast(ending.count))
      if let number = lexicon.number(of: stem), !lexicon.isSuspect(number),
        lexicon.frequency(of: number) >= Self.stemFrequency
      {
        return true
      }
      if count > 1, hasEndings(stem, count - 1) { return true }
    }
    return false
  }

  /// Returns the form that a list has of a word before an ending: the Hungarian `lakása` of
  /// `lakásából`.
  private func listedStem(_ stem: Substring) -> String {
    guard rules.lengthensLastVowel, let last = stem.last, last == "á" || last == "é" else {
      return String(stem)
    }
    let short = stem.dropLast() + (last == "á" ? "a" : "e")
    return lexicon.number(of: String(short)) == nil ? String(stem) : String(short)
  }

  /// Whether a text consists of two or three words of the list.
  private func isCompound(_ text: String) -> Bool {
    guard rules.hasCompounds, let labels = lexicon.alphabet.labels(of: text), labels.count >= 7
    else { return false }
    let links = rules.links.compactMap { $0.isEmpty ? [] : lexicon.alphabet.labels(of: $0) }
    return isCompound(labels[...], links, 3)
  }

  private func isCompound(_ labels: ArraySlice<UInt8>, _ links: [[UInt8]], _ count: Int) -> Bool {
    var node = lexicon.root
    for index in labels.indices {
      guard let next = lexicon.child(of: node, label: labels[index]) else { return false }
      node = next
      let length = index + 1 - labels.startIndex
      guard length >= 3, node.isWord, isPart(node.firstWord, length) else { continue }
      let rest = labels[(index + 1)...]
      if rest.isEmpty { return count < 3 }
      guard count > 1 else { continue }
      for link in links where rest.starts(with: link) && rest.count >= link.count + 3 {
        // A link joins the first part to another one; it does not end a word.
        if isCompound(rest.dropFirst(link.count), links, count - 1) { return true }
      }
    }
    return false
  }

  private func isPart(_ word: Int, _ length: Int) -> Bool {
    let frequency = lexicon.frequency(of: word)
    return !lexicon.isSuspect(word)
      && frequency >= (length < 4 ? Self.shortPartFrequency : Self.partFrequency)
  }
}

extension String {
  /// The text with typographic apostrophes only.
  var replacingApostrophes: String {
    utf8.contains(UInt8(ascii: "'")) ? String(map { $0 == "'" ? "’" : $0 }) : self
  }
}
