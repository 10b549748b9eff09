// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Keys
import Mirrors
import TextInput
import YAMLNodes

/// The settings of `input-methods`.
enum InputMethodsTable {
  /// The settings.
  static let settings = SettingsTable<MethodSettings>(
    example: "page-size: 5", from: { MethodSettings() },
    [
      Setting(
        "engines", \.engines, .engines,
        "The [language engine](Engines.md) of a mode, a list of engines in the order in which they are"
          + " asked, or `none`."
      )
      .usually("every engine")
      .details(
        "A mode that is not here, as in `zh-Hans+pinyin: libime`, asks every engine that serves it."
      ),
      Setting(
        "fuzzy-pinyin", \.fuzzyPinyin, .fuzzyPinyin,
        "Whether similar sounds of pinyin stand for each other, or the pairs that do."
      )
      .usually("`false`"),
      Setting(
        "hangul-delivery", \.hangulDelivery, .choice,
        "How Korean syllables reach the text while they are composed: as marked text, or as text that"
          + " each letter replaces."
      )
      .details("`replace` is for programs that cannot show marked text."),
      Setting(
        "handwriting-pause", \.handwritingPause, .milliseconds(0...10_000),
        "The pause after a stroke that takes the first candidate of a drawn character, in milliseconds."
      )
      .details("With 0 each character is chosen with a key, or by drawing the next one."),
      Setting(
        "kana-layout", \.kanaLayout, .choice, "The keyboard whose keys type kana in `ja-JP+kana`."
      )
      .details(
        "`us` has ー on ⇧- and ろ on the key above Tab; `jis` has keys for both, and ⇧- types ほ."),
      Setting(
        "learning", \.learned, .learnedKinds,
        "Whether chosen candidates come first in later lists, or the kinds of candidates that do."
      )
      .usually("`true`"),
      Setting("page-size", \.pageSize, .number(1...9), "The number of candidates on a page."),
    ])
}

extension SettingType where Value == Set<LearnedKind> {
  /// All kinds of choices, none, or those of a list.
  static var learnedKinds: Self {
    SettingType(ValueDescription(allOrSome: LearnedKind.ofMethods.map(\.rawValue))) {
      reader, node, _ in reader.learnedKinds(node)
    }
  }
}

extension SettingType where Value == [FuzzyPinyin] {
  /// All pairs of sounds, none, or those of a list.
  static var fuzzyPinyin: Self {
    SettingType(ValueDescription(allOrSome: FuzzyPinyin.allCases.map(\.rawValue))) {
      reader, node, _ in reader.fuzzyPinyin(node)
    }
  }
}

extension ValueDescription {
  /// All of some words, none, or a list of them.
  fileprivate init(allOrSome words: [String]) {
    let one = ValueDescription(oneOf: words)
    self.init(
      "`true`, `false`, or a list of \(one.words)",
      schema: .either(.reference("flag"), .array(of: one.schema)))
  }
}

extension SettingType where Value == [String: [String]] {
  /// The engines of modes.
  static var engines: Self {
    SettingType(ValueDescription("modes with names", schema: schemaOfEngines)) { reader, node, _ in
      reader.engines(node)
    }
  }

  private static var schemaOfEngines: JSONValue {
    let names = ConfigurationReader.modesWithEngine.map { ($0, JSONValue.reference("names")) }
    return .object([
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(names, uniquingKeysWith: { first, _ in first })),
    ])
  }
}

extension ConfigurationReader {
  /// Reads the kinds of choices that are learned: all, none, or those of a list.
  fileprivate mutating func learnedKinds(_ node: YAMLNode) -> Set<LearnedKind> {
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
  fileprivate mutating func fuzzyPinyin(_ node: YAMLNode) -> [FuzzyPinyin] {
    guard let items = node.items else { return flag(node) ? FuzzyPinyin.allCases : [] }
    return items.compactMap { choice($0, of: "fuzzy-pinyin") }
  }

  /// Reads the engines of modes: a name, a list of names in order, or `none`.
  fileprivate mutating func engines(_ node: YAMLNode) -> [String: [String]] {
    var engines: [String: [String]] = [:]
    let modes = ModeList(TextInputMode.builtin.filter(\.usesEngine))
    for (key, value) in entries(of: node, known: Self.modesWithEngine, example: "ja+romaji: mozc") {
      let mode = modes.mode(meantBy: key)?.id ?? key
      let names = strings(value)
      enginePlaces.append(EnginePlace(mode: mode, names: names, place: value.place))
      engines[mode] = names == ["none"] ? [] : names
    }
    return engines
  }

  /// The names of the modes that may have an engine.
  fileprivate static var modesWithEngine: [String] {
    let modes = TextInputMode.builtin.filter(\.usesEngine)
    // `ja+romaji` is `ja-JP+romaji`; the other modes have no region.
    return modes.map(\.id)
      + modes.filter { $0.primaryLanguage.region != nil }.map(\.idWithoutRegion)
  }
}

extension TextInputMode {
  /// The identifier with the language alone, such as `ja+romaji`.
  fileprivate var idWithoutRegion: String {
    "\(primaryLanguage.language)+\(inputMethod ?? "")"
  }
}
