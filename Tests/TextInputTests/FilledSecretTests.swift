// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import Testing

@testable import TextInput
@testable import Typing

/// A field that took a filled password is secure until it is empty, whatever its traits declare.
@Suite struct FilledSecretTests {
  private let desk = FieldDesk(application: Application(name: "shop"))
  private let name: TextField
  private let word: TextField

  /// A name and a password that the program shows in clear (TRT-13).
  init() {
    var store = MemoryCredentials()
    store.save(Credential(owner: "shop", username: "ann", password: "hunter2"))
    desk.engine.autoFill = AutoFillSuggester(sources: [], credentials: store)
    name = desk.field("name")
    name.traits.textContentType = .username
    word = desk.field("word")
    word.traits.textContentType = .password
    word.becomeFirstResponder()
    // The recorder of delegates' calls takes the updates.
    (name.delegate, word.delegate) = (nil, nil)
    _ = desk.log()
  }

  /// The text that others receive of the updates since the last call.
  private var shared: String {
    desk.engine.takeUpdates().compactMap(desk.engine.shared).compactMap { update in
      if case .textDidChange(word.id, _, let text, _) = update { text } else { nil }
    }.joined()
  }

  /// Delivers the pending updates and lets the time pass that the engine needs to notice it.
  private func deliver() {
    _ = desk.engine.takeUpdates()
    desk.wait(microseconds: 10_000)
  }

  @Test("TRT-22 a filled password is shown as dots, and others receive its length only")
  func filled() {
    desk.press("F5 ⏎")
    #expect(name.text == "ann" && word.text == "hunter2")
    #expect(word.visibleText == "•••••••" && word.sharedText == "•••••••")
    #expect(name.visibleText == "ann" && name.sharedText == "ann")
    #expect(shared == "•••••••")
    desk.type("x")
    #expect(shared == "•" && word.sharedText == "••••••••")
  }

  @Test("TRT-22 a filled password can be neither cut, copied, killed nor searched for")
  func copying() {
    desk.press("F5 ⏎ ⌘A ⌘C ⌘X ⌘E ⌃K")
    #expect(desk.engine.pasteboard.text == "" && desk.engine.killBuffer.text == "")
    #expect(desk.engine.findSession.query == "")
  }

  @Test("TRT-22 a field is no longer secure once it is empty")
  func emptied() {
    desk.press("F5 ⏎ ⌘A ⌫")
    #expect(word.text == "" && !word.isSecure)
    deliver()
    desk.type("in clear")
    #expect(word.visibleText == "in clear" && word.sharedText == "in clear")
    #expect(shared == "in clear" && !desk.engine.hasSecrets)
    desk.press("⌘A ⌘C")
    #expect(desk.engine.pasteboard.text == "in clear")
  }

  @Test(
    "TRT-22 undo and redo of a filled password keep it secure", arguments: ["⌘Z ⇧⌘Z", "⌘A ⌫ ⌘Z"])
  func restored(_ keys: String) {
    desk.press("F5 ⏎")
    for key in keys.split(separator: " ") {
      deliver()
      desk.press(String(key))
    }
    #expect(word.text == "hunter2" && word.visibleText == "•••••••")
    #expect(shared.allSatisfy { $0 == "•" } && word.sharedText == "•••••••")
    desk.press("⌘A ⌘C")
    #expect(desk.engine.pasteboard.text == "")
    deliver()
    #expect(word.isSecret)
  }

  @Test("TRT-22 once an emptied field has another text, undo does not bring the password back")
  func dropped() {
    desk.press("F5 ⏎ ⌘A ⌫")
    deliver()
    desk.type("x")
    var texts: [String] = []
    for key in ["⌘Z", "⌘Z", "⌘Z", "⌘Z", "⇧⌘Z", "⇧⌘Z", "⇧⌘Z"] {
      desk.press(key)
      texts.append(word.text)
    }
    #expect(texts == ["", "", "", "", "x", "x", "x"] && word.visibleText == "x")
  }

  @Test("TRT-22 while undo brings a password back, the text is a secret already")
  func restoring() {
    desk.press("F5 ⏎ ⌘A ⌫")
    deliver()
    #expect(!word.isSecret)
    var secrets: [Bool] = []
    word.addAction(for: .editingChanged) { [word] in secrets.append(word.isSecret) }
    desk.press("⌘Z")
    #expect(word.text == "hunter2" && !secrets.isEmpty && secrets.allSatisfy { $0 })
  }

  @Test("TRT-22 updates of a password that are delivered after it was deleted have dots")
  func deliveredLater() {
    desk.press("F5 ⏎ ⌘A ⌫")
    desk.wait(microseconds: 10_000)
    #expect(word.text == "" && shared == "•••••••")
  }

  @Test("TRT-22 a field that was declared secure once stays a secret after a fill")
  func declaredOnce() {
    word.traits.isSecureTextEntry = true
    desk.press("F5 ⏎")
    word.traits.isSecureTextEntry = false
    desk.press("⌘A ⌫")
    deliver()
    desk.type("x")
    #expect(!word.isSecure && word.isSecret && word.sharedText == "•")
  }

  @Test("TRT-22 a text that the fill replaced, and a text that the program sets, stay secure")
  func replaced() {
    desk.type("abc")
    desk.press("F5 ⏎ ⌘Z")
    #expect(word.text == "abc" && word.visibleText == "•••")
    word.text = "from the program"
    #expect(word.isSecure && word.isSecret)
    word.text = ""
    #expect(!word.isSecure)
  }

  @Test("TRT-22 the program cannot show a filled password in clear")
  func declared() {
    desk.press("F5 ⏎")
    word.traits.isSecureTextEntry = false
    #expect(word.isSecure && word.visibleText == "•••••••")
    #expect(!word.declaredTraits.isSecureTextEntry)
    desk.press("⌘A ⌫")
    #expect(!word.traits.isSecureTextEntry)
    word.traits.isSecureTextEntry = true
    deliver()
    #expect(word.isSecure && word.isSecret)
  }

  @Test("TRT-22 a password that the delegate refuses leaves the field as it was")
  func refused() {
    word.delegate = desk.delegate
    desk.delegate.answers["word text.shouldChange"] = false
    desk.type("abc")
    word.text = "abc"
    desk.press("F5 ⏎")
    #expect(word.text == "abc" && !word.isSecure)
    deliver()
    #expect(word.visibleText == "abc" && word.sharedText == "abc" && !desk.engine.hasSecrets)
  }

  /// Replaces each change by an empty text.
  private final class Emptying: TextFieldDelegate {
    func textField(
      _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
    ) -> TextChangeDecision {
      .replace("")
    }
  }

  @Test("TRT-22 a field is not secure if the delegate replaces the password by an empty text")
  func replacedByNothing() {
    desk.type("abc")
    let delegate = Emptying()
    word.delegate = delegate
    desk.press("F5 ⏎")
    #expect(word.text == "" && !word.isSecure)
    deliver()
    word.delegate = nil
    desk.type("in clear")
    #expect(word.visibleText == "in clear" && shared == "in clear" && !desk.engine.hasSecrets)
  }

  /// Sets the text while it is asked.
  private final class Setting: TextFieldDelegate {
    let text: String
    let isAccepted: Bool

    init(_ text: String, isAccepted: Bool) { (self.text, self.isAccepted) = (text, isAccepted) }

    func textField(
      _ textField: TextField, shouldChangeCharactersIn range: TextRange,
      replacementString: String
    ) -> Bool {
      textField.text = text
      return isAccepted
    }
  }

  @Test(
    "TRT-22 a delegate that sets the text while it is asked about a password changes no secrecy",
    arguments: ["", "x"], [true, false])
  func changedMeanwhile(_ text: String, isAccepted: Bool) {
    desk.type("abc")
    deliver()
    let delegate = Setting(text, isAccepted: isAccepted)
    word.delegate = delegate
    desk.press("F5 ⏎")
    if isAccepted {
      #expect(word.text.contains("hunter2") && word.isSecure && word.isSecret)
      #expect(word.sharedText.allSatisfy { $0 == "•" })
      #expect(!shared.contains("h") && word.visibleText.allSatisfy { $0 == "•" })
    } else {
      deliver()
      #expect(word.text == text && !word.isSecure && !desk.engine.hasSecrets)
    }
  }

  @Test("TRT-22 a generated password is secure too")
  func generated() {
    word.traits.textContentType = .newPassword
    desk.press("F5 ⏎")
    #expect(word.text.count == 20 && word.isSecure)
  }

  @Test("TRT-22 the program is notified that its field became secure, and no more once it is empty")
  func reported() {
    var reports: [Bool] = []
    func note() {
      for case .traitsDidChange(word.id, let traits) in desk.engine.takeUpdates() {
        reports.append(traits.isSecureTextEntry)
      }
    }
    desk.press("F5 ⏎")
    note()
    desk.press("⌘A ⌫")
    note()
    #expect(reports == [true, false])
  }

  @Test("TRT-22, TRT-12b an accepted pair is not offered again")
  func offeredOnce() {
    desk.press("F5 ⏎")
    #expect(desk.engine.candidates == nil)
  }

  @Test("TRT-22 nothing of a filled password is learned or checked")
  func learning() {
    let assistant = Watcher()
    desk.engine.assistant = assistant
    desk.press("F5 ⏎")
    desk.type(" x ")
    #expect(word.help?.helper == nil && word.misspelledRanges.isEmpty)
    #expect(!assistant.texts.contains { $0.contains("hunter2") })
    desk.press("⌘A ⌫")
    deliver()
    desk.type("y")
    #expect(assistant.texts.last == "y")
  }

  /// An assistant that records the texts that it receives.
  private final class Watcher: TypingAssistant {
    private(set) var texts: [String] = []

    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      texts.append(context.storage.text + context.text)
      return []
    }
  }
}
