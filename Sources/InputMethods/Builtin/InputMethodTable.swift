// SPDX-License-Identifier: Apache-2.0
import KeyCommands
public import TextInput

/// The input methods that a session registers with its engine.
package struct InputMethodTable: Sendable {
  /// The functions that create each method, by the name that modes use
  /// (``TextInputMode/inputMethod``).
  package var makers: [String: @Sendable (MethodServices) -> any InputMethod]

  /// Creates a table.
  package init(_ makers: [String: @Sendable (MethodServices) -> any InputMethod] = [:]) {
    self.makers = makers
  }

  /// The methods that Keybridge contains.
  ///
  /// They open their data files when a key first needs them, so that unused methods cost nothing.
  package static let builtin = InputMethodTable([
    "hangul": { HangulMethod(services: $0) },
    "telex": { VietnameseMethod(.telex, services: $0) },
    "vni": { VietnameseMethod(.vni, services: $0) },
    "romaji": { JapaneseMethod(.romaji, converter: $0.converter("romaji"), services: $0) },
    "kana": { JapaneseMethod(.kana, converter: $0.converter("kana"), services: $0) },
    "pinyin": {
      CandidateMethod(
        PinyinEntry(), learns: .pinyin, converter: $0.converter("pinyin"), services: $0)
    },
    "zhuyin": {
      CandidateMethod(
        ZhuyinEntry(), learns: .zhuyin, converter: $0.converter("zhuyin"), services: $0)
    },
    "handwriting": {
      HandwritingMethod(converter: HandwritingConverter($0.converter), services: $0)
    },
    "stroke": {
      // Engines convert no strokes, but those of the language know what follows a character.
      CandidateMethod(
        StrokeEntry(), learns: .strokes,
        converter: StrokeConverter(
          follower: $0.converter("pinyin") ?? $0.converter("zhuyin"), lacks: $0.lacks),
        services: $0)
    },
  ])

  /// Whether a mode needs no input method, or one in the table.
  package func supports(_ mode: TextInputMode) -> Bool {
    mode.inputMethod.map { makers[$0] != nil } ?? true
  }

  /// Registers all methods with an engine, and the entry of code points (IME-18).
  ///
  /// - Parameters:
  ///   - engine: the engine; methods that it has already are replaced.
  ///   - settings: the user's settings of the methods.
  ///   - converter: returns the converter of a method, by the method's name; nil for none.
  ///   - englishWord: returns the English word that letters spell; nil for none.
  ///   - lacks: called when a method needs a data file that is not installed.
  ///   - inkIsFull: called when a stroke is ignored because a character has too many.
  package func register(
    with engine: TextEngine, settings: MethodSettings = MethodSettings(),
    converter: @escaping (String) -> (any Converter)? = { _ in nil },
    englishWord: @escaping (String) -> String? = { _ in nil },
    lacks: @escaping (MethodData) -> Void = { _ in },
    inkIsFull: @escaping () -> Void = {}
  ) {
    var services = MethodServices(engine, settings: settings)
    services.converter = converter
    services.englishWord = englishWord
    services.lacks = lacks
    services.inkIsFull = inkIsFull
    for (name, make) in makers { engine.registerInputMethod(make(services), named: name) }
    engine.registerInputMethod(CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
  }
}

extension TextEngine {
  /// Registers the input methods that Keybridge contains under the names that built-in modes use:
  /// Hangul, Telex, VNI, kana, romaji, pinyin, Zhuyin, strokes and handwriting; and the entry of
  /// code points by ⌃⇧U.
  ///
  /// They compose without a converter: kana stay kana, pinyin has no candidates, and handwriting
  /// takes no ink. Chosen
  /// candidates are learned in the engine's memory.
  public func registerBuiltinInputMethods() { InputMethodTable.builtin.register(with: self) }
}
