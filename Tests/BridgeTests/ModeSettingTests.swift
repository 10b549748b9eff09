// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Bridge
import Keys
import TestSupport
import Testing
import TextInput

@Suite struct ModeSettingTests {
  /// An input method that handles no key.
  private final class Silent: InputMethod {
    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      .noOpinion
    }
    func contextDidChange(_ context: InputMethodContext) {}
  }

  @Test("MOD-1b the settings file lists the user's modes in order; without it there are none")
  func list() throws {
    let configuration = try SettingsFile.read(
      "modes: [sv, en-US, ja]".utf8, methods: InputMethodTable(["kana": { _ in Silent() }])
    )
    #expect(
      configuration.modes.map(\.primaryLanguage.description) == ["sv-SE", "en-US", "ja-JP"])
    #expect(try SettingsFile.read("layout: de".utf8).modes.isEmpty)
    #expect(ModeList(configuration.modes).modes.count == 3)
  }

  @Test("F018 modes of the languages with few words can be listed by their tags and languages")
  func moreLanguages() throws {
    let text = "modes: [cs-CZ, hu, el-GR, he, ar, hi-IN, sr-Latn, vi, th, de-CH]"
    #expect(
      try SettingsFile.read(text.utf8).modes.map(\.id) == [
        "cs-CZ", "hu-HU", "el-GR", "he-IL", "ar-EG", "hi-IN", "sr-Latn-RS", "vi-VN+telex", "th-TH",
        "de-CH",
      ])
  }

  @Test("MOD-1b an unknown mode is reported with its place and the nearest name")
  func unknown() throws {
    let errors = #expect(throws: ConfigurationErrors.self) {
      try SettingsFile.read("layout: de\nmodes: [en-US, sw-SE]".utf8)
    }
    let mistake = try #require(errors?.mistakes.first)
    #expect(errors?.mistakes.count == 1)
    #expect(mistake.place.line == 2 && mistake.place.column == 16)
    guard case .unknownValue("sw-SE", _, let nearest, _) = mistake.problem else {
      Issue.record("\(mistake.problem)")
      return
    }
    #expect(nearest?.hasPrefix("sv-SE") == true)
  }

  @Test("F017 a mode whose input method is not available is reported with its place and a hint")
  func unsupported() throws {
    let text = "layout: de\nmodes:\n  - en-US\n  - ko\n  - zh-Hans+pinyin\n"
    let errors = #expect(throws: ConfigurationErrors.self) {
      try SettingsFile.read(text.utf8, methods: InputMethodTable())
    }
    #expect(
      errors?.message(path: "till.yaml").split(separator: "\n").map { $0.prefix(93) } == [
        "till.yaml:4:5: the mode 'ko-KR+hangul' is unsupported: its input method 'hangul' is not avail",
        "till.yaml:5:5: the mode 'zh-Hans+pinyin' is unsupported: its input method 'pinyin' is not ava",
      ])
    #expect(errors?.message(path: "").contains("; expected en-US, en-GB, fr-FR") == true)
    #expect(errors?.message(path: "").contains("uk-UA, tr-TR, en-AU,") == true, "no ko, ja, zh")
  }

  @Test("F017 the table registers its methods, and supports the modes that need no other method")
  func table() throws {
    let table = InputMethodTable(["kana": { _ in Silent() }])
    let engine = TextEngine()
    table.register(with: engine)
    for mode in TextInputMode.builtin {
      let isSupported = mode.inputMethod == nil || mode.inputMethod == "kana"
      #expect(table.supports(mode) == isSupported && engine.supports(mode) == isSupported)
    }
  }

  @Test("F018, F024, F027, F028 modes with the methods that Keybridge contains can be listed")
  func methods() throws {
    let text = "modes: [en-US, ko, ja, ja-JP+kana, zh-Hans, zh-Hant, zh-Hant+pinyin]"
    #expect(
      try SettingsFile.read(text.utf8).modes.map(\.id) == [
        "en-US", "ko-KR+hangul", "ja-JP+romaji", "ja-JP+kana", "zh-Hans+pinyin", "zh-Hant+zhuyin",
        "zh-Hant+pinyin",
      ])
  }

  @Test("F017 the page for users of ibus says that Chinese, Japanese and Korean have modes")
  func ibusPage() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: root + "/Documentation/Integrators.md")
    #expect(page.contains("Chinese, Japanese and Korean have input modes"))
    for language in ["zh-Hans", "zh-Hant", "ja", "ko"] {
      let mode = try SettingsFile.read("modes: [\(language)]".utf8).modes.first
      let method = try #require(mode?.inputMethod, "\(language)")
      // Korean needs no engine; for the others the project has one.
      guard EngineNeed.all.contains(where: { $0.methods.contains(method) }) else {
        #expect(language == "ko")
        continue
      }
      let engines = ["50-libime", "50-mozc", "60-googlepinyin"].map {
        contents(of: "\(root)/Packaging/engines/\($0).yaml.in")
      }
      #expect(engines.contains { $0.contains(method) }, "\(method)")
    }
  }

  @Test(
    "F018 the region of a mode with an input method can be left out",
    arguments: [
      ("ja+romaji", "ja-JP+romaji"), ("ja+kana", "ja-JP+kana"), ("ko+hangul", "ko-KR+hangul"),
      ("JA+kana", "ja-JP+kana"), ("zh-Hans+pinyin", "zh-Hans+pinyin"),
      ("zh+zhuyin", "zh-Hant+zhuyin"),
    ])
  func shortNames(_ name: String, _ id: String) throws {
    #expect(try SettingsFile.read("modes: [\(name)]".utf8).modes.map(\.id) == [id])
    #expect(ModeList(TextInputMode.builtin).mode(meantBy: name)?.id == id)
  }

  @Test(
    "F018 a method is compared exactly, and belongs to the language",
    arguments: ["ja+pinyin", "ja+", "ja+Kana", "+kana", "ja+kana+romaji", "sv+kana"])
  func wrongNames(_ name: String) {
    #expect(ModeList(TextInputMode.builtin).mode(meantBy: name) == nil)
    #expect((try? SettingsFile.read("modes: ['\(name)']".utf8)) == nil)
  }

  @Test("F018 the built-in table has a method for every mode that the settings file accepts")
  func builtin() throws {
    let engine = TextEngine()
    InputMethodTable.builtin.register(with: engine)
    for mode in TextInputMode.builtin {
      let isAccepted = (try? SettingsFile.read("modes: [\(mode.id)]".utf8)) != nil
      #expect(isAccepted == engine.supports(mode), "\(mode.id)")
    }
  }
}
