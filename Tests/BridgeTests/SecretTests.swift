// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Keys
import Layouts
import Mirrors
import TestSupport
import Testing
import TextInput

/// The parts of a secret text that leave the pipeline (FLD-2).
@Suite struct SecretTests {
  /// A sink that keeps its updates.
  private final class Sink: UpdateSink {
    var updates: [Update] = []
    var keys = 0
    let interest: SinkInterest
    init(_ interest: SinkInterest = .updates) { self.interest = interest }
    func receive(_ update: Update) { updates.append(update) }
    func receive(keystroke: Keystroke) { keys += 1 }
    func finish() {}
  }

  /// An observer that keeps the keys whose results it receives, and counts the hidden ones.
  private final class Observer: PipelineObserver {
    var seen: [KeyCode] = []
    var secrets = 0
    var wantsKeystrokes: Bool { true }
    func keystrokeEnded(
      _ keystroke: Keystroke, _ disposition: Disposition, _ updates: [Update]
    ) {
      seen.append(keystroke.event.code)
    }
    func secretAppeared() { secrets += 1 }
  }

  private func run(_ keys: String, secretly isSecret: Bool) throws -> (
    reported: [Update], text: String
  ) {
    let engine = TextEngine()
    let field = TextField(name: "field")
    field.traits.isSecureTextEntry = isSecret
    engine.window.addSubview(field)
    field.becomeFirstResponder()
    _ = engine.takeUpdates()
    let pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
    let sink = Sink()
    pipeline.sinks = [sink]
    _ = try pipeline.run(ScenarioSource(try Scenario(keys)))
    return (sink.updates, field.text)
  }

  @Test("FLD-2d observers receive the length of a secret, never its text or its keys")
  func secret() throws {
    let keys = "type pw\ntap f9\n---\n"
    let open = try run(keys, secretly: false)
    #expect(open.reported.typed == ["p", "w"] && open.reported.pressed > 0)
    let secret = try run(keys, secretly: true)
    #expect(secret.text == "pw")
    #expect(secret.reported.typed == ["•", "•"] && secret.reported.pressed == 0)
  }

  @Test("FLD-2d the owner's sink receives a secret in clear, and no sink receives its keys")
  func owner() throws {
    let engine = TextEngine()
    let (open, secret) = (TextField(name: "open"), TextField(name: "secret"))
    secret.traits.isSecureTextEntry = true
    for field in [open, secret] { engine.window.addSubview(field) }
    open.becomeFirstResponder()
    let pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
    let (owner, other, keys) = (Sink([.updates, .secrets]), Sink(), Sink(.keystrokes))
    pipeline.sinks = [other, owner, keys]
    let observer = Observer()
    pipeline.observers = [observer]
    _ = try pipeline.run(ScenarioSource(try Scenario("type a\ntap tab\ntype pw\n---\n")))
    #expect(owner.updates.typed == ["a", "p", "w"] && other.updates.typed == ["a", "•", "•"])
    // "a" pressed and released, and Tab pressed.
    #expect(keys.keys == 3 && observer.secrets == 1)
  }

  @Test("observers are notified of the first secret before the owner's sink receives it")
  func announced() throws {
    final class Witness: UpdateSink {
      let observer: Observer
      var counts: [Int] = []
      init(_ observer: Observer) { self.observer = observer }
      var interest: SinkInterest { [.updates, .secrets] }
      func receive(_ update: Update) { counts.append(observer.secrets) }
      func finish() {}
    }
    let engine = TextEngine()
    let pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
    let observer = Observer()
    let witness = Witness(observer)
    pipeline.sinks = [witness]
    pipeline.observers = [observer]
    let field = TextField(name: "field")
    engine.window.addSubview(field)
    field.traits.isSecureTextEntry = true
    field.text = "secret"
    pipeline.deliver()
    #expect(!witness.counts.isEmpty && witness.counts.allSatisfy { $0 == 1 })
  }

  @Test(
    "FLD-2d the release of a key pressed in a secret field is hidden after the focus has left it")
  func rollover() throws {
    let engine = TextEngine()
    let (secret, open) = (TextField(name: "secret"), TextField(name: "open"))
    secret.traits.isSecureTextEntry = true
    for field in [secret, open] { engine.window.addSubview(field) }
    secret.becomeFirstResponder()
    let pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
    let keys = Sink(.keystrokes)
    pipeline.sinks = [keys]
    let observer = Observer()
    pipeline.observers = [observer]
    _ = try pipeline.run(
      ScenarioSource(try Scenario("press q\ntap tab\nrelease q\ntap z\n---\n")))
    #expect(secret.text == "q" && open.text == "z")
    // Tab was pressed in the secret field too.
    #expect(observer.seen == [KeyCode(44), KeyCode(44)] && keys.keys == 2)
  }

  @Test("FLD-2d no line of the JSON mirror contains text typed into a secret field")
  func wire() throws {
    let encoder = WireEncoder { _ in "NoSymbol" }
    var bytes: [UInt8] = []
    for update in try run("type qzx\ntap backspace\n---\n", secretly: true).reported {
      encoder.append(update, to: &bytes)
    }
    let lines = String(decoding: bytes, as: UTF8.self)
    #expect(lines.contains("text.didChange") && lines.contains("•"))
    #expect(!lines.contains("\"q\"") && !lines.contains("\"z\"") && !lines.contains("\"x\""))
  }

  @Test("a program's change between keys is delivered when the program requests delivery")
  func programChanges() throws {
    let engine = TextEngine()
    let view = TextView(name: "view")
    engine.window.addSubview(view)
    _ = engine.takeUpdates()
    let pipeline = Pipeline(
      layouts: try KeyboardLayouts(settingsFor: { _ in LayoutSettings() }), engine: engine)
    let sink = Sink()
    pipeline.sinks = [sink]
    view.text = "x"
    #expect(sink.updates.isEmpty)
    pipeline.deliver()
    #expect(sink.updates.typed == ["x"])
    pipeline.deliver()
    #expect(sink.updates.typed == ["x"])
  }
}

extension [Update] {
  /// The inserted texts.
  fileprivate var typed: [String] {
    compactMap {
      if case .textDidChange(_, _, let text, _) = $0 { text } else { nil }
    }
  }

  /// The number of updates about raw presses.
  fileprivate var pressed: Int {
    count {
      switch $0 {
      case .pressBegan, .pressEnded, .pressCancelled, .pressUnhandled: true
      default: false
      }
    }
  }
}
