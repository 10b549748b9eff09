// SPDX-License-Identifier: Apache-2.0

/// Pressed and released keys in the formats of the four recorders.
package struct Typing {
  package struct Event {
    package var time: Int64
    package var type: UInt16 = 1
    package var code: UInt16
    package var value: Int32
  }

  package private(set) var events: [Event] = []
  private var time: Int64 = 1_000_000

  // The evdev codes of the letters on a US keyboard.
  private static let codes: [Character: UInt16] = {
    var codes: [Character: UInt16] = [
      " ": 57, "\n": 28, "\t": 15, ";": 39, "'": 40,
    ]
    let rows = [
      (2, "1234567890-="), (16, "qwertyuiop["), (30, "asdfghjkl"), (44, "zxcvbnm,./"),
    ]
    for (first, row) in rows {
      for (offset, letter) in row.enumerated() { codes[letter] = UInt16(first + offset) }
    }
    return codes
  }()

  package static let shift: UInt16 = 42
  package static let altGr: UInt16 = 100
  package static let capsLock: UInt16 = 58

  /// Strokes the keys that have these characters on a US keyboard.
  package init(_ text: String = "") {
    type(text)
  }

  package mutating func type(_ text: String, holding modifier: UInt16? = nil) {
    if let modifier { key(modifier, 1) }
    for character in text { stroke(Self.codes[character] ?? 0) }
    if let modifier { key(modifier, 0) }
  }

  package mutating func stroke(_ code: UInt16) {
    key(code, 1)
    key(code, 0)
  }

  package mutating func key(_ code: UInt16, _ value: Int32) {
    time += 20_007
    events.append(Event(time: time, code: code, value: value))
    events.append(Event(time: time, type: 0, code: 0, value: 0))
  }

  package enum Format: CaseIterable {
    case evemu, libinput, evtest, raw24, raw16
  }

  package func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .evemu: Array((Self.evemuHead + evemuLines).utf8)
    case .libinput: Array(libinput.utf8)
    case .evtest: Array(evtest.utf8)
    case .raw24: raw(timeBytes: 8)
    case .raw16: raw(timeBytes: 4)
    }
  }

  package static let evemuHead = """
    # EVEMU 1.3
    N: Test Keyboard
    I: 0003 046d c31c 0110
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 fe ff ff ff ff ff ff ff
    B: 01 ff ff ff ff ff ff ff ff
    B: 14 03 00 00 00 00 00 00 00

    """

  private var evemuLines: String {
    events.map { event in
      let type = Self.padded(Int64(event.type), 4, radix: 16)
      return "E: \(seconds(event)).\(microseconds(event)) \(type)"
        + " \(Self.padded(Int64(event.code), 4, radix: 16)) \(event.value)\n"
    }.joined()
  }

  private var libinput: String {
    var text = """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "1.22.1"
      devices:
      - node: /dev/input/event3
        evdev:
          name: "Test Keyboard"
          id: [3, 1133, 49948, 272]
          codes:
            0: [0, 1] # EV_SYN
            1: [1, 2, 3] # EV_KEY
            20: [0, 1] # EV_REP
          properties: []
        events:

      """
    for (index, event) in events.enumerated() {
      if index.isMultiple(of: 2) { text += "  - evdev:\n" }
      text += "    - [\(seconds(event)), \(Int(microseconds(event)) ?? 0),"
      text += " \(event.type), \(event.code), \(event.value)]\n"
    }
    return text
  }

  private var evtest: String {
    var text = """
      Input driver version is 1.0.1
      Input device ID: bus 0x3 vendor 0x46d product 0xc31c version 0x110
      Input device name: "Test Keyboard"
      Supported events:
        Event type 0 (EV_SYN)
      Testing ... (interrupt to exit)

      """
    for event in events {
      text += "Event: time \(seconds(event)).\(microseconds(event)), "
      text +=
        event.type == 0
        ? "-------------- SYN_REPORT ------------\n"
        : "type 1 (EV_KEY), code \(event.code) (KEY_X), value \(event.value)\n"
    }
    return text
  }

  private func raw(timeBytes: Int) -> [UInt8] {
    events.flatMap { event -> [UInt8] in
      Self.little(event.time / 1_000_000, timeBytes)
        + Self.little(event.time % 1_000_000, timeBytes)
        + Self.little(Int64(event.type), 2) + Self.little(Int64(event.code), 2)
        + Self.little(Int64(event.value), 4)
    }
  }

  private static func little(_ number: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func seconds(_ event: Event) -> Int64 { event.time / 1_000_000 }

  private func microseconds(_ event: Event) -> String {
    Self.padded(event.time % 1_000_000, 6)
  }

  private static func padded(_ number: Int64, _ digits: Int, radix: Int = 10) -> String {
    let text = String(number, radix: radix)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
