// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// An assistant that corrects two mistakes, and optionally dashes, quotes and capitals.
private final class SmallAssistant: TypingAssistant {
  private static let corrections = ["teh": "the", "adn": "and"]
  var contexts: [TypingContext] = []
  var reported: [String] = []
  private var rejected: Set<String> = []

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    contexts.append(context)
    let caret = context.selection.range.start
    let before = caret > 0 ? context.storage.substring(TextRange(caret - 1, caret)) : ""
    let own = TextRange(caret, caret + context.text.utf16.count)
    var result: [TextSubstitution] = []
    if context.text.allSatisfy({ !$0.isLetter }), let correction = correction(in: context) {
      result.append(
        TextSubstitution(correction.range, with: correction.replacement, kind: .correction))
    }
    switch context.text {
    case "\"": result.append(TextSubstitution(own, with: "”", kind: .quote))
    case "-" where before == "-":
      result.append(TextSubstitution(TextRange(caret - 1, own.end), with: "–", kind: .dash))
    case "i" where caret == 0: result.append(TextSubstitution(own, with: "I", kind: .capital))
    default: break
    }
    return result
  }

  func correction(in context: TypingContext) -> TextCorrection? {
    guard context.traits.autocorrectionType != .no, context.selection.isCaret else { return nil }
    let caret = context.selection.head
    let word = TextRange(max(0, caret - 3), caret)
    let typed = context.storage.substring(word)
    guard let replacement = Self.corrections[typed], !rejected.contains(typed) else { return nil }
    return TextCorrection(word, typed: typed, replacement: replacement)
  }

  func correction(_ correction: TextCorrection, had outcome: TextCorrection.Outcome) {
    reported.append("\(outcome) \(correction.typed)")
    if outcome == .rejected || outcome == .reverted { rejected.insert(correction.typed) }
  }
}

/// A delegate that records its calls about text, and refuses some changes.
private final class AskedDelegate: TextViewDelegate, TextFieldDelegate {
  var asked: [String] = []
  var refuses: (TextRange, String) -> Bool = { _, _ in false }

  private func answer(_ range: TextRange, _ text: String) -> Bool {
    asked.append("(\(range.start),\(range.length)) \(text)")
    return !refuses(range, text)
  }
  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { answer(range, text) }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { answer(range, replacementString) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool {
    asked.append("return \(textField.text)")
    return true
  }
}

@Suite struct AssistanceTests {
  private let assistant = SmallAssistant()
  private let delegate = AskedDelegate()

  private func typist(_ drawn: String = "‸") -> Typist {
    let typist = Typist(drawn)
    typist.engine.assistant = assistant
    typist.engine.shownPredictions = { _ in [] }
    typist.view.delegate = delegate
    return typist
  }

  @Test(
    "4.3, UND-4a, UND-4b teh␠ consults for the word, then for the space, and undoes in two steps")
  func correction() {
    let typist = typist().type("teh")
    #expect(typist.facts().last == "correction.offered (0,3) teh → the")
    delegate.asked = []
    typist.type(" ")
    #expect(typist.drawn == "the ‸")
    #expect(delegate.asked == ["(0,3) the", "(3,0)  "])
    #expect(
      typist.facts() == [
        "text (0,3) the user", "selection 4", "text (3,0)   user",
        "correction.applied (0,3) teh → the",
      ])
    delegate.asked = []
    #expect(typist.press("⌘Z").drawn == "teh ‸")
    #expect(
      typist.facts() == ["text (0,3) teh undo", "correction.reverted (0,3) teh → the"])
    #expect(typist.press("⌘Z").drawn == "‸")
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
    #expect(typist.press("⇧⌘Z").drawn == "teh ‸")
    #expect(typist.press("⇧⌘Z").drawn == "the ‸")
    // Undo and redo do not consult the delegate, as in UIKit.
    #expect(delegate.asked.isEmpty)
    #expect(assistant.reported == ["accepted teh", "reverted teh", "accepted teh"])
  }

  @Test(
    "UND-4a, UND-4b, UND-10 the first ⌘Z restores the typed text, the last one undoes the typing",
    arguments: [
      ("x adn ", "x and ‸", ["x adn ‸", "‸"]),
      ("teh adn ", "the and ‸", ["the adn ‸", "teh adn ‸", "‸"]),
      ("a\"b", "a”b‸", ["a\"b‸", "‸"]), ("a--b", "a–b‸", ["a--b‸", "‸"]),
      ("is", "Is‸", ["is‸", "‸"]), ("teh\"", "the”‸", ["the\"‸", "teh\"‸", "‸"]),
      ("teh\n", "the⏎‸", ["teh⏎‸", "teh‸", "‸"]),
    ])
  func steps(_ typed: String, _ text: String, _ undone: [String]) {
    let typist = typist().type(typed)
    #expect(typist.drawn == text)
    for state in undone { #expect(typist.press("⌘Z").drawn == state) }
    #expect(typist.press("⌘Z").lastDisposition == .unhandled)
    for _ in undone { typist.press("⇧⌘Z") }
    #expect(typist.drawn == text)
  }

  @Test(
    "AST-19 the assistant receives one outcome for each offer; edited and reverted come after it",
    arguments: [
      ("t e h ␠", ["accepted"]), ("t e h .", ["accepted"]), ("t e h F6", ["accepted"]),
      ("t e h ⎋ ␠", ["rejected"]), ("t e h ← ␠", ["rejected"]), ("t e h x ␠", ["ignored"]),
      ("t e h ⌫ ␠", ["ignored"]), ("t e h ⌘V", ["ignored"]),
      ("t e h ␠ ⌘Z", ["accepted", "reverted"]),
      ("t e h ␠ ⌫ ⌫ n", ["accepted", "edited"]), ("t e h ␠ ⌫ m", ["accepted", "edited"]),
      ("t e h ␠ ⇧⌘← ⌫", ["accepted", "edited"]), ("t e h ␠ ⌘← x", ["accepted", "edited"]),
      ("t e h ␠ ⌫ .", ["accepted"]), ("t e h ␠ a ⌫ b", ["accepted"]),
      ("t e h ␠ ⌘← ␠", ["accepted"]),
    ])
  func outcomes(_ keys: String, _ outcomes: [String]) {
    let typist = typist()
    typist.engine.pasteboard.text = "x"
    for key in keys.split(separator: " ") {
      switch key {
      case "␠": typist.type(" ")
      case "F6": typist.engine.window.focus(nil)
      case _ where key.allSatisfy(\.isASCII): typist.type(String(key))
      default: typist.press(String(key))
      }
      _ = typist.facts()
    }
    #expect(assistant.reported == outcomes.map { "\($0) teh" })
  }

  @Test("AST-19 an offer that the delegate refuses at the end of editing is ignored")
  func refusedOutcome() {
    let typist = typist().type("teh")
    _ = typist.facts()
    delegate.refuses = { $1 == "the" }
    typist.engine.window.focus(nil)
    #expect(typist.view.text == "teh" && assistant.reported == ["ignored teh"])
  }

  @Test("6.3, AST-13a, AST-13c ⎋ rejects an offered correction, and so does moving the caret away")
  func rejection() {
    let typist = typist().type("teh")
    _ = typist.facts()
    typist.press("⎋")
    #expect(typist.lastDisposition == .binding(.cancel))
    #expect(typist.facts() == ["correction.rejected (0,3) teh → the"])
    #expect(typist.type(" ").drawn == "teh ‸")
    #expect(typist.press("⎋").lastDisposition == .unhandled)
    let other = self.typist().type("adn")
    _ = other.facts()
    other.press("←")
    #expect(other.facts() == ["selection 2", "correction.rejected (0,3) adn → and"])
    #expect(other.type(" ").drawn == "ad ‸n")
  }

  @Test("AST-14 typing on or deleting replaces the offer, and nothing is reported if none is left")
  func offers() {
    let typist = typist().type("teh")
    _ = typist.facts()
    #expect(typist.type("x").facts() == ["selection 4", "text (3,0) x user"])
    #expect(
      typist.press("⌫").facts()
        == ["selection 3", "text (3,1)  user", "correction.offered (0,3) teh → the"])
    typist.view.replace(TextRange(0, 1), withText: "x")
    #expect(typist.press("⎋").lastDisposition == .unhandled)
  }

  @Test(
    "FLD-9a, FLD-9b losing the focus consults about a pending correction, applies and reports it")
  func focusLeaves() {
    let typist = FieldTypist()
    typist.engine.assistant = assistant
    typist.engine.shownPredictions = { _ in [] }
    typist.field.delegate = delegate
    typist.type("teh")
    _ = typist.facts()
    delegate.asked = []
    typist.engine.window.focus(nil)
    #expect(delegate.asked == ["(0,3) the"])
    #expect(
      typist.facts().prefix(4) == [
        "field.editingChanged", "text (0,3) the user", "correction.applied (0,3) teh → the",
        "focus.didEnd",
      ])
    #expect(typist.field.text == "the")
  }

  @Test("AST-12 ⏎ in a field applies a pending correction, and then consults about Return")
  func returnInField() {
    let typist = FieldTypist()
    typist.engine.assistant = assistant
    typist.field.delegate = delegate
    typist.type("teh")
    delegate.asked = []
    typist.press("⏎")
    #expect(delegate.asked == ["(0,3) the", "return the"])
  }

  @Test(
    "FLD-10a refusing the correction keeps the word, and refusing the space keeps the correction")
  func refusals() {
    let typist = typist().type("teh")
    delegate.refuses = { $1 == "the" }
    #expect(typist.type(" ").drawn == "teh ‸")
    #expect(!typist.facts().contains { $0.hasPrefix("correction.applied") })
    #expect(typist.press("⌘Z").drawn == "‸")
    delegate.refuses = { $1 == " " }
    #expect(typist.type("adn ").drawn == "and‸")
    #expect(typist.press("⌘Z").drawn == "adn‸")
    #expect(typist.press("⌘Z").drawn == "‸")
    delegate.refuses = { $1 == "–" }
    #expect(typist.type("--").drawn == "-‸")
  }

  @Test("UND-6b a correction clears redo, even if the key that caused it is refused")
  func correctionLosesRedo() {
    let typist = typist().type("teh")
    typist.view.breakUndoCoalescing()
    #expect(typist.type("x").press("⌘Z").drawn == "teh‸")
    delegate.refuses = { $1 == " " }
    #expect(typist.type(" ").drawn == "the‸")
    #expect(typist.press("⇧⌘Z").lastDisposition == .unhandled)
    #expect(typist.drawn == "the‸")
    #expect(typist.press("⌘Z").drawn == "teh‸")
  }

  @Test("FLD-11 a delegate's edit while it is consulted is not overwritten by the correction")
  func delegateEdits() {
    let typist = typist().type("teh")
    let view = typist.view
    delegate.refuses = { _, text in
      if text == "the" { view.text = "" }
      return false
    }
    #expect(typist.type(" ").drawn == " ‸")
    delegate.refuses = { _, text in
      if text == "–" { view.text = "" }
      return false
    }
    #expect(typist.type("--").drawn == "–‸")
    while typist.press("⌘Z").lastDisposition == .binding(.undo) {}
    #expect(typist.drawn == "‸")
  }

  @Test("FLD-11 a word is not corrected if the delegate moved the caret while it was consulted")
  func delegateMoves() {
    let typist = typist().type("teh")
    let view = typist.view
    delegate.refuses = { _, text in
      if text == "the" { view.select(Selection(caret: 0)) }
      return false
    }
    #expect(typist.type(" ").drawn == " ‸teh")
  }

  @Test("Invalid ranges from an assistant are ignored")
  func hostile() {
    final class Hostile: TypingAssistant {
      func substitutions(for context: TypingContext) -> [TextSubstitution] {
        [(-9, -3), (0, 99), (50, 60), (-4, 1), (2, 3), (1, 2)].map {
          TextSubstitution(TextRange($0.0, $0.1), with: "zz", kind: .replacement)
        }
      }
      func correction(in context: TypingContext) -> TextCorrection? {
        TextCorrection(TextRange(-5, 900), typed: "?", replacement: "!")
      }
    }
    let hostile = Hostile()
    let typist = Typist()
    typist.engine.assistant = hostile
    typist.type("👍🏽e\u{301}x ").press("⎋ ← ⌫ ⌘A ⌘X ⌘V")
    while typist.press("⌘Z").lastDisposition == .binding(.undo) {}
    #expect(typist.drawn == "‸")
  }

  @Test("The assistant receives the typed text, the traits and the language before the insertion")
  func context() {
    let typist = typist("a«b‸»")
    typist.view.traits.autocorrectionType = .no
    typist.type("x")
    let context = assistant.contexts.last
    #expect(context?.text == "x")
    #expect(context?.storage.text == "ab")
    #expect(context?.selection == Selection(anchor: 1, head: 2))
    #expect(context?.traits.autocorrectionType == .no)
    #expect(context?.language == "en-US")
    #expect(typist.type("teh ").drawn == "axteh ‸")
    #expect(assistant.reported.isEmpty)
  }

  @Test("FLD-2e a secure field, paste, ⌃' and the program never reach the assistant")
  func unreached() {
    let typist = typist()
    typist.engine.pasteboard.text = "teh "
    typist.press("⌘V ⌃⇧'")
    typist.view.insertText("teh ")
    typist.view.replace(TextRange(0, 0), withText: "adn ")
    #expect(assistant.contexts.isEmpty)
    typist.view.text = ""
    typist.view.traits.isSecureTextEntry = true
    #expect(typist.type("teh ").drawn == "teh ‸")
    typist.engine.window.focus(nil)
    #expect(assistant.contexts.isEmpty)
    #expect(assistant.reported.isEmpty)
  }

  @Test("⌃' and ⌃⇧' type straight quotes where typing would give smart ones")
  func straightQuotes() {
    #expect(typist().type("\"").drawn == "”‸")
    #expect(typist().press("⌃⇧'").drawn == "\"‸")
    #expect(typist().press("⌃'").drawn == "'‸")
  }
}
