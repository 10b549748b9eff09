// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing

/// A capture and its mistakes.
struct WrongCapture: CustomTestStringConvertible {
  var text: String
  var line: Int
  var column: Int
  var problem: CaptureError.Problem

  init(_ text: String, _ line: Int, _ column: Int, _ problem: CaptureError.Problem) {
    (self.text, self.line, self.column, self.problem) = (text, line, column, problem)
  }

  var testDescription: String { "\(problem)" }

  var error: CaptureError {
    CaptureError(place: .line(line, column: column), problem: problem)
  }
}

@Suite struct ErrorTests {
  static let evemuLines: [WrongCapture] = [
    // Events.
    .init("E: -1.5 0001 001e 1", 3, 4, .expected(.seconds, found: "-1.5 0001 001e 1")),
    .init("E:", 3, 3, .expected(.seconds, found: "")),
    .init("E: 1 0001 001e 1", 3, 5, .expected(.point, found: " 0001 001e 1")),
    .init("E: 1.x 0001 001e 1", 3, 6, .expected(.microseconds, found: "x 0001 001e 1")),
    .init("E: 1.5x 0001 001e 1", 3, 7, .expected(.blank, found: "x 0001 001e 1")),
    .init("E: 1.5 key 001e 1", 3, 8, .expected(.eventType, found: "key 001e 1")),
    .init("E: 1.5 0001 KEY_A 1", 3, 13, .expected(.eventCode, found: "KEY_A 1")),
    .init("E: 1.5 0001 001e", 3, 17, .expected(.blank, found: "")),
    .init("E: 1.5 0001 001e ", 3, 18, .expected(.eventValue, found: "")),
    .init("E: 1.5 0001 001e -", 3, 19, .expected(.eventValue, found: "")),
    .init("E: 1.5 0001 001e 1 2", 3, 20, .expected(.endOfLine, found: "2")),
    .init("E: 1.5 0001 001e 1\u{0}", 3, 19, .expected(.endOfLine, found: "\u{fffd}")),
    .init(
      "E: 99999999999999 0001 001e 1", 3, 4,
      .outOfRange(.seconds, found: "99999999999999", allowed: 0...9_223_372_036_853)),
    .init(
      "E: 99999999999999999999999999.0 0001 001e 1", 3, 4,
      .outOfRange(
        .seconds, found: "99999999999999999999999999", allowed: 0...9_223_372_036_853)),
    .init(
      "E: 1.1000000 0001 001e 1", 3, 6,
      .outOfRange(.microseconds, found: "1000000", allowed: 0...999_999)),
    .init("E: 1.5 0020 001e 1", 3, 8, .outOfRange(.eventType, found: "0020", allowed: 0...0x1f)),
    .init("E: 1.5 0001 0300 1", 3, 13, .outOfRange(.eventCode, found: "0300", allowed: 0...0x2ff)),
    .init(
      "E: 1.5 0004 10000 1", 3, 13, .outOfRange(.eventCode, found: "10000", allowed: 0...0xffff)),
    .init("E: 1.5 0001 001e 3", 3, 18, .outOfRange(.eventValue, found: "3", allowed: 0...2)),
    .init("E: 1.5 0001 001e -1", 3, 18, .outOfRange(.eventValue, found: "-1", allowed: 0...2)),
    .init(
      "E: 1.5 0004 0004 2147483648", 3, 18,
      .outOfRange(.eventValue, found: "2147483648", allowed: -2_147_483_648...2_147_483_647)),
    .init(
      "E: 1.5 0004 0004 -2147483649", 3, 18,
      .outOfRange(.eventValue, found: "-2147483649", allowed: -2_147_483_648...2_147_483_647)),
    .init("E: 2.0 0 0 0\nE: 1.999999 0 0 0", 4, 1, .timeBackwards(microseconds: 1)),
    // The device.
    .init("N:", 3, 3, .expected(.name, found: "")),
    .init("I: 0003 046d c31c", 3, 18, .expected(.blank, found: "")),
    .init("I: 0003 046d c31c 0110 7", 3, 24, .expected(.endOfLine, found: "7")),
    .init(
      "I: 0003 046d 1c31c 0110", 3, 14,
      .outOfRange(.deviceNumber, found: "1c31c", allowed: 0...0xffff)),
    .init("P: 00 00 00", 3, 12, .expected(.blank, found: "")),
    .init(
      "P: 00 00 00 00 00 00 00 100", 3, 25, .outOfRange(.bits, found: "100", allowed: 0...0xff)),
    .init("B: 01 00 00 00 00 00 00 00 zz", 3, 28, .expected(.bits, found: "zz")),
    .init(
      "B: 20 00 00 00 00 00 00 00 00", 3, 4,
      .outOfRange(.eventType, found: "20", allowed: 0...0x1f)),
    .init("A: 00 0 x 0 0 0", 3, 9, .expected(.number, found: "x 0 0 0")),
    .init("L: 00", 3, 6, .expected(.blank, found: "")),
    .init("S: 00 on", 3, 7, .expected(.number, found: "on")),
    .init("E: 1.0 0 0 0\nN: Another", 4, 1, .headerAfterEvents),
    .init("X: 1", 3, 1, .expected(.evemuLine, found: "X: 1")),
    .init("ü E: 1.0", 3, 1, .expected(.evemuLine, found: "ü E: 1.0")),
    .init("# EVEMU 1.4", 3, 9, .unsupportedVersion(.evemu, found: "1.4")),
    .init("# EVEMU 2.0", 3, 9, .unsupportedVersion(.evemu, found: "2.0")),
  ]

  @Test(
    "A malformed line of evemu is reported with line, column and the expected part",
    arguments: evemuLines)
  func evemu(wrong: WrongCapture) throws {
    let failure = try readAll("# EVEMU 1.3\nN: Käse\n\(wrong.text)\n".utf8, isStrict: true).failure
    #expect(failure?.errors == [wrong.error])
    #expect(failure?.isCutOff == false)
  }

  static let evtestLines: [WrongCapture] = [
    .init("Event: time -1.-50000, type 1", 2, 13, .expected(.seconds, found: "-1.-50000, type 1")),
    .init("Event: time 1.5, type 1", 2, 15, .expected(.microseconds, found: "5, type 1")),
    .init("Event: time 1.500000 type 1", 2, 21, .expected(.literal(", "), found: " type 1")),
    .init("Event: time 1.500000, tape", 2, 23, .expected(.literal("type "), found: "tape")),
    .init("Event: time 1.500000, ?", 2, 23, .expected(.literal("type "), found: "?")),
    .init(
      "Event: time 1.500000, type 1 code", 2, 29, .expected(.literal(" ("), found: " code")),
    .init("Event: time 1.500000, type 1 (EV_KEY", 2, 37, .expected(.literal(")"), found: "")),
    .init(
      "Event: time 1.500000, type 32 (?), code 1 (?), value 1", 2, 28,
      .outOfRange(.eventType, found: "32", allowed: 0...31)),
    .init(
      "Event: time 1.500000, type 1 (EV_KEY), code 768 (?), value 1", 2, 45,
      .outOfRange(.eventCode, found: "768", allowed: 0...767)),
    .init(
      "Event: time 1.500000, type 1 (EV_KEY), code 30 (KEY_A), value 5", 2, 63,
      .outOfRange(.eventValue, found: "5", allowed: 0...2)),
    .init(
      "Event: time 1.500000, type 4 (EV_MSC), code 4 (MSC_SCAN), value 1ffffffff", 2, 65,
      .outOfRange(.eventValue, found: "1ffffffff", allowed: 0...0xffff_ffff)),
    .init(
      "Event: time 1.500000, type 1 (EV_KEY), code 30 (KEY_A), value 1 x", 2, 65,
      .expected(.endOfLine, found: "x")),
    .init(
      "Event: time 1.500000, ------ SYN_WHAT ------", 2, 30,
      .expected(.synchronizationName, found: "SYN_WHAT ------")),
    .init(
      "Event: time 1.500000, ------ SYN_REPORT ------ x", 2, 47,
      .expected(.endOfLine, found: " x")),
    .init("Input device ID: bus 3", 2, 18, .expected(.literal("bus 0x"), found: "bus 3")),
    .init("anything else", 2, 1, .expected(.evtestLine, found: "anything else")),
    .init(
      "Event: time 2.000000, ------ SYN_REPORT ------\nEvent: time 1.000000, ------ SYN_REPORT ------",
      3, 1, .timeBackwards(microseconds: 1_000_000)),
    .init(
      "Event: time 2.000000, ------ SYN_REPORT ------\nInput driver version is 1.0.1",
      3, 1, .headerAfterEvents),
  ]

  @Test(
    "A malformed line of evtest is reported with line, column and the expected part",
    arguments: evtestLines)
  func evtest(wrong: WrongCapture) throws {
    let failure = try readAll("Input driver version is 1.0.1\n\(wrong.text)\n".utf8, isStrict: true)
      .failure
    #expect(failure?.errors == [wrong.error])
  }

  static let libinputEvents: [WrongCapture] = [
    .init("[1, 2, 1, 30]", 8, 19, .expected(.eventValue, found: "]")),
    .init("[1, 2, 1, 30, 1, 7]", 8, 24, .expected(.literal("]"), found: "7")),
    .init("[-1, 2, 1, 30, 1]", 8, 8, .expected(.seconds, found: "-1")),
    .init("[1, x, 1, 30, 1]", 8, 11, .expected(.microseconds, found: "x")),
    .init(
      "[1, 1000000, 1, 30, 1]", 8, 11,
      .outOfRange(.microseconds, found: "1000000", allowed: 0...999_999)),
    .init("[1, 2, 40, 30, 1]", 8, 14, .outOfRange(.eventType, found: "40", allowed: 0...31)),
    .init("[1, 2, 1, 800, 1]", 8, 17, .outOfRange(.eventCode, found: "800", allowed: 0...767)),
    .init("[1, 2, 1, 30, 9]", 8, 21, .outOfRange(.eventValue, found: "9", allowed: 0...2)),
    .init("[1, 2, 1, 30, 1.5]", 8, 21, .expected(.eventValue, found: "1.5")),
    .init("[1, 2, [1], 30, 1]", 8, 14, .expected(.eventType, found: "")),
    .init("hello", 8, 7, .expected(.event, found: "hello")),
    .init("{a: 1}", 8, 7, .expected(.event, found: "")),
    .init("[0, 5, 0, 0, 0]", 8, 7, .timeBackwards(microseconds: 5)),
  ]

  @Test(
    "A malformed event of libinput is reported with line and column, and the others are read",
    arguments: libinputEvents)
  func libinput(wrong: WrongCapture) throws {
    let text = """
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event3
        events:
        - evdev:
          - [0, 10, 0, 0, 0]
          - \(wrong.text)
          - [9, 0, 1, 30, 7]

      """
    let failure = try #require(try readAll(text.utf8, isStrict: true).failure)
    #expect(failure.errors.first == wrong.error)
    // The reader also finds the next mistake.
    #expect(failure.errors.last?.place == .line(9, column: 21))
    #expect(failure.errors.count == 2)
  }

  static let libinputFiles: [WrongCapture] = [
    .init("version: 2\n", 1, 10, .unsupportedVersion(.libinput, found: "2")),
    .init("ndevices: 1\ndevices:\n", 2, 1, .expected(.version, found: "devices")),
    .init("version: 1\nndevices: many\n", 2, 11, .expected(.devices, found: "many")),
    .init("version: 1\nndevices: 1\n", 3, 1, .expected(.devices, found: "")),
    .init("version: 1\ndevices: none\n", 2, 10, .expected(.sequence, found: "none")),
    .init("version: 1\ndevices:\n- none\n", 3, 3, .expected(.mapping, found: "none")),
    .init(
      "version: 1\nndevices: 1\ndevices:\n- events:\n- events:\n", 5, 3,
      .tooManyDevices(announced: 1)),
    .init(
      "version: 1\nndevices: 2\ndevices:\n- events:\n- events:\n- events:\n", 6, 3,
      .tooManyDevices(announced: 2)),
    .init("version: 1\ndevices:\n- evdev: 1\n", 3, 10, .expected(.mapping, found: "1")),
    .init("version: 1\ndevices:\n- events: 1\n", 3, 11, .expected(.sequence, found: "1")),
    .init(
      "version: 1\ndevices:\n- evdev:\n    id: [3, 70000, 1, 1]\n", 4, 13,
      .outOfRange(.deviceNumber, found: "70000", allowed: 0...0xffff)),
    .init(
      "version: 1\ndevices: [\n", 3, 1,
      .yaml(
        .syntax(
          problem: "did not find expected node content",
          context: "while parsing a flow node"))),
  ]

  @Test(
    "A libinput recording with a malformed outline is reported with line and column",
    arguments: libinputFiles)
  func libinputOutline(wrong: WrongCapture) throws {
    #expect(try readAll(wrong.text.utf8).failure?.errors == [wrong.error])
  }

  @Test("A malformed record is reported with its byte, and the next one is found")
  func raw() throws {
    var bytes = Sample.raw()
    bytes[24 * 2 + 16] = 0x7f  // type
    bytes[24 * 5 + 20] = 9  // a report may hold any value
    bytes[24 * 7 + 20] = 9  // a key may not
    bytes[24 * 10 + 7] = 0x80  // seconds below zero
    bytes += [1, 2, 3]
    let read = try readAll(bytes)
    #expect(read.records.count == 2)
    #expect(
      read.failure?.errors == [
        CaptureError(
          place: .byte(64), problem: .outOfRange(.eventType, found: "127", allowed: 0...31)),
        CaptureError(
          place: .byte(24 * 7 + 20),
          problem: .outOfRange(.eventValue, found: "9", allowed: 0...2)),
        CaptureError(
          place: .byte(240),
          problem: .outOfRange(
            .seconds, found: "-9223372036854775807", allowed: 0...9_223_372_036_853)),
        CaptureError(
          place: .byte(Int64(bytes.count - 3)), problem: .cutShort(.record(bytes: 24))),
      ])
  }

  @Test("Raw time that runs backwards is reported with its byte")
  func rawBackwards() throws {
    let bytes = Sample.raw([Sample.report(2_000_000), Sample.report(1_000_000)])
    #expect(
      try readAll(bytes, isStrict: true).failure?.errors == [
        CaptureError(place: .byte(24), problem: .timeBackwards(microseconds: 1_000_000))
      ])
  }

  @Test("A line that the end of the file cuts off is distinguished from a malformed one")
  func cutLine() throws {
    #expect(
      try readAll("# EVEMU 1.3\nE: 1.5 0001 00".utf8).failure?.errors == [
        CaptureError(place: .line(2, column: 15), problem: .cutShort(.blank))
      ])
    #expect(
      try readAll("# EVEMU 1.3\nE: 1.5 0001 00\n".utf8).failure?.errors == [
        CaptureError(place: .line(2, column: 15), problem: .expected(.blank, found: ""))
      ])
  }

  @Test("Reading continues to the next mistake, and gives up after twenty with a message")
  func manyErrors() throws {
    let good = "# EVEMU 1.3\nE: 1.0 0001 001e 1\n"
    let some = try readAll((good + "E: x\n" + "E: 2.0 0 0 0\n" + "B: x\n").utf8)
    #expect(some.records.count == 1)
    #expect(some.failure?.errors.map(\.place) == [.line(3, column: 4), .line(5, column: 1)])
    let many = try readAll((good + String(repeating: "E: x\n", count: 1000)).utf8)
    #expect(many.failure?.errors.count == 20)
    #expect(many.failure?.isCutOff == true)
    #expect(many.failure?.errors.last?.place == .line(22, column: 4))
  }

  @Test(
    "A line of ten megabytes is one mistake, and the lines after it are read",
    arguments: [65_537, 100_000, 10_000_000])
  func longLine(length: Int) throws {
    let long = String(repeating: "x", count: length)
    for text in ["# EVEMU 1.3\n# \(long)\nE: x\n", "# EVEMU 1.3\nE: 1.0 \(long)\nE: x\n"] {
      #expect(
        try readAll(text.utf8).failure?.errors == [
          CaptureError(place: .line(2, column: 1), problem: .lineTooLong(limit: 65_536)),
          CaptureError(place: .line(3, column: 4), problem: .expected(.seconds, found: "x")),
        ])
    }
    let recording = Sample.libinput() + "  # \(long)\n"
    let lines = Sample.libinput().split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(
      try readAll(recording.utf8).failure?.errors == [
        CaptureError(place: .line(lines, column: 1), problem: .lineTooLong(limit: 65_536))
      ])
  }
}
