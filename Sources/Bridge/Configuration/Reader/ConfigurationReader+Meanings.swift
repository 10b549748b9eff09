// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TextInput
import YAMLNodes

/// Finds what a wrong word was meant to be, where it is more than a typing mistake.
extension ConfigurationReader {
  /// Words of one meaning, of which a setting has at most one.
  private static let sameWords: [Set<String>] = [
    ["off", "none", "no", "false", "never"], ["on", "yes", "true", "always"],
  ]

  /// Returns the setting that another program calls by a name.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - value: its value.
  ///   - known: the settings that exist here.
  ///   - rows: what is known about them.
  /// - Returns: the setting, with the value if it means the same here; nil if none is known.
  static func setting(
    meantBy name: String, value: YAMLNode, among known: [String], _ rows: [SettingDescription]
  ) -> String? {
    var word = folded(name)
    for prefix in ["xkb", "keyboard", "kb"] where word.hasPrefix(prefix) && word != prefix {
      word.removeFirst(prefix.count)
      break
    }
    // `autocorrect` is `autocorrection`.
    for row in rows where word.count > 5 {
      let kinds = row.values.parts.filter { $0.userName != nil }
      guard let kind = kinds.first(where: { folded($0.name).hasPrefix(word) }) else { continue }
      return "\(row.name): {\(kind.name): \(flag(of: value) ?? true)}"
    }
    let meant = rows.first { $0.otherNames.contains(word) }
    guard let setting = meant?.name ?? known.first(where: { folded($0) == word }) else {
      return nil
    }
    let isShared = rows.contains { $0.name == setting && $0.hasSharedValues }
    guard isShared, let text = value.text, !value.isNull else { return setting }
    return "\(setting): \(text.excerpt)"
  }

  /// Returns the known word that has the meaning of another, or with which it begins.
  static func word(meantBy text: String, among known: [String]) -> String? {
    for words in sameWords where words.contains(text.lowercased()) {
      let same = known.filter(words.contains)
      if same.count == 1 { return same[0] }
    }
    // A word with a typing mistake is not a longer form of another.
    guard nearest(to: text, among: known) == nil else { return nil }
    let word = folded(text)
    let beginnings = known.filter { $0.count > 2 && word.hasPrefix(folded($0)) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  /// Returns the mode that a tag was meant to name.
  ///
  /// A mode of another language and another region is never suggested, however similar the letters
  /// are: `cs-CZ` is not a mistake for `es-ES`.
  static func mode(meantBy tag: String, among known: [String]) -> String? {
    guard let near = nearest(to: tag, among: known) else { return nil }
    guard let wanted = LanguageTag(tag), wanted.region != nil, let found = LanguageTag(near) else {
      return near
    }
    return wanted.language == found.language || wanted.region == found.region ? near : nil
  }

  private static func folded(_ word: String) -> String {
    String(word.lowercased().filter(\.isLetter))
  }
}
