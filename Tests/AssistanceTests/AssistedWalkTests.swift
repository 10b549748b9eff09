// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing

@testable import Assistance
@testable import TextInput
@testable import Typing

/// Random keys with the assistant: nothing is left at the end, and a replay equals the live run.
@Suite(.notInFastRuns) struct AssistedWalkTests {
  private static let count = Thoroughness.repetitions(10_000, long: 1_000_000)

  private static let keys = [
    "t", "e", "h", "a", "d", "n", "h", "e", "l", "o", "w", "␠", "␠", ".", ",", "-", "'", "1", "T",
    "⌫", "⌫", "⌦", "←", "→", "⏎", "⇥", "⎋", "F5", "⌥⎋", "⌘Z", "⇧⌘Z", "⌘A", "⌘V", "⌘X", "⌥⌫", "2",
    "3", "↑", "↓", "⇧←",
  ].map(HelpedDesk.keystroke)

  /// Mistakes that are typed as a whole, because random letters are hardly ever one.
  private static let mistakes = ["teh ", "wrld ", "adn."].map { $0.map(String.init) }

  private func walk(_ desk: HelpedDesk, seed: UInt64, delivers: Bool) -> [Update] {
    let view = desk.view()
    view.levelsOfUndo = 0
    desk.assistant.words.replacements = TextReplacements([TextReplacement("ad", "a\nday")])
    var random = SeededGenerator(seed: seed)
    var updates: [Update] = []
    var mistake: ArraySlice<String> = []
    for _ in 0..<Self.count / 5 {
      if view.storage.count > 200 {
        desk.press("⌘A ⌫")
        updates += desk.engine.takeUpdates()
      }
      if mistake.isEmpty, Int.random(in: 0..<40, using: &random) == 0 {
        mistake = Self.mistakes.randomElement(using: &random)?[...] ?? []
      }
      let next = mistake.popFirst().map(HelpedDesk.typing)
      guard var keystroke = next ?? Self.keys.randomElement(using: &random) else { continue }
      desk.engine.handle(keystroke)
      if delivers {
        updates += desk.engine.takeUpdates()
        desk.engine.updatesWereDelivered()
      }
      keystroke.event.phase = .release
      keystroke.text = ""
      desk.engine.handle(keystroke)
      updates += desk.engine.takeUpdates()
    }
    desk.engine.updatesWereDelivered()
    return updates + desk.engine.takeUpdates()
  }

  @Test(
    "Undo to the start restores the empty document, and no offer or prediction is left",
    arguments: [1, 2, 3] as [UInt64])
  func undo(seed: UInt64) throws {
    try undo(HelpedDesk(), seed: seed)
  }

  @Test(
    "Undo to the start restores the empty document with a lexicon too",
    .needs("python3"), arguments: [6, 7] as [UInt64])
  func undoWithLexicon(seed: UInt64) throws {
    let built = try BuiltLexicon.english()
    let vocabularies = InstalledVocabularies(folders: [built.folder.path]) { Issue.record("\($0)") }
    #expect(vocabularies.vocabulary(of: .english)?.contains("hello") == true)
    try undo(HelpedDesk(vocabularies: vocabularies), seed: seed)
  }

  /// Walks, then undoes everything.
  private func undo(_ desk: HelpedDesk, seed: UInt64) throws {
    let updates = walk(desk, seed: seed, delivers: true)
    #expect(
      updates.contains { if case .correctionDidChange(_, _, .applied) = $0 { true } else { false } }
    )
    let view = try #require(desk.engine.firstResponder as? TextView)
    desk.press("⎋ ⎋ ⎋")
    while desk.press("⌘Z") == .binding(.undo) {}
    #expect(view.text.isEmpty)
    #expect(view.help?.pendingCorrection == nil && view.inlinePrediction == nil)
    #expect(desk.row == "none" && desk.engine.isIdle)
  }

  @Test("A replay reports what the live run reported", arguments: [4, 5] as [UInt64])
  func replay(seed: UInt64) {
    let live = walk(HelpedDesk(), seed: seed, delivers: true)
    let replayed = walk(HelpedDesk(), seed: seed, delivers: false)
    #expect(live == replayed)
    #expect(live.count > 1000)
  }
}
