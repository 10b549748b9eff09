// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys

extension FuzzTarget {
  /// Captures in all formats.
  ///
  /// Mistakes have places within the file, time never steps back, and an
  /// evemu capture of what was read is read again as the same events.
  static let captures = FuzzTarget(
    "captures",
    words: [
      "# EVEMU 1.3\n", "N: name\n", "I: 0003 046d c31c 0110\n", "P: 00\n", "B: 00 0b\n", "E: ",
      "0.000001 ",
      "0001 001e 0001\n", "0004 0004 458756\n", "0000 0000 0000\n", "Event: time ",
      ", type 1 (EV_KEY), code 30 ",
      "(KEY_A), value 1\n", "-------------- SYN_REPORT ------------\n",
      "Input driver version is 1.0.1\n",
      "ndevices: 1\n", "libinput:\n", "devices:\n", "- node: /dev/input/event0\n", "  evdev:\n",
      "    codes:\n",
      "  events:\n", "  - evdev:\n", "    - [0, 0, 1, 30, 1]\n", "    - [0, 0, 0, 0, 0]\n",
    ],
    seeds: {
      [
        "# EVEMU 1.3\nN: k\nI: 0003 0001 0001 0001\nE: 0.000001 0001 001e 1\nE: 0.000001 0000 0000 0\n",
        """
        Input device name: "k"
        Event: time 1.000001, type 1 (EV_KEY), code 30 (KEY_A), value 1
        Event: time 1.000001, -------------- SYN_REPORT ------------

        """,
        """
        ndevices: 1
        libinput:
          version: "1.22.1"
        devices:
        - node: /dev/input/event0
          evdev:
            name: k
            id: [3, 1, 1, 1]
            codes:
              1: [30]
            properties: []
          events:
          - evdev:
            - [  0,      0,   1,  30,       1]
            - [  0,      0,   0,   0,       0]

        """,
      ].map(\.bytes)
    },
    check: { bytes in
      guard let first = read(bytes) else { return nil }
      if let fault = fault(of: first, in: bytes) { return fault }
      guard first.devices.count == 1, first.failure == nil else { return nil }
      var writer = CaptureWriter(
        EvdevDescription(info: first.devices[0].info, properties: [], codes: [:]),
        hidesLetters: false)
      var written: [UInt8] = []
      writer.writeHeader(to: &written)
      for record in first.records { writer.write(record.event, to: &written) }
      guard let second = read(written), second.failure == nil else {
        return "what was written cannot be read"
      }
      let events = { (read: ReadCapture) in
        read.records.map { [Int($0.event.type), Int($0.event.code), Int($0.event.value)] }
      }
      return events(first) == events(second) ? nil : "other events were read than written"
    })

  private struct ReadCapture {
    var devices: [CaptureDevice] = []
    var records: [CaptureRecord] = []
    var failure: CaptureFailure?
  }

  private static func read(_ bytes: [UInt8]) -> ReadCapture? {
    guard let file = NamelessFile(bytes) else { return nil }
    var result = ReadCapture()
    do throws(CaptureFailure) {
      let reader = try CaptureReader(descriptor: file.descriptor)
      var batch: [CaptureRecord] = []
      defer { result.devices = reader.devices }
      while try reader.read(into: &batch) { result.records += batch }
    } catch {
      result.failure = error
    }
    return result
  }

  private static func fault(of read: ReadCapture, in bytes: [UInt8]) -> String? {
    var last: [DeviceID: Timestamp] = [:]
    for record in read.records {
      if Int(record.device.rawValue) >= read.devices.count { return "an event without a device" }
      if let before = last[record.device], before > record.event.time { return "time steps back" }
      last[record.device] = record.event.time
    }
    guard let failure = read.failure else { return nil }
    if failure.errors.isEmpty || failure.errors.count > 20 {
      return "\(failure.errors.count) errors"
    }
    let lines = bytes.count { $0 == 0x0A } + 2
    for error in failure.errors {
      switch error.place {
      case .line(let line, let column):
        if !(1...lines).contains(line) || !(1...bytes.count + 2).contains(column) {
          return "a mistake at line \(line), column \(column)"
        }
      case .byte(let offset):
        if !(0..<Int64(bytes.count)).contains(offset) { return "a mistake at byte \(offset)" }
      case .file: break
      }
    }
    return nil
  }
}
