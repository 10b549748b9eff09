// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Testing

@testable import Bridge
@testable import Mirrors

/// The keys of a terminal as presses on a layout.
@Suite struct TerminalPressesTests {
  /// The keys and texts that are typed with the bytes of a terminal.
  final class Desk {
    static let device = DeviceInfo(id: DeviceID(rawValue: 0), name: TerminalKeyboard.name)
    let layouts: KeyboardLayouts
    private(set) var reader = TerminalReader()
    private(set) var presses = TerminalPresses()
    /// The keystrokes so far.
    private(set) var keystrokes: [Keystroke] = []
    /// The keys that are down, by the changes.
    private(set) var down: Set<KeyCode> = []
    private let keys: LayoutKeys
    var now = Timestamp(microseconds: 1_000_000)

    init(_ layout: String = "us", variant: String = "", hasReleases: Bool = false) throws {
      var settings = LayoutSettings()
      settings.name = LayoutName(layout: layout, variant: variant)
      layouts = try KeyboardLayouts { [settings] _ in settings }
      try layouts.connect(Self.device)
      keys = LayoutKeys(layouts)
      reader.readsKeys = true
      reader.form.reportsReleases = hasReleases
    }

    func type(_ bytes: some Sequence<UInt8>) {
      for event in reader.read(bytes) { take(event) }
    }

    func type(_ text: String) { type(text.utf8) }

    /// Takes the last bytes for a key.
    func pause() {
      for event in reader.end() { take(event) }
    }

    func wait(_ microseconds: Int64) {
      now = now.advanced(byMicroseconds: microseconds)
      apply(presses.advance(to: now))
    }

    func endAll() { apply(presses.endAll()) }

    private func take(_ event: TerminalEvent) {
      guard case .key(let key) = event else { return }
      keys.update()
      apply(presses.take(key, on: keys, at: now))
    }

    private func apply(_ changes: [TerminalPresses.Change]) {
      for change in changes {
        // Each key changes as a real one does.
        let isDown = down.contains(change.code)
        #expect(isDown == (change.phase != .press), "\(change)")
        if change.phase == .press { down.insert(change.code) }
        if change.phase == .release || change.phase == .cancel { down.remove(change.code) }
        let event = KeyEvent(
          time: now, device: Self.device.id, code: change.code, phase: change.phase)
        keystrokes.append(layouts.keystroke(for: event))
      }
      #expect(Set(presses.codes) == down)
    }

    /// The text of all presses and repeats.
    var text: String { keystrokes.map(\.text).joined() }

    /// The presses of keys that type nothing on their own, as chords.
    var chords: [String] {
      keystrokes.filter { $0.event.phase == .press && !$0.charactersIgnoringModifiers.isEmpty }
        .map { "\($0.modifiers.intersection(.chord))\($0.charactersIgnoringModifiers)" }
    }
  }

  @Test(
    "each character types itself on each layout",
    arguments: [
      ("us", ""), ("de", ""), ("fr", ""), ("gb", ""), ("us", "dvorak"), ("ch", "fr"),
      ("us", "mac"), ("de", "mac"), ("se", ""),
    ])
  func characters(_ layout: String, _ variant: String) throws {
    let desk = try Desk(layout, variant: variant)
    let text = String((0x20...0x7e as ClosedRange<UInt8>).map { Character(Unicode.Scalar($0)) })
    desk.type(text + "äöüßéèñ€@漢😀дΩ´`^~¨")
    #expect(desk.text == text + "äöüßéèñ€@漢😀дΩ´`^~¨")
    #expect(desk.down == [])
  }

  @Test("Return, Tab, arrows and function keys are keys of the keyboard")
  func named() throws {
    let desk = try Desk()
    desk.type("\r\t\u{7f}\u{1b}[A\u{1b}[1;2D\u{1b}OP\u{1b}[1;5P\u{1b}[3~\u{1b}[Z\u{1b}[57361u")
    #expect(
      desk.chords == [
        "\r", "\t", "inputDelete", "inputUpArrow", "⇧inputLeftArrow", "inputF1", "⌃inputF1",
        "inputForwardDelete", "⇧\t", "inputPrint",
      ])
    #expect(desk.down == [])
  }

  @Test("⌃ and ⌥ with a character are chords of its key, with the modifiers that it needs")
  func chords() throws {
    let desk = try Desk("de")
    desk.type("\u{1}\u{0}\u{1f}\u{1b}a\u{1b}A\u{1b}/\u{1b}\u{1}\u{1b}[27;5;39~")
    #expect(desk.chords == ["⌃a", "⌃ ", "⌃⇧-", "⌥a", "⌥⇧a", "⌥⇧7", "⌃⌥a", "⌃⇧#"])
    #expect(desk.text == "")
    let russian = try Desk("ru")
    russian.type("\u{3}\u{1b}c")
    #expect(russian.chords == ["⌃с", "⌥с"])
  }

  @Test("on a layout without Latin letters a terminal with Latin ones types by position")
  func positions() throws {
    let desk = try Desk("ru")
    desk.type("ghbdtn? vbh.")
    #expect(desk.text == "привет, мирю")
    let own = try Desk("ru")
    own.type("мир. Да, я")
    #expect(own.text == "мир. Да, я", "a terminal that types the letters itself")
    let kitty = try Desk("ru", hasReleases: true)
    kitty.type("\u{1b}[46::47;;46u\u{1b}[46::47;1:3u\u{1b}[1102::46;;1102u")
    #expect(kitty.text == ".ю", "the terminal says where the key is")
  }

  // MARK: The prefix

  @Test("⌃] counts as ⌘ for the next key, and ⌃] twice is ⌃] itself")
  func prefix() throws {
    let desk = try Desk()
    desk.type("\u{1d}a\u{1d}Z\u{1d}\u{1b}[A\u{1d}\u{1b}v\u{1d}\u{1d}x")
    #expect(desk.chords == ["⌘a", "⇧⌘z", "⌘inputUpArrow", "⌥⌘v", "⌃]", "x"])
    #expect(desk.text == "x" && desk.down == [])
  }

  @Test("⌘ is down after ⌃], so that its commands are shown, for ten seconds at most")
  func held() throws {
    let desk = try Desk()
    desk.type("\u{1d}")
    #expect(desk.down == [.leftMeta] && desk.keystrokes.last?.modifiers == .command)
    desk.wait(9_999_999)
    #expect(desk.down == [.leftMeta])
    desk.wait(1)
    #expect(desk.down == [] && desk.presses.nextDeadline == nil)
    desk.type("a")
    #expect(desk.text == "a")
  }

  @Test("⎋ takes ⌃] back")
  func takenBack() throws {
    let desk = try Desk()
    desk.type("\u{1d}\u{1b}")
    desk.pause()
    desk.type("a")
    #expect(desk.chords == ["a"] && desk.text == "a")
  }

  @Test("⌃] is the key that the settings make ⌘")
  func swapped() throws {
    var settings = LayoutSettings()
    settings.swap = .optionCommand
    let layouts = try KeyboardLayouts { [settings] _ in settings }
    try layouts.connect(Desk.device)
    let keys = LayoutKeys(layouts)
    keys.update()
    #expect(keys.command == .alt && keys.option == .command)
  }

  @Test("with reported releases ⌃] ends the held ⌃, and the next key has ⌘")
  func prefixWithReleases() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[57442;5u\u{1b}[93;5u")
    #expect(desk.down == [.leftMeta])
    desk.type("\u{1b}[93;5:3u\u{1b}[57442;1:3u\u{1b}[57441;2u\u{1b}[97:65;2;65u")
    #expect(desk.chords == ["⇧⌘a"] && desk.down == [.leftShift])
    desk.type("\u{1b}[97;2:3u\u{1b}[57441;1:3u")
    #expect(desk.down == [])
  }

  // MARK: Reported releases

  @Test("keys stay down until their release is reported")
  func releases() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[97;;97u\u{1b}[98;;98u\u{1b}[98;1:2;98u")
    #expect(desk.down == [.a, KeyCode(48)] && desk.text == "abb")
    desk.type("\u{1b}[97;1:3u")
    #expect(desk.down == [KeyCode(48)])
    desk.type("\u{1b}[98;1:3u\u{1b}[98;1:3u\u{1b}[99;1:2;99u")
    #expect(desk.down == [] && desk.text == "abb", "a release and a repeat without a press")
  }

  @Test("⇧ that the layout does not need for a character is up for its press only")
  func otherLevel() throws {
    // The terminal's keyboard is German, where ⇧7 is /.
    let desk = try Desk("us", hasReleases: true)
    desk.type("\u{1b}[57441;2u\u{1b}[55:47;2;47u")
    #expect(desk.text == "/" && desk.down == [.leftShift, KeyCode(53)])
    desk.type("\u{1b}[55:47;2:3u\u{1b}[57441;1:3u")
    #expect(desk.down == [])
    // And @ is AltGr+q.
    desk.type("\u{1b}[57453u\u{1b}[113;;64u\u{1b}[113;1:3u\u{1b}[57453;1:3u")
    #expect(desk.text == "/@" && desk.down == [])
    let german = try Desk("de", hasReleases: true)
    german.type("\u{1b}[57453u\u{1b}[113;;64u")
    #expect(german.text == "@" && german.down == [.rightAlt, KeyCode(16)])
  }

  @Test("a modifier that is not reported with a key any more is released")
  func lostRelease() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[57444;9u")
    #expect(desk.down == [.leftMeta])
    desk.type("\u{1b}[97;;97u")
    #expect(desk.down == [.a] && desk.text == "a")
    desk.type("\u{1b}[97;;97u\u{1b}[97;1:3u")
    #expect(desk.down == [] && desk.text == "aa", "a press without the release before it")
  }

  @Test("a modifier that is only reported with a key is held for its press only")
  func lostPress() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[99;9u")
    #expect(desk.chords == ["⌘c"] && desk.down == [KeyCode(46)])
  }

  @Test("a key that the terminal reports no more is released after 30 seconds")
  func silence() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[57444;9u\u{1b}[97;9u")
    desk.wait(20_000_000)
    desk.type("\u{1b}[97;9:2u")
    desk.wait(29_999_999)
    #expect(desk.down == [.leftMeta, .a])
    desk.wait(1)
    #expect(desk.down == [])
  }

  @Test("Caps Lock of the terminal types each letter as the terminal does")
  func capsLock() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[57358;65u\u{1b}[57358;65:3u\u{1b}[97;65;65u\u{1b}[97;65:3u")
    #expect(desk.layouts.locks == .capsLock && desk.text == "A")
    desk.type("\u{1b}[57441;66u\u{1b}[97:65;66;97u\u{1b}[97;66:3u\u{1b}[57441;65:3u1é")
    #expect(desk.text == "Aa1é")
  }

  @Test("the keypad types digits or moves, as the terminal says, whatever Num Lock is")
  func keypad() throws {
    for isLocked in [false, true] {
      let desk = try Desk(hasReleases: true)
      if isLocked { desk.layouts.setLocks(.numLock) }
      desk.type("\u{1b}[57404;129;53u\u{1b}[57404;129:3u\u{1b}[57409;129;46u\u{1b}[57409;129:3u")
      #expect(desk.text == "5.")
      desk.type("\u{1b}[57419u\u{1b}[57419;1:3u\u{1b}[57414u\u{1b}[57413;;43u")
      #expect(desk.chords.suffix(3).dropLast() == ["inputUpArrow", "\r"])
      #expect(desk.text.hasSuffix("+"))
    }
  }

  @Test("text of an input method is typed, and no key is down")
  func inputMethod() throws {
    let desk = try Desk(hasReleases: true)
    desk.type("\u{1b}[0;;26085:26412u")
    #expect(desk.text == "日本" && desk.down == [])
  }
}
