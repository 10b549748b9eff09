// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import TestTraits
import Testing

@testable import TextLayout
@testable import TextInput

/// Random keys of every kind, with invariants that always hold.
///
/// `make test-long` types a million keys; `make test` types fewer, because a debug build is slow.
@Suite(.notInFastRuns) struct RandomWalkTests {
  private static let keystrokes = Thoroughness.repetitions(10_000, long: 1_000_000)

  @Test(
    "Random keys keep selections valid, replicas equal, presses balanced, and undo reversible",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func walk(seed: UInt64) {
    let walker = Walker(
      seed: seed, isField: seed % 3 == 0, hasDelegate: seed > 1, hasAssistant: seed > 2)
    for step in 0..<(Self.keystrokes / 5) {
      walker.step()
      guard walker.check(isThorough: step % 64 == 0) else {
        Issue.record(
          "seed \(seed), step \(step): \(Typist.draw(walker.container).debugDescription)")
        return
      }
    }
    walker.checkUndo()
  }
}

/// A source of random keys for a view or a field.
private final class Walker {
  let container: TextContainer
  private let engine: TextEngine
  private let application = RecordingResponder("application")
  private let delegate: Moody?
  private let assistant: Guesser?
  private var random: SeededGenerator
  private var replica = Replica()
  private var began = 0
  private var ended = 0
  private var updates: [Update] = []

  init(seed: UInt64, isField: Bool, hasDelegate: Bool, hasAssistant: Bool) {
    random = SeededGenerator(seed: seed)
    engine = TextEngine(application: application)
    delegate = hasDelegate ? Moody(seed: seed) : nil
    assistant = hasAssistant ? Guesser(seed: seed) : nil
    if isField {
      let field = TextField(name: "field")
      field.delegate = delegate
      container = field
    } else {
      let view = TextView(name: "view")
      view.delegate = delegate
      if seed % 2 == 0 {
        view.layout.wrapWidth = 12
        view.frame.height = 3
      }
      container = view
    }
    // Undo goes all the way back to the walk's start.
    container.levelsOfUndo = 0
    application.performable = []
    engine.assistant = assistant
    engine.window.addSubview(container)
    container.becomeFirstResponder()
  }

  // MARK: Keys

  private static let texts = [
    "a", "b", " ", "é", "e", "\u{301}", "日", "👍🏽", "👍", "\u{1F3FD}", "🇸", "🇪", "\u{200D}", "👩", "م",
    "ر", "\u{64B}", "ש", "\u{5B8}", "한", "\u{1112}", "\u{1161}", "\u{11AB}", "\r", "क", "\u{94D}",
    "ष", "\t", ".", "'", "1", "\u{FE0F}", "\u{2028}", "-",
  ].map(Typist.typing)

  /// Scalars that join adjacent ones, even after the text between them is deleted.
  private static let joining = ["🇸", "🇪", "\u{301}", "\u{200D}", "👩", "\u{1F3FD}"].map(
    Typist.typing)

  private static let deletions = ["⌦", "⌫", "←"].map(Typist.keystroke)

  private static let pasted = [
    "\r\n", "x\r\ny", "\u{2028}", "👩\u{200D}👩\u{200D}👧", "שלום", "\n\u{301}",
  ]

  private static let chords = BuiltinCommands.table.flatMap { row in
    row.chords.map { Typist.keystroke($0.description) }
  }

  private static let sequences: [Keystroke] = [
    Typist.composing(.pending(preview: "´")), Typist.composing(.completed, text: "é"),
    Typist.composing(.cancelled(swallowed: false), text: "´x", input: "x"),
    Typist.composing(.cancelled(swallowed: true), input: .delete),
    Typist.composing(.cancelled(swallowed: true), input: .escape),
    Typist.composing(.cancelled(swallowed: false), input: .leftArrow),
  ]

  private static let others =
    ["F9", "⌘K", "⌃Q", "⌘B", "⌃F2"].map(Typist.keystroke) + [Typist.shiftKey]

  private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private func randomKey() -> Keystroke {
    let list =
      switch Int.random(in: 0..<30, using: &random) {
      case 0..<10: Self.texts
      case 10..<15: Self.joining
      case 15..<20: Self.deletions
      case 20..<27: Self.chords
      case 27..<29: Self.sequences
      default: Self.others
      }
    return list.randomElement(using: &random) ?? Typist.shiftKey
  }

  /// Sends one key, or sometimes an event that is no key.
  func step() {
    // Texts stay short, so that they can be compared with a string.
    if container.storage.count > 120 {
      container.replace(TextRange(0, container.storage.count), withText: "")
    }
    if chance(50) { engine.pasteboard.text = Self.pasted.randomElement(using: &random) ?? "" }
    if chance(60) {
      container.setMarkedText(
        ["k", "きょ", "한", "e\u{301}", ""].randomElement(using: &random) ?? "",
        selectedRange: TextRange(caret: Int.random(in: 0..<3, using: &random)))
    }
    application.offersPresses = chance(8)
    application.takesPresses = chance(4)
    let key = randomKey()
    engine.handle(key)
    for _ in 0..<Int.random(in: 0..<3, using: &random) { engine.handle(key.phase(.repeat)) }
    // A field that resigns forgets its history (UND-7).
    if container is TextView, chance(200) {
      engine.window.focus(nil)
      container.becomeFirstResponder()
    }
    engine.handle(key.phase(chance(9) ? .cancel : .release))
    follow()
  }

  private func follow() {
    engine.takeUpdates(into: &updates)
    for update in updates {
      switch update {
      case .pressBegan: began += 1
      case .pressEnded, .pressCancelled: ended += 1
      default: replica.follow(update)
      }
    }
    updates.removeAll(keepingCapacity: true)
  }

  // MARK: Invariants

  /// A copy of the text that follows only the updates, as an observer keeps it.
  private struct Replica {
    var units: [UInt16] = []
    var selection = Selection(caret: 0)
    var isMarked = false
    var isBroken = false

    mutating func follow(_ update: Update) {
      switch update {
      case .textDidChange(_, let range, let text, _):
        guard range.end <= units.count else { return isBroken = true }
        units.replaceSubrange(range.start..<range.end, with: text.utf16)
      case .selectionDidChange(_, let wanted): selection = wanted
      case .markedDidChange(_, let range, _): isMarked = range != nil
      default: break
      }
    }
  }

  func check(isThorough: Bool) -> Bool {
    let selection = container.selection
    guard engine.isIdle, !replica.isBroken, replica.isMarked == (container.markedRange != nil),
      replica.selection == selection
    else { return false }
    if let view = container as? TextView {
      let row = view.storage.rowStart(at: view.topOffset, view.layout)
      guard container.markedRange != nil || row == view.topOffset else { return false }
    }
    if let marked = container.markedRange {
      return marked.start <= selection.range.start && selection.range.end <= marked.end
        && marked.end <= container.storage.count
    }
    let storage = container.storage
    guard replica.units.count == storage.count,
      storage.characterBoundary(atOrAfter: selection.anchor) == selection.anchor,
      storage.characterBoundary(atOrAfter: selection.head) == selection.head
    else { return false }
    guard isThorough else { return true }
    let text = storage.text
    return replica.units.elementsEqual(text.utf16)
      && Self.isBoundary(selection.head, in: text) && Self.isBoundary(selection.anchor, in: text)
  }

  private static func isBoundary(_ offset: Int, in text: String) -> Bool {
    var place = 0
    for character in text {
      if place >= offset { break }
      place += character.utf16.count
    }
    return place == offset
  }

  /// Undoes everything and redoes everything.
  func checkUndo() {
    application.offersPresses = false
    delegate?.isCalm = true
    container.unmarkText()
    // An edit, so that nothing is left to redo.
    container.insertText("z")
    follow()
    let last = (container.text, container.selection)
    var steps = 0
    while engine.handle(Typist.keystroke("⌘Z")) == .binding(.undo) { steps += 1 }
    follow()
    #expect(steps > 100)
    #expect(container.storage.isEmpty)
    #expect(container.selection == Selection(caret: 0))
    #expect(replica.units.isEmpty)
    var redone = 0
    while engine.handle(Typist.keystroke("⇧⌘Z")) == .binding(.redo) { redone += 1 }
    follow()
    #expect(redone == steps)
    #expect(container.text.utf16.elementsEqual(last.0.utf16))
    #expect(container.selection == last.1)
    #expect(replica.units.elementsEqual(last.0.utf16))
    #expect(!replica.isBroken)
    #expect(began > 20)
    #expect(began == ended)
  }
}

/// A delegate that sometimes refuses, and sometimes edits instead.
private final class Moody: TextViewDelegate, TextFieldDelegate {
  var isCalm = false
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed &* 77) }

  private func answer(_ container: TextContainer) -> Bool {
    if isCalm { return true }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return false
    case 1:
      container.replace(TextRange(0, 1), withText: "·")
      return Bool.random(using: &random)
    default: return true
    }
  }

  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { answer(textView) }

  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { answer(textField) }
}

/// An assistant that substitutes at random.
private final class Guesser: TypingAssistant {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed &* 99) }

  func substitutions(for context: TypingContext) -> [TextSubstitution] {
    let caret = context.selection.range.start
    let end = caret + context.text.utf16.count
    let back = Int.random(in: 0..<4, using: &random)
    let text = ["", "x", "日本", "\u{301}", "👍🏽"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return [TextSubstitution(TextRange(caret - back, caret), with: text, kind: .correction)]
    case 1: return [TextSubstitution(TextRange(caret - back, end), with: text, kind: .dash)]
    case 2:
      return [
        TextSubstitution(TextRange(caret - back, caret), with: text, kind: .replacement),
        TextSubstitution(TextRange(caret, end), with: "“", kind: .quote),
      ]
    default: return []
    }
  }

  func correction(in context: TypingContext) -> TextCorrection? {
    let caret = context.selection.head
    guard caret > 2, Int.random(in: 0..<5, using: &random) == 0 else { return nil }
    return TextCorrection(TextRange(caret - 2, caret), typed: "?", replacement: "!")
  }
}
