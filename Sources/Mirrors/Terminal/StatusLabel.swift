// SPDX-License-Identifier: Apache-2.0
import TextInput

/// What the status row says of the text that has the focus: the mode, where there are several, its type
/// and what Return does there, and what is around a caret that the arrows place.
struct StatusLabel {
  private var mode: String?
  /// As `URL · Go`.
  private var returnLabel: String?
  private var isReturnEnabled = true
  private var context: CaretContext?

  /// Says it of an engine's focus, in the language of its mode (F022).
  ///
  /// A text view where Return makes a new line, as everybody expects, has no label.
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

  /// Its parts, each in its style; dim is what Return would do if it did anything (F048).
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
