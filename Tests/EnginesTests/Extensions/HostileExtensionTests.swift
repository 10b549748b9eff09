// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Engines

/// Extensions with faults, as real processes: they cost no letter, and leave nothing behind.
@Suite(.serialized, .notInFastRuns, .needs(file: "/usr/bin/python3"))
struct HostileExtensionTests {
  /// The modes of `hostile.py`.
  private static let faults = [
    "silent", "slow 250", "slow 320", "closes", "dies", "floods", "floods long", "floods endless",
    "floods answers", "floods notices", "forks", "wrong-id", "wrong-id text", "wrong-id missing",
    "wrong-id old", "wrong-id twice", "deletes", "garbage", "deep", "list", "members",
    "invalid-utf8", "surrogate", "control", "huge", "many", "long-list", "stale", "clings",
    "no-hello", "early", "wrong-protocol", "unread", "asks", "pasteboard", "advances", "unknown",
    "hangs", "liar 7 3",
  ]

  @Test(
    "CIV-13, CIV-19 after a fault the built-in mode types what is typed, and nothing is marked",
    arguments: faults, [false, true])
  func fault(_ mode: String, _ marks: Bool) throws {
    let words = mode.split(separator: " ").map(String.init)
    let desk = try ExtensionDesk.hostile(words + ["--after", "1"] + (marks ? ["--marks"] : []))
    for letter in "abcd" {
      desk.type(String(letter))
      desk.settle()
    }
    desk.typist.modes.perform(.choose(TextInputMode.english.id))
    desk.deliver()
    #expect(desk.view.markedRange == nil)
    desk.type("xyz")
    #expect(desk.text == "abcdxyz")
    #expect(desk.view.markedRange == nil && desk.typist.candidates == nil)
    desk.process.stop()
    desk.process.killFinishing()
    let isCollected = desk.loop.run(for: 20) {
      desk.process.reap()
      return !desk.process.hasEndedProcesses
    }
    #expect(isCollected && desk.loop.watched.isEmpty && desk.loop.closedTooEarly.isEmpty)
  }

  @Test("CIV-19 a flood of edits ends the process, and the letters stay in order")
  func editFlood() throws {
    let desk = try ExtensionDesk.hostile(["floods", "edits"])
    for letter in "abcd" {
      desk.type(String(letter))
      desk.settle()
    }
    desk.typist.modes.perform(.choose(TextInputMode.english.id))
    desk.type("xyz")
    // Its edits are valid until there are too many.
    #expect(desk.text.filter { $0 != "!" } == "abcdxyz")
    #expect(desk.text.count < 4 * Extension.lineRate + 8)
    #expect(desk.view.markedRange == nil)
  }
}
