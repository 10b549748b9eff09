// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing

@Suite struct FormatTests {
  static let formats: [CaptureFormat] = [
    .evemu, .evtest, .libinput, .raw(recordBytes: 24), .raw(recordBytes: 16),
  ]

  static let frames = [
    "KEY_LEFTSHIFT press", "KEY_H press", "KEY_I press", "KEY_H release", "KEY_I repeat",
    "KEY_I release, KEY_LEFTSHIFT release",
  ]

  @Test("The same typing gives the same frames in every format", arguments: formats)
  func sameFrames(format: CaptureFormat) throws {
    let bytes = Sample.bytes(in: format)
    for isPipe in [false, true] {
      let played = try play(bytes, throughPipe: isPipe)
      #expect(played.failure == nil)
      #expect(played.keys == Self.frames)
      #expect(
        played.frames.map { $0[0].time.microseconds } == [
          1_000_000, 1_050_000, 1_080_250, 1_100_000, 1_350_250, 1_400_007,
        ])
      #expect(played.notices.isEmpty)
    }
    let read = try readAll(bytes)
    #expect(read.records.map(\.event) == Sample.events)
  }

  @Test("The device that a format describes is known before its first event", arguments: formats)
  func deviceFacts(format: CaptureFormat) throws {
    let device = try #require(try play(Sample.bytes(in: format)).devices.first)
    #expect(device.repeatsInKernel)
    if case .raw = format {
      #expect(device.name == "capture")
    } else {
      #expect(device.name == "Test Keyboard")
      #expect(
        [device.bus, device.vendor, device.product, device.version] == [3, 0x46d, 0xc31c, 0x110])
    }
    #expect(device.path == (format == .libinput ? "/dev/input/event0" : ""))
  }

  @Test("A text may have a byte order mark and Windows line ends")
  func textVariants() throws {
    for text in [Sample.evemu(), Sample.evtest(), Sample.libinput()] {
      let windows = "\u{feff}" + text.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
      let read = try readAll(windows.utf8)
      #expect(read.failure == nil)
      #expect(read.records.map(\.event) == Sample.events)
      #expect(read.devices.map(\.info) == (try readAll(text.utf8)).devices.map(\.info))
    }
  }

  @Test(
    "A capture of one line is read, and refused without its line end",
    arguments: [
      "E: 1.5 0001 001e 1", "Event: time 1.000005, type 1 (EV_KEY), code 30 (KEY_A), value 1",
    ])
  func oneLine(text: String) throws {
    let read = try readAll((text + "\n").utf8)
    #expect(read.records.map(\.event) == [Sample.key(1_000_005, 30, 1)])
    #expect(read.failure == nil)
    let cut = try readAll(text.utf8)
    #expect(cut.records.isEmpty)
    #expect(
      cut.failure?.errors == [
        CaptureError(
          place: .line(1, column: text.utf8.count + 1), problem: .cutShort(.lineEnd))
      ])
  }

  @Test("evemu's microseconds are a count, padded or not")
  func evemuMicroseconds() throws {
    let text = "# EVEMU 1.2\nE: 1.80250 0001 001e 1\nE: 1.080251 0001 001e 0\nE: 2.0 0 0 -7\n"
    let events = try readAll(text.utf8).records.map(\.event)
    #expect(events.map(\.time.microseconds) == [1_080_250, 1_080_251, 2_000_000])
    #expect(events.map(\.value) == [1, 0, -7])
  }

  @Test(
    "Whether an evemu device repeats is read from its bits, in both formats",
    arguments: [
      ("", true),
      ("B: 00 0b 00 00 00 00 00 00 00\nB: 01 02 00 00 00 00 00 00 00\n", false),
      ("B: 00 0b 00 00 00 00 00 00 00\nB: 14 00 00 00 00 00 00 00 00\n", false),
      ("B: 00 0b 00 00 00 00 00 00 00\nB: 14 03 00 00 00 00 00 00 00\n", true),
      ("B: 00 13 00 12 00 00 00 00 00\nB: 01 02 00 00 00 00 00 00 00\n", true),
      ("B: 00 13 00 02 00 00 00 00 00\nB: 01 02 00 00 00 00 00 00 00\n", false),
    ])
  func evemuRepeats(bits: String, expected: Bool) throws {
    let text = "# EVEMU 1.0\nN: K\nI: 0003 046d c31c 0110\n\(bits)"
    #expect(try #require(try play(text.utf8).devices.first).repeatsInKernel == expected)
  }

  @Test("An axis of evemu has four numbers before version 1.2, and five from then on")
  func evemuAxes() throws {
    #expect(try readAll("# EVEMU 1.1\nA: 00 0 255 0 0\n".utf8).failure == nil)
    #expect(try readAll("# EVEMU 1.1\nA: 00 0 255 0 0 0\n".utf8).failure != nil)
    #expect(try readAll("# EVEMU 1.2\nA: 00 0 255 0 0 0\n".utf8).failure == nil)
    #expect(try readAll("# EVEMU 1.2\nA: 00 0 255 0 0\n".utf8).failure != nil)
  }

  @Test("evtest's messages to the user are skipped")
  func evtestChatter() throws {
    let text = """
      No device specified, trying to scan all of /dev/input/event*
      Available devices:
      /dev/input/event0:\tPower Button
      Select the device event number [0-3]: \(Sample.evtest())^C
      """
    let read = try readAll(text.utf8)
    #expect(read.failure == nil)
    #expect(read.records.map(\.event) == Sample.events)
    #expect(read.devices.first?.info.name == "Test Keyboard")
  }

  @Test(
    "evtest lists EV_REP for devices that repeat; without any list it is unknown whether one does")
  func evtestRepeats() throws {
    let header = "Input driver version is 1.0.1\nSupported events:\n"
    let types = "  Event type 0 (EV_SYN)\n  Event type 1 (EV_KEY)\n"
    #expect(try play((header + types).utf8).devices.map(\.repeatsInKernel) == [false])
    #expect(try play(header.utf8).devices.map(\.repeatsInKernel) == [true])
    let order = header + "  Event type 20 (EV_REP)\n" + types
    #expect(try play(order.utf8).devices.map(\.repeatsInKernel) == [true])
  }

  @Test("A scan code of evtest is hexadecimal, even a negative one")
  func evtestScanCodes() throws {
    let text =
      "Event: time 1.000000, type 4 (EV_MSC), code 4 (MSC_SCAN), value ffffffff\n"
      + "Event: time 1.000000, type 4 (EV_MSC), code 5 (MSC_TIMESTAMP), value 10\n"
    #expect(try readAll(text.utf8).records.map(\.event.value) == [-1, 10])
  }

  @Test(
    "A file that is no capture is refused with its first characters",
    arguments: [
      ("Dear diary,\n", "Dear diary,"), ("# only a comment\n", "# only a comment"),
      ("\u{1b}[31mred\n", "\u{fffd}[31mred"), ("{\"a\": 1}", "{\"a\": 1}"),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 40)),
    ])
  func unrecognized(text: String, found: String) throws {
    let failure = try #require(try readAll(text.utf8).failure)
    #expect(
      failure.errors == [CaptureError(place: .file, problem: .unrecognized(found: found))])
  }

  @Test("Zeros, noise and UTF-16 text are no capture")
  func binaryRubbish() throws {
    let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) }
    let wide = Array("\u{feff}N: x\n".utf16).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    for bytes in [[UInt8](repeating: 0, count: 4096), noise, wide, [0], [0, 0, 0]] {
      let failure = try #require(try readAll(bytes).failure)
      guard case .unrecognized = failure.errors.first?.problem else {
        Issue.record("\(failure)")
        continue
      }
    }
  }

  @Test("An empty file is distinguished from one that cannot be opened")
  func nothingThere() throws {
    #expect(
      try readAll([]).failure?.errors == [CaptureError(place: .file, problem: .empty)])
    #expect(
      throws: CaptureFailure(errors: [
        CaptureError(place: .file, problem: .openFailed(errno: 2))
      ])
    ) { try CaptureReader(path: "/nonexistent/capture") }
    #expect(
      throws: CaptureFailure(errors: [
        CaptureError(place: .file, problem: .readFailed(errno: 21))
      ])
    ) { try CaptureReader(path: "/") }
  }
}
