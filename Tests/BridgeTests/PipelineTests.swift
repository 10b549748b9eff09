// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import Layouts
import Mirrors
import Testing
import TextInput

/// The calls of the pipeline to its source.
@Suite struct PipelineTests {
  /// A source with prepared occurrences that records the pipeline's calls.
  private final class Source: KeySource {
    enum Step {
      case occurrence(Occurrence)
      case press(KeyCode, on: DeviceInfo)
    }

    var willWait: (() -> Void)?
    /// The number of times that it waits before each occurrence.
    var waits = 0
    private(set) var deadlines: [Timestamp?] = []
    private(set) var lights: [DeviceID] = []
    private(set) var grabs: [Bool] = []
    private(set) var drawings: [Bool] = []
    /// Called before each occurrence with its index.
    var beforeStep: (Int) -> Void = { _ in }
    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) {
      self.steps = steps[...]
    }

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      beforeStep(deadlines.count)
      deadlines.append(deadline)
      for _ in 0..<waits { willWait?() }
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

    func setDrawing(_ isWanted: Bool) {
      drawings.append(isWanted)
    }
  }

  /// A sink that counts its updates and frames.
  private final class Counter: UpdateSink {
    let interest: SinkInterest = [.updates, .frames]
    var isAttentive = true
    private(set) var updates = 0
    private(set) var frames = 0

    func receive(_ update: Update) { updates += 1 }
    func frameEnded() { frames += 1 }
    func finish() {}
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

  @Test("K-11 each keyboard's LEDs are set to the locks whenever it is connected")
  func lights() throws {
    let source = Source([
      .occurrence(.connected(lit)), .occurrence(.connected(plain)),
      .occurrence(.disconnected(plain)), .occurrence(.connected(plain)),
    ])
    _ = try pipeline.run(source)
    #expect(source.lights == [lit.id, plain.id, plain.id])
  }

  @Test("the source waits for the earliest deadline: the key's repeat before the end of its hold")
  func deadlines() throws {
    engine.settings.holdForAccents = true
    let source = Source([.occurrence(.connected(plain)), .press(.a, on: plain)])
    _ = try pipeline.run(source)
    #expect(engine.nextDeadline == Timestamp(microseconds: 500_000))
    #expect(source.deadlines == [nil, nil, Timestamp(microseconds: 250_000)])
  }

  @Test("each source grabs its keyboards while something has the focus")
  func sources() throws {
    for _ in 1...2 {
      let source = Source([])
      _ = try pipeline.run(source)
      #expect(source.grabs == [true])
    }
  }

  @Test("the engine finds the keys of a command in the layouts")
  func keyboardMap() throws {
    _ = try pipeline.run(Source([.occurrence(.connected(plain))]))
    let keystroke = engine.keyboardMap?.keystroke(
      pressing: .a, holding: .command, andThirdLevel: false)
    #expect(keystroke?.event.device == plain.id)
    #expect(keystroke?.charactersIgnoringModifiers == "a")
  }

  @Test("sinks finish one frame for each occurrence, however often the source waits")
  func frames() throws {
    let sink = Counter()
    pipeline.sinks = [sink]
    let source = Source([
      .occurrence(.connected(plain)), .press(.a, on: plain), .occurrence(.deadline(.zero)),
    ])
    source.waits = 3
    _ = try pipeline.run(source)
    // The sink's frame ends once before the first occurrence, and once after each of the three.
    #expect(sink.frames == 4)
    let later = Source([])
    later.waits = 2
    _ = try pipeline.run(later)
    #expect(sink.frames == 5)
  }

  @Test("ink is asked for when it is wanted and no longer when it is not, and its receiver gets it")
  func ink() throws {
    let ink = InkEvent(
      time: .zero, device: plain.id, surface: InkEvent.Surface(width: 100, height: 100),
      action: .takeFirst)
    let source = Source([
      .press(.a, on: plain), .occurrence(.ink(ink)), .press(.a, on: plain), .press(.a, on: plain),
    ])
    var received: [InkEvent] = []
    pipeline.takeInk = {
      received.append($0)
      return true
    }
    source.beforeStep = { [pipeline] step in pipeline.isInkWanted = step == 1 || step == 2 }
    _ = try pipeline.run(source)
    #expect(received == [ink] && source.drawings == [true, false])
    // Each run asks anew.
    pipeline.isInkWanted = true
    let later = Source([.press(.a, on: plain)])
    _ = try pipeline.run(later)
    #expect(later.drawings == [true])
  }

  @Test("a sink without a reader receives no updates until it has one")
  func attention() throws {
    let sink = Counter()
    pipeline.sinks = [sink]
    sink.isAttentive = false
    _ = try pipeline.run(Source([.occurrence(.connected(plain)), .press(.a, on: plain)]))
    let before = sink.updates
    sink.isAttentive = true
    _ = try pipeline.run(Source([.press(.a, on: plain)]))
    #expect(before <= 1, "at most the connected keyboard, which every sink receives")
    #expect(sink.updates == before + 2, "text and selection")
  }
}
