// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

@testable import TextInput

/// A US keyboard and one text field, like ``Typist`` for a view.
final class FieldTypist {
  let engine = TextEngine()
  let field = TextField(name: "field")
  private(set) var lastDisposition = Disposition.ignored

  init(_ drawn: String = "‸") {
    engine.window.addSubview(field)
    let (text, selection) = Typist.read(drawn)
    field.text = text
    field.select(selection)
    field.becomeFirstResponder()
    _ = engine.takeUpdates()
  }

  var drawn: String { Typist.draw(field) }

  @discardableResult
  func press(_ keys: String) -> Self {
    for key in keys.split(separator: " ") { hit(Typist.keystroke(String(key))) }
    return self
  }

  @discardableResult
  func type(_ text: String) -> Self {
    for character in text { hit(Typist.typing(String(character))) }
    return self
  }

  func hit(_ keystroke: Keystroke) {
    lastDisposition = engine.handle(keystroke)
    engine.handle(keystroke.phase(.release))
  }

  func facts() -> [String] { engine.takeUpdates().map(Typist.fact) }
}
