// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@Suite struct ChordMatcherTests {
  private static func press(
    _ code: UInt16, _ characters: KeyInput, keysym: UInt32 = 0, _ modifiers: Modifiers,
    consumed: Modifiers = [], layoutFallback: Keystroke.LayoutFallback = .none
  ) -> Keystroke {
    Keystroke(
      event: KeyEvent(
        time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: .press),
      keysym: Keysym(rawValue: keysym), modifiers: modifiers, consumedModifiers: consumed,
      charactersIgnoringModifiers: characters, layoutFallback: layoutFallback)
  }

  private static let c = Keystroke.LayoutFallback(plain: "c")
  private static let bracket = Keystroke.LayoutFallback(plain: "[", shifted: "{")

  @Test(
    "CMD-10a, CMD-10b a chord matches without the modifiers that the layout needed",
    arguments: [
      // ⇧⌘Z: Shift makes the capital and is still part of the chord.
      (press(44, "z", keysym: 0x5A, [.shift, .command], consumed: .shift), "⇧⌘Z"),
      // ⌘/ on a German keyboard: Shift is only needed to type the slash, which is on the 7.
      (press(8, "7", keysym: 0x2F, [.shift, .command], consumed: .shift), "⌘/"),
      // ⌘[ on a German keyboard: AltGr is only needed to type the bracket, which is on the 8.
      (press(9, "8", keysym: 0x5B, [.option, .command], consumed: .option), "⌘["),
      // ⌘C on a Cyrillic layout, by the substitute key.
      (press(46, "с", keysym: 0x6D3, .command, layoutFallback: c), "⌘C"),
      (
        press(46, "с", keysym: 0x6F3, [.shift, .command], consumed: .shift, layoutFallback: c),
        "⇧⌘C"
      ),
      // ⌘[, ⇧⌘[ and ⌘{ on a French one, where the key types dead accents.
      (press(26, "^", keysym: 0xFE52, .command, layoutFallback: bracket), "⌘["),
      (press(26, "^", keysym: 0xFE57, [.shift, .command], layoutFallback: bracket), "⇧⌘["),
      (press(26, "^", keysym: 0xFE57, [.shift, .command], layoutFallback: bracket), "⌘{"),
      // Caps Lock and the keypad flag are ignored.
      (press(46, "c", keysym: 0x43, [.command, .alphaShift, .numericPad]), "⌘C"),
      // The meaning of the keypad's keys depends on Num Lock.
      (press(75, "4", keysym: 0xFF96, .command), "⌘←"),
      (press(75, .leftArrow, keysym: 0xFFB4, .command), "⌘4"),
      // KEY-12 A digit of a telephone or remote has the kernel's name too.
      (press(0x201, "1", keysym: 0x31, []), "1"),
      (press(0x201, "1", keysym: 0x31, .command), "⌘numeric_1"),
    ])
  func matches(_ keystroke: Keystroke, _ chord: String) throws {
    var bindings = TextBindings()
    bindings.bind(try Chord(parsing: chord), to: .copy)
    #expect(bindings.mayMatch(keystroke.chordHint))
    #expect(bindings.command(for: keystroke, where: { _ in true }) == .copy)
  }

  @Test(
    "CMD-10a an additional or missing modifier is another chord",
    arguments: [
      (press(46, "c", keysym: 0x63, [.command, .option]), "⌘C"),
      (press(46, "c", keysym: 0x63, []), "⌘C"),
      (press(46, "c", keysym: 0x43, [.command, .shift], consumed: .shift), "⌘C"),
      // A letter outside ASCII on a Latin layout does not match the US key at its position.
      (press(39, "ö", keysym: 0xF6, .command), "⌘;"),
      (press(23, "ı", keysym: 0x2B9, .command), "⌘I"),
    ])
  func doesNotMatch(_ keystroke: Keystroke, _ chord: String) throws {
    var bindings = TextBindings()
    bindings.bind(try Chord(parsing: chord), to: .copy)
    #expect(bindings.command(for: keystroke, where: { _ in true }) == nil)
  }

  @Test("A key's own character is tried before the one it substitutes for")
  func standInLast() {
    let keystroke = Self.press(
      26, "^", keysym: 0xA8, [.shift, .command], consumed: .shift, layoutFallback: Self.bracket)
    var readings: [String] = []
    _ = ChordMatcher(keystroke).first { reading -> Never? in
      readings.append("\(reading.chord)\(reading.isLayoutFallback ? " stands in" : "")")
      return nil
    }
    #expect(readings == ["⇧⌘^", "⌘¨", "⇧⌘[ stands in", "⌘{ stands in"])
  }

  @Test("The exact chord is tried before the one the layout produces")
  func exactFirst() {
    var bindings = TextBindings()
    bindings.bind(Chord("7", [.shift, .command]), to: .cut)
    bindings.bind(Chord("/", .command), to: .copy)
    let keystroke = Self.press(8, "7", keysym: 0x2F, [.shift, .command], consumed: .shift)
    #expect(bindings.command(for: keystroke, where: { _ in true }) == .cut)
    #expect(bindings.command(for: keystroke, where: { $0 != .cut }) == .copy)
  }
}
