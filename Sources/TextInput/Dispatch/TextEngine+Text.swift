// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// What a key press means to the text that has the focus.
enum TextEvent {
  case binding(EditingCommand)
  case insertion
  case sequence(preview: String)
}

/// Step 5 of the offer order: a binding of reference section 6, else insertion.
extension TextEngine {
  /// What a press would do to the focused text; nil where it would do nothing (CMD-18).
  func textEvent(
    of keystroke: Keystroke, _ hint: ChordHint, in container: any TextContainer
  ) -> TextEvent? {
    if bindings.mayMatch(hint),
      let command = bindings.command(for: keystroke, where: { container.canPerform($0) })
    {
      return .binding(command)
    }
    if case .pending(let preview) = keystroke.composition { return .sequence(preview: preview) }
    return keystroke.insertsText ? .insertion : nil
  }

  func perform(
    _ event: TextEvent, of keystroke: Keystroke, in container: any TextContainer,
    into updates: inout [Update]
  ) -> Disposition {
    switch event {
    case .binding(let command):
      if case .pending = keystroke.composition { abandonComposition(into: &updates) }
      container.perform(command, into: &updates)
      changedByEngine(container)
      return .binding(command)
    case .insertion:
      // Marked text here belongs to a sequence that this key had no part in.
      if isComposing { container.unmarkText(into: &updates) }
      container.insertText(keystroke.typedText, into: &updates)
      changedByEngine(container)
      return .insertedText
    case .sequence(let preview):
      show(preview, of: keystroke, in: container, into: &updates)
      return .composing
    }
  }

  /// Tells those who compose of a change that was not theirs (INP-12).
  private func changedByEngine(_ container: any TextContainer) {
    noticeEndOfComposition()
    for method in inputMethods { method.contextDidChange(in: container) }
  }

  // MARK: By program

  /// Replaces all text of a view by program (FLD-12).
  public func setText(_ text: String, of view: TextView, into updates: inout [Update]) {
    view.setText(text, into: &updates)
    changedByProgram(view)
  }

  /// Replaces a range of a view's text by program (FLD-12, INP-10).
  public func replace(
    _ range: TextRange, of view: TextView, with text: String, into updates: inout [Update]
  ) {
    view.replace(range, with: text, into: &updates)
    changedByProgram(view)
  }

  /// Selects in a view by program.
  public func select(
    _ selection: Selection, in view: TextView, into updates: inout [Update]
  ) {
    view.select(selection, into: &updates)
    changedByProgram(view)
  }

  private func changedByProgram(_ view: TextView) {
    if textContainer === view { changedByEngine(view) }
  }
}

extension Keystroke {
  /// Its text as a document holds it: Return is a newline.
  var typedText: String {
    guard text.utf8.contains(0x0D) else { return text }
    return text == "\r" ? "\n" : String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}
