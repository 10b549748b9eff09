// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import Layouts
import Mirrors
import Testing
import TextInput

/// A handler of the loop removes the focus while typed keys are still unread.
@Suite struct FocusOrderTests {
  /// A source that has unread keys when a handler runs, like `LiveSource`: it returns the keys
  /// first, and then the deadline for the handler.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    var handler: () -> Void = {}
    /// Called before the second key.
    var laterHandler: () -> Void = {}
    private(set) var grabs: [Bool] = []
    private var turn = 0

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      turn += 1
      switch turn {
      case 1: return .connected(DeviceInfo(id: DeviceID(rawValue: 0), name: "Keyboard"))
      case 2:
        handler()
        return stroke(.a, into: &frame)
      case 3: return .deadline(Timestamp(microseconds: 3))
      case 4:
        laterHandler()
        return stroke(KeyCode(48), into: &frame)
      default: return .end(.finished)
      }
    }

    private func stroke(_ code: KeyCode, into frame: inout [KeyEvent]) -> Occurrence {
      for phase in [KeyEvent.Phase.press, .release] {
        frame.append(
          KeyEvent(
            time: Timestamp(microseconds: 1), device: DeviceID(rawValue: 0), code: code,
            phase: phase))
      }
      return .frame
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}

    func setGrabbed(_ isWanted: Bool) {
      grabs.append(isWanted)
    }
  }

  private let source = Source()
  private let view = TextView(name: "text")
  private let pipeline: Pipeline

  init() throws {
    let engine = TextEngine()
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    _ = engine.takeUpdates()
    pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
  }

  @Test("keys typed before the terminal lost the focus are still typed here")
  func unreadKeys() throws {
    source.handler = { [pipeline] in pipeline.setActive(false) }
    _ = try pipeline.run(source)
    #expect(view.text == "a")
    #expect(source.grabs == [true, false])
  }

  @Test("a handler that moves the focus finds its updates delivered and the keyboards released")
  func handlerMovesFocus() throws {
    final class Settled: PipelineObserver {
      var wantsTurns: Bool { true }
      var count = 0
      func updatesWillBeDelivered() { count += 1 }
    }
    final class Names: UpdateSink {
      var names: [String] = []
      var interest: SinkInterest { .updates }
      func receive(_ update: Update) { names.append(update.name) }
      func finish() {}
    }
    let (settled, sink) = (Settled(), Names())
    pipeline.sinks = [sink]
    pipeline.observers = [settled]
    source.handler = { [pipeline, source, view] in
      let (turns, updates) = (settled.count, sink.names.count)
      view.resignFirstResponder()
      pipeline.deliver()
      #expect(source.grabs == [true, false])
      #expect(settled.count == turns + 1 && sink.names.count > updates)
    }
    _ = try pipeline.run(source)
    #expect(view.text == "" && source.grabs == [true, false])
  }

  /// A delegate that answers later whether editing may begin.
  private final class LateToBegin: TextFieldDelegate {
    let engine: TextEngine
    var token: AnswerToken?

    init(_ engine: TextEngine) { self.engine = engine }

    func textFieldShouldBeginEditing(_ field: TextField) -> Bool {
      engine.waitForAnswer(in: field.window) { [self] in token = $0 } == .answered(.yes)
    }
  }

  @Test("FLD-20a the keyboards stay grabbed while a text is asked to take over the focus")
  func handOver() throws {
    let engine = pipeline.engine
    let field = TextField(name: "next")
    let delegate = LateToBegin(engine)
    field.delegate = delegate
    engine.window.addSubview(field)
    engine.allowsLateAnswers = true
    source.handler = { [pipeline, source, view] in
      engine.perform {
        view.resignFirstResponder()
        field.becomeFirstResponder()
      }
      pipeline.deliver()
      #expect(source.grabs == [true] && !engine.hasFirstResponder)
    }
    source.laterHandler = { [pipeline] in
      if let token = delegate.token { engine.resume(token, with: .yes) }
      pipeline.deliver()
    }
    _ = try pipeline.run(source)
    #expect(view.text == "" && field.text == "ab" && source.grabs == [true])
  }

  @Test("the keyboards are released at once if keys are for another terminal, whatever is asked")
  func inactiveHandOver() throws {
    let engine = pipeline.engine
    let field = TextField(name: "next")
    let delegate = LateToBegin(engine)
    field.delegate = delegate
    engine.window.addSubview(field)
    engine.allowsLateAnswers = true
    source.handler = { [pipeline] in
      engine.perform { field.becomeFirstResponder() }
      pipeline.deliver()
      pipeline.setActive(false)
    }
    source.laterHandler = { [source] in #expect(source.grabs == [true, false]) }
    _ = try pipeline.run(source)
  }

  @Test("an observer that requests neither turns nor keystrokes receives none")
  func unwanted() throws {
    final class Uninterested: PipelineObserver {
      func updatesWillBeDelivered() { Issue.record("settled") }
      func keystrokeEnded(
        _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
      ) {
        Issue.record("received a keystroke")
      }
    }
    pipeline.observers = [Uninterested()]
    _ = try pipeline.run(source)
    #expect(view.text == "ab")
  }

  @Test("a program that ends releases the keyboards before its sinks finish")
  func programEnds() throws {
    final class Last: UpdateSink {
      let source: Source
      var grabsAtTheEnd: [Bool] = []
      init(_ source: Source) { self.source = source }
      var interest: SinkInterest { [] }
      func finish() { grabsAtTheEnd = source.grabs }
    }
    final class End: PipelineObserver {
      let action: () -> Void
      init(_ action: @escaping () -> Void) { self.action = action }
      var wantsTurns: Bool { true }
      func updatesWillBeDelivered() { action() }
    }
    let sink = Last(source)
    pipeline.sinks = [sink]
    pipeline.observers = [
      End { [view, unowned pipeline] in if view.text == "a" { pipeline.end() } }
    ]
    #expect(try pipeline.run(source) == .finished)
    #expect(view.text == "a", "keys typed later belong to other programs")
    #expect(sink.grabsAtTheEnd == [true, false])
  }

  @Test("a pipeline that is inactive from the start grabs nothing")
  func awayFromTheStart() throws {
    pipeline.setActive(false)
    _ = try pipeline.run(source)
    #expect(view.text == "" && source.grabs == [false])
  }
}
