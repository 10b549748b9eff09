// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing
import Text

@testable import TextInput

/// Secure fields (FLD-2 to FLD-4).
@Suite struct SecureFieldTests {
  private let desk = FieldDesk()

  private func secureField(_ text: String = "") -> TextField {
    let field = desk.field("a", text)
    field.traits.isSecureTextEntry = true
    return field
  }

  @Test(
    "FLD-2a, FLD-2b, F133 a secret is dots, with the last typed character in clear for a second")
  func reveal() {
    let field = secureField()
    field.becomeFirstResponder()
    #expect(desk.type("a").engine.nextDeadline != nil)
    #expect(field.visibleText == "a")
    desk.wait(microseconds: 300_000)
    desk.type("b")
    #expect(field.visibleText == "•b")
    desk.wait(microseconds: 999_999)
    #expect(field.visibleText == "•b")
    desk.wait(microseconds: 1)
    #expect(field.visibleText == "••" && desk.engine.nextDeadline == nil)
    #expect(field.text == "ab")
  }

  @Test("FLD-2b a character typed between others is the only one in clear")
  func revealBetween() {
    let field = secureField()
    field.becomeFirstResponder()
    desk.type("ac").press("←").type("b")
    #expect(field.visibleText == "•b•")
  }

  @Test(
    "FLD-2b any next key hides the character, except ⇧ before a capital",
    arguments: [("⌫", "•"), ("←", "••"), ("F9", "••"), ("⌘K", "••"), ("⏎", "••"), ("⇥", "••")])
  func nextKey(key: String, visible: String) {
    let field = secureField()
    field.becomeFirstResponder()
    desk.type("ab")
    desk.hit(Typist.shiftKey)
    #expect(field.visibleText == "•b")
    desk.press(key)
    #expect(field.visibleText == visible)
    #expect(desk.engine.nextDeadline == nil)
  }

  @Test("FLD-2b only typed characters are in clear, and none after leaving or setting the text")
  func neverRevealed() {
    let field = secureField()
    field.becomeFirstResponder()
    desk.engine.pasteboard.text = "pw"
    desk.press("⌘V")
    #expect(field.visibleText == "••")
    desk.type("x")
    field.resignFirstResponder()
    #expect(field.visibleText == "•••")
    field.becomeFirstResponder()
    desk.type("y")
    field.text = "zz"
    #expect(field.visibleText == "••")
    // One dot for each user-perceived character.
    field.text = "👍🏽é"
    #expect(field.visibleText == "••")
    field.traits.isSecureTextEntry = false
    #expect(field.visibleText == "👍🏽é")
  }

  @Test("FLD-2b a character in clear is hidden when its text is secret again")
  func secretAgain() {
    let field = secureField()
    field.becomeFirstResponder()
    desk.type("a")
    field.traits.isSecureTextEntry = false
    #expect(desk.engine.nextDeadline == nil)
    field.traits.isSecureTextEntry = true
    #expect(field.visibleText == "•")
  }

  @Test("FLD-2c a setting shows only dots")
  func revealOff() {
    let field = secureField()
    desk.engine.settings.revealLast = false
    field.becomeFirstResponder()
    desk.type("a")
    #expect(field.visibleText == "•" && desk.engine.nextDeadline == nil)
  }

  @Test("FLD-2d others receive the length of a secret, never its text or its keys")
  func shared() {
    let field = secureField()
    // The recorder would consume the updates.
    field.delegate = nil
    let engine = desk.engine
    field.becomeFirstResponder()
    _ = engine.takeUpdates()
    desk.type("pä").press("F9")
    field.setMarkedText("ko", selectedRange: TextRange(caret: 2))
    let updates = engine.takeUpdates()
    let shared = updates.compactMap { engine.shared($0) }
    for update in shared {
      switch update {
      case .textDidChange(_, _, let text, _): #expect(text == "•")
      case .markedDidChange(_, let range, let segments):
        #expect(segments.text == "••" && range?.length == 2)
      case .pressUnhandled, .pressBegan, .pressEnded: Issue.record("\(update.name)")
      default: break
      }
    }
    #expect(shared.filter { $0.name == "text.didChange" }.count == 2)
    #expect(updates.contains { $0.name == "press.unhandled" })
    // A text that was shown for a moment is still a secret.
    field.traits.isSecureTextEntry = false
    field.unmarkText()
    desk.type("x")
    let later = engine.takeUpdates().compactMap { engine.shared($0) }
    #expect(
      later.allSatisfy {
        if case .textDidChange(_, _, let text, _) = $0 {
          text.allSatisfy { $0 == "•" }
        } else {
          true
        }
      })
    let other = desk.field("b")
    other.delegate = nil
    other.becomeFirstResponder()
    desk.type("x").press("F9")
    let open = engine.takeUpdates()
    #expect(open.compactMap { engine.shared($0) } == open)
  }

  @Test("FLD-2d others receive only the length of a text that is or was a secret")
  func sharedText() {
    let field = secureField()
    field.text = "p😀"
    let open = desk.field("b")
    open.text = "open"
    #expect(desk.engine.hasSecrets)
    #expect(field.isSecret && field.sharedText == "•••")
    #expect(!open.isSecret && open.sharedText == "open")
    field.traits.isSecureTextEntry = false
    #expect(field.isSecret && field.sharedText == "•••")
    let alone = TextField()
    alone.text = "x"
    #expect(!alone.isSecret)
    alone.traits.isSecureTextEntry = true
    #expect(alone.isSecret && alone.sharedText == "•")
    #expect(!TextEngine().hasSecrets)
  }

  @Test(
    "Moving and selecting by words in a secret goes to its ends, in either direction of writing",
    arguments: [
      ("one two", "⌥←", 5, 0), ("one two", "⌥→", 1, 7), ("one two", "⌥⇧←", 5, 0),
      ("one two", "⌥⇧→", 1, 7), ("one two", "⌃⌥B", 5, 0), ("one two", "⌃⌥F", 1, 7),
      ("שלום רב", "⌥←", 1, 7), ("שלום רב", "⌥→", 6, 0), ("שלום רב", "⌥⇧←", 1, 7),
      ("שלום רב", "⌥⇧→", 6, 0), ("שלום רב", "⌃⌥B", 6, 0),
    ])
  func words(text: String, key: String, caret: Int, end: Int) {
    let open = desk.field("open", text)
    for field in [secureField(text), open] {
      field.becomeFirstResponder()
      field.select(Selection(caret: caret))
      desk.press(key)
      let anchor = key.contains("⇧") ? caret : end
      #expect((field.selection == Selection(anchor: anchor, head: end)) == (field !== open))
    }
  }

  @Test(
    "Deleting a word in a secret deletes to its start or end",
    arguments: [
      ("one two", "⌥⌫", 5, "wo"), ("one two", "⌥⌦", 5, "one t"), ("one two", "⌥⌫", 7, ""),
      ("one two", "⌥⌦", 0, ""), ("שלום רב", "⌥⌫", 6, "ב"), ("שלום רב", "⌥⌦", 1, "ש"),
    ])
  func wordDeletion(text: String, key: String, caret: Int, rest: String) {
    let field = secureField()
    // The first edit empties a field that has a text when it gets the focus (FLD-4).
    field.becomeFirstResponder()
    field.text = text
    field.select(Selection(caret: caret))
    desk.press(key)
    #expect(field.text == rest)
  }

  @Test("FLD-3a, FLD-3b a secret can be pasted into, but neither copied, cut nor killed")
  func copying() {
    let field = secureField("secret")
    field.becomeFirstResponder()
    desk.press("⎋ ⌘A")
    for key in ["⌘C", "⌘X"] {
      #expect(desk.press(key).lastDisposition == .unhandled, "\(key)")
    }
    #expect(desk.engine.pasteboard.text == "" && field.text == "secret")
    desk.press("⌃A ⌃K")
    #expect(desk.engine.killBuffer.text == "" && field.text == "")
    desk.engine.pasteboard.text = "pw"
    #expect(desk.press("⌘V").lastDisposition == .binding(.paste))
    #expect(field.text == "pw")
  }

  @Test(
    "FLD-4a a secure field that regains the focus is emptied by the first edit",
    arguments: [("x", "x"), ("⌫", ""), ("⌘V", "pw")])
  func regaining(key: String, text: String) {
    let field = secureField()
    desk.engine.pasteboard.text = "pw"
    field.becomeFirstResponder()
    desk.type("abc")
    #expect(field.text == "abc")
    field.resignFirstResponder()
    field.becomeFirstResponder()
    #expect(field.isToBeReplaced && !field.clearsOnInsertion)
    desk.press("←")
    #expect(field.text == "abc")
    desk.press(key)
    #expect(field.text == text && !field.isToBeReplaced)
    desk.type("yz")
    #expect(field.text == text + "yz")
  }

  /// The ways in which a program replaces the text of a field.
  enum Replacement: CaseIterable {
    case set, setEmpty, endSession, replace, replaceByNothing, clear, fill, showAndHide

    /// - Returns: the text that then precedes what is typed.
    func make(in field: TextField) -> String {
      switch self {
      case .set: field.text = "new"
      case .setEmpty: field.text = ""
      case .endSession: field.endSession()
      case .replace: field.replace(TextRange(0, field.storage.count), withText: "new")
      case .replaceByNothing: field.replace(TextRange(0, field.storage.count), withText: "")
      case .clear: field.clear()
      case .fill: field.fill(with: "new", isSecret: false, in: UndoGroup(number: 1))
      case .showAndHide:
        field.traits.isSecureTextEntry = false
        field.traits.isSecureTextEntry = true
      }
      return field.text
    }
  }

  @Test(
    "FLD-4b the first edit empties only the secret that the field had when it regained the focus",
    arguments: Replacement.allCases, ["type", "paste", "compose"])
  func replacedSecret(by replacement: Replacement, _ way: String) {
    let field = secureField()
    field.becomeFirstResponder()
    desk.type("secret")
    field.resignFirstResponder()
    field.becomeFirstResponder()
    #expect(field.isToBeReplaced)
    let before = replacement.make(in: field)
    #expect(!field.isToBeReplaced)
    switch way {
    case "type": desk.type("a")
    case "paste":
      desk.engine.pasteboard.text = "a"
      desk.press("⌘V")
    default:
      field.setMarkedText("k", selectedRange: TextRange(caret: 1))
      #expect(!field.isToBeReplaced)
      field.insertText("a")
    }
    desk.type("bc")
    #expect(field.text == before + "abc")
  }

  @Test("FLD-4b a program's edit of a part keeps the state, because the rest is still the secret")
  func replacedPart() {
    let field = secureField("secret")
    field.becomeFirstResponder()
    field.replace(TextRange(0, 1), withText: "")
    #expect(field.isToBeReplaced)
    desk.type("abc")
    #expect(field.text == "abc")
  }

  @Test("FLD-4a leaving a secure field without an edit keeps the secret")
  func leaving() {
    let field = secureField("abc")
    field.becomeFirstResponder()
    field.resignFirstResponder()
    #expect(!field.isToBeReplaced && field.text == "abc")
  }

  @Test("F122 pw1 is shown as two dots and 1, and after ⇥ as three dots")
  func password() {
    let field = secureField()
    desk.field("b")
    field.becomeFirstResponder()
    desk.type("pw1")
    #expect(field.appearance.text == "••1")
    desk.press("⇥")
    #expect(field.appearance.text == "•••")
  }
}
