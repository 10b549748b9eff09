// SPDX-License-Identifier: Apache-2.0

/// The name of a language as BCP 47 writes it: `sv-SE`, `zh-Hans`, `de-CH-1996`.
///
/// Case carries no meaning in a tag; it is kept in the customary one, language in small letters, script
/// capitalised, region in capitals, so that equal tags are equal values. Only well-formed tags exist;
/// whether a subtag is registered is not asked. The few grandfathered tags without the usual
/// structure, `i-klingon`, are none.
public struct LanguageTag: Hashable, Sendable {
  /// The language, `sv`; empty for a tag that is all private use, `x-mine`.
  public let language: String
  /// The script where the tag states one, `Hans`.
  public let statedScript: WritingScript?
  /// The region, `SE` or `419`.
  public let region: String?
  /// The whole tag.
  public let description: String

  /// Reads a tag; nil for one that is not well-formed (RFC 5646, 2.1).
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") }) else { return nil }
    var subtags = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
      .map(String.init)[...]
    guard subtags.allSatisfy({ (1...8).contains($0.utf8.count) }) else { return nil }
    var parts: [String] = []

    func take(_ fits: (String) -> Bool) -> String? {
      guard let first = subtags.first, fits(first) else { return nil }
      parts.append(first)
      return subtags.popFirst()
    }

    language = take { $0.isLetters(2...8) } ?? ""
    guard !language.isEmpty || subtags.first == "x" else { return nil }
    if (2...3).contains(language.utf8.count) {
      // Languages that are reached through another one, `zh-yue`: at most three subtags.
      var count = 0
      while count < 3, take({ $0.isLetters(3...3) }) != nil { count += 1 }
    }
    statedScript = take { $0.isLetters(4...4) }.map(WritingScript.init)
    if let statedScript { parts[parts.count - 1] = statedScript.code }
    region = take { $0.isLetters(2...2) || $0.isDigits(3) }?.uppercased()
    if let region { parts[parts.count - 1] = region }

    var variants = Set<String>()
    while let variant = take({ $0.isVariant }) {
      guard variants.insert(variant).inserted else { return nil }
    }
    var singletons = Set<String>()
    while let singleton = take({ $0.utf8.count == 1 && $0 != "x" }) {
      guard singletons.insert(singleton).inserted, take({ $0.utf8.count > 1 }) != nil else {
        return nil
      }
      while take({ $0.utf8.count > 1 }) != nil {}
    }
    if take({ $0 == "x" }) != nil {
      guard take({ _ in true }) != nil else { return nil }
      while take({ _ in true }) != nil {}
    }
    guard subtags.isEmpty else { return nil }
    description = parts.joined(separator: "-")
  }

  /// Makes a tag from subtags that are well-formed and in their customary case.
  package init(language: String, script: WritingScript? = nil, region: String? = nil) {
    self.language = language
    statedScript = script
    self.region = region
    description = [language, script?.code, region].compactMap(\.self).joined(separator: "-")
  }

  /// The script it is written in: the stated one, else the usual one of its language.
  public var script: WritingScript {
    if let statedScript { return statedScript }
    if let region, ["zh", "yue"].contains(language) {
      return ["TW", "HK", "MO"].contains(region) ? .traditionalHan : .simplifiedHan
    }
    return WritingScript.usual[language] ?? .latin
  }

  /// Whether it lies in a range of languages: `sv-SE` lies in `sv` and in `sv-SE`.
  ///
  /// This is the basic filtering of RFC 4647, 3.3.1.
  public func matches(_ range: LanguageTag) -> Bool {
    description == range.description || description.hasPrefix(range.description + "-")
  }
}

extension LanguageTag: LosslessStringConvertible {}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool { isLetter || isDigit }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension String {
  fileprivate func isLetters(_ count: ClosedRange<Int>) -> Bool {
    count.contains(utf8.count) && utf8.allSatisfy(\.isLetter)
  }

  fileprivate func isDigits(_ count: Int) -> Bool {
    utf8.count == count && utf8.allSatisfy(\.isDigit)
  }

  /// Five to eight letters or digits, or four of which the first is a digit.
  fileprivate var isVariant: Bool {
    utf8.count > 4 || utf8.count == 4 && utf8.first.map(\.isDigit) == true
  }
}
