// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Assistance

/// Random keys with assistance, in languages with different quotes.
@Suite(.notInFastRuns) struct TypedWalkTests {
  private static let keystrokes = Thoroughness.repetitions(8000, long: 400_000)
  private static let typed = Array("aàißoi  '\"--.!?(«,3\u{301}日’“\n")
  private static let chords = [
    "⌫", "⌫", "⌦", "←", "→", "⇧←", "⌥⇧←", "⌥←", "⌘X", "⌘C", "⌘V", "⌘Z", "⇧⌘Z", "⌘A", "⌃'", "⌥⌫",
    "⌃K",
    "⌃Y", "⎋", "⏎",
  ]

  @Test(
    "UND-4a, UND-4b random keys with assistance are undone to the empty text and redone to the last one",
    arguments: ["en-US", "fr-FR", "de-DE", "sv-SE", "tr-TR"])
  func walk(_ language: String) {
    var random = SeededGenerator(seed: UInt64(language.utf8.reduce(0) { $0 + Int($1) }))
    let typist = HelpedTypist(in: language, isField: language == "sv-SE")
    typist.engine.settings.smartEllipsis = true
    typist.container.levelsOfUndo = 0
    for _ in 0..<(Self.keystrokes / 5) {
      if Int.random(in: 0..<4, using: &random) > 0 {
        let character = Self.typed.randomElement(using: &random) ?? "a"
        typist.hit(HelpedTypist.typing(String(character)))
      } else {
        typist.press(Self.chords.randomElement(using: &random) ?? "⌫")
      }
      let selection = typist.container.selection.range
      guard selection.start >= 0, selection.end <= typist.container.storage.count else {
        Issue.record("the selection \(selection) is outside the text")
        return
      }
    }
    let last = typist.container.text
    while typist.container.canPerform(.undo) { typist.press("⌘Z") }
    #expect(typist.container.text == "")
    while typist.container.canPerform(.redo) { typist.press("⇧⌘Z") }
    #expect(typist.container.text == last)
    #expect(typist.engine.isIdle)
    typist.engine.window.focus(nil)
    #expect(typist.engine.isIdle)
  }
}
