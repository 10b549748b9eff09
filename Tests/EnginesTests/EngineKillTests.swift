// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Engines

/// An engine that is killed at each step of a conversion, under typing.
@Suite(.serialized, .notInFastRuns, .needs(file: "/usr/bin/python3")) struct EngineKillTests {
  /// A request of a method: the keys before it, the key that sends it, the keys that follow, and
  /// the text at the end, which is the same with and without an answer.
  struct Step: CustomTestStringConvertible, Sendable {
    var name: String
    var method: String
    var before: String
    var key: String
    var after: String
    var text: String
    var testDescription: String { "\(method): \(name)" }
  }

  static let steps = [
    Step(name: "convert", method: "pinyin", before: "niha", key: "o", after: "⏎", text: "nihao"),
    Step(
      name: "convert the rest", method: "pinyin", before: "niha↓", key: "␠", after: "o⏎",
      text: "halfhao"),
    Step(name: "follow", method: "pinyin", before: "ni", key: "␠", after: "a⏎", text: "NIa"),
    Step(name: "convert", method: "romaji", before: "kana", key: "␠", after: "⏎", text: "かな"),
    Step(name: "resize", method: "romaji", before: "kana␠", key: "⇧←", after: "⏎", text: "かな"),
    Step(name: "predict", method: "romaji", before: "kana", key: "⇥", after: "⏎", text: "かな"),
    Step(name: "follow", method: "romaji", before: "kana␠", key: "⏎", after: "a⏎", text: "かなあ"),
  ]

  @Test("No letter is lost or doubled if the engine is killed at a request", arguments: steps)
  func kills(_ step: Step) throws {
    let desk = EngineDesk()
    var manifest = EngineDesk.manifest()
    (manifest.methods, manifest.languages) = ([step.method], ["x"])
    manifest.verbs = [.convert, .predict, .follow]
    let engines = InstalledEngines(EngineList([manifest]), host: desk.host)
    defer { engines.stop() }
    let typist = KillTypist(step.method, engines, desk.loop)
    let engine = try #require(engines.engines(for: step.method, in: "x").first)
    let count = Thoroughness.repetitions(3, long: 30)
    for turn in 0..<count {
      engine.prepare()
      #expect(desk.loop.run { engine.state == .ready }, "\(engine.lastFault ?? "")")
      typist.begin()
      for key in step.before { typist.press(String(key)) }
      let process = try #require(engine.process)
      // Before the request, right after it, and when it may have been answered.
      if turn % 3 == 0 { kill(process, SIGKILL) }
      typist.send(step.key)
      if turn % 3 == 1 { kill(process, SIGKILL) }
      typist.settle()
      if turn % 3 == 2 { kill(process, SIGKILL) }
      for key in step.after { typist.press(String(key)) }
      #expect(typist.text == step.text, "turn \(turn)")
      #expect(desk.loop.run { engine.state != .ready || engine.process != process })
      // Otherwise it would rest.
      desk.loop.pass(milliseconds: 61_000)
    }
    #expect(desk.notices.isEmpty)
    engines.stop()
    let isCollected = desk.loop.run {
      engines.reap()
      return !engine.hasKilledProcesses
    }
    #expect(isCollected && desk.loop.watched.isEmpty && desk.loop.timerCount == 0)
  }
}

/// Types into a text whose method asks an engine.
private final class KillTypist {
  private let engine: TextEngine
  private let view = TextView(name: "view")
  private let loop: EngineLoop

  init(_ method: String, _ engines: InstalledEngines, _ loop: EngineLoop) {
    self.loop = loop
    let mode = TextInputMode(LanguageTag(language: "x"), inputMethod: method, displayName: "X")
    engine = TextEngine(modes: ModeList([mode]))
    let converter = EngineConverter(method, engines: engines)
    var services = MethodServices(engine)
    services.memory = nil
    let composer: any InputMethod =
      method == "pinyin"
      ? CandidateMethod(PinyinEntry(), learns: .pinyin, converter: converter, services: services)
      : JapaneseMethod(.romaji, converter: converter, services: services)
    engine.registerInputMethod(composer, named: method)
    engine.window.addSubview(view)
  }

  var text: String { view.text }

  /// Empties the text.
  func begin() {
    view.resignFirstResponder()
    view.text = ""
    view.becomeFirstResponder()
    deliver()
  }

  /// Presses a key, and waits until it was processed.
  func press(_ key: String) {
    send(key)
    settle()
  }

  /// Presses a key; its request is sent.
  func send(_ key: String) {
    let named: [String: KeyInput] = [
      "⏎": .return, "␠": " ", "⇥": .tab, "↓": .downArrow, "⇧←": .leftArrow,
    ]
    let input = named[key] ?? KeyInput(key)
    let text = key == "␠" ? " " : named[key] == nil ? key : ""
    let event = KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
    engine.handle(
      Keystroke(
        event: event, text: text, modifiers: key == "⇧←" ? .shift : [],
        charactersIgnoringModifiers: input))
    deliver()
  }

  func settle() {
    let isSettled = loop.run {
      deliver()
      return engine.pendingKeystroke == nil
    }
    #expect(isSettled)
  }

  private func deliver() {
    for _ in 0..<3 {
      _ = engine.takeUpdates()
      engine.updatesWereDelivered()
    }
  }
}
