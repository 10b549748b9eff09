// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The status row's label for the focused text: the mode if there are several, the keyboard type,
/// the labels of Return and of the space bar, and the text around a caret that is moved with the
/// arrow keys.
struct StatusLabel {
  private var mode: String?
  /// The label of the traits, such as `URL · Go`.
  private var returnLabel: String?
  private var isReturnEnabled = true
  /// The label of the space bar, if several modes make it change.
  private var spaceLabel: String?
  private var context: CaretContext?
  /// The number of strokes of the character that is drawn; nil without any.
  private var strokes: Int?
  /// The correction that a key refuses.
  private var refusable: RefusableCorrection?

  /// Creates the label for an engine's focus, in the language of its mode (F022).
  ///
  /// A text view in which Return inserts a newline has no such label, because that is expected.
  init(of engine: TextEngine) {
    guard let container = engine.keyWindow?.firstResponder as? TextContainer else { return }
    let modes = engine.modes
    if modes.list.modes.count > 1 { mode = Self.name(of: modes.current) }
    context = engine.caretContext
    if let ink = engine.ink {
      strokes = ink.strokes.count
      mode = Self.handwriting(in: modes.current.primaryLanguage)
    }
    refusable = container.refusableCorrection
    let traits = container.traits
    guard
      !(container is TextView) || traits.effectiveKeyboardType != .default
        || traits.returnKeyType != .default
    else { return }
    let language = modes.current.primaryLanguage.description
    returnLabel = traits.statusLabel(in: language)
    if mode != nil { spaceLabel = ReturnKeyType.spaceLabel(in: language) }
    isReturnEnabled = container.isReturnKeyEnabled
  }

  /// The word for handwriting in a language.
  private static func handwriting(in language: LanguageTag) -> String {
    switch (language.language, language.script) {
    case ("ja", _): "手書き"
    case (_, .traditionalHan): "手寫"
    default: "手写"
    }
  }

  /// The name of a mode; that of an extension with its language, which the extension may change.
  private static func name(of mode: TextInputMode) -> String {
    mode.isOfExtension ? "\(mode.displayName) (\(mode.primaryLanguage))" : mode.displayName
  }

  /// Returns the parts of the label in their styles; the label of Return is dim if Return has no
  /// effect (F048).
  func parts(_ glyphs: CellRenderer) -> [StatusPart] {
    var parts: [StatusPart] = []
    if let context {
      let caret = context.after.first ?? " "
      let cells =
        glyphs.cells(for: context.before.map(glyphs.sign), style: TextStyle())
        + glyphs.cells(for: [glyphs.sign(caret)], style: .chosen)
        + glyphs.cells(for: context.after.dropFirst().map(glyphs.sign), style: TextStyle())
      parts.append(StatusPart(cells, .label))
    }
    if let refusable {
      let key =
        refusable.isApplied
        ? (glyphs.hasSymbols ? "⌘Z" : "Cmd+Z") : (glyphs.hasSymbols ? "⎋" : "Esc")
      let word = String(refusable.word.map { $0.isNewline ? " " : $0 })
      let cells = glyphs.cells(for: "\(key): \(word)", style: TextStyle())
      parts.append(StatusPart(cells, .message))
    }
    if let mode {
      parts.append(StatusPart(glyphs.cells(for: mode, style: TextStyle()), .label))
    }
    if let strokes {
      let words = strokes == 1 ? "1 stroke" : "\(strokes) strokes"
      parts.append(StatusPart(glyphs.cells(for: words, style: TextStyle()), .label))
    }
    if let returnLabel {
      let cells = glyphs.cells(
        for: returnLabel.map(glyphs.sign), style: TextStyle(isReturnEnabled ? [] : .dim))
      parts.append(StatusPart(cells, .label))
    }
    if let spaceLabel {
      parts.append(StatusPart(glyphs.cells(for: spaceLabel, style: TextStyle()), .spaceLabel))
    }
    return parts
  }
}
