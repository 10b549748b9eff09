// SPDX-License-Identifier: Apache-2.0
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Engines

/// Random keys with an extension that lies, is late, and ends.
@Suite(.serialized, .notInFastRuns, .needs(file: "/usr/bin/python3"))
struct ExtensionWalkTests {
  @Test("CIV-13, CIV-19 a lying extension costs no letter in a random walk, and moves none")
  func walk() throws {
    let desk = try ExtensionDesk.hostile(["liar", "18", "40"])
    var random = SeededGenerator(seed: 43)
    var typed = ""
    for step in 0..<Thoroughness.repetitions(2000, long: 100_000) {
      let letter = "abcdefghijklmnopqrstuvwxyz ".randomElement(using: &random).map(String.init)
      let text = letter ?? ""
      switch Int.random(in: 0..<400, using: &random) {
      case 0:
        // The program empties the text.
        desk.view.text = ""
        typed = ""
      case 1:
        desk.field.becomeFirstResponder()
        desk.view.becomeFirstResponder()
      case 2: desk.typist.modes.perform(.choose(TextInputMode.english.id))
      case 3:
        // A burst, whose keys wait for each other.
        desk.type("burst")
        typed += "burst"
      default:
        // Late too often, it was switched off.
        if desk.typist.modes.current.id != "esperanto.x", step.isMultiple(of: 10) {
          desk.typist.modes.perform(.choose("esperanto.x"))
        }
        desk.type(text)
        typed += text
      }
      desk.settle()
      desk.pass(milliseconds: 300)
      guard desk.text == typed else {
        Issue.record("step \(step): \(desk.text.suffix(30)) instead of \(typed.suffix(30))")
        return
      }
    }
    #expect(
      desk.starts > 5 && desk.process.keyCount > 1000, "\(desk.starts) \(desk.process.keyCount)")
    desk.process.stop()
    desk.process.killFinishing()
    let isCollected = desk.loop.run(for: 20) {
      desk.process.reap()
      return !desk.process.hasEndedProcesses
    }
    #expect(isCollected && desk.loop.watched.isEmpty)
  }
}
