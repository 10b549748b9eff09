// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import Layouts
import Mirrors
import Scanners
import TestSupport
import Testing
import TextInput

/// Scanners and keyboards in one pipeline.
@Suite struct ScannerStageTests {
  /// A source with prepared occurrences.
  private final class Source: KeySource {
    enum Step {
      case occurrence(Occurrence)
      case frame([KeyEvent])
      case action(() -> Void)
    }

    var willWait: (() -> Void)?
    var steps: ArraySlice<Step> = []
    private(set) var deadlines: [Timestamp] = []
    private(set) var lights: [DeviceID: LockLEDs] = [:]
    /// The number of times each device's LEDs were set.
    private(set) var settings: [DeviceID: Int] = [:]

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      if let deadline { deadlines.append(deadline) }
      while true {
        switch steps.popFirst() {
        case .occurrence(let occurrence): return occurrence
        case .frame(let events):
          frame = events
          return .frame
        case .action(let action): action()
        case nil: return .end(.finished)
        }
      }
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {
      lights[device] = leds
      settings[device, default: 0] += 1
    }
  }

  private final class Sink: UpdateSink {
    var scans: [Scan] = []
    var names: [String] = []
    var devices: [DeviceInfo] = []
    var keystrokes = 0
    let interest: SinkInterest
    init(interest: SinkInterest = [.updates, .keystrokes]) { self.interest = interest }
    func receive(_ scan: Scan) { scans.append(scan) }
    func receive(_ update: Update) {
      names.append(update.name)
      if case .deviceAttached(let device) = update { devices.append(device) }
    }
    func receive(keystroke: Keystroke) { keystrokes += 1 }
    func finish() {}
  }

  private final class SecretCounter: PipelineObserver {
    var secrets = 0
    func secretAppeared() { secrets += 1 }
  }

  private static func device(_ number: UInt32, _ name: String) -> DeviceInfo {
    DeviceInfo(id: DeviceID(rawValue: number), name: name)
  }

  private let board = device(0, "Board")
  private let first = device(1, "Scanner 1")
  private let second = device(2, "Scanner 2")
  private let engine = TextEngine()
  private let view = TextView(name: "text")
  private let sink = Sink()
  private let source = Source()
  private let observer = SecretCounter()
  private final class Profiles {
    var profile = ScannerProfile()
    var scans = true
  }
  private let profiles = Profiles()
  private let pipeline: Pipeline

  init() throws {
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    _ = engine.takeUpdates()
    let profiles = profiles
    pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { device in
        LayoutSettings(name: LayoutName(layout: device.name == "Scanner 2" ? "de" : "us"))
      }), engine: engine,
      scannerProfile: { device in
        profiles.scans && device.name.hasPrefix("Scanner") ? profiles.profile : nil
      })
    pipeline.sinks = [sink]
    pipeline.observers = [observer]
  }

  private static func event(
    _ device: DeviceInfo, _ code: KeyCode, _ phase: KeyEvent.Phase, at time: Int64
  ) -> KeyEvent {
    KeyEvent(time: Timestamp(microseconds: time), device: device.id, code: code, phase: phase)
  }

  /// Frames of one key each.
  private static func taps(_ device: DeviceInfo, _ codes: [KeyCode], from time: Int64 = 0)
    -> [Source.Step]
  {
    codes.enumerated().flatMap { index, code -> [Source.Step] in
      let now = time + Int64(index) * 2000
      return [
        .frame([event(device, code, .press, at: now)]),
        .frame([event(device, code, .release, at: now + 1000)]),
      ]
    }
  }

  private func run(_ steps: [Source.Step]) throws {
    source.steps = steps[...]
    _ = try pipeline.run(source)
  }

  private var text: String {
    var units: [UInt8] = []
    view.storage.forEachChunk { units += $0 }
    return String(decoding: units, as: UTF8.self)
  }

  @Test("a scanner is reported as a device, inserts no text and makes no keystroke")
  func apart() throws {
    try run(
      [.occurrence(.connected(first))] + Self.taps(first, [.a, KeyCode(2), .enter])
        + [.occurrence(.disconnected(first))])
    #expect(sink.scans.map(\.text) == ["a1"] && sink.scans.allSatisfy { $0.isComplete })
    #expect(sink.names == ["device.attached", "device.detached"])
    #expect(sink.keystrokes == 0 && text == "")
  }

  @Test("a secret scanner's text reaches only the sink of its owner; the others receive its length")
  func secret() throws {
    profiles.profile.codes.isSecret = true
    profiles.profile.codes.programs = ["till"]
    profiles.profile.codes.user = 1000
    let owner = Sink(interest: [.updates, .secrets])
    pipeline.sinks.append(owner)
    var secretsAtStart = 0
    try run(
      [
        .occurrence(.connected(first)), .action { secretsAtStart = self.observer.secrets },
      ] + Self.taps(first, [.a, .a, .enter]))
    #expect(secretsAtStart == 1, "the scanner's first keys are a secret too")
    #expect(owner.scans.map(\.text) == ["aa"] && owner.scans.map(\.program) == ["till"])
    // A program's name proves nothing without its user.
    #expect(owner.scans.map(\.programUser) == [1000])
    #expect(owner.devices.map(\.program) == ["till"])
    #expect(owner.devices.map(\.programUser) == [1000])
    #expect(sink.scans.map(\.text) == ["••"])
    #expect(observer.secrets == 1, "freed memory is overwritten from then on")
  }

  @Test("each device has its own LEDs: a scanner has Num Lock on, and a separate Caps Lock")
  func lights() throws {
    try run(
      [.occurrence(.connected(board)), .occurrence(.connected(first))]
        + Self.taps(first, [.capsLock, .numLock, KeyCode(79), .a, .enter])
        + Self.taps(board, [.a, .capsLock, .a]))
    #expect(source.lights[first.id] == [.numLock, .capsLock])
    #expect(source.lights[board.id] == .capsLock)
    #expect(source.settings[first.id] == 2, "Num Lock at first, then Caps Lock with it")
    #expect(sink.scans.map(\.text) == ["1A"])
    #expect(text == "aA")
  }

  @Test(
    "a code is incomplete if the run ends, the device is unplugged or events are lost within it")
  func interruptions() throws {
    try run(
      [.occurrence(.connected(first)), .occurrence(.connected(second))]
        + Self.taps(first, [.a]) + Self.taps(second, [.a])
        + [.occurrence(.notice(.eventsLost(first)))]
        + Self.taps(first, [.a, .enter, .a, .enter])
        + [.occurrence(.disconnected(second))] + Self.taps(first, [.a]))
    #expect(
      sink.scans.map { "\($0.device.rawValue) \($0.text) \($0.end) \($0.flaw?.rawValue ?? "good")" }
        == [
          "1 a lost lost", "1 a enter lost", "1 a enter good", "2 a disconnect disconnect",
          "1 a stop stop",
        ])
  }

  @Test(
    "the pipeline keeps a gap's deadline, and a loss reported afterwards makes the code incomplete")
  func gap() throws {
    profiles.profile.codes.gap = 100_000
    let over = Timestamp(microseconds: 101_000)
    try run(
      [.occurrence(.connected(first))] + Self.taps(first, [.a])
        + [.occurrence(.deadline(over)), .action { [source] in source.willWait?() }]
        + Self.taps(first, [KeyCode(48)])
        + [
          .occurrence(.deadline(over)),
          .frame([Self.event(first, .leftShift, .release, at: 300_000)]),
          .occurrence(.notice(.eventsLost(first))),
        ])
    #expect(source.deadlines.contains(over))
    #expect(sink.scans.map(\.text) == ["a", "b"])
    #expect(sink.scans.map(\.end) == [.gap, .gap])
    #expect(sink.scans.map(\.flaw) == [nil, .lost])
  }

  @Test("losing the focus ends a code only on a scanner that follows the focus")
  func focus() throws {
    for (follows, texts) in [(true, ["a", "b"]), (false, ["ab"])] {
      profiles.profile.followsFocus = follows
      sink.scans = []
      view.becomeFirstResponder()
      try run(
        [.occurrence(.connected(first))] + Self.taps(first, [.a])
          + [.action { [view] in view.resignFirstResponder() }, .occurrence(.deadline(.zero))]
          + Self.taps(first, [KeyCode(48), .enter]) + [.occurrence(.disconnected(first))])
      #expect(sink.scans.map(\.text) == texts)
      #expect(sink.scans.first?.isComplete == !follows)
    }
  }

  @Test("a device that new settings turn into a keyboard types text, and the reverse")
  func reload() throws {
    let (pipeline, profiles, first) = (pipeline, profiles, first)
    func become(_ isScanner: Bool) -> Source.Step {
      .action {
        profiles.scans = isScanner
        pipeline.reloadLayout(first)
      }
    }
    try run(
      [.occurrence(.connected(first))] + Self.taps(first, [.a]) + [become(false)]
        + Self.taps(first, [KeyCode(48)]) + [become(true)] + Self.taps(first, [.a, .enter]))
    #expect(text == "b")
    #expect(sink.scans.map(\.text) == ["a", "a"])
    #expect(sink.scans.map(\.flaw) == [.disconnect, nil])
  }

  @Test("a key held while its keyboard becomes a scanner is cancelled, and stops repeating")
  func heldOverReload() throws {
    let (pipeline, profiles) = (pipeline, profiles)
    var device = first
    device.repeatsInKernel = false
    profiles.scans = false
    let late = Timestamp(microseconds: 2_000_000)
    try run(
      [.occurrence(.connected(device)), .frame([Self.event(device, .a, .press, at: 0)])]
        + [
          .action { [device] in
            profiles.scans = true
            pipeline.reloadLayout(device, ending: [Self.event(device, .a, .cancel, at: 1000)])
          }, .occurrence(.deadline(late)), .occurrence(.deadline(late)),
        ])
    // The loop has no deadline any more, because the key does not repeat.
    #expect(text == "a" && !source.deadlines.contains { $0 > late })
  }

  // MARK: Random walks

  /// The frames that one device will send, in order.
  private struct Hand {
    var frames: [[(KeyCode, KeyEvent.Phase)]] = []

    mutating func tap(_ code: KeyCode) { frames += [[(code, .press)], [(code, .release)]] }

    /// Shift and the letter sometimes change in one frame, as some scanners send them.
    mutating func shifted(_ code: KeyCode, inOneFrame: Bool) {
      if inOneFrame {
        frames += [
          [(.leftShift, .press), (code, .press)], [(code, .release), (.leftShift, .release)],
        ]
      } else {
        frames.append([(.leftShift, .press)])
        tap(code)
        frames.append([(.leftShift, .release)])
      }
    }
  }

  @Test(
    "with two scanners and a keyboard in use, codes and typed text stay intact",
    arguments: 1...30)
  func walk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    profiles.profile.codes.decodesAltNumpad = true
    var hands = [Hand(), Hand(), Hand()]
    var codes: [[String]] = [[], [], []]
    for scanner in 1...2 {
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        codes[scanner].append(
          Self.scan(on: &hands[scanner], isGerman: scanner == 2, using: &random))
      }
    }
    let typed = Self.type(on: &hands[0], using: &random)
    var steps: [Source.Step] = [board, first, second].map { .occurrence(.connected($0)) }
    let devices = [board, first, second]
    var now: Int64 = 0
    while let turn = hands.indices.filter({ !hands[$0].frames.isEmpty }).randomElement(
      using: &random)
    {
      now += Int64.random(in: 1...20_000, using: &random)
      steps.append(
        .frame(
          hands[turn].frames.removeFirst().map { Self.event(devices[turn], $0.0, $0.1, at: now) }))
    }
    try run(steps)
    for scanner in 1...2 {
      let reported = sink.scans.filter { $0.device == devices[scanner].id }
      #expect(reported.map(\.text) == codes[scanner])
      #expect(reported.allSatisfy { $0.isComplete })
    }
    #expect(text == typed)
  }

  /// Queues a random code for a scanner, and returns it.
  private static func scan(
    on hand: inout Hand, isGerman: Bool, using random: inout SeededGenerator
  ) -> String {
    var code = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let inOneFrame = Bool.random(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        hand.tap(KeyCode(21))
        code += isGerman ? "z" : "y"
      case 1:
        hand.shifted(KeyCode(21), inOneFrame: inOneFrame)
        code += isGerman ? "Z" : "Y"
      case 2:
        hand.tap(KeyCode(79))
        code += "1"
      case 3:
        hand.tap(.numLock)
        hand.frames.append([(.leftAlt, .press)])
        for digit: UInt16 in [82, 80, 75, 75] { hand.tap(KeyCode(digit)) }
        hand.frames.append([(.leftAlt, .release)])
        code += "ô"
      default:
        hand.tap(.capsLock)
        hand.tap(.a)
        hand.tap(.capsLock)
        code += "A"
      }
    }
    hand.tap(.enter)
    return code
  }

  /// Queues random letters, Shift and Caps Lock as if typed by a person, and returns the resulting
  /// text.
  private static func type(on hand: inout Hand, using random: inout SeededGenerator) -> String {
    var (text, isShifted, isLocked) = ("", false, false)
    for _ in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        hand.frames.append([(.leftShift, isShifted ? .release : .press)])
        isShifted.toggle()
      case 1 where !isShifted:
        hand.tap(.capsLock)
        isLocked.toggle()
      default:
        hand.tap(.a)
        text += isShifted != isLocked ? "A" : "a"
      }
    }
    return text
  }
}
