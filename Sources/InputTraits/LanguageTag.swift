// SPDX-License-Identifier: Apache-2.0

/// A BCP 47 language tag: `sv-SE`, `zh-Hans`, `de-CH-1996`.
///
/// Case is not significant in a tag. Tags are stored in the conventional case (language in lower
/// case, script capitalised, region in upper case), so that equal tags are equal values. Tags are
/// always well-formed, but subtags need not be registered. Grandfathered tags without the usual
/// structure, such as `i-klingon`, are rejected.
public struct LanguageTag: Sendable {
  // One object, because tags are copied with each context of a key.
  private let parts: Parts

  private final class Parts: Sendable {
    let language: String
    let statedScript: WritingScript?
    let region: String?
    let script: WritingScript
    let description: String

    init(_ language: String, _ script: WritingScript?, _ region: String?, description: String) {
      self.language = language
      statedScript = script
      self.region = region
      self.script = script ?? LanguageTag.usualScript(of: language, region)
      self.description = description
    }
  }

  /// The language, for example `sv`; empty for a tag of private use only, such as `x-mine`.
  public var language: String { parts.language }
  /// The script that the tag states, for example `Hans`; nil if it states none.
  public var statedScript: WritingScript? { parts.statedScript }
  /// The region, for example `SE` or `419`.
  public var region: String? { parts.region }
  /// The script of the language: the stated one, or else the language's usual script.
  public var script: WritingScript { parts.script }
  /// The whole tag.
  public var description: String { parts.description }

  /// Parses a tag (RFC 5646, 2.1).
  ///
  /// - Parameter text: the tag; the result is nil if it is not well-formed.
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

    let language = take { $0.isLetters(2...8) } ?? ""
    guard !language.isEmpty || subtags.first == "x" else { return nil }
    if (2...3).contains(language.utf8.count) {
      // Extended languages, such as `yue` in `zh-yue`: at most three subtags.
      var count = 0
      while count < 3, take({ $0.isLetters(3...3) }) != nil { count += 1 }
    }
    let script = take { $0.isLetters(4...4) }.map(WritingScript.init)
    if let script { parts[parts.count - 1] = script.code }
    let region = take { $0.isLetters(2...2) || $0.isDigits(3) }?.uppercased()
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
    self.parts = Parts(language, script, region, description: parts.joined(separator: "-"))
  }

  /// Creates a tag from subtags that are well-formed and in the conventional case.
  package init(language: String, script: WritingScript? = nil, region: String? = nil) {
    let description = [language, script?.code, region].compactMap(\.self).joined(separator: "-")
    parts = Parts(language, script, region, description: description)
  }

  /// Returns the usual script of a language.
  private static func usualScript(of language: String, _ region: String?) -> WritingScript {
    if let region, ["zh", "yue"].contains(language) {
      return ["TW", "HK", "MO"].contains(region) ? .traditionalHan : .simplifiedHan
    }
    return WritingScript.usual[language] ?? .latin
  }

  /// Reports whether the tag matches a language range: `sv-SE` matches `sv` and `sv-SE`.
  ///
  /// This is the basic filtering of RFC 4647, 3.3.1.
  ///
  /// - Parameter range: the language range.
  /// - Returns: whether the tag matches.
  public func matches(_ range: LanguageTag) -> Bool {
    description == range.description || description.hasPrefix(range.description + "-")
  }
}

extension LanguageTag: LosslessStringConvertible {}

extension LanguageTag: Hashable {
  /// Whether two tags are the same.
  ///
  /// - Parameters:
  ///   - left: a tag.
  ///   - right: the other tag.
  /// - Returns: whether they are equal.
  public static func == (left: LanguageTag, right: LanguageTag) -> Bool {
    left.parts === right.parts || left.description == right.description
  }

  /// Hashes the whole tag.
  ///
  /// - Parameter hasher: the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

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

  /// Whether the text is five to eight letters or digits, or four of which the first is a digit.
  fileprivate var isVariant: Bool {
    utf8.count > 4 || utf8.count == 4 && utf8.first.map(\.isDigit) == true
  }
}
