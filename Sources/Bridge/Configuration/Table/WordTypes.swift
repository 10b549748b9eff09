// SPDX-License-Identifier: Apache-2.0
import Assistance
import Mirrors
import TextInput
import YAMLNodes

extension SettingType where Value == [TextReplacement] {
  /// Shortcuts with their phrases.
  static var replacements: Self {
    SettingType(
      ValueDescription(
        "shortcuts with phrases",
        schema: .object([
          "type": "object", "maxProperties": .number(TextReplacements.limit),
          "propertyNames": .object(["pattern": "^\\S{1,64}$"]),
          "additionalProperties": .object([
            "type": .list(["string", "number", "boolean"]), "minLength": 1, "maxLength": 4096,
          ]),
        ]))
    ) { reader, node, _ in reader.textReplacements(node) }
  }
}

extension SettingType where Value == [DictionaryWord] {
  /// Words for all languages, or entries of a language with its words.
  static var dictionary: Self {
    SettingType(ValueDescription("a word or a list", schema: dictionarySchema)) {
      reader, node, _ in reader.dictionary(node)
    }
  }

  private static var dictionarySchema: JSONValue {
    let word = JSONValue.reference("dictionaryWord")
    let entry = JSONValue.object([
      "type": "object", "additionalProperties": false, "required": .list(["language", "words"]),
      "properties": .object([
        "language": .object(["type": .list(["string", "boolean"])]),
        "words": .either(word, .array(of: word)),
      ]),
    ])
    let list = JSONValue.object([
      "type": "array", "maxItems": .number(PersonalWords.dictionaryLimit),
      "items": .either(word, entry),
    ])
    return .either(word, list)
  }

  /// The definition of a word in the schema.
  static var dictionaryWord: JSONValue {
    .object(["type": .list(["string", "boolean"]), "pattern": "^\\S{1,64}$"])
  }
}

/// The settings `text-replacements` and `dictionary`.
extension ConfigurationReader {
  /// Reads `text-replacements`: shortcuts with their phrases.
  fileprivate mutating func textReplacements(_ node: YAMLNode) -> [TextReplacement] {
    guard let entries = node.entries else {
      fail(
        node,
        .expected("shortcuts and phrases, as in 'omw: On my way!'", found: node.summary))
      return []
    }
    if entries.count > TextReplacements.limit {
      fail(
        entries[TextReplacements.limit].key,
        .tooManyEntries("text-replacements", limit: TextReplacements.limit))
    }
    return entries.prefix(TextReplacements.limit).compactMap { entry in
      let replacement = TextReplacement(string(entry.key), string(entry.value))
      guard entry.key.text != nil, entry.value.text != nil else { return nil }
      guard let problem = replacement.problem else { return replacement }
      fail(problem.isInPhrase ? entry.value : entry.key, .replacement(problem))
      return nil
    }
  }

  /// Reads `dictionary`: words for all languages, or entries of a language with its words.
  fileprivate mutating func dictionary(_ node: YAMLNode) -> [DictionaryWord] {
    var words: [DictionaryWord] = []
    var languages: Set<String> = []
    for item in node.items ?? [node] {
      guard item.entries != nil else {
        if let word = dictionaryWord(item, in: "") { words.append(word) }
        continue
      }
      guard let name = item["language"], let list = item["words"] else {
        fail(
          item, .expected("a word, or an entry with 'language' and 'words'", found: item.summary))
        continue
      }
      _ = entries(of: item, known: ["language", "words"], example: "language: sv")
      guard let language = LanguageTag(string(name))?.language, !language.isEmpty else {
        fail(name, .expected("a language, as in 'en'", found: name.summary))
        continue
      }
      languages.insert(language)
      words += (list.items ?? [list]).compactMap { dictionaryWord($0, in: language) }
    }
    if words.count > PersonalWords.dictionaryLimit {
      fail(node, .tooManyEntries("dictionary", limit: PersonalWords.dictionaryLimit))
    }
    return words
  }

  private mutating func dictionaryWord(_ node: YAMLNode, in language: String) -> DictionaryWord? {
    let text = string(node)
    guard node.text != nil else { return nil }
    let isWord =
      text.contains(where: \.isLetter) && !text.contains(where: \.isWhitespace)
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      && text.utf16.count <= 64
    guard isWord else {
      fail(node, .expected("one word of at most 64 characters", found: node.summary))
      return nil
    }
    return DictionaryWord(text, language: language)
  }
}
