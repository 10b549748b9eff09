// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing

@Suite struct LibinputTests {
  private static let first = [
    Sample.key(0, 42, 1), Sample.report(0),
    Sample.key(300, 30, 1), Sample.key(300, 31, 1), Sample.report(300),
    Sample.key(500, 42, 0), Sample.report(500),
  ]
  private static let second = [
    Sample.key(-200, 2, 1), Sample.report(-200),
    Sample.key(300, 2, 0), Sample.report(300),
    Sample.key(400, 3, 1), Sample.report(400),
  ]

  private static let merged = [
    "KEY_1 press", "KEY_LEFTSHIFT press", "KEY_A press, KEY_S press", "KEY_1 release",
    "KEY_2 press", "KEY_LEFTSHIFT release", "KEY_A cancel, KEY_S cancel", "KEY_2 cancel",
  ]

  @Test("Devices that are recorded one after the other are merged by time, with undivided frames")
  func merging() throws {
    let text = Sample.libinput([Self.first, Self.second])
    for isPipe in [false, true] {
      let played = try play(text.utf8, throughPipe: isPipe)
      #expect(played.failure == nil)
      #expect(played.keys == Self.merged)
      #expect(played.devices.map(\.path) == ["/dev/input/event0", "/dev/input/event1"])
      #expect(played.frames.map { $0[0].device.rawValue } == [1, 0, 0, 1, 1, 0, 0, 1])
    }
  }

  @Test("A time before the first event, which libinput writes as a huge number, is negative")
  func timeBeforeStart() throws {
    let played = try play(Sample.libinput([Self.second]).utf8)
    #expect(Sample.libinput([Self.second]).contains("[18446744073709, 551416,"))
    #expect(played.frames.first?.first?.time == Sample.time(-200))
  }

  /// Reads a recording of one device whose events have only times.
  private func read(times: [String]) throws -> (times: [Int64], problems: [CaptureError.Problem]) {
    let lines = times.map { "    - [\($0), 0, 0, 0]\n" }.joined()
    let read = try readAll((Sample.libinput([[]]) + "  - evdev:\n" + lines).utf8)
    return (read.records.map(\.event.time.microseconds), read.failure?.errors.map(\.problem) ?? [])
  }

  @Test("A time that wraps is slightly before the first event, or refused")
  func wrappedTimes() throws {
    let good = ["18442449106414, 0", "18446744073709, 551615", "0, 0", "9223372036853, 999999"]
    let read = try read(times: good)
    #expect(read.problems.isEmpty)
    #expect(read.times == [-4_294_967_295_551_616, -1, 0, 9_223_372_036_853_999_999])
    let seconds: [(String, String)] = [
      ("9223372036854, 1", "9223372036854"), ("9223372036856, 1", "9223372036856"),
      ("18442449106412, 999999", "18442449106412"), ("18446744073710, 0", "18446744073710"),
      ("9223372036854775807, 1", "9223372036854775807"),
      ("18446744073709551615, 1", "18446744073709551615"),
    ]
    for (time, found) in seconds {
      let problems = try self.read(times: ["9223372036853, 1", time]).problems
      guard case .outOfRange(.seconds, found, _) = problems.first, problems.count == 1 else {
        Issue.record("\(time): \(problems)")
        continue
      }
    }
    #expect(
      try self.read(times: ["18446744073709, 551616"]).problems == [
        .outOfRange(.microseconds, found: "551616", allowed: 0...551_615)
      ])
    // The time goes back by more than the range.
    #expect(
      try self.read(times: ["9223372036853, 1", "18442449106414, 0"]).problems
        == [.timeBackwards(microseconds: .max)])
  }

  @Test("Mistakes in several devices are reported in order of the lines")
  func errorsOfSeveral() throws {
    var text = Sample.libinput([Self.first, Self.second])
    text = text.replacing("31, 1]", with: "31, x]").replacing("3, 1]", with: "3, y]")
    let failure = try #require(try readAll(text.utf8).failure)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.indices.filter { lines[$0].contains("x]") || lines[$0].contains("y]") }
    #expect(expected.count == 2)
    #expect(
      failure.errors.map(\.place)
        == expected.map { .line($0 + 1, column: $0 == expected[0] ? 28 : 27) })
  }

  @Test("A recording with mistakes in its YAML is read up to the first one")
  func brokenYAML() throws {
    let text = Sample.libinput([Self.first]) + "  - evdev: }\n"
    let read = try readAll(text.utf8)
    #expect(read.records.count == Self.first.count)
    guard case .yaml(.syntax) = read.failure?.errors.first?.problem else {
      Issue.record("\(String(describing: read.failure))")
      return
    }
  }

  @Test("The events that libinput itself generated are skipped")
  func otherFrames() throws {
    let text = """
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event3
        events:
        - libinput:
          - {time: 0.000000, type: KEYBOARD_KEY, key: 30, state: pressed}
        - hid:
            time: [  0, 0]
            hidraw0: [0x01, 0x02]
        - evdev:
          - [0, 0, 1, 30, 1]
          - [0, 0, 0, 0, 0]
          libinput: [1, 2]
        quirks:
      after: [1]
      """
    let read = try readAll((text + "\n").utf8)
    #expect(read.failure == nil)
    #expect(read.records.map(\.event) == [Sample.key(0, 30, 1), Sample.report(0)])
  }

  @Test("A recording without the number of devices is read too")
  func withoutNumber() throws {
    let text = Sample.libinput([Self.first, Self.second]).replacing("ndevices: 2\n", with: "")
    #expect(try play(text.utf8).keys == Self.merged)
  }

  @Test("Without EV_REP in its codes a device does not repeat; without a list it is unknown")
  func repeats() throws {
    let text = Sample.libinput()
    let without = text.replacing("      20: [0, 1] # EV_REP\n", with: "")
    #expect(try play(without.utf8).devices.map(\.repeatsInKernel) == [false])
    let unknown = "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event3\n  events:\n"
    #expect(try play(unknown.utf8).devices.map(\.repeatsInKernel) == [true])
  }

  @Test("Hidden letters are detected by libinput's comment, once and before the first key")
  func hiddenByComment() throws {
    let hidden = Sample.libinput([Self.first]).replacing(
      "30, 1] # EV_KEY / KEY_X", with: "30, 1] # EV_KEY / KEY_A   1 (obfuscated)")
    for isPipe in [false, true] {
      let played = try play(hidden.utf8, throughPipe: isPipe)
      #expect(played.notices.first == .notice(.lettersHidden(played.devices[0])))
      #expect(played.lettersHiddenCount == 1)
      #expect(played.occurrences.firstIndex(of: played.notices[0]) == 1)
    }
    let several = Sample.libinput([Self.second, Self.first]).replacing(
      "30, 1] # EV_KEY / KEY_X", with: "30, 1] # EV_KEY / KEY_A   1 (obfuscated)")
    let played = try play(several.utf8)
    #expect(played.notices.first == .notice(.lettersHidden(played.devices[1])))
    #expect(played.lettersHiddenCount == 1)
  }

  @Test("Hidden letters are detected without comments by a scan code that no USB keyboard has")
  func hiddenByScanCode() throws {
    let events = [
      Sample.scan(0, 30), Sample.key(0, 30, 1), Sample.report(0), Sample.key(0, 30, 0),
      Sample.report(0),
    ]
    #expect(try play(Sample.libinput([events]).utf8).notices.count == 1)
    let old = Sample.libinput([events]).replacing("id: [3,", with: "id: [17,")
    #expect(try play(old.utf8).notices.isEmpty)
  }
}
