// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Captures with mistakes are reported with place and hint, and status 1; they never crash.
@Suite struct BadCaptureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func userErrors(of bytes: some Collection<UInt8>) throws -> [String] {
    let path = try folder.write(bytes, to: "capture")
    let child = try Child.run([Program.path, "replay", path], environment: Program.environment)
    #expect(child.status == 1)
    return child.userErrors.map { $0.replacing(path, with: "FILE") }
  }

  private func userErrors(ofLines lines: String) throws -> [String] {
    try userErrors(of: (Typing.evemuHead + lines).utf8)
  }

  @Test(
    "a malformed line is reported with line and column, and with the expected part",
    arguments: [
      ("E: 1.0x 0001 001e 1", "8:7: expected a space, found 'x 0001 001e 1'"),
      ("E: -1.000000 0001 001e 1", "8:4: expected the seconds of a time, found '-1.000000"),
      ("E: 1.000000 0001 zz 1", "8:18: expected the event's code, found 'zz 1'"),
      ("E: 1.000000 0001 001e", "8:22: a space is missing at the end of the line"),
      (
        "E: 99999999999999999999.0 0001 001e 1",
        "8:4: invalid value '99999999999999999999' for the seconds of a time"
      ),
      ("E: 1.000000 12345 001e 1", "8:13: invalid value '12345' for the event's type"),
      (
        "E: 1.000000 0001 001e 99999999999",
        "8:23: invalid value '99999999999' for the event's value"
      ),
      ("nonsense", "8:1: expected a line of evemu"),
    ])
  func lines(_ line: String, _ userError: String) throws {
    let found = try userErrors(ofLines: line + "\n")
    #expect(found.first?.hasPrefix("keybridge: FILE:\(userError)") == true, "\(found)")
  }

  @Test("every mistake is reported, in order")
  func several() throws {
    let found = try userErrors(ofLines: "E: a\nE: 1.000000 0001 001e 1\nE: 1.0 b\nE: 2.0 1 c\n")
    let places = found.compactMap { $0.split(separator: ":").dropFirst(2).first.map(String.init) }
    #expect(places == ["8", "10", "11"])
  }

  @Test("a time before the previous one is a warning, and an error with --strict")
  func backwards() throws {
    let lines =
      "E: 2.000000 0001 001e 1\nE: 1.000000 0000 0000 0\nE: 1.1 0001 001e 0\nE: 1.1 0 0 0\n"
    let path = try folder.write((Typing.evemuHead + lines).utf8, to: "capture")
    func replay(_ options: String...) throws -> Child {
      try Child.run([Program.path, "replay", path] + options, environment: Program.environment)
    }
    let child = try replay()
    #expect(child.status == 0 && child.output.lowercased() == "a\n")
    #expect(
      child.userErrors.first?.contains("the time of the capture steps back by 1000000 µs") == true)
    let strict = try replay("--strict")
    let found = strict.userErrors.map { $0.replacing(path, with: "FILE") }
    #expect(strict.status == 1 && found.first?.contains("FILE:9:") == true)
    #expect(found.first?.contains("1000000 µs older than the previous event") == true)
  }

  /// A recording of two presses at the given times.
  private func libinput(_ first: String, _ second: String) -> String {
    let events = [(first, 30), (second, 31)].map { time, key in
      "  - evdev:\n    - [\(time), 1, \(key), 1]\n    - [\(time), 0, 0, 0]\n"
    }
    return "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event3\n  events:\n"
      + events.joined()
  }

  @Test("a time so far ahead that it wraps is out of range")
  func wrappedTime() throws {
    let found = try userErrors(of: libinput("9223372036853, 1", "9223372036856, 1").utf8)
    #expect(
      found.first?.hasPrefix("keybridge: FILE:10:8: invalid value '9223372036856' for the seconds")
        == true, "\(found)")
    let older = try userErrors(of: libinput("9223372036853, 1", "18442449106414, 0").utf8)
    #expect(older.first?.contains("event is 9223372036854775807 µs older") == true, "\(older)")
  }

  @Test("--realtime waits through any gap, even from the earliest to the latest time")
  func endlessWait() throws {
    let child = try Program.start(["replay", "-", "--realtime", "--mirror", "keystrokes"])
    try child.write(libinput("18442449106414, 0", "9223372036853, 999999").utf8)
    child.closeInput()
    #expect(try child.line().contains("KEY_A"))
    child.signal(SIGTERM)
    #expect(try child.end() == 128 + SIGTERM)
    #expect(!child.output.contains("KEY_S"))
  }

  @Test("a key held for years, on a keyboard without repeat, repeats for a minute with a notice")
  func longGap() throws {
    let head = Typing.evemuHead.replacing("B: 14 03 00 00 00 00 00 00 00\n", with: "")
    let lines = [
      "0.100000 0001 001e 1", "0.100000 0000 0000 0", "100000000.100000 0001 001e 0",
      "100000000.100000 0000 0000 0",
    ]
    let child = try Program.run(
      "replay", "-", input: Array((head + lines.map { "E: \($0)\n" }.joined()).utf8))
    // The press, and a repeat every 33 ms from 250 ms to 60 s.
    #expect(child.status == 0 && child.document == "A" + String(repeating: "a", count: 1811))
    #expect(
      child.userErrors == [
        "keybridge: the capture has no events for 100000000 s while a key of Test Keyboard is down;"
          + " the key repeats for the first minute only",
        "keybridge:   the recording has a gap, or lost the key's release",
      ])
  }

  @Test("a capture that is cut off within an event is refused", arguments: Typing.Format.allCases)
  func truncated(_ format: Typing.Format) throws {
    let bytes = Typing("hello").bytes(format)
    let found = try userErrors(of: bytes.dropLast(format == .evtest ? 50 : 5))
    #expect(found.count == 1 && found[0].hasPrefix("keybridge: FILE:"), "\(found)")
    let isRaw = format == .raw24 || format == .raw16
    #expect(found[0].contains(isRaw ? "byte " : "FILE:"), "\(found)")
  }

  @Test(
    "a capture that is cut off within an event's line is refused, even if the event looks complete")
  func endsInsideLine() throws {
    let whole = "E: 1.000000 0001 001e 1\nE: 1.000000 0000 0000 0\n"
    let found = try userErrors(ofLines: whole + "E: 1.100000 0001 001e 0")
    #expect(
      found == [
        "keybridge: FILE:10:24: the file ends before the end of its last line; the recording was cut off; "
          + "record again"
      ])
    let yaml = String(decoding: Typing("a").bytes(.libinput), as: UTF8.self)
    let cut = yaml.reversed().drop { $0.isNewline }.reversed()
    #expect(
      try userErrors(of: String(cut).utf8).first?.contains("the end of its last line") == true)
    let comment = try Program.run(
      "replay", "-", input: Array((Typing.evemuHead + whole + "# end").utf8))
    #expect(comment.status == 0 && comment.document == "A")
  }

  @Test(
    "the hint for a compressed capture decompresses it", .needs("gzip"), .needs("xz"))
  func compressed() throws {
    let capture = try folder.write(Typing("a").bytes(.evemu), to: "plain")
    for tool in ["gzip", "xz"] {
      let packed = try Child.run(
        ["sh", "-c", "\(tool) --stdout \(capture) >\(folder.path)/packed"])
      #expect(packed.status == 0)
      let child = try Program.run("replay", folder.path + "/packed")
      #expect(child.status == 1)
      #expect(
        child.errors.contains(
          "the capture is compressed; \(tool) --decompress --stdout FILE | keybridge replay -"))
    }
  }

  @Test("binary data is refused, and reaches the terminal only escaped")
  func rubbish() throws {
    var generator = SeededGenerator(seed: 4711)
    for count in [1, 7, 23, 24, 100, 10_000] {
      let found = try userErrors(
        of: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("keybridge: FILE") }, "\(count)")
      let controls = found.joined().unicodeScalars.filter {
        $0.value < 0x20 || 0x7f...0x9f ~= $0.value
      }
      #expect(controls.isEmpty, "\(count) bytes: \(found)")
    }
  }

  @Test("a line of ten megabytes is refused")
  func longLine() throws {
    let found = try userErrors(ofLines: String(repeating: "x", count: 10_000_000))
    #expect(found.first?.hasPrefix("keybridge: FILE:8:1: ") == true)
    #expect(found.joined().count < 2000)
    let value = try userErrors(
      ofLines: "E: 1.000000 0001 001e " + String(repeating: "1", count: 10_000_000))
    #expect(value.first?.hasPrefix("keybridge: FILE:8:") == true)
  }

  @Test("an empty capture is refused, from a file and from standard input")
  func empty() throws {
    #expect(
      try userErrors(of: []) == [
        "keybridge: FILE: the capture is empty; record one: keybridge record --output FILE"
      ])
    let child = try Program.run("replay", "-")
    #expect(child.status == 1 && child.errors.hasPrefix("keybridge: standard input: the capture"))
  }

  @Test("a folder, a missing file and an unreadable file are refused")
  func files() throws {
    let directory = try Program.run("replay", folder.path)
    #expect(directory.status == 1)
    #expect(directory.errors == "keybridge: \(folder.path): is a folder; name a file\n")
    let absent = try Program.run("replay", folder.path + "/absent")
    #expect(absent.errors.hasSuffix("/absent: cannot be opened: No such file or directory\n"))
    #expect(absent.status == 1)
    let path = try folder.write(Typing("x").bytes(.evemu), to: "secret")
    chmod(folder.path, 0o755)
    chmod(path, 0)
    let refused = try Child.run(
      Program.unprivileged + [Program.path, "replay", path], environment: Program.environment)
    #expect(refused.errors == "keybridge: \(path): cannot be opened: Permission denied\n")
    #expect(refused.status == 1)
  }

  @Test("a randomly damaged capture gives an error or a text, never a crash")
  func damaged() throws {
    var generator = SeededGenerator(seed: 99)
    for format in Typing.Format.allCases {
      for _ in 0..<6 {
        var bytes = Typing("damage").bytes(format)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let index = Int.random(in: bytes.indices, using: &generator)
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        let child = try Program.run("replay", "-", input: bytes)
        #expect(child.status == 0 || child.status == 1, "\(format): \(child.errors)")
        #expect((child.status == 1) == child.errors.contains("standard input"), "\(child.errors)")
      }
    }
  }
}
