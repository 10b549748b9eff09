// SPDX-License-Identifier: Apache-2.0
import Devices
import Keys
import Testing

@Suite struct PanicChordTests {
  /// Whether each event, `device code phase`, completes the chord.
  private func completions(_ events: [(UInt32, KeyCode, KeyEvent.Phase)]) -> [Bool] {
    var chord = PanicChord()
    return events.map { device, code, phase in
      chord.observe(
        KeyEvent(time: .zero, device: DeviceID(rawValue: device), code: code, phase: phase))
    }
  }

  @Test(
    "Backspace, Escape and Enter in any order complete the chord",
    arguments: [
      [KeyCode.backspace, .escape, .enter], [.backspace, .enter, .escape],
      [.escape, .backspace, .enter], [.escape, .enter, .backspace],
      [.enter, .backspace, .escape], [.enter, .escape, .backspace],
    ])
  func anyOrder(_ keys: [KeyCode]) {
    #expect(completions(keys.map { (0, $0, .press) }) == [false, false, true])
  }

  @Test("the keys may be on several keyboards, and other keys may be down too")
  func acrossDevices() {
    #expect(
      completions([
        (0, .backspace, .press), (0, .a, .press), (1, .escape, .press), (2, .enter, .press),
      ])
        == [false, false, false, true])
  }

  @Test("a key that was released or cancelled meanwhile does not count")
  func released() {
    #expect(
      completions([
        (0, .backspace, .press), (0, .escape, .press), (0, .backspace, .release),
        (0, .enter, .press), (0, .backspace, .press),
      ]) == [false, false, false, false, true])
    #expect(
      completions([
        (0, .backspace, .press), (1, .backspace, .press), (0, .backspace, .cancel),
        (0, .escape, .press), (0, .enter, .press),
      ]) == [false, false, false, false, true])
  }

  @Test("keys found down count as held, but only a press completes the chord")
  func found() {
    #expect(
      completions([
        (0, .backspace, .found), (0, .escape, .found), (0, .enter, .found), (0, .enter, .repeat),
      ]) == [false, false, false, false])
    #expect(
      completions([(0, .backspace, .found), (0, .escape, .found), (0, .enter, .press)])
        == [false, false, true])
  }

  @Test("the keypad's Enter is another key")
  func keypadEnter() {
    #expect(
      completions([
        (0, .backspace, .press), (0, .escape, .press), (0, .keypadEnter, .press),
      ]) == [false, false, false])
  }

  @Test("keys held on an unplugged keyboard do not count")
  func forget() {
    var chord = PanicChord()
    func press(_ device: UInt32, _ code: KeyCode) -> Bool {
      chord.observe(
        KeyEvent(time: .zero, device: DeviceID(rawValue: device), code: code, phase: .press))
    }
    _ = press(0, .backspace)
    _ = press(1, .escape)
    chord.forget(DeviceID(rawValue: 0))
    #expect(!press(1, .enter))
    #expect(press(1, .backspace))
  }
}
