// SPDX-License-Identifier: Apache-2.0
package import Keys
package import TextInput

/// Types characters by their code points in every mode: ⌃⇧U, the digits, and ␠ or ⏎ (IME-18).
package final class CodePointMethod: InputMethod {
  private var entry: CodePointEntry?

  /// Starts without an entry.
  package init() {}

  package func handle(
    _ keystroke: Keystroke, in context: InputMethodContext
  ) -> InputMethodAnswer {
    guard let current = entry else {
      guard keystroke.charactersIgnoringModifiers == "u",
        keystroke.modifiers.intersection(.chord) == [.control, .shift],
        context.markedRange == nil, !context.isSecret
      else { return .noOpinion }
      entry = CodePointEntry()
      return .handled(.mark("u"))
    }
    if keystroke.isPlain(" ") || keystroke.isPlain(.return) { return commit(current) }
    if keystroke.isPlain(.escape) { return drop() }
    if keystroke.isPlain(.delete) {
      guard !current.isEmpty else { return drop() }
      entry?.deleteBackward()
      return .handled(mark())
    }
    if let character = keystroke.typedCharacter, entry?.type(character) == true {
      return .handled(mark())
    }
    // No other character belongs to a code point; it is refused, so that the digits are not lost.
    if keystroke.typedCharacter != nil { return .handled() }
    let text = current.character.map(String.init)
    entry = nil
    return .declined(text.map { .commit($0) } ?? .mark(""))
  }

  package func contextDidChange(_ context: InputMethodContext) { entry = nil }

  package func finish(in context: InputMethodContext) -> [InputMethodAction] {
    guard let current = entry else { return [] }
    entry = nil
    return [current.character.map { .commit(String($0)) } ?? .mark("")]
  }

  private func mark() -> InputMethodAction { .mark("u" + (entry?.text ?? "")) }

  private func commit(_ current: CodePointEntry) -> InputMethodAnswer {
    // A number that is no character stays, to be corrected.
    guard let character = current.character else {
      return current.isEmpty ? drop() : .handled()
    }
    entry = nil
    return .handled(.commit(String(character)))
  }

  private func drop() -> InputMethodAnswer {
    entry = nil
    return .handled(.mark(""))
  }
}
