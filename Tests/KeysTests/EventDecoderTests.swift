// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

/// The frames of keys that raw events of one device become.
@Suite struct EventDecoderTests {
  private static let device = DeviceID(rawValue: 7)

  /// Decodes key events as the kernel writes them, with a report after each list.
  private func frames(_ reports: [[(code: UInt16, value: Int32)]]) -> [[String]] {
    var decoder = EventDecoder(device: Self.device)
    return reports.enumerated().map { number, events in
      let time = Timestamp(microseconds: Int64(number))
      var frame: [KeyEvent] = []
      for event in events {
        let raw = InputEvent(
          time: time, type: InputEvent.key, code: event.code, value: event.value)
        #expect(decoder.decode(raw, into: &frame) == .more)
      }
      let report = InputEvent(
        time: time, type: InputEvent.synchronization, code: InputEvent.report, value: 0)
      #expect(decoder.decode(report, into: &frame) == .complete)
      #expect(frame.allSatisfy { $0.device == Self.device && $0.time == time })
      return frame.map { "\($0.code.rawValue) \($0.phase)" }
    }
  }

  @Test(
    "KEY-10a, KEY-10b keys that change in one report are each reported once, in its order",
    arguments: [[30, 48, 46], [46, 48, 30], [42, 30], [30, 42], [125, 29, 56, 42, 57]])
  func report(_ codes: [UInt16]) {
    let pressed = frames([
      codes.map { ($0, 1) }, codes.map { ($0, 2) }, codes.reversed().map { ($0, 0) },
    ])
    #expect(pressed[0] == codes.map { "\($0) press" })
    #expect(pressed[1] == codes.map { "\($0) repeat" })
    #expect(pressed[2] == codes.reversed().map { "\($0) release" })
  }

  @Test("KEY-10b presses and releases of one report keep their order")
  func mixed() {
    #expect(
      frames([[(42, 1)], [(30, 1), (42, 0), (48, 1)]])[1]
        == ["30 press", "42 release", "48 press"])
  }

  @Test("KEY-10a a key that does not change is not reported; a report without keys is empty")
  func unchanged() {
    #expect(
      frames([[(30, 1)], [], [(48, 0)], [(30, 0)]]) == [["30 press"], [], [], ["30 release"]])
  }

  @Test(
    "KEY-10a a press while the key is down first ends the previous press, whose release was lost")
  func lostRelease() {
    #expect(frames([[(30, 1)], [(30, 1)]])[1] == ["30 release", "30 press"])
  }
}
