// SPDX-License-Identifier: Apache-2.0

/// The name of a language, as in the environment, `sv_SE.UTF-8`, or in BCP 47, `sv-SE`.
///
/// Foundation's counterpart is `Locale`; this type has only the parts that identify a catalogue.
public struct LocaleName: Hashable, Sendable {
  /// The language's code in lower case, `sv`.
  public let language: String
  /// The script's code, `Hant`; nil if the name has none.
  public let script: String?
  /// The country or region, `SE` or `419`; nil if the name has none.
  public let territory: String?
  /// The modifier after `@`, such as `latin`; nil if the name has none.
  public let modifier: String?

  /// Parses a name.
  ///
  /// Only letters and digits are accepted, because the name becomes part of a path. The character
  /// set, and BCP 47's variants and extensions, do not affect the choice of a catalogue and are
  /// ignored.
  ///
  /// - Parameter name: the name. The result is nil if it names no language, as `C` and `POSIX`.
  public init?(_ name: String) {
    let ends = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = ends[0].prefix { $0 != "." }
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard (2...3).contains(words[0].utf8.count), words[0].utf8.allSatisfy(\.isASCIILetter),
      words.allSatisfy(Self.isWord), ends.dropFirst().allSatisfy(Self.isWord)
    else { return nil }
    language = words[0].lowercased()
    // A subtag of a single letter begins an extension.
    let subtags = words.dropFirst().prefix { $0.utf8.count > 1 }
    script = subtags.first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    territory = subtags.first(where: Self.isTerritory)?.uppercased()
    modifier = ends.count == 2 ? ends[1].lowercased() : nil
  }

  /// The names that a catalogue of the language may have, the most specific first: `sv_SE`, `sv`.
  ///
  /// Catalogues express a script by the territory or a modifier: `zh-Hant` is `zh_TW`, `sr-Latn` is
  /// `sr@latin`. Norwegian means Bokmål, and Chinese means simplified Chinese.
  public var catalogueNames: [String] {
    let modifier = modifier ?? script.flatMap { Self.scriptModifiers[$0] }
    let places = territory.map { [language + "_" + $0, language] } ?? [language]
    var names = modifier.map { modifier in places.map { $0 + "@" + modifier } } ?? []
    names += places
    switch language {
    case "zh":
      let isTraditional =
        script.map { $0 == "Hant" } ?? ["TW", "HK", "MO"].contains(territory ?? "")
      let usual = isTraditional ? "zh_TW" : "zh_CN"
      if !names.contains(usual) { names.insert(usual, at: names.count - 1) }
    case "no": names.append("nb")
    // English outside of America has British spelling.
    case "en" where ["AU", "IE", "IN", "NZ", "ZA"].contains(territory):
      names.insert("en_GB", at: names.count - 1)
    default: break
    }
    return names
  }

  /// Returns the languages that the environment requests, the preferred one first.
  ///
  /// The order is gettext's. The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides
  /// whether a language is used at all; if so, the list in `LANGUAGE` has precedence.
  ///
  /// - Parameter environment: returns the value of a variable; nil for an unset one. An empty value
  ///   counts as unset.
  /// - Returns: the languages; empty for `C` or `POSIX`, and if none of the three is set.
  public static func preferred(environment: (String) -> String?) -> [LocaleName] {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    guard let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first, !isNone(locale)
    else { return [] }
    return list(value("LANGUAGE") ?? locale)
  }

  /// Returns the languages of a list.
  ///
  /// - Parameter names: the names, separated by colons, such as `sv:de`. The list ends at `C` or
  ///   `POSIX`; invalid names are skipped.
  /// - Returns: the languages, in order.
  public static func list(_ names: String) -> [LocaleName] {
    names.split(separator: ":").map(String.init).prefix { !isNone($0) }
      .compactMap { LocaleName($0) }
  }

  private static func isNone(_ name: String) -> Bool { name == "C" || name == "POSIX" }

  private static let scriptModifiers = ["Latn": "latin", "Cyrl": "cyrillic"]

  private static func isWord(_ text: Substring) -> Bool {
    (1...8).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }

  private static func isTerritory(_ text: Substring) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy(\.isASCIILetter)
      || text.utf8.count == 3 && text.utf8.allSatisfy(\.isASCIIDigit)
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7a).contains(self | 0x20) }
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
