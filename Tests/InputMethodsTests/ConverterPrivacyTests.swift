// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import Testing
import TextInput

@testable import InputMethods

/// The part of a text that a converter, which may be another process, receives.
@Suite struct ConverterPrivacyTests {
  private let converter = ScriptedConverter("ni=你", "に=似")

  private func desk(
    isJapanese: Bool, _ traits: (inout TextInputTraits) -> Void = { _ in }
  ) -> MethodDesk {
    converter.follows = ["你": ["好"], "似": ["る"]]
    return MethodDesk(
      { [converter] engine in
        let services = MethodServices(engine)
        return isJapanese
          ? JapaneseMethod(.romaji, converter: converter, services: services)
          : CandidateMethod(
            PinyinEntry(), learns: .pinyin, converter: converter, services: services)
      }, language: isJapanese ? "ja" : "zh-Hans", isField: true, traits: traits)
  }

  private func type(into desk: MethodDesk, isJapanese: Bool) {
    desk.type(isJapanese ? "ni␠⏎" : "ni␠")
  }

  static let fields: [(correction: TraitSwitch, type: TextContentType?, isPrivate: Bool)] = [
    (.default, nil, false), (.yes, nil, false), (.no, nil, true), (.default, .username, true),
    (.default, .oneTimeCode, true), (.yes, .username, false), (.no, .name, true),
    (.default, .name, false),
  ]

  @Test(
    "In a field that forbids learning requests are private, without context and follow-ons",
    arguments: fields, [false, true])
  func privateFields(
    _ field: (correction: TraitSwitch, type: TextContentType?, isPrivate: Bool), _ isJapanese: Bool
  ) throws {
    let desk = desk(isJapanese: isJapanese) {
      $0.autocorrectionType = field.correction
      $0.textContentType = field.type
    }
    desk.container.text = "context"
    type(into: desk, isJapanese: isJapanese)
    let request = try #require(converter.requests.last)
    #expect(request.isPrivate == field.isPrivate)
    #expect(request.before == (field.isPrivate ? "" : "context"))
    #expect(converter.followedTexts.isEmpty == field.isPrivate)
    #expect(converter.preparedLanguages.isEmpty == (field.isPrivate || !isJapanese))
  }

  @Test(
    "A converter receives at most 64 code units before the caret, and no part of a character",
    arguments: [false, true])
  func length(_ isJapanese: Bool) throws {
    let desk = desk(isJapanese: isJapanese)
    desk.container.text = String(repeating: "👩‍👩‍👧", count: 20)
    type(into: desk, isJapanese: isJapanese)
    let before = try #require(converter.requests.last?.before)
    #expect(before == String(repeating: "👩‍👩‍👧", count: 8), "8 units each")
    let followed = try #require(converter.followedTexts.last)
    #expect(followed.utf16.count <= 64 && followed.hasSuffix("👩‍👩‍👧" + (isJapanese ? "似" : "你")))
  }

  @Test("Fuzzy sounds are part of requests for pinyin only")
  func fuzzy() {
    func request(_ entry: some ReadingEntry, _ keys: String) -> ConversionRequest? {
      let converter = ScriptedConverter()
      let desk = MethodDesk(
        { engine in
          var services = MethodServices(engine)
          services.settings.fuzzyPinyin = [.zAndZh]
          return CandidateMethod(entry, learns: .pinyin, converter: converter, services: services)
        }, language: "zh-Hans")
      desk.type(keys)
      return converter.requests.last
    }
    #expect(request(PinyinEntry(), "zi")?.fuzzy == [.zAndZh])
    #expect(request(ZhuyinEntry(), "5j")?.fuzzy.isEmpty == true)
  }
}
