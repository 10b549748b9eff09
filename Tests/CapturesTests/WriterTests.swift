// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing

@Suite struct WriterTests {
  static func description(repeats: Bool = true) -> EvdevDescription {
    var keys = [UInt8](repeating: 0, count: 96)
    for code in 1...127 { keys[code / 8] |= 1 << UInt8(code % 8) }
    return EvdevDescription(
      info: DeviceInfo(
        id: DeviceID(rawValue: 4), name: "Käse Keyboard", path: "/dev/input/event3",
        phys: "usb-1/input0", uniq: "S/N 12", bus: 3, vendor: 0x46d, product: 0xc31c,
        version: 0x110, repeatsInKernel: repeats),
      properties: [0, 0, 0, 0, 0, 0, 0, 0],
      codes: [0: [0x13, 0, 0x12], 1: keys, 4: [0x10], 0x11: [0x07]])
  }

  static func written(_ events: [InputEvent], hidesLetters: Bool = false, repeats: Bool = true)
    -> String
  {
    var writer = CaptureWriter(description(repeats: repeats), hidesLetters: hidesLetters)
    var bytes: [UInt8] = []
    writer.writeHeader(to: &bytes)
    for event in events { writer.write(event, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A capture is written as by evemu, with unpadded microseconds")
  func text() {
    let lines = Self.written([
      Sample.key(5_000_000, 30, 1), Sample.report(5_000_000),
      Sample.key(6_080_249, 30, 0), Sample.report(6_080_249), Sample.dropped(6_080_250),
    ]).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "# EVEMU 1.3",
        "# Input device name: \"Käse Keyboard\"",
        "# Input device node: /dev/input/event3",
        "# Input device phys: usb-1/input0",
        "# Input device uniq: S/N 12",
        "N: Käse Keyboard",
        "I: 0003 046d c31c 0110",
        "P: 00 00 00 00 00 00 00 00",
        "B: 00 0b 00 00 00 00 00 00 00",
        "B: 01 fe ff ff ff ff ff ff ff",
        "B: 01 ff ff ff ff ff ff ff ff",
      ] + Array(repeating: "B: 01 00 00 00 00 00 00 00 00", count: 10) + [
        "B: 04 10 00 00 00 00 00 00 00",
        "B: 11 07 00 00 00 00 00 00 00",
        "B: 14 03 00 00 00 00 00 00 00",
        "E: 0.1 0001 001e 1\t# EV_KEY / KEY_A 1",
        "E: 0.1 0000 0000 0\t# ------------ SYN_REPORT (0) ---------- +0ms",
        "E: 1.80250 0001 001e 0\t# EV_KEY / KEY_A 0",
        "E: 1.80250 0000 0000 0\t# ------------ SYN_REPORT (0) ---------- +1080ms",
        "E: 1.80251 0000 0003 0\t# SYN_DROPPED",
      ])
  }

  @Test("A written capture reads back with the same device and events", arguments: [true, false])
  func roundTrip(repeats: Bool) throws {
    let read = try readAll(Self.written(Sample.events, repeats: repeats).utf8)
    #expect(read.failure == nil)
    var expected = Self.description(repeats: repeats).info
    expected.id = DeviceID(rawValue: 0)
    #expect(read.devices == [CaptureDevice(info: expected)])
    let shifted = Sample.events.map { event in
      var event = event
      event.time = event.time.advanced(byMicroseconds: 1 - 1_000_000)
      return event
    }
    #expect(read.records.map(\.event) == shifted)
  }

  @Test("A capture with hidden letters contains a comment that says so, and how to record again")
  func hidden() throws {
    let text = Self.written(Sample.events, hidesLetters: true)
    #expect(text.contains("--show-keycodes"))
    for code in ["0023", "0017", "458763", "458764", "458977"] { #expect(!text.contains(code)) }
    let played = try play(text.utf8)
    #expect(played.notices == [.notice(.lettersHidden(played.devices[0]))])
    #expect(
      played.keys == [
        "KEY_LEFTSHIFT press", "KEY_A press", "KEY_A release, KEY_A press", "KEY_A repeat",
        "KEY_A release, KEY_LEFTSHIFT release",
      ])
  }

  @Test("A device's name cannot add a line, and a missing name is replaced")
  func names() throws {
    var description = Self.description()
    description.info.name = "Evil\nE: 1.0 0001 001e 1\n"
    var bytes: [UInt8] = []
    CaptureWriter(description, hidesLetters: false).writeHeader(to: &bytes)
    #expect(try readAll(bytes).records.isEmpty)
    description.info.name = ""
    bytes = []
    CaptureWriter(description, hidesLetters: false).writeHeader(to: &bytes)
    #expect(try readAll(bytes).devices.first?.info.name == "?")
  }

  @Test("Time that stands still, runs backwards or is out of range is written readably")
  func times() throws {
    let times: [Int64] = [.min, 0, -5, .max, 3, .min]
    let read = try readAll(Self.written(times.map { Sample.report($0) }).utf8)
    #expect(read.failure == nil)
    #expect(read.records.count == times.count)
  }
}
