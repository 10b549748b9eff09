// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import Engines

/// Random letters with a process that lies, ends, and is killed.
///
/// `MethodWalkTests` types more keys, with a converter in the same process.
@Suite(.serialized, .notInFastRuns, .needs(file: "/usr/bin/python3")) struct EngineWalkTests {
  @Test(
    "No letter is lost, doubled or moved, whatever the process answers", arguments: [false, true])
  func letters(_ isJapanese: Bool) {
    let desk = EngineDesk()
    var manifest = EngineDesk.manifest("lies")
    manifest.methods = ["pinyin", "romaji"]
    manifest.languages = ["x"]
    manifest.verbs = [.convert, .predict, .follow]
    let engines = InstalledEngines(EngineList([manifest]), host: desk.host)
    defer { engines.stop() }
    let walk = EngineWalk(isJapanese: isJapanese, engines, desk.loop)
    for step in 0..<Thoroughness.repetitions(3000, long: 60_000) {
      walk.press()
      guard walk.isRight else {
        Issue.record("step \(step): \(walk.difference)")
        return
      }
    }
    #expect(walk.kills > 10 && walk.conversions > 100, "\(walk.kills) \(walk.conversions)")
    engines.stop()
    let isCollected = desk.loop.run {
      engines.reap()
      return engines.engines(for: "pinyin", in: "x").allSatisfy { !$0.hasKilledProcesses }
    }
    #expect(isCollected && desk.loop.watched.isEmpty && desk.loop.timerCount == 0)
  }
}

/// Types random letters into a text whose method asks an engine.
private final class EngineWalk {
  private(set) var kills = 0
  private let typist: TextEngine
  private let view = TextView(name: "view")
  private let engine: Engine?
  private let loop: EngineLoop
  private let isJapanese: Bool
  private var random = SeededGenerator(seed: 18)
  private var typed = ""
  private var wasSpace = false
  /// The letters that were typed, and the text, if they differ.
  private(set) var difference = ""

  init(isJapanese: Bool, _ engines: InstalledEngines, _ loop: EngineLoop) {
    self.isJapanese = isJapanese
    self.loop = loop
    let method = isJapanese ? "romaji" : "pinyin"
    let mode = TextInputMode(LanguageTag(language: "x"), inputMethod: method, displayName: "X")
    typist = TextEngine(modes: ModeList([mode]))
    engine = engines.engines(for: method, in: "x").first
    let converter = EngineConverter(method, engines: engines)
    let services = MethodServices(typist)
    let composer: any InputMethod =
      isJapanese
      ? JapaneseMethod(.romaji, converter: converter, services: services)
      : CandidateMethod(PinyinEntry(), learns: .pinyin, converter: converter, services: services)
    typist.registerInputMethod(composer, named: method)
    typist.window.addSubview(view)
    view.becomeFirstResponder()
  }

  /// The number of candidates that were chosen.
  private(set) var conversions = 0

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Presses a random key, and sometimes waits for the engine, kills it, or ends its rest.
  func press() {
    wasSpace = !wasSpace && roll(5) == 0
    if wasSpace {
      // Two in a row would choose katakana.
      hit(" ")
    } else if isJapanese {
      let (keys, kana) = [("ka", "か"), ("su", "す"), ("to", "と"), ("a", "あ")][roll(4)]
      for key in keys { hit(String(key)) }
      typed += kana
    } else {
      let letter = String("abceghinoruz".randomElement(using: &random) ?? "a")
      hit(letter)
      typed += letter
    }
    if roll(60) == 0, let process = engine?.process {
      kill(process, SIGKILL)
      kills += 1
    }
    if engine?.isResting == true { loop.pass(milliseconds: 61_000) }
    if roll(3) > 0 { settle() }
    // Keys are faster than the start of a process.
    if roll(10) == 0 { _ = loop.run { [.ready, .stopped].contains(engine?.state) } }
  }

  private func settle() {
    let isSettled = loop.run {
      deliver()
      return typist.pendingKeystroke == nil
    }
    if !isSettled { difference = "a key waits for ever" }
  }

  private func deliver() {
    _ = typist.takeUpdates()
    typist.updatesWereDelivered()
  }

  private func hit(_ key: String) {
    let event = KeyEvent(
      time: .zero, device: DeviceID(rawValue: 0), code: KeyCode(0), phase: .press)
    typist.handle(Keystroke(event: event, text: key, charactersIgnoringModifiers: KeyInput(key)))
    deliver()
  }

  /// Whether the text has the letters that were typed, in order; compared now and then.
  var isRight: Bool {
    guard difference.isEmpty else { return false }
    guard roll(40) == 0 else { return true }
    settle()
    view.resignFirstResponder()
    let text = view.text
    conversions += text.count { $0 == "<" }
    let letters = text.filter { !" \u{3000}<>".contains($0) }
    defer {
      typed = ""
      view.text = ""
      view.becomeFirstResponder()
    }
    guard letters != typed else { return true }
    difference = "typed \(typed), text \(text)"
    return false
  }
}
