// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@Suite struct ChordTests {
  @Test("CMD-2a, CMD-2c an upper-case letter is the lower-case letter with Shift")
  func capitalsBecomeShift() {
    #expect(Chord("Z", .command) == Chord("z", [.shift, .command]))
    #expect(Chord("Å") == Chord("å", .shift))
    #expect(Chord("ß").input == "ß")
    #expect(Chord("?", .command).modifiers == .command)
    #expect(Chord(.upArrow).input == KeyInput.upArrow)
  }

  @Test("CMD-10b Caps Lock and the keypad flag are no part of a chord")
  func locksAreLeftOut() {
    #expect(Chord("a", [.command, .alphaShift, .numericPad]) == Chord("a", .command))
  }

  @Test(
    "CMD-22a a chord prints its modifiers in the order ⌃⌥⇧⌘, in symbols and in words",
    arguments: [
      (
        Chord(.leftArrow, [.command, .shift, .option, .control]), "⌃⌥⇧⌘←",
        "ctrl+opt+shift+cmd+left"
      ),
      (Chord("z", [.shift, .command]), "⇧⌘Z", "shift+cmd+z"),
      (Chord(.downArrow, .command), "⌘↓", "cmd+down"),
      (Chord(.function(5)), "F5", "f5"),
      (Chord("+", .command), "⌘+", "cmd+plus"),
      (Chord(" ", .control), "⌃␠", "ctrl+space"),
      (Chord("\r", .option), "⌥⏎", "opt+return"),
      (Chord("\t", [.control, .shift]), "⌃⇧⇥", "ctrl+shift+tab"),
      (Chord("ß", .command), "⌘ß", "cmd+ß"),
      (Chord("'", .control), "⌃'", "ctrl+'"),
      (Chord(.delete, .option), "⌥⌫", "opt+backspace"),
      (Chord("f", .control), "⌃F", "ctrl+f"),
    ])
  func printing(_ chord: Chord, _ symbols: String, _ words: String) throws {
    #expect(chord.description == symbols)
    #expect(chord.words == words)
    #expect(try Chord(parsing: symbols) == chord)
    #expect(try Chord(parsing: words) == chord)
  }

  @Test("Every chord of the built-in table reads back from both spellings")
  func builtinsRoundTrip() throws {
    for chord in BuiltinCommands.table.flatMap(\.chords) {
      #expect(try Chord(parsing: chord.description) == chord)
      #expect(try Chord(parsing: chord.words) == chord)
    }
  }

  @Test(
    "Synonyms of modifiers and keys are accepted, in any case",
    arguments: [
      ("Control+Alt+Del", Chord(.forwardDelete, [.control, .option])),
      ("SUPER+K", Chord("k", .command)), ("meta+esc", Chord(.escape, .command)),
      ("cmd++", Chord("+", .command)), ("+", Chord("+")), ("shift+enter", Chord("\r", .shift)),
      ("F12", Chord(.function(12))), ("⌘", Chord("⌘")),
    ])
  func synonyms(_ text: String, _ chord: Chord) throws {
    #expect(try Chord(parsing: text) == chord)
  }

  @Test(
    "An invalid chord is refused with the wrong word",
    arguments: [
      ("", KeyCommandError.noKey(in: "")),
      ("cmd+", .noKey(in: "cmd+")),
      ("hyper+k", .unknownModifier("hyper", in: "hyper+k")),
      ("cmd+dwon", .unknownKey("dwon", nearest: "down", in: "cmd+dwon")),
      ("f25", .unknownKey("f25", nearest: "f2", in: "f25")),
      ("cmd+volumup", .unknownKey("volumup", nearest: "volumeup", in: "cmd+volumup")),
      ("cmd+gibberish", .unknownKey("gibberish", nearest: nil, in: "cmd+gibberish")),
      ("cmd+\u{7}", .unknownKey("\u{7}", nearest: nil, in: "cmd+\u{7}")),
    ])
  func mistakes(_ text: String, _ error: KeyCommandError) {
    #expect(throws: error) { try Chord(parsing: text) }
  }
}
