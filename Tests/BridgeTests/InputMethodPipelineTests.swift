// SPDX-License-Identifier: Apache-2.0
import Bridge
import Keys
import Layouts
import Mirrors
import Testing
import TextInput

/// An input method that its mode selects, and that may answer late.
@Suite struct InputMethodPipelineTests {
  /// An input method that types capital letters, and answers after a delay that the test sets.
  private final class LargeMethod: InputMethod {
    var requests: [(token: AnswerToken, text: String)] = []
    var answersLater: Bool { true }

    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      guard !keystroke.text.isEmpty else { return .noOpinion }
      return .later { [unowned self] in requests.append(($0, keystroke.text)) }
    }

    func contextDidChange(_ context: InputMethodContext) {}
  }

  /// Plays keystrokes, each at its time, and calls `wake` before each occurrence.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    private var events: ArraySlice<KeyEvent>
    private let device: DeviceInfo
    private var isConnected = false
    private let end: Timestamp
    private var isOver = false
    /// The time when the keyboard is unplugged, or nil.
    var unplugs: Timestamp?
    /// Called with the time before each occurrence; returns the time of its next call.
    var wake: (Timestamp) -> Timestamp? = { _ in nil }
    private var now = Timestamp.zero

    init(_ strokes: [(code: KeyCode, milliseconds: Int64)], until end: Int64) {
      let id = DeviceID(rawValue: 0)
      device = DeviceInfo(id: id, name: "board")
      events =
        strokes.flatMap { stroke in
          [(KeyEvent.Phase.press, Int64(0)), (.release, 2)].map { phase, delay in
            KeyEvent(
              time: Timestamp(microseconds: (stroke.milliseconds + delay) * 1000), device: id,
              code: stroke.code, phase: phase)
          }
        }[...]
      self.end = Timestamp(microseconds: end * 1000)
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      if !isConnected {
        isConnected = true
        return .connected(device)
      }
      let times = [deadline, events.first?.time, unplugs, wake(now)].compactMap(\.self)
      guard let time = times.min(), time <= end else {
        if isOver { return .end(.finished) }
        isOver = true
        return .deadline(end)
      }
      now = time
      if time == unplugs {
        unplugs = nil
        return .disconnected(device)
      }
      if time == events.first?.time, let event = events.popFirst() {
        frame = [event]
        return .frame
      }
      return .deadline(time)
    }
  }

  private let method = LargeMethod()
  private let engine: TextEngine
  private let view = TextView(name: "text")

  init() throws {
    let japanese = try #require(TextInputMode.builtin.first { $0.inputMethod == "kana" })
    engine = TextEngine(modes: ModeList([japanese]))
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    engine.registerInputMethod(method, named: "kana")
    #expect(engine.modes.current == japanese)
  }

  private func text(
    of strokes: [(code: KeyCode, milliseconds: Int64)], lateness: Int64, until end: Int64 = 5000
  ) throws -> String {
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    let source = Source(strokes, until: end)
    var asked: [Int64] = []
    source.wake = { [method, engine] now in
      while asked.count < method.requests.count { asked.append(now.microseconds) }
      guard let first = method.requests.first else { return nil }
      let due = Timestamp(microseconds: asked[0] + lateness * 1000)
      guard due <= now else { return due }
      method.requests.removeFirst()
      asked.removeFirst()
      engine.resume(
        first.token, with: .input(InputMethodReply([.commit(first.text.uppercased())])))
      pipeline.deliver()
      return Timestamp(microseconds: now.microseconds + 1)
    }
    _ = try pipeline.run(source)
    #expect(engine.isIdle && engine.pendingKeystroke == nil)
    return view.text
  }

  @Test("FLD-20b a burst of thousands of keys behind one reply is typed completely, in order")
  func burst() throws {
    let codes = [37, 18, 21].map { KeyCode(rawValue: $0) }
    let strokes = (0..<3000).map { (code: codes[$0 % 3], milliseconds: Int64(0)) }
    // Keys behind a reply that came too late are typed without the method.
    let typed = try text(of: strokes, lateness: 290, until: 1_000_000)
    #expect(typed.lowercased() == String(repeating: "key", count: 1000))
  }

  @Test(
    "While an input method delays its reply, later keys queue and the loop has the deadline",
    arguments: [(Int64(0), "KEY"), (250, "KEY"), (299, "KEY"), (301, "key")])
  func lateness(_ lateness: Int64, _ typed: String) throws {
    let strokes: [(code: KeyCode, milliseconds: Int64)] = [
      (KeyCode(rawValue: 37), 10), (KeyCode(rawValue: 18), 20), (KeyCode(rawValue: 21), 30),
    ]
    #expect(try text(of: strokes, lateness: lateness) == typed)
  }

  @Test("A mode's input method gets keystrokes of the mode's layout")
  func layout() throws {
    // ^ is Shift+6 on an American keyboard, and a separate key on a Japanese one.
    #expect(try text(of: [(KeyCode(rawValue: 13), 10)], lateness: 0) == "^")
  }

  @Test("keys that are queued when their keyboard is unplugged are typed before it is detached")
  func unplugged() throws {
    final class Names: UpdateSink {
      var names: [String] = []
      var interest: SinkInterest { .updates }
      func receive(_ update: Update) { names.append(update.name) }
      func finish() {}
    }
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    let sink = Names()
    pipeline.sinks = [sink]
    let source = Source([(KeyCode(rawValue: 37), 10), (KeyCode(rawValue: 18), 20)], until: 5000)
    source.unplugs = Timestamp(microseconds: 30_000)
    // No answer comes, so each of the two keys waits for its deadline.
    _ = try pipeline.run(source)
    #expect(view.text == "ke")
    let last = try #require(sink.names.lastIndex(of: "text.didChange"))
    #expect(sink.names.lastIndex(of: "device.detached").map { $0 > last } == true)
    #expect(sink.names.count { $0 == "device.detached" } == 1)
  }

  @Test(
    "IME-5a a waiting input method is cancelled without a trace if the terminal loses the focus")
  func looksAway() throws {
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    final class Ends: PipelineObserver {
      var count = 0
      var wantsKeystrokes: Bool { true }
      func keystrokeEnded(
        _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
      ) {
        count += 1
      }
    }
    let ends = Ends()
    pipeline.observers = [ends]
    let source = Source([(KeyCode(rawValue: 37), 10), (KeyCode(rawValue: 18), 20)], until: 100)
    source.wake = { now in
      if now.microseconds == 30_000 { pipeline.setActive(false) }
      return now.microseconds < 30_000 ? Timestamp(microseconds: 30_000) : nil
    }
    _ = try pipeline.run(source)
    #expect(view.text == "" && engine.pendingKeystroke == nil && engine.isIdle)
    #expect(method.requests.count == 1 && ends.count == 4)
  }
}
