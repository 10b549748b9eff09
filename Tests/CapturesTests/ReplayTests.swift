// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import TestSupport
import Testing

@Suite struct ReplayTests {
  private func replay(
    _ text: String, in folder: TemporaryFolder, pace: ((Timestamp) -> Void)? = nil
  ) throws -> CaptureReplay {
    let path = try folder.write(text.utf8, to: "capture")
    return CaptureReplay(try CaptureReader(path: path), pace: pace)
  }

  @Test("A keyboard is connected first and disconnected last, and then the replay stays at its end")
  func bracket() throws {
    let folder = try TemporaryFolder()
    let replay = try replay(Sample.evemu(), in: folder)
    var frame: [KeyEvent] = []
    guard case .connected(let info) = try replay.next(before: .zero, into: &frame) else {
      Issue.record("not connected")
      return
    }
    #expect(info.id == DeviceID(rawValue: 0))
    for _ in 0..<6 { #expect(try replay.next(before: nil, into: &frame) == .frame) }
    #expect(try replay.next(before: .distantFuture, into: &frame) == .disconnected(info))
    #expect(frame.isEmpty)
    for _ in 0..<2 {
      #expect(try replay.next(before: .zero, into: &frame) == .end(.finished))
    }
  }

  @Test("A deadline precedes the frame at or after it, and none follows the last record")
  func deadlines() throws {
    let folder = try TemporaryFolder()
    let keys = [
      Sample.key(1_000_000, 30, 1), Sample.report(1_000_000),
      Sample.key(2_000_000, 30, 0), Sample.report(2_000_000),
    ]
    let replay = try replay(Sample.evemu(keys), in: folder)
    var frame: [KeyEvent] = []
    _ = try replay.next(before: nil, into: &frame)
    func next(_ deadline: Int64) throws -> Occurrence {
      try replay.next(before: Sample.time(deadline), into: &frame)
    }
    #expect(try next(999_999) == .deadline(Sample.time(999_999)))
    #expect(try next(1_000_000) == .deadline(Sample.time(1_000_000)))
    #expect(frame.isEmpty)
    #expect(try next(1_000_001) == .frame)
    #expect(frame.map(\.phase) == [.press])
    #expect(try next(1_500_000) == .deadline(Sample.time(1_500_000)))
    #expect(try next(2_000_001) == .frame)
    #expect(frame.map(\.phase) == [.release])
    guard case .disconnected = try next(2_000_001) else {
      Issue.record("a deadline follows the last record")
      return
    }
  }

  @Test("A timer that repeats forever ends with the capture")
  func endlessTimer() throws {
    let folder = try TemporaryFolder()
    let keys = [
      Sample.key(1_000_000, 30, 1), Sample.report(1_000_000), Sample.report(2_000_000),
    ]
    let replay = try replay(Sample.evemu(keys), in: folder)
    var frame: [KeyEvent] = []
    var deadline = Timestamp.distantFuture
    var count = 0
    while true {
      switch try replay.next(before: deadline, into: &frame) {
      case .frame where frame.last?.phase == .press:
        deadline = Sample.time(1_500_000)
      case .deadline(let time):
        count += 1
        deadline = time.advanced(byMicroseconds: 33_000)
      case .end:
        #expect(count == 16)
        return
      default: break
      }
    }
  }

  /// Plays a capture for a timer that, like key repeat, starts a second after each press and ends
  /// with any other key event; returns the occurrences, with deadlines as their times.
  private func playTimer(
    _ events: [InputEvent], repeatsInKernel: Bool = false
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let text = Sample.evemu(events)
    let replay = try replay(
      repeatsInKernel ? text : text.replacing("B: 14 03 00 00 00 00 00 00 00\n", with: ""),
      in: folder)
    var frame: [KeyEvent] = []
    var deadline: Timestamp?
    var lines: [String] = []
    while lines.count < 1000 {
      switch try replay.next(before: deadline, into: &frame) {
      case .frame:
        for event in frame {
          lines.append("\(event.code) \(event.phase)")
          deadline =
            event.phase == .press ? event.time.advanced(byMicroseconds: 1_000_000) : nil
        }
      case .deadline(let time):
        lines.append("\(time)")
        deadline = time.advanced(byMicroseconds: 20_000_000)
      case .notice(.repeatsCutShort(let device, let gap)):
        lines.append("cut short \(device.name) \(gap)")
      case .end:
        return lines
      default: break
      }
    }
    return lines
  }

  private static let hour: Int64 = 3_600_000_000

  @Test("KEY-7 a key does not repeat through a gap in the recording, which is reported once")
  func gap() throws {
    let events = [
      Sample.key(1_000_000, 30, 1), Sample.report(1_000_000),
      // Other events have no effect, and neither does another gap while the same key is down.
      Sample.scan(Self.hour, 3), Sample.report(Self.hour),
      Sample.scan(2 * Self.hour, 3), Sample.report(2 * Self.hour),
      Sample.key(3 * Self.hour, 30, 0), Sample.report(3 * Self.hour),
      Sample.key(4 * Self.hour, 31, 1), Sample.report(4 * Self.hour),
      Sample.key(4 * Self.hour + 2_000_000, 31, 0), Sample.report(4 * Self.hour + 2_000_000),
    ]
    #expect(
      try playTimer(events) == [
        "KEY_A press", "2.000000", "22.000000", "42.000000",
        "cut short Test Keyboard \(Self.hour - 1_000_000)", "KEY_A release",
        "KEY_S press", "14401.000000", "KEY_S release",
      ])
  }

  @Test("KEY-7 a key that is held for long repeats while the recording continues")
  func noGap() throws {
    var events = [Sample.key(1_000_000, 30, 1), Sample.report(1_000_000)]
    for minute in 1...60 {
      let time = 1_000_000 + Int64(minute) * 60_000_000
      events += [Sample.scan(time, 3), Sample.report(time)]
    }
    let lines = try playTimer(events)
    #expect(lines.count == 182)
    #expect(!lines.contains { $0.hasPrefix("cut short") })
  }

  @Test("If no key waits to repeat, a deadline is used even after a long gap")
  func deadlineInGap() throws {
    let events = [
      Sample.key(1_000_000, 30, 1), Sample.report(1_000_000),
      Sample.key(200_000_000, 30, 0), Sample.report(200_000_000),
    ]
    let lines = try playTimer(events, repeatsInKernel: true)
    #expect(lines.count == 12 && lines.dropLast().last == "182.000000")
  }

  @Test("Repeats missed in a gap within a frame are not sent later")
  func gapInFrame() throws {
    let events = [
      Sample.key(1_000_000, 30, 1), Sample.report(Self.hour),
      Sample.key(Self.hour + 30_000_000, 30, 0), Sample.report(Self.hour + 30_000_000),
    ]
    #expect(
      try playTimer(events) == ["KEY_A press", "3600.000000", "3620.000000", "KEY_A release"])
  }

  @Test("KEY-9c keys that are down at the end are cancelled before the keyboard is disconnected")
  func cancelled() throws {
    let played = try play(
      Sample.evemu([
        Sample.key(1_000_000, 42, 1), Sample.key(1_000_000, 30, 1), Sample.report(3_000_000),
      ]).utf8)
    #expect(
      played.keys == ["KEY_LEFTSHIFT press, KEY_A press", "KEY_A cancel, KEY_LEFTSHIFT cancel"])
    #expect(played.frames.last?.first?.time == Sample.time(3_000_000))
    #expect(played.occurrences.suffix(3).first == .frame)
  }

  @Test("KEY-9c at the end the keys of all devices are cancelled at the latest time of any device")
  func cancelledTogether() throws {
    // A frame is never divided, so the report at 5 s precedes the key at 2 s.
    let first = [Sample.key(1_000_000, 30, 1), Sample.report(5_000_000)]
    let second = [Sample.key(2_000_000, 48, 1), Sample.report(2_000_000)]
    let played = try play(Sample.libinput([first, second]).utf8)
    #expect(played.keys == ["KEY_A press", "KEY_B press", "KEY_A cancel", "KEY_B cancel"])
    #expect(
      played.frames.map { $0.first?.time }
        == [1_000_000, 2_000_000, 5_000_000, 5_000_000].map(Sample.time))
  }

  @Test("A last frame without its report is played, and reported")
  func openFrame() throws {
    let played = try play(Sample.evemu([Sample.key(1_000_000, 30, 1)]).utf8)
    #expect(played.keys == ["KEY_A press", "KEY_A cancel"])
    let device = try #require(played.devices.first)
    #expect(
      played.notices == [.notice(.endsEarly(device, heldKeys: [.a], isInsideFrame: true))])
  }

  @Test("An end inside a report, or with keys down, is reported for its device")
  func endsEarly() throws {
    let down = [Sample.key(1_000_000, 30, 1), Sample.report(1_000_000)]
    let up = [Sample.key(2_000_000, 30, 0), Sample.report(2_000_000)]
    let rows: [(events: [InputEvent], keys: [KeyCode], isInsideFrame: Bool)] = [
      (down, [.a], false), (down + up.dropLast(), [], true), (down.dropLast(), [.a], true),
    ]
    for row in rows {
      for played in [
        try play(Sample.evemu(row.events).utf8),
        try play(Sample.libinput([row.events, down + up]).utf8),
      ] {
        let notice = SourceNotice.endsEarly(
          try #require(played.devices.first), heldKeys: row.keys, isInsideFrame: row.isInsideFrame)
        #expect(played.notices == [.notice(notice)])
      }
    }
    #expect(try play(Sample.evemu(down + up).utf8).notices == [])
  }

  @Test("Frames without keys are skipped")
  func emptyFrames() throws {
    let played = try play(
      Sample.evemu([
        Sample.report(1), Sample.scan(2, 3), Sample.report(2), Sample.key(3, 0x110, 1),
        Sample.report(3),
      ]).utf8)
    #expect(played.frames.isEmpty)
    #expect(played.failure == nil)
  }

  @Test(
    "Lost events are reported, and a lost release is synthesized at the next press",
    arguments: [CaptureFormat.raw(recordBytes: 24), .evtest, .evemu, .libinput])
  func lostEvents(format: CaptureFormat) throws {
    let played = try play(
      Sample.bytes(
        in: format,
        [
          Sample.key(1_000_000, 30, 1), Sample.report(1_000_000),
          Sample.dropped(2_000_000), Sample.key(2_000_000, 31, 1), Sample.report(2_000_000),
          Sample.key(3_000_000, 30, 1), Sample.report(3_000_000),
          Sample.key(3_100_000, 30, 0), Sample.report(3_100_000),
        ]))
    #expect(played.keys == ["KEY_A press", "KEY_A release, KEY_A press", "KEY_A release"])
    #expect(played.notices == [.notice(.eventsLost(played.devices[0]))])
    #expect(played.occurrences.firstIndex(of: played.notices[0]) == 2)
  }

  @Test("The pacer is called before every frame and deadline")
  func pacing() throws {
    let folder = try TemporaryFolder()
    var times: [Int64] = []
    let replay = try replay(Sample.evemu(), in: folder) { times.append($0.microseconds) }
    var frame: [KeyEvent] = []
    var deadline: Timestamp? = Sample.time(1_200_000)
    var given: [Int64] = []
    loop: while true {
      switch try replay.next(before: deadline, into: &frame) {
      case .frame: given.append(frame[0].time.microseconds)
      case .deadline(let time):
        given.append(time.microseconds)
        deadline = nil
      case .end: break loop
      default: break
      }
      #expect(times == given)
    }
    #expect(
      times == [1_000_000, 1_050_000, 1_080_250, 1_100_000, 1_200_000, 1_350_250, 1_400_007])
  }

  @Test(
    "The part before a mistake is played, then the mistakes are thrown, and then the replay ends")
  func failure() throws {
    let folder = try TemporaryFolder()
    let text = Sample.evemu([Sample.key(1_000_000, 30, 1), Sample.report(1_000_000)])
    let replay = try replay(text + "E: x\nE: y\n", in: folder)
    var frame: [KeyEvent] = []
    _ = try replay.next(before: nil, into: &frame)
    #expect(try replay.next(before: nil, into: &frame) == .frame)
    #expect {
      try replay.next(before: nil, into: &frame)
    } throws: {
      ($0 as? CaptureFailure)?.errors.count == 2
    }
    #expect(try replay.next(before: nil, into: &frame) == .end(.finished))
  }

  @Test("A capture without keys connects, reports that, and disconnects")
  func nothingTyped() throws {
    for text in [Sample.evemu([]), Sample.evtest([]), Sample.libinput([[]])] {
      let played = try play(text.utf8)
      #expect(played.failure == nil)
      #expect(played.frames.isEmpty)
      #expect(played.occurrences.count == 4)
      #expect(played.notices == [.notice(.noKeys(played.devices[0]))])
      #expect(played.devices.first?.name == "Test Keyboard")
    }
  }

  @Test("KEY-9c after any capture, complete or truncated, no key is down")
  func nothingStaysDown() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      var time: Int64 = 1_000_000
      var events: [InputEvent] = []
      for _ in 0..<80 {
        time += .random(in: 0...300_000, using: &random)
        switch Int.random(in: 0...9, using: &random) {
        case 0: events.append(Sample.dropped(time))
        case 1...3: events.append(Sample.report(time))
        default:
          events.append(
            Sample.key(
              time, .random(in: 28...33, using: &random), .random(in: 0...2, using: &random)))
        }
      }
      let played = try play(Sample.raw(events))
      var down = KeySet()
      for event in played.frames.joined() {
        if event.phase == .press { #expect(!down.contains(event.code)) }
        if event.phase == .release { #expect(down.contains(event.code)) }
        if event.isDown { down.insert(event.code) } else { down.remove(event.code) }
      }
      #expect(down.isEmpty)
      #expect(played.failure == nil)
    }
  }
}
