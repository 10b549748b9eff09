// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import KeyCommands
package import TextInput

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
  ///
  /// - Parameter hangulDelivery: how Korean syllables reach the text.
  /// - Returns: the table.
  package static func builtin(hangulDelivery: HangulDelivery = .marked) -> InputMethodTable {
    InputMethodTable([
      "hangul": {
        HangulMethod(delivery: hangulDelivery, learning: ChoiceLearning(.hanja, in: $0.memory))
      },
      "romaji": { JapaneseMethod(.romaji, services: $0) },
      "kana": { JapaneseMethod(.kana, services: $0) },
      "pinyin": { CandidateMethod(PinyinEntry(), learns: .pinyin, services: $0) },
      "zhuyin": { CandidateMethod(ZhuyinEntry(), learns: .zhuyin, services: $0) },
      "stroke": {
        CandidateMethod(
          StrokeEntry(), learns: .strokes, converter: StrokeConverter(), services: $0)
      },
    ])
  }

  /// The methods that Keybridge contains, with their default settings.
  package static let builtin = InputMethodTable.builtin()

  /// Whether a mode needs no input method, or one in the table.
  package func supports(_ mode: TextInputMode) -> Bool {
    mode.inputMethod.map { makers[$0] != nil } ?? true
  }

  /// Registers all methods with an engine, and the entry of code points (IME-18).
  package func register(with engine: TextEngine) {
    let services = MethodServices(engine)
    for (name, make) in makers { engine.registerInputMethod(make(services), named: name) }
    engine.registerInputMethod(CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
  }
}
