// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The status row's label for the focused text: the mode if there are several, the keyboard type,
/// the label of Return, and the text around a caret that is moved with the arrow keys.
struct StatusLabel {
  private var mode: String?
  /// The label of the traits, such as `URL · Go`.
  private var returnLabel: String?
  private var isReturnEnabled = true
  private var context: CaretContext?

  /// Creates the label for an engine's focus, in the language of its mode (F022).
  ///
  /// A text view in which Return inserts a newline has no such label, because that is expected.
  init(of engine: TextEngine) {
    guard let container = engine.keyWindow?.firstResponder as? TextContainer else { return }
    let modes = engine.modes
    if modes.list.modes.count > 1 { mode = modes.current.displayName }
    context = engine.caretContext
    let traits = container.traits
    guard
      !(container is TextView) || traits.effectiveKeyboardType != .default
        || traits.returnKeyType != .default
    else { return }
    returnLabel = traits.statusLabel(in: modes.current.primaryLanguage.description)
    isReturnEnabled = container.isReturnKeyEnabled
  }

  /// Returns the parts of the label in their styles; the label of Return is dim if Return has no
  /// effect (F048).
  func parts(_ glyphs: CellRenderer) -> [[Cell]] {
    var parts: [[Cell]] = []
    if let context {
      let caret = context.after.first ?? " "
      parts.append(
        glyphs.cells(for: context.before.map(glyphs.sign), style: TextStyle())
          + glyphs.cells(for: [glyphs.sign(caret)], style: .chosen)
          + glyphs.cells(for: context.after.dropFirst().map(glyphs.sign), style: TextStyle()))
    }
    if let mode { parts.append(glyphs.cells(for: mode, style: TextStyle())) }
    if let returnLabel {
      parts.append(
        glyphs.cells(
          for: returnLabel.map(glyphs.sign), style: TextStyle(isReturnEnabled ? [] : .dim)))
    }
    return parts
  }
}
