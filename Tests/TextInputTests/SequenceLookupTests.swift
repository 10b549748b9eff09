// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Pressing the keys of a sequence validates no other commands, however many have the same prefix.
@Suite struct SequenceLookupTests {
  private let desk = Desk()

  /// A responder with thousands of commands that records which of them are validated.
  private final class Crowd: View {
    var listed = CommandRegistry()
    var asked: [String] = []
    var unable: Set<String> = []
    override var canBecomeFirstResponder: Bool { true }
    override var keyCommands: [KeyCommand]? { listed.commands }
    override func canPerform(_ command: KeyCommand) -> Bool {
      asked.append(command.id)
      return !unable.contains(command.id)
    }
    override func perform(_ command: KeyCommand) {}

    func takeAsked() -> [String] {
      defer { asked = [] }
      return asked
    }
  }

  private func crowd(_ extra: [KeyCommand] = []) -> Crowd {
    let crowd = Crowd(name: "crowd")
    let k = Chord("k", .command)
    let letters = (0..<1000).compactMap { Unicode.Scalar(0x4E00 + $0) }.map {
      String(Character($0))
    }
    let sequences = letters.map {
      KeyCommand(
        id: "k-\($0)", chords: [k, Chord(KeyInput($0), .command), Chord("x", .command)], title: $0)
    }
    let singles = letters.map {
      KeyCommand(id: $0, input: KeyInput($0), modifiers: .command, title: $0)
    }
    crowd.listed = CommandRegistry(extra + sequences + singles)
    desk.engine.window.addSubview(crowd)
    crowd.becomeFirstResponder()
    _ = crowd.takeAsked()
    return crowd
  }

  @Test("Of thousands of commands, only those that continue a sequence are validated")
  func asked() {
    let crowd = crowd()
    #expect(desk.press("⌘K") == .prefix)
    #expect(crowd.takeAsked() == ["k-一"], "the first that can be performed begins the sequence")
    #expect(desk.press("⌘丁") == .prefix)
    #expect(crowd.takeAsked() == ["k-丁"])
    #expect(desk.press("⌘X") == .command(id: "k-丁"))
    #expect(crowd.takeAsked() == ["k-丁"])
    #expect(desk.press("⌘丁") == .command(id: "丁"))
    #expect(crowd.takeAsked() == ["丁"])
  }

  @Test("CMD-8c a command that cannot be performed is skipped for the next one with the same keys")
  func passedOver() {
    func command(_ id: String, _ input: KeyInput) -> KeyCommand {
      KeyCommand(id: id, input: "k", modifiers: .command, title: id) {
        $0.continuation = [Chord(input, .command)]
      }
    }
    let crowd = crowd([command("near", "9"), command("far", "9"), command("other", "d")])
    crowd.unable = ["near"]
    desk.press("⌘K")
    #expect(desk.press("⌘9") == .command(id: "far"))
    desk.press("⌘K")
    crowd.unable = ["near", "far"]
    #expect(desk.press("⌘9") == .unhandled, "the key has its usual effect")
    desk.press("⌘K")
    crowd.unable = []
    #expect(
      desk.press("⌘9") == .command(id: "near"), "availability is checked when the key is pressed")
  }

  @Test("CMD-9b of commands with the same continuation the one with priority is first")
  func priority() {
    func command(_ id: String, isUrgent: Bool) -> KeyCommand {
      KeyCommand(id: id, input: "k", modifiers: .command, title: id) {
        $0.continuation = [Chord("c", .command)]
        $0.wantsPriority = isUrgent
      }
    }
    _ = crowd([command("late", isUrgent: false), command("urgent", isUrgent: true)])
    desk.press("⌘K")
    #expect(desk.press("⌘C") == .command(id: "urgent"))
  }

  @Test("CMD-26 a sequence whose first key text uses is not continued by any key")
  func textFirst() {
    let view = desk.add(TextView(name: "view"))
    view.text = "one"
    func command(_ id: String, _ input: KeyInput, isUrgent: Bool) -> KeyCommand {
      KeyCommand(id: id, input: .downArrow, modifiers: .command, title: id) {
        $0.continuation = [Chord(input, .command)]
        $0.wantsPriority = isUrgent
      }
    }
    let user = Responder(name: "user")
    for command in [command("urgent", "7", isUrgent: true), command("late", "8", isUrgent: false)] {
      user.addKeyCommand(command) { _ in }
    }
    desk.engine.userCommands = user
    desk.press("⌘↓")
    #expect(desk.press("⌘7") == .command(id: "urgent"))
    desk.press("⌘↓")
    #expect(desk.press("⌘8") == .unhandled)
  }
}
