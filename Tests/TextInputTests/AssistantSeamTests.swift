// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput
@testable import Typing

/// An assistant that finds its corrections when its test tells it to.
private final class LateAssistant: TypingAssistant {
  /// Its answer when it is consulted; nil for none yet.
  var offer: TextCorrection?
  private(set) var contexts: [TypingContext] = []
  private(set) var reported: [String] = []
  /// Called when it is consulted.
  var isAsked: () -> Void = {}

  func substitutions(for context: TypingContext) -> [TextSubstitution] { [] }

  func correction(in context: TypingContext) -> TextCorrection? {
    contexts.append(context)
    isAsked()
    return offer
  }

  func correction(_ correction: TextCorrection, had outcome: TextCorrection.Outcome) {
    reported.append("\(outcome) \(correction.typed)")
  }
}

/// When an assistant is consulted, and the use of its late answers (AST-11).
@Suite struct AssistantSeamTests {
  private let desk = Desk(modes: "en-US sv-SE")
  private let assistant = LateAssistant()
  private let view: TextView
  private let correction = TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the")

  init() {
    desk.engine.assistant = assistant
    desk.engine.shownPredictions = { _ in [] }
    view = desk.add(TextView(name: "view"))
    _ = desk.facts()
  }

  @Test("AST-11 the assistant is consulted once, after the key's own notifications")
  func order() {
    for letter in "te" { desk.engine.handle(Typist.typing(String(letter))) }
    desk.engine.handle(Typist.typing("h"))
    assistant.offer = correction
    let asked = assistant.contexts.count
    #expect(desk.facts().last == "text (2,0) h user")
    #expect(assistant.contexts.count == asked, "no assistant is called before the delivery")
    desk.engine.updatesWereDelivered()
    #expect(assistant.contexts.count == asked + 1)
    #expect(desk.facts() == ["correction.offered (0,3) teh → the"])
    desk.engine.updatesWereDelivered()
    #expect(assistant.contexts.count == asked + 1 && desk.facts().isEmpty)
  }

  @Test(
    "The assistant is consulted before the next key at the latest, so a replay equals the live run")
  func replay() {
    var texts: [[String]] = []
    for delivers in [true, false] {
      let desk = Desk()
      let assistant = LateAssistant()
      desk.engine.assistant = assistant
      desk.add(TextView(name: "view"))
      for letter in "teh adn" {
        let keystroke = Typist.typing(String(letter))
        for phase in [KeyEvent.Phase.press, .release] {
          desk.engine.handle(keystroke.phase(phase))
          if delivers { desk.engine.updatesWereDelivered() }
        }
      }
      texts.append(assistant.contexts.map(\.storage.text))
    }
    #expect(texts[0] == texts[1] && texts[0].count == 7)
  }

  @Test("AST-11 a late offer is shown if text and focus are unchanged")
  func later() throws {
    desk.type("teh")
    desk.engine.updatesWereDelivered()
    _ = desk.facts()
    let context = try #require(assistant.contexts.last)
    #expect(context.storage.text == "teh" && context.language == "en-US")
    #expect(context.resolvedTraits.autocorrection)
    #expect(desk.engine.suggest(correction, for: context))
    #expect(desk.facts() == ["correction.offered (0,3) teh → the"])
    #expect(desk.engine.suggest(nil, for: context))
    #expect(view.help?.pendingCorrection == nil)
  }

  @Test(
    "An offer for an older revision is dropped",
    arguments: ["key", "caret", "mode", "focus", "edit", "secure", "trait", "setting"])
  func dropped(_ cause: String) throws {
    let other = desk.field()
    view.becomeFirstResponder()
    desk.type("teh")
    desk.engine.updatesWereDelivered()
    let context = try #require(assistant.contexts.last)
    switch cause {
    case "key": desk.type("m")
    case "caret": desk.press("←")
    case "mode": desk.engine.modes.perform(.choose("sv-SE"))
    case "focus": other.becomeFirstResponder()
    case "edit": view.text = "teh"
    case "trait": view.traits.autocorrectionType = .no
    case "setting": desk.engine.settings.autocorrection = false
    default: view.traits.isSecureTextEntry = true
    }
    _ = desk.facts()
    #expect(!desk.engine.suggest(correction, for: context))
    #expect(view.help?.pendingCorrection == nil && assistant.reported.isEmpty)
    #expect(!desk.facts().contains { $0.hasPrefix("correction") })
  }

  @Test("The assistant is not consulted about a text that lost the focus before the delivery")
  func focusGone() {
    let other = desk.field()
    view.becomeFirstResponder()
    desk.type("te")
    let asked = assistant.contexts.count
    desk.engine.handle(Typist.typing("h"))
    other.becomeFirstResponder()
    desk.engine.updatesWereDelivered()
    #expect(assistant.contexts.count == asked)
  }
}
