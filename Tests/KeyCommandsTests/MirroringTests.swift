// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@Suite struct MirroringTests {
  private static let pairs: [(KeyInput, KeyInput)] = [
    ("[", "]"), ("{", "}"), ("(", ")"), ("<", ">"), (KeyInput.leftArrow, KeyInput.rightArrow),
  ]

  @Test("allowsAutomaticMirroring: the inputs of the table are exchanged", arguments: pairs)
  func inputs(_ left: KeyInput, _ right: KeyInput) {
    for modifiers: Modifiers in [.command, [.control, .option, .shift]] {
      #expect(Chord(left, modifiers).mirrored == Chord(right, modifiers))
      #expect(Chord(right, modifiers).mirrored == Chord(left, modifiers))
    }
    #expect(Chord(left).isDirected && Chord(right).isDirected)
  }

  @Test("allowsAutomaticMirroring: all other inputs are unchanged")
  func others() {
    for input: KeyInput in ["a", "/", "\\", "'", .upArrow, .home, .end, .tab, "«"] {
      #expect(!Chord(input).isDirected && Chord(input).mirrored == Chord(input))
    }
  }

  @Test(
    "allowsAutomaticMirroring: a registry finds commands by the mirrored keys", arguments: pairs)
  func lookup(_ left: KeyInput, _ right: KeyInput) throws {
    let registry = CommandRegistry()
    func command(_ id: String, _ input: KeyInput) -> KeyCommand {
      KeyCommand(id: id, input: input, modifiers: .command, title: id)
    }
    var fixed = command("fixed", left)
    fixed.allowsAutomaticMirroring = false
    var literal = command("literal", left)
    literal.allowsAutomaticLocalization = false
    for command in [command("back", left), command("forward", right), fixed, literal] {
      try registry.add(command)
    }
    func ids(_ input: KeyInput, _ isMirrored: Bool) -> [String] {
      registry.candidates(for: Chord(input, .command), isMirrored: isMirrored).map(\.id)
    }
    #expect(ids(left, false) == ["back", "fixed", "literal"] && ids(right, false) == ["forward"])
    #expect(ids(left, true) == ["forward", "fixed", "literal"] && ids(right, true) == ["back"])
    registry.remove(id: "back")
    #expect(ids(right, true) == [] && ids(left, true) == ["forward", "fixed", "literal"])
  }

  @Test("allowsAutomaticMirroring: alternates and the chords of a sequence are mirrored too")
  func sequences() {
    var command = KeyCommand(id: "back", input: "k", modifiers: .command, title: "Back") {
      $0.continuation = [Chord("[", .command)]
    }
    #expect(command.chords(isMirrored: true) == [Chord("k", .command), Chord("]", .command)])
    #expect(command.chords(isMirrored: false) == command.chords)
    command.allowsAutomaticLocalization = false
    #expect(command.chords(isMirrored: true) == command.chords)
    let registry = CommandRegistry([
      KeyCommand(id: "back", input: "[", modifiers: .command, title: "Back") {
        $0.alternates = [CommandAlternate(modifiers: .option, id: "first", title: "First")]
      }
    ])
    let found = registry.candidates(for: Chord("]", [.option, .command]), isMirrored: true)
    #expect(found.map(\.id) == ["first"])
  }
}
