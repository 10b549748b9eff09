// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import TextInput

/// Holding a key in virtual time; see the timelines at `PressAndHold`.
@Suite struct AccentsHoldTests {
  /// Keys for one hold, each answered as a short word; the letters that have variants are `e` and
  /// `-`.
  private struct Hand {
    var hold = PressAndHold()
    var milliseconds: Int64 = 0

    mutating func wait(_ amount: Int64) -> String {
      milliseconds += amount
      let now = Timestamp(microseconds: milliseconds * 1000)
      return hold.advance(to: now).map { "opens " + Self.draw($0) } ?? "nothing"
    }

    mutating func send(
      _ symbols: String, _ phase: KeyEvent.Phase, text: String? = nil, on device: UInt32 = 0
    ) -> String {
      let isChord = symbols.count > 1 || "←→↑↓".contains(symbols)
      var keystroke = isChord ? Typist.keystroke(symbols) : Typist.typing(symbols)
      if symbols == "⇧" { keystroke = Typist.shiftKey }
      if let text { keystroke.text = text }
      keystroke.event.time = Timestamp(microseconds: milliseconds * 1000)
      keystroke.event.device = DeviceID(rawValue: device)
      keystroke.event.phase = phase
      let answer = hold.handle(keystroke)
      if answer == .passOn || answer == .keepLetter(passOn: true), phase == .press {
        let variants = ["e": ["è", "é", "ê"], "E": ["È", "É"], "-": ["–"]][keystroke.text] ?? []
        hold.letterWasTyped(by: keystroke, variants: variants)
      }
      switch answer {
      case .passOn: return "goes on"
      case .suppressRepeat: return "suppressed"
      case .showList(let list): return "shows " + Self.draw(list)
      case .replace(let letter, let variant): return "\(letter) becomes \(variant)"
      case .keepLetter(let passOn): return passOn ? "closes, goes on" : "closes"
      }
    }

    mutating func press(_ symbols: String, text: String? = nil) -> String {
      send(symbols, .press, text: text)
    }

    mutating func release(_ symbols: String) -> String { send(symbols, .release) }

    private static func draw(_ list: CandidateList) -> String {
      list.items.indices.map {
        $0 == list.highlighted ? "[\(list.items[$0].text)]" : list.items[$0].text
      }.joined(separator: " ")
    }
  }

  /// `e` held until its list is open.
  private func opened() -> Hand {
    var hand = Hand()
    #expect(hand.press("e") == "goes on")
    #expect(hand.wait(500) == "opens [è] é ê")
    return hand
  }

  @Test("MOD-14a the list opens exactly 500 ms after the press, numbered from 1")
  func delay() {
    var hand = Hand()
    #expect(hand.press("e") == "goes on")
    #expect(hand.hold.nextDeadline == Timestamp(microseconds: 500_000))
    #expect(hand.wait(499) == "nothing")
    #expect(hand.wait(1) == "opens [è] é ê")
    #expect(hand.hold.list?.kind == .accents)
    #expect(hand.hold.nextDeadline == nil)
    #expect(hand.wait(500) == "nothing")
  }

  @Test("The delay is a setting")
  func ownDelay() {
    var hand = Hand()
    hand.hold.delay = .milliseconds(200)
    _ = hand.press("e")
    #expect(hand.wait(200) == "opens [è] é ê")
  }

  @Test("Case 1: a letter released before the delay is typed without a list")
  func tap() {
    var hand = Hand()
    _ = hand.press("e")
    _ = hand.wait(499)
    #expect(hand.release("e") == "goes on")
    #expect(hand.wait(100) == "nothing")
    #expect(hand.hold == PressAndHold())
  }

  @Test(
    "MOD-14b MOD-16a 1–9, and ← → with ⏎ or ␠, choose a variant that replaces the letter",
    arguments: [
      (["1"], "e becomes è"), (["3"], "e becomes ê"), (["Return"], "e becomes è"),
      (["Space"], "e becomes è"), (["→", "Return"], "e becomes é"),
      (["→", "→", "Space"], "e becomes ê"),
      (["←", "Return"], "e becomes ê"), (["→", "→", "→", "Return"], "e becomes è"),
      (["→", "→", "1"], "e becomes è"),
    ])
  func choosing(keys: [String], answer: String) throws {
    var hand = opened()
    _ = hand.release("e")
    for key in keys.dropLast() {
      #expect(hand.press(key).hasPrefix("shows "))
      _ = hand.release(key)
    }
    let last = try #require(keys.last)
    #expect(hand.press(last) == answer)
    #expect(hand.hold.list == nil)
    #expect(hand.release(last) == "goes on")
    #expect(hand.hold == PressAndHold())
  }

  @Test("MOD-14b → and ← move through the variants and wrap around")
  func highlighting() {
    var hand = opened()
    #expect(hand.press("→") == "shows è [é] ê")
    #expect(hand.press("←") == "shows [è] é ê")
    #expect(hand.press("←") == "shows è é [ê]")
    // Arrows repeat.
    #expect(hand.send("←", .repeat) == "shows è [é] ê")
  }

  @Test("MOD-14c ⎋ keeps the plain letter and has no other effect")
  func escape() {
    var hand = opened()
    #expect(hand.press("Escape") == "closes")
    #expect(hand.send("Escape", .repeat) == "suppressed")
    #expect(hand.press("Escape") == "goes on")
  }

  @Test(
    "MOD-14c, MOD-14d another key keeps the plain letter and is typed",
    arguments: [
      "x", "e", "4", "9", "0", "Delete", "↑", "↓", "Tab", "⌘1", "⌃A", "⌥→", "⇧→", "⌘Return",
      "⇧Return",
    ])
  func otherKey(key: String) {
    var hand = opened()
    _ = hand.release("e")
    #expect(hand.press(key) == "closes, goes on")
    #expect(hand.hold.list == nil)
  }

  @Test("A digit that the layout types with ⇧ chooses a variant")
  func shiftedDigit() {
    var hand = opened()
    #expect(hand.press("⇧7", text: "2") == "e becomes é")
  }

  @Test(
    "Characters with a numeric value that are no ASCII digits do not choose",
    arguments: ["一", "²", "٢", "２", "Ⅱ"])
  func otherNumbers(text: String) {
    var hand = opened()
    #expect(hand.press("x", text: text) == "closes, goes on")
  }

  @Test("MOD-14e the letter does not repeat, neither before the list opens nor while it is open")
  func noRepeat() {
    var hand = Hand()
    _ = hand.press("e")
    #expect(hand.send("e", .repeat) == "suppressed")
    _ = hand.wait(500)
    #expect(hand.send("e", .repeat) == "suppressed")
    #expect(hand.hold.list != nil)
  }

  @Test("A key that chose a variant does not repeat, nor does the held letter")
  func noRepeatAfterwards() {
    var hand = opened()
    _ = hand.press("2")
    #expect(hand.send("2", .repeat) == "suppressed")
    #expect(hand.send("e", .repeat) == "suppressed")
    _ = hand.release("e")
    _ = hand.release("2")
    #expect(hand.press("2") == "goes on")
    #expect(hand.send("2", .repeat) == "goes on")
  }

  @Test("Case 3: releasing the letter leaves the list open")
  func release() {
    var hand = opened()
    #expect(hand.release("e") == "goes on")
    #expect(hand.hold.list != nil)
    #expect(hand.press("2") == "e becomes é")
  }

  @Test("Case 6: another key before the list opens ends the hold, and may start its own")
  func rollover() {
    var hand = Hand()
    _ = hand.press("e")
    _ = hand.wait(300)
    #expect(hand.press("-") == "goes on")
    #expect(hand.wait(300) == "nothing")
    #expect(hand.wait(200) == "opens [–]")
    #expect(hand.press("1") == "- becomes –")
  }

  @Test("Pressing or releasing ⇧ does not end the hold, so capitals have variants")
  func shift() {
    var hand = Hand()
    #expect(hand.press("⇧") == "goes on")
    #expect(hand.press("E") == "goes on")
    #expect(hand.release("⇧") == "goes on")
    #expect(hand.wait(500) == "opens [È] É")
    #expect(hand.press("⇧") == "goes on")
    #expect(hand.press("2") == "E becomes É")
  }

  @Test("MOD-15a letters without variants repeat")
  func withoutVariants() {
    var hand = Hand()
    _ = hand.press("x")
    #expect(hand.hold.nextDeadline == nil)
    #expect(hand.send("x", .repeat) == "goes on")
  }

  @Test("MOD-15b all keys repeat if the user turned the hold off")
  func turnedOff() {
    var hand = Hand()
    hand.hold.isEnabled = false
    _ = hand.press("e")
    #expect(hand.hold.nextDeadline == nil)
    #expect(hand.send("e", .repeat) == "goes on")
    hand.hold.isEnabled = true
    _ = hand.press("e")
    _ = hand.wait(500)
    hand.hold.isEnabled = false
    #expect(hand.hold.list == nil)
  }

  @Test("A keypad key, or a letter with ⌃ or ⌘, starts no hold")
  func otherPresses() {
    var hold = PressAndHold()
    var keypad = Typist.typing("-")
    keypad.event.code = KeyCode(74)
    hold.letterWasTyped(by: keypad, variants: ["–"])
    var command = Typist.typing("e")
    command.modifiers = .command
    hold.letterWasTyped(by: command, variants: ["é"])
    #expect(hold == PressAndHold())
  }

  @Test("Losing the focus closes the list, and the held key types nothing elsewhere")
  func focusLoss() {
    var hand = opened()
    let wasOpen = hand.hold.cancel()
    #expect(wasOpen)
    #expect(hand.hold.list == nil)
    #expect(hand.send("e", .repeat) == "suppressed")
    _ = hand.release("e")
    #expect(hand.hold == PressAndHold())
    _ = hand.press("e")
    let isOpen = hand.hold.cancel()
    #expect(!isOpen)
    #expect(hand.wait(500) == "nothing")
  }

  @Test("Unplugging the keyboard closes the list, unplugging another one does not")
  func deviceGone() {
    var hand = opened()
    #expect(hand.send("e", .cancel, on: 1) == "goes on")
    #expect(hand.hold.list != nil)
    #expect(hand.send("e", .cancel) == "closes, goes on")
    _ = hand.press("e")
    #expect(hand.send("e", .cancel) == "goes on")
    #expect(hand.wait(500) == "nothing")
    #expect(hand.hold == PressAndHold())
  }

  @Test("A key of another keyboard chooses, and the same letter there is another key")
  func twoKeyboards() {
    var hand = opened()
    #expect(hand.send("2", .press, on: 1) == "e becomes é")
    hand = opened()
    #expect(hand.send("e", .repeat, on: 1) == "closes, goes on")
  }

  @Test("A key that is found down has no effect")
  func found() {
    var hand = opened()
    #expect(hand.send("x", .found) == "goes on")
    #expect(hand.hold.list != nil)
  }

  @Test("Without a list and with no key down no state is left, for any typed keys")
  func randomWalk() {
    var random = SeededGenerator(seed: 14)
    let keys = ["e", "-", "x", "E", "1", "2", "←", "→", "Return", "Escape", "⇧"]
    var hand = Hand()
    var down: Set<String> = []
    var opened = 0
    for _ in 0..<20_000 {
      guard let key = keys.randomElement(using: &random) else { return }
      if down.remove(key) != nil {
        _ = hand.send(key, Int.random(in: 0..<9, using: &random) == 0 ? .cancel : .release)
      } else {
        down.insert(key)
        _ = hand.press(key)
        _ = hand.send(key, .repeat)
      }
      if hand.wait(Int64.random(in: 1...700, using: &random)) != "nothing" { opened += 1 }
      #expect(hand.hold.list == nil || hand.hold.nextDeadline == nil)
      if down.isEmpty, hand.hold.list == nil { #expect(hand.hold == PressAndHold()) }
    }
    #expect(opened > 500)
  }
}
