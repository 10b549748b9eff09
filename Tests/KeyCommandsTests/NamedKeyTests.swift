// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

/// Chords on keys that type nothing.
@Suite struct NamedKeyTests {
  @Test(
    "A media key is read by the kernel's and xkb's name, and printed by the kernel's",
    arguments: [
      ("cmd+volumeup", "cmd+XF86AudioRaiseVolume", "⌘Volumeup"),
      ("playpause", "xf86audioplay", "Playpause"), ("shift+print", "shift+sysrq", "⇧Print"),
      ("ctrl+mute", "ctrl+XF86AudioMute", "⌃Mute"), ("back", "xf86back", "Back"),
      ("opt+hangeul", "alt+hangul", "⌥Hangeul"), ("menu", "Menu", "Menu"),
      ("cmd+xf86standby", "⌘xf86standby", "⌘Xf86standby"),
    ])
  func words(_ words: String, _ other: String, _ symbols: String) throws {
    let chord = try Chord(parsing: words)
    #expect(chord.input.rawValue.hasPrefix("input"))
    #expect(try Chord(parsing: other) == chord && Chord(parsing: symbols) == chord)
    #expect(chord.words == words && chord.description == symbols)
  }

  @Test("Every name reads back from words and from symbols, and is unique")
  func roundTrip() throws {
    let names = KeyInput.names.sorted()
    #expect(names.count > 300)
    var firsts: [String: KeyInput] = [:]
    for name in names {
      let chord = try Chord(parsing: "cmd+" + name)
      #expect(KeyInput.named(name) == chord.input, "\(name)")
      #expect(try Chord(parsing: chord.words) == chord, "\(name)")
      #expect(try Chord(parsing: chord.description) == chord, "\(name)")
      let first = try #require(KeyInput.name(of: chord.input))
      #expect(firsts.updateValue(chord.input, forKey: first) ?? chord.input == chord.input)
    }
  }

  @Test("CMD-3 the constants keep their names, which are no names of media keys")
  func constants() throws {
    for (word, input): (String, KeyInput) in [
      ("up", KeyInput.upArrow), ("down", KeyInput.downArrow), ("left", KeyInput.leftArrow),
      ("right", KeyInput.rightArrow), ("pageup", KeyInput.pageUp), ("pagedown", KeyInput.pageDown),
      ("escape", KeyInput.escape), ("home", KeyInput.home), ("end", KeyInput.end),
      ("backspace", KeyInput.delete), ("f1", KeyInput.function(1)), ("f12", KeyInput.function(12)),
      ("return", "\r"), ("tab", "\t"), ("space", " "),
    ] {
      #expect(try Chord(parsing: word) == Chord(input))
      #expect(KeyInput.named(word) == nil && KeyInput.name(of: input) == nil)
    }
  }

  @Test("A sequence is read chord by chord")
  func sequences() throws {
    let close = [Chord("k", .command), Chord("c", .command)]
    #expect(try Chord.sequence(parsing: "cmd+k cmd+c") == close)
    #expect(try Chord.sequence(parsing: "  ⌘K \t ⌘C ") == close)
    #expect(try Chord.sequence(parsing: "volumeup") == [Chord(.named("volumeup") ?? "")])
  }

  @Test(
    "A mistake in a sequence has its position in UTF-16 units",
    arguments: [
      (
        "cmd+k cmd+volumup", 10,
        KeyCommandError.unknownKey("volumup", nearest: "volumeup", in: "cmd+volumup")
      ),
      ("cmd+k hyper+c", 6, .unknownModifier("hyper", in: "hyper+c")),
      ("cmd+ö cmd+shif+c", 10, .unknownModifier("shif", in: "cmd+shif+c")),
      ("cmd+😀 ⌘⇧ dwon", 10, .unknownKey("dwon", nearest: "down", in: "dwon")),
      ("cmd+k cmd+", 10, .noKey(in: "cmd+")), ("", 0, .noKey(in: "")), ("  ", 0, .noKey(in: "  ")),
    ])
  func places(_ text: String, _ offset: Int, _ reason: KeyCommandError) {
    #expect(throws: ChordSequenceError(reason: reason, offset: offset)) {
      try Chord.sequence(parsing: text)
    }
  }
}
