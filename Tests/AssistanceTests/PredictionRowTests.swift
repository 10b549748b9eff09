// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Keys
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

/// The prediction row (reference 10.4).
@Suite struct PredictionRowTests {
  private let desk = HelpedDesk()

  @Test(
    "F090 AST-22 three slots at most: literal, correction and alternative, or three predictions",
    arguments: [
      ("teh", "“teh” | the | tech"), ("th", "the | they | there"), ("adn", "“adn” | and"),
      ("xq", "none"), ("hello ", "world | there | again"), ("Hel", "Hello | Help | Held"),
      ("TEH", "“TEH” | THE | TECH"), ("hello4", "none"), ("the pa", "party"),
    ])
  func slots(_ typed: String, _ row: String) {
    desk.view()
    desk.type(typed)
    #expect(desk.row == row)
    #expect(desk.engine.candidates?.highlighted == nil)
    #expect(desk.roles.first != .literal || desk.roles.prefix(2) == [.literal, .correction])
  }

  @Test("AST-22 without predictions, the row has the pending correction and its literal alone")
  func withoutPredictions() {
    let view = desk.view()
    desk.engine.settings.predictions = false
    desk.type("hel")
    #expect(desk.row == "none")
    desk.type("lo teh")
    #expect(desk.row == "“teh” | the" && view.help?.pendingCorrection != nil)
    desk.type(" ")
    #expect(view.text == "hello the " && desk.row == "none")
    desk.press("⌫")
    #expect(desk.row == "“teh”", "AST-15 the original is offered")
    desk.press("F5 ⏎")
    #expect(view.text == "hello teh ")
  }

  @Test("AST-26 without predictions and correction the row is empty")
  func withoutHelp() {
    desk.view()
    desk.engine.settings.predictions = false
    desk.engine.settings.autocorrection = false
    desk.type("teh")
    #expect(desk.row == "none")
  }

  @Test("AST-22 a sentence begins with a capital, in the row too")
  func capital() {
    desk.vocabulary.next[""] = ["the", "I"]
    desk.view { $0.autocapitalizationType = .sentences }
    desk.type("Paris. ")
    #expect(desk.row == "The | I")
  }

  @Test(
    "AST-23 AST-24 F5 and ⌥⎋ enter; ← → choose, ⏎ and digits accept a word and a space, ⎋ leaves",
    arguments: [
      ("F5 ⏎", "help "), ("⌥⎋ → ⏎", "held "), ("F5 ← ⏎", "held "),
      ("F5 2", "held "), ("F5 ⎋", "hel"), ("F5 x", "helx"), ("F5 9", "hel9"),
    ])
  func entering(_ keys: String, _ text: String) {
    desk.vocabulary.words = ["help", "held"]
    let view = desk.view { $0.inlinePredictionType = .no }
    desk.type("hel")
    #expect(desk.row == "help | held")
    for (index, key) in keys.split(separator: " ").enumerated() {
      desk.press(String(key))
      if index == 0 { #expect(desk.row == "[help] | held") }
    }
    #expect(view.text == text)
    #expect(desk.engine.stages.overlay.current == nil)
  }

  @Test("AST-23 ⎋ in the row leaves it, and keeps the offer")
  func leaving() {
    let view = desk.view()
    desk.type("teh").press("F5 ⎋")
    #expect(desk.row == "“teh” | the | tech" && view.help?.pendingCorrection != nil)
    #expect(desk.type(" ").engine.candidates != nil || view.text == "the ")
    #expect(view.text == "the ")
  }

  @Test(
    "AST-13b choosing the quoted literal rejects the correction for this document",
    arguments: ["F5 ⏎", "F5 1"])
  func literal(_ keys: String) {
    let view = desk.view()
    desk.type("teh")
    _ = desk.facts()
    desk.press(keys)
    #expect(view.text == "teh ")
    #expect(desk.corrections() == ["correction.rejected teh → the"])
    desk.type("teh ")
    #expect(view.text == "teh teh ")
  }

  @Test("AST-12 choosing the correction applies it as its terminator does, and ⌘Z takes it back")
  func correction() {
    let view = desk.view()
    desk.type("teh")
    _ = desk.facts()
    desk.delegate.asked = []
    desk.press("F5 2")
    #expect(view.text == "the ")
    #expect(desk.delegate.asked == ["(0,3) the", "(3,0)  "])
    #expect(desk.corrections() == ["correction.applied teh → the"])
    desk.press("⌘Z")
    #expect(view.text == "teh ")
    #expect(desk.corrections() == ["correction.reverted teh → the"])
  }

  @Test("AST-22 choosing the alternative replaces the word, and reports no correction")
  func alternative() {
    let view = desk.view()
    desk.type("a teh")
    _ = desk.facts()
    desk.press("F5 3")
    #expect(view.text == "a tech " && desk.corrections().isEmpty)
    desk.press("⌘Z")
    #expect(view.text == "a teh")
  }

  @Test(
    "AST-24 . , ! ? ; : remove the automatic space; other characters and typed spaces keep it",
    arguments: [
      (".", "help."), (",", "help,"), ("!", "help!"), ("?", "help?"), (";", "help;"),
      (":", "help:"), ("x", "help x"), (")", "help )"), ("-", "help -"), ("x.", "help x."),
    ])
  func automaticSpace(_ typed: String, _ text: String) {
    desk.vocabulary.words = ["help"]
    let view = desk.view()
    desk.type("hel").press("F5 1")
    desk.type(typed)
    #expect(view.text == text)
    let other = desk.view()
    desk.type("help ").type(typed)
    #expect(other.text == "help " + typed)
  }

  @Test("AST-24 a space that the user deleted and typed again is not automatic")
  func retypedSpace() {
    desk.vocabulary.words = ["help"]
    let view = desk.view()
    desk.type("hel").press("F5 1 ⌫ ␠")
    desk.type(".")
    #expect(view.text == "help .")
  }

  @Test("AST-24 before white space no space is added")
  func beforeSpace() {
    desk.vocabulary.words = ["help"]
    let view = desk.view()
    desk.type("hel me").press("← ← ←")
    desk.type("x").press("⌫ F5 1")
    #expect(view.text == "help me")
  }

  @Test("AST-24 the delegate may refuse a chosen word, and then nothing changes")
  func refused() {
    desk.vocabulary.words = ["help"]
    let view = desk.view()
    desk.delegate.refuses = { $0 == "help " }
    desk.type("hel").press("F5 1")
    #expect(view.text == "hel")
    desk.type(".")
    #expect(view.text == "hel.")
  }

  @Test("AST-15 ⌫ right behind the terminator offers the typed word, and choosing it reverts")
  func restoring() {
    let view = desk.view()
    desk.type("teh ")
    #expect(!desk.roles.contains(.literal))
    _ = desk.facts()
    desk.press("⌫")
    #expect(desk.row.hasPrefix("“teh” | "))
    desk.press("F5 1")
    #expect(view.text == "teh ")
    #expect(desk.corrections() == ["correction.reverted teh → the"])
    desk.press("⌫ ␠")
    #expect(view.text == "teh ")
  }

  @Test("AST-15 ⌫ offers the typed word after later words are deleted, but not after other edits")
  func later() {
    desk.view()
    desk.type("teh x").press("⌫")
    #expect(!desk.row.contains("“teh”"))
    desk.press("⌫")
    #expect(desk.row.hasPrefix("“teh”"))
    desk.type(" ").press("⌘↑")
    desk.type("x ").press("⌘↓ ⌫")
    #expect(!desk.row.contains("“teh”"))
  }

  @Test("AST-15 ⌫ offers no typed word after the program has changed the text")
  func changedByProgram() {
    let view = desk.view()
    desk.type("teh ")
    view.replace(TextRange(0, 4), withText: "the ")
    desk.press("⌫")
    #expect(view.text == "the" && view.selection == Selection(caret: 3))
    #expect(!desk.row.contains("“teh”"))
  }

  @Test("AST-26 the row is empty and not shown for secure fields and trait no")
  func absent() {
    desk.field { $0.isSecureTextEntry = true }
    desk.type("teh")
    #expect(desk.row == "none" && desk.engine.keyboardArea.frame(of: .candidates).height == 0)
    desk.field {
      $0.autocorrectionType = .no
      $0.inlinePredictionType = .no
    }
    desk.type("teh")
    #expect(desk.row == "none" && desk.engine.keyboardArea.frame(of: .candidates).height == 0)
    desk.engine.settings.predictions = false
    desk.field()
    desk.type("teh")
    #expect(desk.row == "“teh” | the")
    #expect(desk.vocabulary.calls.allSatisfy { $0.hasPrefix("correction") })
    desk.engine.settings.predictions = true
    desk.type("x").press("⌫")
    #expect(desk.row == "“teh” | the | tech")
  }

  @Test("NTF-9 the row keeps its place while words end, and gives it up with the focus")
  func place() {
    desk.view()
    desk.type("xq")
    #expect(desk.engine.keyboardArea.frame(of: .candidates).height == 0)
    desk.type(" th")
    let height = { [desk] in desk.engine.keyboardArea.frame(of: .candidates).height }
    #expect(height() == 1)
    desk.press("←")
    #expect(desk.row == "none" && height() == 1)
    desk.field { $0.autocorrectionType = .no }
    #expect(height() == 0)
  }

  @Test("AST-25 values of other sources take slots with their source, after the correction")
  func fillings() {
    var values = RecentValues()
    values.add([.oneTimeCode: "123456"], from: "mail", at: .zero)
    var card = ProfileCard()
    card.emailAddresses = ["ann@example.org"]
    desk.engine.autoFill = AutoFillSuggester(
      sources: [card, values], credentials: MemoryCredentials())
    let field = desk.field {
      $0.textContentType = .emailAddress
      $0.autocorrectionType = .yes
      $0.keyboardType = .default
    }
    #expect(desk.row == "ann@example.org:My Card" && desk.roles == [.filling])
    desk.type("teh")
    #expect(desk.row == "“teh” | the | ann@example.org:My Card")
    #expect(desk.roles == [.literal, .correction, .filling])
    desk.press("F5 3")
    #expect(field.text == "ann@example.org")
  }

  @Test("The row costs nothing while nothing shows it, and the key that enters it computes it")
  func unseen() {
    desk.engine.shownPredictions = { _ in [] }
    let view = desk.view()
    desk.type("hel")
    #expect(desk.row == "none")
    #expect(desk.vocabulary.calls.allSatisfy { $0.hasPrefix("correction") })
    desk.press("F5")
    #expect(desk.row == "[hello] | help | held")
    desk.press("⏎")
    #expect(view.text == "hello ")
  }

  @Test("A list chosen over the socket accepts the slot, as its digit does")
  func chosen() {
    let view = desk.view()
    desk.type("teh")
    #expect(desk.engine.chooseCandidate(2))
    #expect(view.text == "the ")
  }

  @Test("AST-14 the row follows the text: caret moves, undo, paste and the program empty it")
  func emptied() {
    let view = desk.view()
    for act in ["←", "⌘Z", "⌘V"] {
      view.text = ""
      desk.engine.pasteboard.text = "zz"
      desk.type("th")
      #expect(desk.row == "the | they | there")
      desk.press(act)
      #expect(desk.row == "none", "\(act)")
    }
    view.text = ""
    desk.type("th")
    view.text = "other"
    #expect(desk.row == "none")
  }
}
