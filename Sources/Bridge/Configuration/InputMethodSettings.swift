// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
package import TextInput
package import YAMLNodes

extension ConfigurationReader {
  static let inputMethodKeys = [
    "engines", "fuzzy-pinyin", "hangul-delivery", "kana-layout", "learning", "page-size",
  ]

  /// Reads `input-methods`.
  mutating func inputMethods(_ node: YAMLNode) -> MethodSettings {
    var settings = MethodSettings()
    for (key, value) in entries(of: node, known: Self.inputMethodKeys, example: "page-size: 5") {
      switch key {
      case "engines": settings.engines = engines(value)
      case "fuzzy-pinyin": settings.fuzzyPinyin = fuzzyPinyin(value)
      case "hangul-delivery": settings.hangulDelivery = choice(value, of: key) ?? .marked
      case "kana-layout": settings.kanaLayout = choice(value, of: key) ?? .us
      case "page-size": settings.pageSize = number(value, in: 1...9) ?? settings.pageSize
      default: settings.learned = learnedKinds(value)
      }
    }
    return settings
  }

  /// Reads the kinds of choices that are learned: all, none, or those of a list.
  private mutating func learnedKinds(_ node: YAMLNode) -> Set<LearnedKind> {
    guard let items = node.items else { return flag(node) ? Set(LearnedKind.ofMethods) : [] }
    let known = LearnedKind.ofMethods.map(\.rawValue)
    return Set(
      items.compactMap { item in
        let name = string(item)
        if known.contains(name) { return LearnedKind(rawValue: name) }
        if item.text != nil {
          fail(
            item,
            .unknownValue(
              name, of: "learning", nearest: nearest(to: name, among: known), known: known))
        }
        return nil
      })
  }

  /// Reads the sounds that are not distinguished: all, none, or the pairs of a list.
  private mutating func fuzzyPinyin(_ node: YAMLNode) -> [FuzzyPinyin] {
    guard let items = node.items else { return flag(node) ? FuzzyPinyin.allCases : [] }
    return items.compactMap { choice($0, of: "fuzzy-pinyin") }
  }

  /// Reads the engines of modes: a name, a list of names in order, or `none`.
  private mutating func engines(_ node: YAMLNode) -> [String: [String]] {
    var engines: [String: [String]] = [:]
    let modes = ModeList(TextInputMode.builtin.filter(\.usesEngine))
    let known = modes.modes.map(\.id)
    // `ja+romaji` is `ja-JP+romaji`; the other modes have no region.
    let short = modes.modes.filter { $0.primaryLanguage.region != nil }.map(\.idWithoutRegion)
    for (key, value) in entries(of: node, known: known + short, example: "ja+romaji: mozc") {
      let mode = modes.mode(meantBy: key)?.id ?? key
      let names = strings(value)
      enginePlaces.append(EnginePlace(mode: mode, names: names, place: value.place))
      engines[mode] = names == ["none"] ? [] : names
    }
    return engines
  }
}

/// The place of a mode's engines in a settings file.
package struct EnginePlace: Hashable, Sendable {
  /// The name of the mode.
  package var mode: String
  /// The names of the engines; `none` alone is no engine.
  package var names: [String]
  /// The place of the names.
  package var place: YAMLPlace
}

extension TextInputMode {
  /// Whether the mode's method converts readings with an engine.
  package var usesEngine: Bool { EngineNeed.ofMethod(inputMethod) != nil }

  /// The identifier with the language alone, such as `ja+romaji`.
  fileprivate var idWithoutRegion: String {
    "\(primaryLanguage.language)+\(inputMethod ?? "")"
  }
}
