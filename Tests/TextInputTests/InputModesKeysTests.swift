// SPDX-License-Identifier: Apache-2.0
import Keys
import TestSupport
import Testing

@testable import TextInput

/// The keys that switch modes, in virtual time.
@Suite struct InputModesKeysTests {
  private static let globe = KeyCode(0x248)
  private static let function = KeyCode(0x1D0)

  private func event(
    _ code: KeyCode, _ phase: KeyEvent.Phase, at milliseconds: Int64, on device: UInt32 = 0
  ) -> Keystroke {
    Keystroke(
      event: KeyEvent(
        time: Timestamp(microseconds: milliseconds * 1000), device: DeviceID(rawValue: device),
        code: code, phase: phase))
  }

  @Test(
    "MOD-8a, MOD-8b, MOD-8f ⌃␠ and ⌃⌥␠ switch at the press, not again while they repeat",
    arguments: [
      ("⌃Space", ModeKeys.Answer.perform(.previous)), ("⌃⌥Space", .perform(.next)),
      ("Space", .passOn), ("⌥Space", .passOn), ("⌃⇧Space", .passOn), ("⌘⌃Space", .passOn),
      ("⌃A", .passOn), ("⌘←", .passOn), ("⌘→", .passOn),
    ])
  func chords(symbols: String, answer: ModeKeys.Answer) {
    var keys = ModeKeys()
    let keystroke = Typist.keystroke(symbols)
    #expect(keys.handle(keystroke) == answer)
    #expect(keys.handle(keystroke.phase(.repeat)) == (answer == .passOn ? .passOn : .taken))
    #expect(keys.handle(keystroke.phase(.release)) == .passOn)
    #expect(keys == ModeKeys())
  }

  @Test("MOD-8c a tap on the Globe key selects the next mode", arguments: [globe, function])
  func tap(_ globe: KeyCode) {
    var keys = ModeKeys()
    #expect(keys.handle(event(globe, .press, at: 0)) == .taken)
    #expect(keys.nextDeadline == Timestamp(microseconds: 500_000))
    #expect(keys.handle(event(globe, .repeat, at: 300)) == .taken)
    #expect(keys.advance(to: Timestamp(microseconds: 499_999)) == .passOn)
    #expect(keys.handle(event(globe, .release, at: 499)) == .perform(.next))
    #expect(keys == ModeKeys())
  }

  @Test("MOD-8d holding the Globe key shows the list once, and its release does nothing more")
  func hold() {
    var keys = ModeKeys()
    _ = keys.handle(event(Self.globe, .press, at: 0))
    #expect(keys.advance(to: Timestamp(microseconds: 500_000)) == .showList)
    #expect(keys.nextDeadline == nil)
    #expect(keys.advance(to: Timestamp(microseconds: 900_000)) == .passOn)
    #expect(keys.handle(event(Self.globe, .release, at: 950)) == .passOn)
    #expect(keys == ModeKeys())
  }

  @Test("A Globe key with another key, or on an unplugged keyboard, is no tap")
  func noTap() {
    var keys = ModeKeys()
    _ = keys.handle(event(Self.globe, .press, at: 0))
    #expect(keys.handle(event(.a, .press, at: 10)) == .passOn)
    #expect(keys.handle(event(Self.globe, .release, at: 20)) == .passOn)
    _ = keys.handle(event(Self.globe, .press, at: 30))
    #expect(keys.handle(event(Self.globe, .release, at: 40, on: 1)) == .passOn)
    #expect(keys.handle(event(Self.globe, .cancel, at: 50)) == .passOn)
    #expect(keys.handle(event(Self.globe, .release, at: 60)) == .passOn)
    #expect(keys == ModeKeys())
  }

  @Test("MOD-8e a tap on Caps Lock switches if the setting is on, and is passed on otherwise")
  func capsLock() {
    var keys = ModeKeys()
    _ = keys.handle(event(.capsLock, .press, at: 0))
    #expect(keys.handle(event(.capsLock, .release, at: 100)) == .passOn)
    keys.capsLockSwitches = true
    #expect(keys.handle(event(.capsLock, .press, at: 200)) == .passOn)
    #expect(keys.nextDeadline == nil)
    #expect(keys.handle(event(.capsLock, .release, at: 300)) == .perform(.toggleLatin))
    _ = keys.handle(event(.capsLock, .press, at: 1000))
    #expect(keys.handle(event(.capsLock, .release, at: 1500)) == .passOn)
    _ = keys.handle(event(.capsLock, .press, at: 2000))
    _ = keys.handle(event(.a, .press, at: 2010))
    #expect(keys.handle(event(.capsLock, .release, at: 2020)) == .passOn)
  }

  @Test("MOD-8e a tap on Shift switches if the setting is on, and if no other key has a part in it")
  func shift() {
    var keys = ModeKeys()
    _ = keys.handle(event(.leftShift, .press, at: 0))
    #expect(keys.handle(event(.leftShift, .release, at: 100)) == .passOn)
    keys.shiftSwitches = true
    for (start, code) in [(1000, KeyCode.leftShift), (2000, .rightShift)] {
      #expect(keys.handle(event(code, .press, at: Int64(start))) == .passOn)
      #expect(keys.isWatching && keys.nextDeadline == nil)
      #expect(keys.handle(event(code, .release, at: Int64(start) + 299)) == .perform(.toggleLatin))
    }
    _ = keys.handle(event(.leftShift, .press, at: 3000))
    #expect(keys.handle(event(.leftShift, .release, at: 3300)) == .passOn)
    _ = keys.handle(event(.leftShift, .press, at: 4000))
    _ = keys.handle(event(.a, .press, at: 4010))
    #expect(keys.handle(event(.leftShift, .release, at: 4020)) == .passOn)
    // The release of a key that was down before.
    _ = keys.handle(event(.leftShift, .press, at: 5000))
    _ = keys.handle(event(.a, .release, at: 5010))
    #expect(keys.handle(event(.leftShift, .release, at: 5020)) == .passOn)
    // Both of them are no tap of either.
    _ = keys.handle(event(.leftShift, .press, at: 6000))
    _ = keys.handle(event(.rightShift, .press, at: 6010))
    #expect(keys.handle(event(.leftShift, .release, at: 6020)) == .passOn)
    #expect(keys.handle(event(.rightShift, .release, at: 6030)) == .passOn)
    for modifier in [Modifiers.control, .option, .command] {
      var press = event(.leftShift, .press, at: 7000)
      press.modifiers = [modifier, .shift]
      #expect(keys.handle(press) == .passOn && !keys.isWatching)
    }
    var press = event(.leftShift, .press, at: 8000)
    press.modifiers = [.shift, .alphaShift]
    #expect(keys.handle(press) == .passOn && keys.isWatching)
  }

  @Test("With no key down no state is left, for any typed keys")
  func randomWalk() {
    var random = SeededGenerator(seed: 8)
    let codes = [Self.globe, Self.function, .capsLock, .leftShift, .rightShift, .a, .space]
    var start = ModeKeys()
    (start.capsLockSwitches, start.shiftSwitches) = (true, true)
    var keys = start
    var down: Set<KeyCode> = []
    var time: Int64 = 0
    for _ in 0..<20_000 {
      time += Int64.random(in: 1...400, using: &random)
      guard let code = codes.randomElement(using: &random) else { return }
      if down.remove(code) != nil {
        _ = keys.handle(event(code, Bool.random(using: &random) ? .release : .cancel, at: time))
      } else {
        down.insert(code)
        _ = keys.handle(event(code, .press, at: time))
      }
      _ = keys.advance(to: Timestamp(microseconds: time * 1000))
      if down.isEmpty { #expect(keys == start) }
    }
  }
}
