// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The input methods that a session registers with its engine.
package struct InputMethodTable: Sendable {
  /// The functions that create each method, by the name that modes use
  /// (``TextInputMode/inputMethod``).
  package var makers: [String: @Sendable () -> any InputMethod]

  /// Creates a table.
  package init(_ makers: [String: @Sendable () -> any InputMethod] = [:]) {
    self.makers = makers
  }

  /// The methods that Keybridge contains.
  package static let builtin = InputMethodTable()

  /// Whether a mode needs no input method, or one in the table.
  package func supports(_ mode: TextInputMode) -> Bool {
    mode.inputMethod.map { makers[$0] != nil } ?? true
  }

  /// Registers all methods with an engine.
  package func register(with engine: TextEngine) {
    for (name, make) in makers { engine.registerInputMethod(make(), named: name) }
  }
}
