// SPDX-License-Identifier: Apache-2.0
import Captures
import Glibc
import Keys
import TestSupport

/// The same typing in the format of each tool.
enum Sample {
  /// "Hi" with Shift held for the H, i pressed before h is released, a repeat, and a lock's LED.
  static let events: [InputEvent] = [
    scan(1_000_000, 0x700e1), key(1_000_000, 42, 1), report(1_000_000),
    scan(1_050_000, 0x7000b), key(1_050_000, 35, 1), report(1_050_000),
    scan(1_080_250, 0x7000c), key(1_080_250, 23, 1), report(1_080_250),
    scan(1_100_000, 0x7000b), key(1_100_000, 35, 0), report(1_100_000),
    key(1_350_250, 23, 2), report(1_350_250),
    scan(1_400_007, 0x7000c), key(1_400_007, 23, 0), key(1_400_007, 42, 0), report(1_400_007),
    InputEvent(time: time(2_000_000), type: InputEvent.led, code: 1, value: 1), report(2_000_000),
  ]

  /// The typing as a capture.
  static func bytes(in format: CaptureFormat, _ events: [InputEvent] = events) -> [UInt8] {
    switch format {
    case .evemu: Array(evemu(events).utf8)
    case .evtest: Array(evtest(events).utf8)
    case .libinput: Array(libinput([events]).utf8)
    case .raw(let size): raw(events, recordBytes: size)
    }
  }

  static func time(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  static func key(_ time: Int64, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: self.time(time), type: InputEvent.key, code: code, value: value)
  }

  static func scan(_ time: Int64, _ value: Int32) -> InputEvent {
    InputEvent(time: self.time(time), type: InputEvent.miscellaneous, code: 4, value: value)
  }

  static func report(_ time: Int64) -> InputEvent {
    InputEvent(time: self.time(time), type: 0, code: 0, value: 0)
  }

  static func dropped(_ time: Int64) -> InputEvent {
    InputEvent(time: self.time(time), type: 0, code: InputEvent.dropped, value: 0)
  }

  /// The output of `evemu-record`, without the list of the device's capabilities.
  static func evemu(_ events: [InputEvent] = events) -> String {
    var text = """
      # EVEMU 1.3
      # Kernel: 6.1.0
      # Input device name: "Test Keyboard"
      N: Test Keyboard
      I: 0003 046d c31c 0110
      P: 00 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 fe ff ff ff ff ff ff ff
      B: 01 ff ff cf 01 ff ff be f2
      B: 04 10 00 00 00 00 00 00 00
      B: 11 07 00 00 00 00 00 00 00
      B: 14 03 00 00 00 00 00 00 00
      A: 00 0 255 0 0 0
      L: 00 1
      ################################
      #      Waiting for events      #
      ################################

      """
    for event in events {
      let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      text += "E: \(seconds).\(padded(rest, 6)) \(hexadecimal(event.type)) "
      text += "\(hexadecimal(event.code)) \(padded(Int64(event.value), 4))\t# a comment\n"
    }
    return text
  }

  /// The output of `evtest`, without the list of the device's capabilities.
  static func evtest(_ events: [InputEvent] = events) -> String {
    var text = """
      Input driver version is 1.0.1
      Input device ID: bus 0x3 vendor 0x46d product 0xc31c version 0x110
      Input device name: "Test Keyboard"
      Supported events:
        Event type 0 (EV_SYN)
        Event type 1 (EV_KEY)
          Event code 1 (KEY_ESC)
        Event type 17 (EV_LED)
          Event code 0 (LED_NUML) state 0
      Key repeat handling:
        Repeat type 20 (EV_REP)
          Repeat code 0 (REP_DELAY)
            Value    250
      Properties:
      Testing ... (interrupt to exit)

      """
    for event in events {
      text += "Event: time \(event.time), "
      switch (event.type, event.code) {
      case (0, 0): text += "-------------- SYN_REPORT ------------\n"
      case (0, 3): text += ">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n"
      case (4, 4):
        text += "type 4 (EV_MSC), code 4 (MSC_SCAN), value \(String(event.value, radix: 16))\n"
      default:
        text += "type \(event.type) (EV_KEY), code \(event.code) (KEY_X), value \(event.value)\n"
      }
    }
    return text
  }

  /// The output of `libinput record --show-keycodes`, without the list of the device's
  /// capabilities.
  static func libinput(_ devices: [[InputEvent]] = [events]) -> String {
    var text = """
      # libinput record
      version: 1
      ndevices: \(devices.count)
      libinput:
        version: "1.22.1"
      system:
        os: "debian:12"
      devices:

      """
    for (index, events) in devices.enumerated() {
      text += """
        - node: /dev/input/event\(index)
          evdev:
            # Name: Test Keyboard
            name: "Test Keyboard"
            id: [3, 1133, 49948, 272]
            codes:
              0: [0, 1, 2, 3] # EV_SYN
              1: [1, 2, 3] # EV_KEY
              20: [0, 1] # EV_REP
            properties: []
          udev:
            properties:
            - ID_INPUT=1
          quirks:
          events:
          # Current time is 12:00:00

        """
      var isOpen = false
      for event in events {
        if !isOpen { text += "  - evdev:\n" }
        isOpen = event.type != 0 || event.code != 0
        let time = UInt64(bitPattern: event.time.microseconds)
        text += "    - [\(padded(Int64(time / 1_000_000), 3, with: " ")),"
        text += " \(padded(Int64(time % 1_000_000), 6, with: " ")), \(event.type),"
        text += " \(event.code), \(event.value)] # EV_KEY / KEY_X\n"
      }
    }
    return text
  }

  /// The kernel's raw events.
  static func raw(_ events: [InputEvent] = events, recordBytes: Int = 24) -> [UInt8] {
    var bytes: [UInt8] = []
    for event in events {
      let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      for number in [seconds, rest] {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0.prefix((recordBytes - 8) / 2) }
      }
      withUnsafeBytes(of: event.type.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: event.code.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: event.value.littleEndian) { bytes += $0 }
    }
    return bytes
  }

  static func padded(_ number: Int64, _ digits: Int, with padding: Character = "0") -> String {
    let text = String(number)
    return String(repeating: padding, count: max(0, digits - text.count)) + text
  }

  static func hexadecimal(_ number: UInt16) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}

/// The occurrences of a replay, frames with their events.
struct Played {
  var occurrences: [Occurrence] = []
  var frames: [[KeyEvent]] = []
  var failure: CaptureFailure?

  /// The frames as lines without the time: `KEY_A press`.
  var keys: [String] {
    frames.map { $0.map { "\($0.code) \($0.phase)" }.joined(separator: ", ") }
  }

  var notices: [Occurrence] {
    occurrences.filter { if case .notice = $0 { true } else { false } }
  }

  /// How often hidden letters were reported.
  var lettersHiddenCount: Int {
    occurrences.count { if case .notice(.lettersHidden) = $0 { true } else { false } }
  }

  var devices: [DeviceInfo] {
    occurrences.compactMap { if case .connected(let info) = $0 { info } else { nil } }
  }
}

/// Plays the bytes of a capture, from a file or through a pipe.
func play(_ bytes: some Collection<UInt8>, throughPipe isPipe: Bool = false) throws -> Played {
  let folder = try TemporaryFolder()
  let path = try folder.write(bytes, to: "capture")
  var played = Played()
  do throws(CaptureFailure) {
    guard isPipe else {
      try play(CaptureReader(path: path), into: &played)
      return played
    }
    guard let stream = popen("cat '\(path)'", "r") else { return played }
    defer { pclose(stream) }
    try play(CaptureReader(descriptor: fileno(stream), name: "pipe"), into: &played)
  } catch {
    played.failure = error
  }
  return played
}

private func play(_ reader: CaptureReader, into played: inout Played) throws(CaptureFailure) {
  let replay = CaptureReplay(reader)
  var frame: [KeyEvent] = []
  while true {
    let occurrence = try replay.next(before: nil, into: &frame)
    played.occurrences.append(occurrence)
    if occurrence == .frame { played.frames.append(frame) }
    if case .end = occurrence { return }
  }
}

/// Every record of a capture, and the error at its end.
func readAll(
  _ bytes: some Collection<UInt8>, isStrict: Bool = false
) throws -> (records: [CaptureRecord], devices: [CaptureDevice], failure: CaptureFailure?) {
  // A pipe holds 64 KiB without a reader, and thousands of pipes are faster than files.
  if bytes.count > 60_000 {
    let folder = try TemporaryFolder()
    let descriptor = open(try folder.write(bytes, to: "capture"), O_RDONLY)
    defer { close(descriptor) }
    return readAll(descriptor, isStrict)
  }
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", errno: errno) }
  defer { close(ends[0]) }
  let array = Array(bytes)
  let count = write(ends[1], array, array.count)
  close(ends[1])
  guard count == array.count else { throw SystemFailure(call: "write", errno: errno) }
  return readAll(ends[0], isStrict)
}

private func readAll(
  _ descriptor: Int32, _ isStrict: Bool
) -> (records: [CaptureRecord], devices: [CaptureDevice], failure: CaptureFailure?) {
  var records: [CaptureRecord] = []
  var devices: [CaptureDevice] = []
  do throws(CaptureFailure) {
    let reader = try CaptureReader(
      descriptor: descriptor, name: "capture", isStrict: isStrict)
    defer { devices = reader.devices }
    var batch: [CaptureRecord] = []
    while try reader.read(into: &batch) { records += batch }
    return (records, reader.devices, nil)
  } catch {
    return (records, devices, error)
  }
}
