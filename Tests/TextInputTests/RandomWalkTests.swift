// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Random keys of every kind; whatever they do, some things always hold.
@Suite struct RandomWalkTests {
  private static let texts = [
    "a", "b", " ", "é", "e", "\u{301}", "日", "👍🏽", "👍", "\u{1F3FD}", "🇸", "🇪", "\u{200D}", "👩", "م",
    "ر", "\u{64B}",
    "한", "\u{1112}", "\u{1161}", "\u{11AB}", "\r", "क", "\u{94D}", "ष", "\t", ".", "'", "1",
    "\u{FE0F}",
  ].map(Typist.typing)

  private static let chords = BuiltinCommands.table.flatMap { row in
    row.chords.map { Typist.keystroke($0.description) }
  }

  private static let sequences: [Keystroke] = [
    Typist.composing(.pending(preview: "´")), Typist.composing(.completed, text: "é"),
    Typist.composing(.cancelled(swallowed: false), text: "´x", input: "x"),
    Typist.composing(.cancelled(swallowed: true), input: KeyInput.delete),
    Typist.composing(.cancelled(swallowed: true), input: KeyInput.escape),
    Typist.composing(.cancelled(swallowed: false), input: KeyInput.leftArrow),
  ]

  private static let others = ["F9", "⌘K", "⌃Q", "⌘B"].map(Typist.keystroke) + [Typist.shiftKey]

  private func randomKey(_ random: inout SeededGenerator) -> Keystroke {
    let list =
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10: Self.texts
      case 10..<17: Self.chords
      case 17..<19: Self.sequences
      default: Self.others
      }
    return list.randomElement(using: &random) ?? Typist.shiftKey
  }

  /// A model that knows the text only from the updates, as an observer does.
  private struct Observer {
    var units: [UInt16] = []
    var marked = false

    mutating func follow(_ updates: [Update]) {
      for update in updates {
        switch update {
        case .textDidChange(_, let range, let text, _):
          units.replaceSubrange(range.start..<range.end, with: text.utf16)
        case .markedDidChange(_, let range, _): marked = range != nil
        default: break
        }
      }
    }
  }

  @Test(
    "Random keys: a valid selection, an observer with the same text, presses that end, and undo",
    arguments: [1, 2, 3, 4] as [UInt64])
  func walk(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let application = RecordingResponder("application")
    application.performable = []
    let typist = Typist("‸", wrapWidth: seed % 2 == 0 ? 12 : nil, application: application)
    let view = typist.view
    view.frame.height = 3
    var observer = Observer()
    var began = 0
    var ended = 0
    for step in 0..<25_000 {
      // Texts stay short, so that every step can be checked against the whole string.
      if view.storage.count > 120 { typist.press("⌘A ⌫") }
      application.offersPresses = Int.random(in: 0..<8, using: &random) == 0
      application.takesPresses = Int.random(in: 0..<4, using: &random) == 0
      let key = randomKey(&random)
      typist.send(key, .press)
      for _ in 0..<Int.random(in: 0..<3, using: &random) { typist.send(key, .repeat) }
      if Int.random(in: 0..<200, using: &random) == 0 {
        typist.engine.window.focus(nil)
        view.becomeFirstResponder()
      }
      typist.send(key, Int.random(in: 0..<9, using: &random) == 0 ? .cancel : .release)
      #expect(typist.engine.isIdle)
      for update in typist.updates {
        switch update {
        case .pressBegan: began += 1
        case .pressEnded, .pressCancelled: ended += 1
        default: break
        }
      }
      observer.follow(typist.updates)
      typist.updates.removeAll(keepingCapacity: true)
      checkSelection(view, step)
      #expect(observer.marked == (view.markedRange != nil))
      if !observer.marked, !observer.units.elementsEqual(view.text.utf16) {
        Issue.record("the observer's text differs at step \(step)")
        return
      }
    }
    #expect(began > 100)
    #expect(began == ended)
    checkUndo(typist)
  }

  private func checkSelection(_ view: TextView, _ step: Int) {
    let selection = view.selection
    if let marked = view.markedRange {
      #expect(marked.start <= selection.range.start && selection.range.end <= marked.end)
      return
    }
    var isAnchored = selection.anchor == 0
    var hasHead = selection.head == 0
    var offset = 0
    for character in view.text {
      offset += character.utf16.count
      if offset == selection.anchor { isAnchored = true }
      if offset == selection.head { hasHead = true }
    }
    #expect(
      isAnchored && hasHead,
      "step \(step): \(selection) in \(view.text.unicodeScalars.map { $0.value })")
  }

  private func checkUndo(_ typist: Typist) {
    (typist.engine.application as? RecordingResponder)?.offersPresses = false
    typist.view.unmarkText()
    let last = typist.view.text
    var steps = 0
    while typist.press("⌘Z").lastDisposition == .binding(.undo) { steps += 1 }
    #expect(steps > 100)
    #expect(typist.view.storage.isEmpty)
    var redone = 0
    while typist.press("⇧⌘Z").lastDisposition == .binding(.redo) { redone += 1 }
    #expect(redone >= steps)
    #expect(typist.view.text.utf16.elementsEqual(last.utf16))
  }
}
