// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import TestSupport
import Testing

@testable import MessageTemplate

/// The catalogues are current, complete, and each in its language.
@Suite struct LocalesTests {
  private func entries(_ language: String) throws -> [Catalogues.Entry] {
    let child = try Child.run([
      "msgcat", "--no-wrap", "\(Catalogues.sources)/\(language).po",
    ])
    #expect(child.status == 0, "\(child.errors)")
    return Catalogues.messages(in: child.output)
  }

  @Test("CMD-14a the languages are those of reference 11, Chinese in both scripts")
  func languages() {
    #expect(
      Set(Catalogues.languages) == [
        "en", "en_GB", "fr", "de", "es", "it", "nl", "pt_BR", "pt", "da", "sv", "nb", "fi", "pl",
        "ru", "uk", "tr", "ko", "ja", "zh_CN", "zh_TW",
      ])
  }

  @Test("The template equals the one that make locales generates from the table of commands")
  func template() {
    let text = contents(of: Catalogues.sources + "/keybridge.pot")
    #expect(text == MessageTemplate(BuiltinCommands.messages).text)
  }

  @Test("The template has every title, listed title, heading and menu once")
  func templateMessages() {
    let entries = Catalogues.messages(in: contents(of: Catalogues.sources + "/keybridge.pot"))
    let keys = entries.map { [$0.context ?? "", $0.id] }
    #expect(Set(keys).count == keys.count)
    for row in BuiltinCommands.table {
      #expect(keys.contains(["", row.title]) && keys.contains(["", row.discoverabilityTitle]))
      #expect(keys.contains(["group", row.group]))
    }
    for title in ["File", "Edit", "Format", "View", "Window", "Help", "Application"] {
      #expect(keys.contains(["group", title]))
    }
  }

  @Test(
    "CMD-14a a catalogue translates exactly the messages of the template, and msgfmt accepts it",
    arguments: Catalogues.languages)
  func complete(language: String) throws {
    let path = "\(Catalogues.sources)/\(language).po"
    let check = try Child.run(["msgfmt", "--check", "-o", "/dev/null", path])
    #expect(check.status == 0 && check.errors == "", "\(check.errors)")
    let template = Catalogues.messages(in: contents(of: Catalogues.sources + "/keybridge.pot"))
    let entries = try entries(language)
    #expect(entries.map { [$0.context, $0.id] } == template.map { [$0.context, $0.id] })
    #expect(entries.allSatisfy { !$0.translation.isEmpty })
    let text = contents(of: path)
    #expect(!text.contains("\n#~") && !text.contains(", fuzzy"))
    #expect(text.contains("\"Language: \(language)\\n\"") && text.contains("\"Plural-Forms: "))
  }

  /// Words that are the same in the language as in English.
  private static let shared: [String: Set<String>] = [
    "da": ["Find…", "Find", "Format"], "de": ["Format"],
    "fr": ["Insertion", "Format", "Application"], "it": ["File"], "nb": ["Format"],
    "nl": ["Spelling…", "Help"], "pl": ["Format"], "sv": ["Format"],
  ]

  @Test(
    "CMD-14a no translation has English words or letters of another script",
    arguments: Catalogues.languages.filter { !$0.hasPrefix("en") })
  func script(language: String) throws {
    let entries = try entries(language)
    let same = Set(entries.filter { $0.id == $0.translation }.map(\.id))
    #expect(same == Self.shared[language] ?? [])
    let scripts: [String: [ClosedRange<UInt32>]] = [
      "ru": [0x400...0x4ff], "uk": [0x400...0x4ff], "ko": [0xac00...0xd7a3],
      "ja": [0x3040...0x30ff, 0x4e00...0x9fff], "zh_CN": [0x4e00...0x9fff],
      "zh_TW": [0x4e00...0x9fff],
    ]
    let script = scripts[language] ?? [0x41...0x24f]
    for scalar in entries.flatMap(\.translation.unicodeScalars) where scalar.properties.isAlphabetic
    {
      #expect(script.contains { $0.contains(scalar.value) }, "\(scalar) in \(language)")
    }
  }

  @Test("Simplified and traditional Chinese do not mix")
  func chinese() throws {
    let simplified = Set("动选删编词扩页复制栏贴录开显换样号误档")
    let traditional = Set("動選刪編詞擴頁複製欄貼錄開顯換樣號誤檔")
    let cn = Set(try entries("zh_CN").map(\.translation).joined())
    let tw = Set(try entries("zh_TW").map(\.translation).joined())
    #expect(cn.isDisjoint(with: traditional.subtracting(simplified)))
    #expect(tw.isDisjoint(with: simplified.subtracting(traditional)))
  }

  @Test(
    "The titles of the built-in commands are distinct in every language",
    arguments: Catalogues.languages)
  func distinct(language: String) throws {
    let titles = Dictionary(
      try entries(language).filter { $0.context == nil }.map { ($0.id, $0.translation) },
      uniquingKeysWith: { first, _ in first })
    let said = BuiltinCommands.table.map { titles[$0.title] ?? "" }
    let doubled = Dictionary(grouping: said) { $0 }.filter { $1.count > 1 }.keys
    #expect(doubled.isEmpty, "\(doubled)")
  }
}
