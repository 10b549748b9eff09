// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import TextInput

/// The user's list of modes, switching, and the effect of the focus (reference 11).
@Suite struct InputModesTests {
  /// Modes of the built-in table, by their languages.
  private static func list(_ languages: String) -> ModeList {
    ModeList(
      languages.split(separator: " ").compactMap { language in
        TextInputMode.builtin.first { $0.id.hasPrefix(language) }
      })
  }

  private static func modes(
    _ languages: String, memory: any InputMemory = VolatileMemory()
  ) -> InputModes {
    let modes = InputModes(list(languages), memory: memory)
    modes.inputMethods = ["hangul", "romaji", "pinyin"]
    return modes
  }

  /// The language of the reported mode, or nothing if none is reported.
  private func reported(_ steps: [ModeStep]) -> String? {
    guard case .didChange(let mode) = steps.last else { return nil }
    return mode.primaryLanguage.language
  }

  // MARK: Modes

  @Test("F085 MOD-1a the Swedish mode reports sv-SE and its other properties")
  func swedish() throws {
    let mode = try #require(Self.list("sv")["sv-SE"])
    #expect(mode.primaryLanguage.description == "sv-SE")
    #expect(mode.displayName == "Svenska")
    #expect(mode.inputMethod == nil)
    #expect(mode.id == "sv-SE")
    #expect(mode.isASCIICapable)
  }

  @Test("MOD-1a modes that differ only in their input method are distinct")
  func inputMethod() throws {
    let pinyin = try #require(ModeList(TextInputMode.builtin)["zh-Hans+pinyin"])
    var strokes = pinyin
    strokes.inputMethod = "stroke"
    #expect(pinyin.id == "zh-Hans+pinyin")
    #expect(ModeList([pinyin, strokes]).modes == [pinyin, strokes])
  }

  @Test("MOD-1b the list keeps the user's order, without duplicates")
  func order() {
    var list = Self.list("fr de fr sv")
    #expect(list.modes.map(\.id) == ["fr-FR", "de-DE", "sv-SE"])
    list.move("sv-SE", to: 0)
    #expect(list.modes.map(\.id) == ["sv-SE", "fr-FR", "de-DE"])
    list.move("sv-SE", to: 99)
    #expect(list.modes.map(\.id) == ["fr-FR", "de-DE", "sv-SE"])
    list.move("sv-SE", to: -1)
    list.move("it-IT", to: 0)
    #expect(list.modes.map(\.id) == ["sv-SE", "fr-FR", "de-DE"])
    list.move("sv-SE", to: 1)
    #expect(list.modes.map(\.id) == ["fr-FR", "sv-SE", "de-DE"])
  }

  @Test("The list always has a mode, and the default one sets no layout")
  func neverEmpty() {
    var english = TextInputMode.english
    english.layout = nil
    var list = ModeList()
    #expect(list.modes == [english])
    list.disable("en-US")
    #expect(list.modes == [english])
    list.enable(.builtin[10])
    list.disable("en-US")
    #expect(list.modes.map(\.id) == ["sv-SE"])
  }

  @Test("F017 an added Swedish mode is the last in the ⌃⌥␠ cycle")
  func enabling() {
    let modes = Self.modes("en-US fr ko")
    var list = modes.list
    list.enable(.builtin[10])
    #expect(modes.setList(list) == [])
    #expect((0..<4).map { _ in reported(modes.perform(.next)) } == ["fr", "ko", "sv", "en"])
  }

  @Test("If the current mode is disabled, the one used before becomes current")
  func disabling() {
    let modes = Self.modes("en-US fr ko sv")
    _ = modes.perform(.choose("ko-KR+hangul"))
    _ = modes.perform(.choose("sv-SE"))
    var list = modes.list
    list.disable("sv-SE")
    #expect(reported(modes.setList(list)) == "ko")
    list.disable("fr-FR")
    #expect(modes.setList(list) == [])
  }

  @Test("MOD-10a, MOD-10b the layout is chosen separately: Swedish on a US layout is still Swedish")
  func layout() {
    let modes = Self.modes("sv")
    #expect(modes.current.layout == KeyboardLayout("se"))
    var list = modes.list
    list.setLayout(KeyboardLayout("us"), of: "sv-SE")
    #expect(modes.setList(list) == [])
    #expect(modes.current.layout == KeyboardLayout("us"))
    #expect(modes.current.primaryLanguage.description == "sv-SE")
    list.setLayout(nil, of: "sv-SE")
    list.setLayout(nil, of: "de-DE")
    #expect(modes.setList(list) == [])
    #expect(modes.current.layout == nil)
  }

  @Test("a mode without a dictionary offers no correction, but works otherwise")
  func dictionary() {
    let modes = Self.modes("en-US sv")
    #expect(reported(modes.perform(.next)) == "sv")
    #expect(!modes.current.offersCorrection(hasDictionary: false))
    #expect(modes.current.offersCorrection(hasDictionary: true))
    #expect(modes.current.isASCIICapable)
  }

  // MARK: Switching

  @Test("MOD-7a MOD-9 every switch commits the composition, and is then reported")
  func steps() {
    let modes = Self.modes("ko en-US")
    #expect(modes.perform(.next) == [.commitComposition, .didChange(.english)])
    #expect(modes.current == .english)
  }

  @Test("MOD-7d a switch to the same mode has no effect, and keeps a composition")
  func sameMode() {
    let modes = Self.modes("ko")
    #expect(modes.perform(.choose("ko-KR+hangul")) == [])
    #expect(modes.perform(.next) == [])
    #expect(modes.perform(.previous) == [])
    #expect(modes.perform(.toggleLatin) == [])
    #expect(modes.focusDidMove(to: ModePreference(preferredMode: "ko")) == [])
    #expect(modes.setList(modes.list) == [])
  }

  @Test("MOD-7c a change by the program or by the list is reported too")
  func otherCauses() {
    let modes = Self.modes("en-US sv")
    let preference = ModePreference(preferredMode: "sv-SE")
    #expect(reported(modes.focusDidMove(to: preference)) == "sv")
    var list = modes.list
    list.disable("sv-SE")
    #expect(reported(modes.setList(list)) == "en")
  }

  @Test("⌃␠ alternates between two modes, and ⌃⌥␠ cycles through all")
  func previous() {
    let modes = Self.modes("en-US fr de sv")
    // No mode was used before, so the next one is selected.
    #expect(reported(modes.perform(.previous)) == "fr")
    #expect(reported(modes.perform(.previous)) == "en")
    #expect(reported(modes.perform(.choose("de-DE"))) == "de")
    #expect(reported(modes.perform(.previous)) == "en")
    #expect(reported(modes.perform(.previous)) == "de")
    #expect(reported(modes.perform(.next)) == "sv")
    #expect(reported(modes.perform(.next)) == "en")
    #expect(reported(modes.perform(.previous)) == "sv")
  }

  @Test("A tap on Caps Lock alternates between the last Latin and the last other mode")
  func toggleLatin() {
    let modes = Self.modes("en-US fr ru ja")
    #expect(reported(modes.perform(.toggleLatin)) == "ru")
    #expect(reported(modes.perform(.toggleLatin)) == "en")
    _ = modes.perform(.choose("ja-JP+romaji"))
    _ = modes.perform(.choose("fr-FR"))
    #expect(reported(modes.perform(.toggleLatin)) == "ja")
    #expect(reported(modes.perform(.toggleLatin)) == "fr")
    #expect(Self.modes("en-US fr").perform(.toggleLatin) == [])
  }

  @Test("Holding Globe lists the modes with the current one highlighted")
  func choices() {
    let modes = Self.modes("en-US sv ja")
    _ = modes.perform(.next)
    let list = modes.choices
    #expect(list.kind == .modes)
    #expect(list.items.map(\.text) == ["English (US)", "Svenska", "日本語"])
    #expect(list.highlighted == 1)
    let chosen = list.moved(.next).choice?.annotation
    #expect(chosen.map { reported(modes.perform(.choose($0))) } == "ja")
    #expect(modes.perform(.choose("de-DE")) == [])
  }

  // MARK: Focus

  @Test(
    "MOD-2 for any preferences of programs, the mode is the user's, and the user's choice holds")
  func neverForced() {
    let wishes = ["sv-SE", "sv", "de-DE", "ja", "zh", "fr", "x", "", "en-GB", "ko-KR+hangul", nil]
    for seed in UInt64(0)..<50 {
      var random = SeededGenerator(seed: seed)
      let modes = Self.modes("en-US sv ru ko")
      var chosen: String?
      for _ in 0..<100 {
        let preference = ModePreference(
          preferredMode: wishes.randomElement(using: &random) ?? nil,
          contextIdentifier: [nil, "", "a", "b"].randomElement(using: &random) ?? nil)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          _ = modes.focusDidMove(to: preference)
          chosen = nil
        case 1:
          _ = modes.preferenceDidChange(to: preference)
        default:
          let before = modes.current.id
          _ = modes.perform(
            [.next, .previous, .toggleLatin].randomElement(using: &random) ?? .next)
          if modes.current.id != before { chosen = modes.current.id }
        }
        #expect(modes.list[modes.current.id] == modes.current)
        if let chosen { #expect(modes.current.id == chosen) }
      }
    }
  }

  @Test(
    "MOD-3a a preferred mode is used on focus, if the user has it",
    arguments: [
      ("sv-SE", "sv"), ("sv", "sv"), ("SV-se", "sv"), ("ko", "ko"), ("ko-KR+hangul", "ko"),
      ("de-DE", nil), ("sv-FI", nil), ("s", nil), ("", nil), ("-", nil), ("en", nil),
    ] as [(String, String?)])
  func preferred(wish: String, language: String?) {
    let modes = Self.modes("en-US sv ko")
    #expect(reported(modes.focusDidMove(to: ModePreference(preferredMode: wish))) == language)
  }

  @Test(
    "MOD-3b, MOD-3c the user may switch until the focus leaves, and then the preference applies"
  )
  func switchingAway() {
    let modes = Self.modes("en-US sv fr")
    let preference = ModePreference(preferredMode: "sv")
    _ = modes.focusDidMove(to: preference)
    #expect(reported(modes.perform(.choose("fr-FR"))) == "fr")
    #expect(modes.preferenceDidChange(to: preference) == [])
    #expect(modes.preferenceDidChange(to: ModePreference(preferredMode: "en-US")) == [])
    #expect(modes.focusDidMove(to: nil) == [])
    #expect(reported(modes.focusDidMove(to: preference)) == "sv")
  }

  @Test("MOD-3a a preference set later applies if the user has not switched")
  func laterPreference() {
    let modes = Self.modes("en-US sv fr")
    _ = modes.focusDidMove(to: ModePreference())
    #expect(
      reported(modes.preferenceDidChange(to: ModePreference(preferredMode: "fr"))) == "fr")
  }

  @Test("MOD-4b, MOD-4c F083 each conversation has its mode: Ann Swedish, Bob English")
  func conversations() {
    let modes = Self.modes("en-US sv")
    let ann = ModePreference(contextIdentifier: "Ann")
    let bob = ModePreference(contextIdentifier: "Bob")
    _ = modes.focusDidMove(to: ann)
    #expect(reported(modes.perform(.next)) == "sv")
    _ = modes.focusDidMove(to: bob)
    #expect(reported(modes.perform(.next)) == "en")
    #expect(reported(modes.focusDidMove(to: ann)) == "sv")
    #expect(reported(modes.focusDidMove(to: bob)) == "en")
    #expect(modes.focusDidMove(to: bob) == [])
  }

  @Test("MOD-4b only a switch by the user is stored for a context")
  func onlySwitches() {
    let memory = VolatileMemory()
    let modes = Self.modes("en-US sv", memory: memory)
    _ = modes.focusDidMove(to: ModePreference(preferredMode: "sv", contextIdentifier: "Ann"))
    #expect(memory.modeIdentifier(inContext: "Ann") == nil)
    _ = modes.perform(.next)
    #expect(memory.modeIdentifier(inContext: "Ann") == "en-US")
    _ = modes.focusDidMove(to: ModePreference(contextIdentifier: ""))
    _ = modes.perform(.next)
    #expect(memory.modeIdentifier(inContext: "") == nil)
    #expect(memory.modeIdentifier(inContext: "Ann") == "en-US")
  }

  @Test("MOD-4d a cleared context, or one whose mode is missing, gets the mode last used")
  func clearing() {
    let modes = Self.modes("en-US sv fr")
    let ann = ModePreference(contextIdentifier: "Ann")
    _ = modes.focusDidMove(to: ann)
    _ = modes.perform(.choose("sv-SE"))
    _ = modes.focusDidMove(to: nil)
    _ = modes.perform(.choose("fr-FR"))
    modes.clearContext("Ann")
    #expect(modes.focusDidMove(to: ann) == [])
    _ = modes.perform(.choose("sv-SE"))
    var list = modes.list
    list.disable("sv-SE")
    _ = modes.setList(list)
    #expect(modes.current.id == "fr-FR")
    #expect(modes.focusDidMove(to: ann) == [])
  }

  @Test(
    "MOD-4a F084 the first non-empty identifier up the chain applies",
    arguments: [
      ([nil, "", "controller", "window"], "controller"), (["field", "controller"], "field"),
      ([nil, ""], nil), ([], nil),
    ] as [([String?], String?)])
  func chain(_ chain: [String?], _ identifier: String?) {
    #expect(ModePreference.contextIdentifier(alongChain: chain) == identifier)
  }

  @Test("MOD-5 the preferred mode precedes the stored one")
  func preferredBeatsRemembered() {
    let modes = Self.modes("en-US sv fr")
    _ = modes.focusDidMove(to: ModePreference(contextIdentifier: "Ann"))
    _ = modes.perform(.choose("sv-SE"))
    let both = ModePreference(preferredMode: "fr", contextIdentifier: "Ann")
    #expect(reported(modes.focusDidMove(to: both)) == "fr")
    // If the user lacks the preferred mode, the stored one is used.
    let other = ModePreference(preferredMode: "de", contextIdentifier: "Ann")
    #expect(reported(modes.focusDidMove(to: other)) == "sv")
  }

  @Test("MOD-6 without an identifier the mode last used anywhere applies, even from another run")
  func lastUsed() {
    let memory = VolatileMemory()
    let modes = Self.modes("en-US sv fr", memory: memory)
    _ = modes.focusDidMove(to: ModePreference(contextIdentifier: "Ann"))
    _ = modes.perform(.choose("sv-SE"))
    #expect(modes.focusDidMove(to: ModePreference()) == [])
    #expect(modes.current.id == "sv-SE")
    #expect(Self.modes("en-US sv fr", memory: memory).current.id == "sv-SE")
    #expect(Self.modes("fr en-US", memory: memory).current.id == "fr-FR")
  }

  // MARK: ASCII

  @Test("3.2 row 1 an ASCII field replaces the mode with the last used ASCII one until it is left")
  func asciiCapable() {
    let modes = Self.modes("ru en-US fr")
    _ = modes.perform(.choose("fr-FR"))
    _ = modes.perform(.choose("ru-RU"))
    let ascii = ModePreference(requiresASCII: KeyboardType.asciiCapable.requiresASCII)
    #expect(reported(modes.focusDidMove(to: ascii)) == "fr")
    // Moving between two such fields changes nothing.
    #expect(modes.focusDidMove(to: ascii) == [])
    #expect(reported(modes.focusDidMove(to: ModePreference())) == "ru")
    _ = modes.focusDidMove(to: ascii)
    #expect(reported(modes.focusDidMove(to: nil)) == "ru")
  }

  @Test("IME-11a an ASCII field replaces a mode with a method, and delays a preference for one")
  func methods() {
    let modes = Self.modes("ja sv")
    let secure = ModePreference(preferredMode: "ja", requiresASCII: true)
    #expect(reported(modes.focusDidMove(to: secure)) == "sv")
    let shown = ModePreference(preferredMode: "ja")
    #expect(reported(modes.preferenceDidChange(to: shown)) == "ja")
  }

  @Test("In an ASCII field the user switches among ASCII modes, and the choice is kept")
  func switchingASCII() {
    let modes = Self.modes("ru en-US ja fr")
    _ = modes.focusDidMove(to: ModePreference(requiresASCII: true))
    #expect(modes.current.id == "en-US")
    #expect(modes.choices.items.map(\.text) == ["English (US)", "Français"])
    #expect(modes.perform(.choose("ru-RU")) == [])
    #expect(modes.perform(.toggleLatin) == [])
    #expect(reported(modes.perform(.next)) == "fr")
    #expect(reported(modes.perform(.next)) == "en")
    #expect(modes.focusDidMove(to: nil) == [])
  }

  @Test("If none of the user's modes types ASCII, American English is used")
  func noASCII() {
    let modes = Self.modes("ru ja")
    let ascii = ModePreference(requiresASCII: true)
    #expect(modes.focusDidMove(to: ascii) == [.commitComposition, .didChange(.english)])
    #expect(modes.focusDidMove(to: ascii) == [])
    #expect(modes.perform(.next) == [])
    #expect(reported(modes.focusDidMove(to: nil)) == "ru")
  }

  @Test("A replacement mode is not stored as the last used one")
  func replacementIsNoUse() {
    let memory = VolatileMemory()
    let modes = Self.modes("en-US ru", memory: memory)
    modes.perform(.next)
    _ = modes.focusDidMove(to: ModePreference(requiresASCII: true))
    #expect(modes.current.id == "en-US")
    #expect(memory.lastModeIdentifier == "ru-RU")
  }

  @Test("Two keyboard types require ASCII", arguments: KeyboardType.allCases)
  func keyboardTypes(_ type: KeyboardType) {
    #expect(type.requiresASCII == [.asciiCapable, .asciiCapableNumberPad].contains(type))
  }
}
