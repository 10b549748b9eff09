// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@Suite struct TranslatorTests {
  private func translator(_ list: String, domain: String = "keybridge") throws -> Translator {
    let folder = try Catalogues.compiled(["en", "ja", "sv"])
    return withExtendedLifetime(folder) {
      Translator(LocaleName.list(list), domain: domain, folders: [folder.path])
    }
  }

  @Test(
    "CMD-14a, CMD-14b, F100 the keys of the conversation have titles in the user's language",
    arguments: [
      ("sv", "Gå till nästa konversation", "Gå till föregående konversation"),
      ("ja", "次の会話へ移動", "前の会話へ移動"),
      ("en", "Go to the Next Conversation", "Go to the Previous Conversation"),
      ("C", "GO_TO_NEXT_CONVERSATION", "GO_TO_PREV_CONVERSATION"),
      ("eo", "GO_TO_NEXT_CONVERSATION", "GO_TO_PREV_CONVERSATION"),
    ])
  func seedKeys(language: String, next: String, previous: String) throws {
    let translator = try translator(language)
    #expect(translator("GO_TO_NEXT_CONVERSATION") == next)
    #expect(translator("GO_TO_PREV_CONVERSATION") == previous)
  }

  @Test("CMD-14b an untranslated message is shown unchanged")
  func missing() throws {
    #expect(try translator("sv")("MY_OWN_KEY") == "MY_OWN_KEY")
    #expect(try translator("sv")("Find", context: "elsewhere") == "Find")
    #expect(Translator.none("Copy") == "Copy")
  }

  @Test("CMD-14a, CMD-14b each message is taken from the first language that has it")
  func languageByLanguage() throws {
    let first = try #require(
      MessageCatalogue(bytes: Catalogues.compile("msgid \"Cut\"\nmsgstr \"Klipp\"\n")))
    let second = try #require(MessageCatalogue(bytes: Catalogues.bytes(of: "de")))
    let translator = Translator([first, second])
    #expect(translator("Cut") == "Klipp")
    #expect(translator("Copy") == "Kopieren")
    #expect(translator("Neither") == "Neither")
  }

  @Test("CMD-14a, F100 the titles of a row are translated, its chords and identifier are not")
  func row() throws {
    let row = try #require(BuiltinCommands.row(of: .moveWordLeft))
    let swedish = row.translated(by: try translator("sv"))
    #expect(swedish.title == "Flytta ett ord åt vänster")
    #expect(swedish.discoverabilityTitle == "Flytta ett ord åt vänster")
    #expect(swedish.group == "Förflyttning")
    #expect(swedish.id == "move-word-left" && swedish.chords == row.chords)
  }

  @Test("CMD-14a a program's command is translated by the catalogue of the program's domain")
  func command() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sv")
    try folder.makeFolder("sv/LC_MESSAGES")
    let bytes = try Catalogues.compile(
      """
      msgid "RELOAD"
      msgstr "Läs om"

      msgid "RELOAD_LONG"
      msgstr "Läs om sidan"

      msgid "RELOAD_ALL"
      msgstr "Läs om allt"

      msgctxt "group"
      msgid "PAGE"
      msgstr "Sida"
      """)
    _ = try folder.write(bytes, to: "sv/LC_MESSAGES/browser.mo")
    let translator = Translator(
      LocaleName.list("sv_SE"), domain: "browser", folders: ["/nonexistent", folder.path])
    let command = KeyCommand(id: "reload", input: "r", modifiers: .command, title: "RELOAD") {
      $0.discoverabilityTitle = "RELOAD_LONG"
      $0.group = "PAGE"
      $0.alternates = [CommandAlternate(modifiers: .option, id: "reload-all", title: "RELOAD_ALL")]
    }
    let swedish = command.translated(by: translator)
    #expect(swedish.title == "Läs om" && swedish.discoverabilityTitle == "Läs om sidan")
    #expect(swedish.group == "Sida" && swedish.alternates.map(\.title) == ["Läs om allt"])
    #expect(swedish.id == "reload" && swedish.chord == command.chord)
    #expect(command.translated(by: .none) == command)
  }

  @Test(
    "A domain that contains a path finds nothing",
    arguments: [
      "", "../../sv/LC_MESSAGES/keybridge", "keybridge\u{0}",
    ])
  func hostileDomain(domain: String) throws {
    #expect(try translator("sv", domain: domain)("Copy") == "Copy")
    #expect(try translator("sv")("Copy") == "Kopiera")
  }

  @Test("A damaged catalogue, a pipe or a folder is skipped for the next place")
  func damaged() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sv")
    try folder.makeFolder("sv/LC_MESSAGES")
    let whole = try Catalogues.compiled(["sv"])
    let places = [folder.path, whole.path]
    _ = try folder.write("damaged".utf8, to: "sv/LC_MESSAGES/keybridge.mo")
    #expect(Translator(LocaleName.list("sv"), folders: places)("Copy") == "Kopiera")
    #expect(try Child.run(["rm", folder.path + "/sv/LC_MESSAGES/keybridge.mo"]).status == 0)
    #expect(try Child.run(["mkfifo", folder.path + "/sv/LC_MESSAGES/keybridge.mo"]).status == 0)
    #expect(Translator(LocaleName.list("sv"), folders: places)("Copy") == "Kopiera")
    #expect(try Child.run(["rm", folder.path + "/sv/LC_MESSAGES/keybridge.mo"]).status == 0)
    try folder.makeFolder("sv/LC_MESSAGES/keybridge.mo")
    withExtendedLifetime(whole) {
      #expect(Translator(LocaleName.list("sv"), folders: places)("Copy") == "Kopiera")
    }
  }

  @Test(
    "Catalogues are searched in the given folder, next to the program, and in the system",
    arguments: [
      (nil, nil, ["/usr/local/share/locale", "/usr/share/locale"]),
      (
        "/opt/keybridge/bin/keybridge", nil,
        ["/opt/keybridge/share/locale", "/usr/local/share/locale", "/usr/share/locale"]
      ),
      ("/usr/bin/keybridge", nil, ["/usr/share/locale", "/usr/local/share/locale"]),
      (
        "/bin/keybridge", "/mine",
        ["/mine", "/share/locale", "/usr/local/share/locale", "/usr/share/locale"]
      ),
      ("keybridge", nil, ["/usr/local/share/locale", "/usr/share/locale"]),
    ] as [(String?, String?, [String])])
  func folders(program: String?, first: String?, expected: [String]) {
    #expect(Translator.folders(besideProgram: program, first: first) == expected)
  }
}
