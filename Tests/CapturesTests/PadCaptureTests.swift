// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Pads
import SamplePads
import TestSupport
import Testing

/// Captures of pads: a recorded drawing is replayed as the same ink.
@Suite struct PadCaptureTests {
  /// The character 三 and a gesture on a pad.
  private static func drawing(_ pad: SamplePad) -> [InputEvent] {
    var touches = Touches(pad)
    for stroke in threeStrokes { touches.draw(stroke) }
    if pad.hasSlots { touches.tapWithTwo() }
    return touches.events
  }

  /// The ink of events that are read live, by the device with a number.
  private static func ink(_ events: [InputEvent], on pad: SamplePad) throws -> [InkEvent] {
    var reader = PadReader(DeviceID(rawValue: 0), on: try PadSurface(pad.description))
    return events.compactMap { reader.read($0) }
  }

  /// The same without the time of the capture's beginning.
  private static func shifted(_ ink: [InkEvent]) -> [InkEvent] {
    let start = (ink.first?.time.microseconds ?? 0) - 1
    return ink.map { event in
      var event = event
      event.time.microseconds -= start
      if case .stroke(var stroke) = event.action {
        for index in stroke.points.indices { stroke.points[index].time.microseconds -= start }
        event.action = .stroke(stroke)
      }
      return event
    }
  }

  private static func written(
    _ events: [InputEvent], on pad: SamplePad, hidesLetters: Bool = false
  ) -> [UInt8] {
    var writer = CaptureWriter(pad.description, hidesLetters: hidesLetters)
    var bytes: [UInt8] = []
    writer.writeHeader(to: &bytes)
    for event in events { writer.write(event, to: &bytes) }
    return bytes
  }

  /// Replays a capture while ink is wanted.
  private func replayed(
    _ bytes: some Collection<UInt8>, isWanted: Bool = true
  ) throws -> (ink: [InkEvent], notices: [SourceNotice]) {
    let folder = try TemporaryFolder()
    let replay = CaptureReplay(
      try CaptureReader(path: try folder.write(bytes, to: "capture")))
    replay.setDrawing(isWanted)
    var (ink, notices, frame): ([InkEvent], [SourceNotice], [KeyEvent]) = ([], [], [])
    while true {
      switch try replay.next(before: nil, into: &frame) {
      case .ink(let event): ink.append(event)
      case .notice(let notice): notices.append(notice)
      case .end: return (ink, notices)
      default: break
      }
    }
  }

  @Test("a recording of a pad replays to the ink that was drawn", arguments: SamplePad.allCases)
  func evemu(_ pad: SamplePad) throws {
    let events = Self.drawing(pad)
    let replayed = try replayed(Self.written(events, on: pad))
    let ink = try Self.ink(events, on: pad)
    #expect(ink.count { $0.action != .begin } == (pad.hasSlots ? 4 : 3))
    #expect(ink.count { $0.action == .begin } == 3)
    #expect(Self.shifted(replayed.ink) == Self.shifted(ink))
    #expect(replayed.notices == [])
  }

  @Test("a recording by libinput replays to the same ink", arguments: SamplePad.allCases)
  func libinput(_ pad: SamplePad) throws {
    let events = Self.drawing(pad)
    let replayed = try replayed(Self.libinput(events, on: pad).utf8)
    #expect(replayed.ink == (try Self.ink(events, on: pad)) && replayed.notices == [])
  }

  @Test("output of evtest replays to the same ink", arguments: SamplePad.allCases)
  func evtest(_ pad: SamplePad) throws {
    let events = Self.drawing(pad)
    let replayed = try replayed(Self.evtest(events, on: pad).utf8)
    #expect(replayed.ink == (try Self.ink(events, on: pad)) && replayed.notices == [])
  }

  @Test("raw events tell no ranges, so they draw nothing, and the capture has no keys")
  func raw() throws {
    let replayed = try replayed(Sample.raw(Self.drawing(.laptop)))
    #expect(replayed.ink == [])
    #expect(replayed.notices.count == 1)
    if case .noKeys? = replayed.notices.first {} else { Issue.record("\(replayed.notices)") }
  }

  @Test("while ink is not wanted nothing is drawn, and a touch that begins then draws nothing")
  func notWanted() throws {
    let bytes = Self.written(Self.drawing(.laptop), on: .laptop)
    #expect(try replayed(bytes, isWanted: false).ink == [])
    let folder = try TemporaryFolder()
    var touches = Touches(.laptop)
    touches.draw([(0, 0), (1000, 1000)])
    touches.draw([(0, 0), (1000, 0)])
    let path = try folder.write(Self.written(touches.events, on: .laptop), to: "capture")
    let replay = CaptureReplay(try CaptureReader(path: path))
    var (ink, frame): ([InkEvent], [KeyEvent]) = ([], [])
    // The first stroke ends after 16 ms.
    var deadline: Timestamp? = Timestamp(microseconds: 10_000)
    while true {
      let occurrence = try replay.next(before: deadline, into: &frame)
      if case .ink(let event) = occurrence, event.action != .begin { ink.append(event) }
      if case .end = occurrence { break }
      guard case .deadline = occurrence else { continue }
      replay.setDrawing(true)
      deadline = nil
    }
    #expect(ink.count == 1)
    guard case .stroke(let stroke)? = ink.first?.action else { return }
    #expect(stroke.points.map(\.x) == [0, 4410] && stroke.points.map(\.y) == [0, 0])
  }

  @Test("without the option that shows key codes neither positions nor touches are written")
  func hidden() throws {
    for pad in SamplePad.allCases {
      let events = Self.drawing(pad)
      let text = String(
        decoding: Self.written(events, on: pad, hidesLetters: true), as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("E:") }
      #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("SYN_REPORT") })
      #expect(try replayed(text.utf8).ink == [])
    }
    // A keyboard's volume wheel is no drawing.
    var redaction = Redaction()
    var written: [InputEvent] = []
    let wheel = InputEvent(time: .zero, type: InputEvent.absolute, code: 0x20, value: 7)
    redaction.redact(wheel) { written.append($0) }
    #expect(written == [wheel])
  }

  @Test("lost events end the stroke where it was; what is down is ignored until it begins again")
  func lost() throws {
    var touches = Touches(.laptop)
    touches.touch(0, 0, 0)
    touches.report()
    touches.move(0, 500, 500)
    touches.report()
    touches.add(0, 3, 0)
    touches.report()
    touches.move(0, 1000, 1000)
    touches.report()
    touches.lift()
    touches.report()
    touches.draw([(0, 0)])
    let replayed = try replayed(Self.written(touches.events, on: .laptop))
    let points = replayed.ink.compactMap { event -> [Int32]? in
      if case .stroke(let stroke) = event.action { stroke.points.map(\.x) } else { nil }
    }
    #expect(points == [[0, 2205], [0]])
    #expect(replayed.notices.count == 1)
  }

  @Test("a pad that lies about its axes is reported, and draws nothing")
  func lying() throws {
    var description = SamplePad.laptop.description
    description.axes[0x36]?.maximum = 1000
    var writer = CaptureWriter(description, hidesLetters: false)
    var bytes: [UInt8] = []
    writer.writeHeader(to: &bytes)
    for event in Self.drawing(.laptop) { writer.write(event, to: &bytes) }
    let replayed = try replayed(bytes)
    #expect(replayed.ink == [])
    let flaw = PadFlaw.impossibleRange(axis: 0x36, minimum: 1096, maximum: 1000)
    #expect(
      replayed.notices.contains { notice in
        if case .padUnusable(_, flaw) = notice { true } else { false }
      })
  }

  @Test("a keyboard and a pad in one recording keep the order of time")
  func together() throws {
    var touches = Touches(.laptop, at: 1_500_000)
    touches.draw([(0, 0)])
    let text =
      Self.libinput(touches.events, on: .laptop)
      .replacing("ndevices: 1", with: "ndevices: 2")
      + Sample.libinput([[Sample.key(1_505_000, 30, 1), Sample.report(1_505_000)]])
      .split(separator: "devices:\n", maxSplits: 1)[1]
    let folder = try TemporaryFolder()
    let replay = CaptureReplay(
      try CaptureReader(path: try folder.write(text.utf8, to: "capture")))
    replay.setDrawing(true)
    var (order, frame): ([String], [KeyEvent]) = ([], [])
    while true {
      let occurrence = try replay.next(before: nil, into: &frame)
      if case .ink(let event) = occurrence { order.append("ink \(event.time)") }
      if case .frame = occurrence { order.append("\(frame.map(\.phase))") }
      if case .end = occurrence { break }
    }
    #expect(order == ["[Keys.KeyEvent.Phase.press]", "ink 1.508000", order.last ?? ""])
  }

  // MARK: Formats

  private static func libinput(_ events: [InputEvent], on pad: SamplePad) -> String {
    let numbers = pad.numbers
    var text = """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event7
        evdev:
          # Name: \(pad.name)
          name: "\(pad.name)"
          id: [\(numbers.bus), \(numbers.vendor), \(numbers.product), 0]
          codes:
            0: [0, 1, 3] # EV_SYN
            1: [\(pad.buttons.map(String.init).joined(separator: ", "))] # EV_KEY
            3: [\(pad.axes.keys.sorted().map(String.init).joined(separator: ", "))] # EV_ABS
          absinfo:

      """
    for (code, axis) in pad.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      text += "      \(code): [\(numbers.map(String.init).joined(separator: ", "))]\n"
    }
    text += "    properties: [0, 2]\n  hid: [0x12, 0x13]\n  events:\n"
    var isOpen = false
    for event in events {
      if !isOpen { text += "  - evdev:\n" }
      isOpen = event.type != 0
      let time = event.time.microseconds
      text += "    - [\(time / 1_000_000), \(time % 1_000_000), \(event.type), \(event.code),"
      text += " \(event.value)] # EV_ABS\n"
    }
    return text
  }

  private static func evtest(_ events: [InputEvent], on pad: SamplePad) -> String {
    var text = """
      Input driver version is 1.0.1
      Input device ID: bus 0x11 vendor 0x2 product 0x7 version 0x1b1
      Input device name: "\(pad.name)"
      Supported events:
        Event type 0 (EV_SYN)
        Event type 1 (EV_KEY)

      """
    for code in pad.buttons { text += "    Event code \(code) (BTN)\n" }
    text += "  Event type 3 (EV_ABS)\n"
    for (code, axis) in pad.axes.sorted(by: { $0.key < $1.key }) {
      text += "    Event code \(code) (ABS)\n      Value     17\n"
      text += "      Min  \(axis.minimum)\n      Max  \(axis.maximum)\n"
      if axis.fuzz != 0 { text += "      Fuzz  \(axis.fuzz)\n" }
      if axis.resolution != 0 { text += "      Resolution  \(axis.resolution)\n" }
    }
    text += "Properties:\n  Property type 0 (INPUT_PROP_POINTER)\n"
    text += "Testing ... (interrupt to exit)\n"
    for event in events {
      text += "Event: time \(event.time), "
      text +=
        event.type == 0
        ? "-------------- SYN_REPORT ------------\n"
        : "type \(event.type) (EV), code \(event.code) (ABS), value \(event.value)\n"
    }
    return text
  }
}
