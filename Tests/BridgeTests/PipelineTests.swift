// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import Layouts
import Testing
import TextInput

/// What the pipe asks of its source and tells it.
@Suite struct PipelineTests {
  /// A source of occurrences written down beforehand, which notes what it is asked and told.
  private final class Source: KeySource {
    enum Step {
      case occurrence(Occurrence)
      case press(KeyCode, on: DeviceInfo)
    }

    var willWait: (() -> Void)?
    private(set) var deadlines: [Timestamp?] = []
    private(set) var lights: [DeviceID] = []
    private(set) var grabs: [Bool] = []
    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) {
      self.steps = steps[...]
    }

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      deadlines.append(deadline)
      switch steps.popFirst() {
      case .occurrence(let occurrence): return occurrence
      case .press(let code, let device):
        frame = [KeyEvent(time: .zero, device: device.id, code: code, phase: .press)]
        return .frame
      case nil: return .end(.finished)
      }
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {
      if leds == .capsLock { lights.append(device) }
    }

    func setGrabbed(_ isWanted: Bool) {
      grabs.append(isWanted)
    }
  }

  private let lit = DeviceInfo(id: DeviceID(rawValue: 0), name: "first", litLEDs: .capsLock)
  private let plain = DeviceInfo(id: DeviceID(rawValue: 1), name: "second", repeatsInKernel: false)
  private let engine = TextEngine()
  private let pipeline: Pipeline

  init() throws {
    let view = TextView(name: "text")
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
  }

  @Test("K-11 each keyboard is lit as the locks are when it comes, and when it comes again")
  func lights() throws {
    let source = Source([
      .occurrence(.connected(lit)), .occurrence(.connected(plain)),
      .occurrence(.disconnected(plain)), .occurrence(.connected(plain)),
    ])
    _ = try pipeline.run(source)
    #expect(source.lights == [lit.id, plain.id, plain.id])
  }

  @Test("the source waits for what comes first: the key's repeat before the end of its hold")
  func deadlines() throws {
    engine.settings.holdForAccents = true
    let source = Source([.occurrence(.connected(plain)), .press(.a, on: plain)])
    _ = try pipeline.run(source)
    #expect(engine.nextDeadline == Timestamp(microseconds: 500_000))
    #expect(source.deadlines == [nil, nil, Timestamp(microseconds: 250_000)])
  }

  @Test("each source the pipe runs is told whether its keyboards are wanted")
  func sources() throws {
    for _ in 1...2 {
      let source = Source([])
      _ = try pipeline.run(source)
      #expect(source.grabs == [true])
    }
  }

  @Test("the engine knows from the layouts what is to be pressed")
  func keyboardMap() throws {
    _ = try pipeline.run(Source([.occurrence(.connected(plain))]))
    let keystroke = engine.keyboardMap?.keystroke(
      pressing: .a, holding: .command, andThirdLevel: false)
    #expect(keystroke?.event.device == plain.id)
    #expect(keystroke?.charactersIgnoringModifiers == "a")
  }
}
