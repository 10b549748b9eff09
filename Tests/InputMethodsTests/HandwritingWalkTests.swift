// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import InputMethods

/// Random strokes, keys and answers, with a recogniser that lies (F026).
@Suite struct HandwritingWalkTests {
  @Test(
    "F026 after any strokes, keys, answers and ends nothing is left on the paper",
    .notInFastRuns, arguments: [false, true])
  func walk(_ isLate: Bool) {
    for seed in 1...UInt64(Thoroughness.repetitions(8, long: 300)) {
      let walker = InkWalker(seed: seed, isLate: isLate)
      for step in 0..<400 {
        walker.step()
        guard let mistake = walker.mistake else { continue }
        Issue.record("late: \(isLate), seed \(seed), step \(step): \(mistake)")
        return
      }
      walker.finish()
      #expect(walker.mistake == nil, "late: \(isLate), seed \(seed)")
    }
  }
}

/// Draws and types at random.
private final class InkWalker {
  private let desk: MethodDesk
  private let converter: LyingConverter
  private var random: SeededGenerator
  private var time: Int64 = 1000

  init(seed: UInt64, isLate: Bool) {
    random = SeededGenerator(seed: seed)
    let converter = LyingConverter(seed: seed, answersLater: isLate)
    self.converter = converter
    desk = MethodDesk(
      { HandwritingMethod(converter: converter, services: MethodServices($0)) },
      language: "zh-Hans")
  }

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func step() {
    time += Int64(roll(60))
    let pad = UInt32(roll(3))
    switch roll(22) {
    case 0: desk.send(.undo, at: time, pad: pad)
    case 1: desk.send(.clear, at: time, pad: pad)
    case 2: desk.send(.takeFirst, at: time, pad: pad)
    case 3: pass(800)
    case 4: desk.engine.modes.perform(.next)
    case 5:
      desk.container.resignFirstResponder()
      desk.container.becomeFirstResponder()
    case 6: _ = desk.engine.chooseCandidate(1 + roll(9))
    case 7: converter.answerOne()
    case 20: desk.send(.begin, at: time, pad: pad)
    case 21: desk.send(.drop, at: time, pad: pad)
    case 8...12:
      let keys = ["␠", "⏎", "⌫", "⎋", "↓", "↑", "1", "5", "9", "a", ",", "⌘z", "→", "⇥", "⇟"]
      var keystroke = MethodDesk.keystroke(keys[roll(keys.count)])
      keystroke.event.time = Timestamp(microseconds: time * 1000)
      desk.hit(keystroke)
    default:
      desk.draw(
        from: (Int32(roll(5000)) - 500, Int32(roll(1000))), to: (Int32(roll(4000)), 500),
        at: time, pad: pad, on: InkEvent.Surface(width: 4000, height: Int32(roll(30)) * 100))
    }
    desk.engine.updatesWereDelivered()
    if roll(3) == 0 { converter.answerOne() }
    if desk.engine.isHoldingKeys, roll(4) == 0 { pass(400) }
  }

  private func pass(_ milliseconds: Int64) {
    time += milliseconds
    desk.pass(to: time)
    desk.engine.updatesWereDelivered()
  }

  /// A broken rule; nil for none.
  var mistake: String? {
    let engine = desk.engine
    if let ink = engine.ink {
      if ink.strokes.isEmpty || ink.strokes.count > Ink.strokeLimit { return "the ink is \(ink)" }
      if !engine.isHoldingKeys, !engine.wantsInk { return "ink is shown where none is taken" }
    }
    if desk.container.markedRange != nil { return "text is marked" }
    if let list = engine.candidates, list.kind == .inputMethod,
      list.items.contains(where: { $0.text.hasHiddenControls })
    {
      return "a control is shown"
    }
    return nil
  }

  func finish() {
    for _ in 0..<10 { pass(400) }
    desk.engine.modes.perform(.choose("en-US"))
    for _ in 0..<10 { pass(400) }
    #expect(desk.engine.ink == nil && desk.row == "" && !desk.engine.isHoldingKeys)
    #expect(desk.engine.nextDeadline == nil)
  }
}
