// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import KeyCommands

/// Finding commands by the pressed keys, and sequences by their prefixes.
@Suite struct CommandTableTests {
  private static func command(_ id: String, _ words: String) throws -> KeyCommand {
    let chords = try Chord.sequence(parsing: words)
    return KeyCommand(
      id: id, chords: chords, title: id)
  }

  private static let words = [
    "cmd+k cmd+c", "cmd+k cmd+d e", "cmd+k cmd+d f", "cmd+j", "cmd+k", "cmd+k left", "cmd+k [",
    "cmd+[ x", "cmd+[",
  ]

  @Test(
    "A sequence is found by each of its prefixes, mirrored according to the pressed keys",
    arguments: [
      (
        "cmd+k", false,
        ["cmd+k cmd+c", "cmd+k cmd+d e", "cmd+k cmd+d f", "cmd+k", "cmd+k left", "cmd+k ["]
      ),
      ("cmd+k cmd+d", false, ["cmd+k cmd+d e", "cmd+k cmd+d f"]),
      ("cmd+k cmd+d f", false, ["cmd+k cmd+d f"]), ("cmd+k cmd+d f", true, ["cmd+k cmd+d f"]),
      ("cmd+d", false, []), ("cmd+k cmd+d f g", false, []), ("cmd+k f", false, []),
      ("cmd+k left", false, ["cmd+k left"]), ("cmd+k left", true, []),
      ("cmd+k right", true, ["cmd+k left"]), ("cmd+k right", false, []),
      ("cmd+k ]", true, ["cmd+k ["]), ("cmd+] x", true, ["cmd+[ x"]), ("cmd+[ x", true, []),
      ("cmd+]", true, ["cmd+[ x", "cmd+["]), ("cmd+[", false, ["cmd+[ x", "cmd+["]),
    ])
  func beginnings(pressed: String, isMirrored: Bool, expected: [String]) throws {
    let registry = CommandRegistry(try Self.words.map { try Self.command($0, $0) })
    let found = registry.candidates(
      for: try Chord.sequence(parsing: pressed), isMirrored: isMirrored)
    #expect(found.map(\.id) == expected)
  }

  @Test("An empty sequence matches nothing, and a removed command is not found")
  func none() throws {
    let registry = CommandRegistry([try Self.command("k", "cmd+k cmd+c")])
    #expect(registry.candidates(for: [Chord]()).isEmpty)
    registry.remove(id: "k")
    #expect(registry.candidates(for: try Chord.sequence(parsing: "cmd+k cmd+c")).isEmpty)
  }

  @Test("A substitute key matches only commands that allow it")
  func layoutFallbacks() throws {
    var exact = try Self.command("exact", "cmd+k cmd+c")
    exact.allowsAutomaticLocalization = false
    let registry = CommandRegistry([exact, try Self.command("any", "cmd+k cmd+c")])
    let k = Chord("k", .command)
    let c = Chord("c", .command)
    for (isLayoutFallback, expected) in [(false, "exact"), (true, "any")] {
      let readings = [
        ChordMatcher.Reading(chord: k, isLayoutFallback: isLayoutFallback),
        ChordMatcher.Reading(chord: c, isLayoutFallback: false),
      ]
      #expect(registry.first(for: readings, where: { $0 })?.id == expected)
    }
  }

  /// Thousands of chords use few letters, so that many have the same prefix.
  @Test(
    "The tables give the same results as a search through all commands",
    arguments: 1...8 as ClosedRange<UInt64>)
  func sameAsSearch(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let inputs: [KeyInput] = [
      "a", "b", "[", "]", KeyInput.leftArrow, KeyInput.rightArrow, KeyInput.function(5),
    ]
    func chord() -> Chord {
      Chord(
        inputs.randomElement(using: &random) ?? "a", Bool.random(using: &random) ? .command : [])
    }
    let registry = CommandRegistry(
      (0..<600).map { number in
        let first = chord()
        return KeyCommand(
          id: "\(number)", input: first.input, modifiers: first.modifiers, title: ""
        ) {
          $0.continuation = (0..<Int.random(in: 0..<3, using: &random)).map { _ in chord() }
          $0.wantsPriority = Int.random(in: 0..<4, using: &random) == 0
          $0.allowsAutomaticMirroring = Int.random(in: 0..<3, using: &random) > 0
        }
      })
    for _ in 0..<400 {
      let pressed = (0...Int.random(in: 0..<3, using: &random)).map { _ in chord() }
      let isMirrored = Bool.random(using: &random)
      let withPriority = Bool.random(using: &random)
      let expected = registry.commands.filter {
        $0.chords(isMirrored: isMirrored).starts(with: pressed)
          && (!withPriority || $0.wantsPriority)
      }
      var found: [String] = []
      let readings = pressed.map { ChordMatcher.Reading(chord: $0, isLayoutFallback: false) }
      let answer = registry.first(
        for: readings, withPriority: withPriority, isMirrored: isMirrored
      ) { command -> Bool? in
        found.append(command.id)
        return nil
      }
      #expect(answer == nil && found == expected.map(\.id))
    }
  }
}
