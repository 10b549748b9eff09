// SPDX-License-Identifier: Apache-2.0
import Assistance
import Keys
import Layouts
import Mirrors
import Testing

@testable import Bridge
@testable import TextInput

/// Typing assistance for the key codes of a keyboard, through layouts, engine and mirrors.
@Suite struct AssistancePipelineTests {
  private final class Words: Vocabulary, VocabularySource {
    func reload() {}
    func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { self }
    func contains(_ word: String) -> Bool { ["the", "hello"].contains(word.lowercased()) }
    func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
      word.lowercased() == "teh" ? "the" : nil
    }
    func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
      -> [String]
    { ["tech"] }
    func completions(of start: String, after previous: [String], count: Int) -> [String] {
      start == "hel" ? ["hello"] : []
    }
  }

  /// A sink that shows predictions and records the lines of the JSON mirror.
  private final class Lines: UpdateSink {
    private let encoder = WireEncoder { _ in "NoSymbol" }
    private(set) var lines: [String] = []
    let shown: ShownPredictions

    init(showing shown: ShownPredictions) { self.shown = shown }

    var interest: SinkInterest { .updates }
    func predictionsShown(for container: ContainerID) -> ShownPredictions { shown }
    func receive(_ update: Update) {
      var bytes: [UInt8] = []
      encoder.append(update, to: &bytes)
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    func finish() {}
  }

  /// Plays the key codes of chords; each deadline in between is a wake-up of the loop.
  private final class Source: KeySource {
    var willWait: (() -> Void)?
    private var steps: ArraySlice<Occurrence>
    private var frames: ArraySlice<[KeyEvent]>

    init(_ chords: [[UInt16]], wakesUp: Bool) {
      let device = DeviceInfo(id: DeviceID(rawValue: 0), name: "board")
      var steps: [Occurrence] = [.connected(device)]
      var frames: [[KeyEvent]] = []
      var time = Timestamp.zero
      for chord in chords {
        let events =
          chord.map { ($0, KeyEvent.Phase.press) } + chord.reversed().map { ($0, .release) }
        for (code, phase) in events {
          time = time.advanced(byMicroseconds: 5000)
          frames.append([
            KeyEvent(time: time, device: device.id, code: KeyCode(code), phase: phase)
          ])
          steps.append(.frame)
          if wakesUp { steps += [.deadline(time), .deadline(time)] }
        }
      }
      self.steps = steps[...]
      self.frames = frames[...]
    }

    func light(_ leds: LockLEDs, on device: DeviceID) {}
    func setGrabbed(_ isWanted: Bool) {}

    func next(before deadline: Timestamp?, into frame: inout [KeyEvent]) -> Occurrence {
      frame.removeAll()
      guard let step = steps.popFirst() else { return .end(.finished) }
      if case .frame = step { frame = frames.popFirst() ?? [] }
      willWait?()
      return step
    }
  }

  private static let codes: [Character: [UInt16]] = [
    "t": [20], "e": [18], "h": [35], "l": [38], "o": [24], "␠": [57], "⎋": [1], "←": [105],
    "⌫": [14], "↩": [125, 44], "5": [63], "1": [2], ".": [52],
    "⇥": [15], "→": [106], "⏎": [28],
  ]

  /// Types keys: `↩` is ⌘Z and `5` is F5.
  private func type(
    _ keys: String, showing shown: ShownPredictions = [.row, .inline], wakesUp: Bool = true,
    correction: TraitSwitch = .default, isReplay: Bool = false
  ) throws -> (text: String, lines: [String]) {
    let engine = TextEngine()
    let words = Words()
    engine.assistant = Assistant(vocabularies: words)
    let view = TextView(name: "view")
    view.traits.autocapitalizationType = .none
    view.traits.autocorrectionType = correction
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    let sink = Lines(showing: shown)
    pipeline.sinks = [sink]
    pipeline.continuesWords = !isReplay
    let chords = try keys.map { try #require(Self.codes[$0], "\($0)") }
    _ = try pipeline.run(Source(chords, wakesUp: wakesUp))
    withExtendedLifetime(words) {}
    return (view.text, sink.lines)
  }

  /// A vocabulary and a sink that record which of them is called, and with what.
  private final class Order: Vocabulary, VocabularySource, UpdateSink {
    fileprivate(set) var calls: [String] = []
    private var texts: [String] = []

    func reload() {}
    func vocabulary(of language: LanguageTag) -> (any Vocabulary)? { self }
    func contains(_ word: String) -> Bool { false }
    func correction(of word: String, after previous: String?, on keys: KeyNeighbors) -> String? {
      calls.append("search \(word)")
      return nil
    }
    func guesses(for word: String, after previous: String?, on keys: KeyNeighbors, count: Int)
      -> [String]
    { [] }
    func completions(of start: String, after previous: [String], count: Int) -> [String] { [] }

    var interest: SinkInterest { [.updates, .frames] }
    func predictionsShown(for container: ContainerID) -> ShownPredictions { [.row, .inline] }
    func receive(_ update: Update) {
      if case .textDidChange(_, _, let text, _) = update { texts.append(text) }
      if case .markedDidChange(_, _, let segments) = update { texts += segments.map(\.text) }
    }
    func frameEnded() {
      guard !texts.isEmpty else { return }
      calls.append("write \(texts.joined())")
      texts = []
    }
    func finish() {}
  }

  /// The calls of the keys `t` and `e`, typed into a text of an engine.
  private func calls(
    in engine: TextEngine, _ order: Order, live: Bool
  ) throws -> [String] {
    let view = TextView(name: "view")
    view.traits.autocapitalizationType = .none
    engine.window.addSubview(view)
    view.becomeFirstResponder()
    let pipeline = Pipeline(layouts: try KeyboardLayouts(), engine: engine)
    pipeline.writesBeforeOffers = live
    pipeline.sinks = [order]
    let chords = try "te".map { try #require(Self.codes[$0]) }
    _ = try pipeline.run(Source(chords, wakesUp: false))
    return order.calls
  }

  @Test("AST-11 a live run writes a key's text before it searches for an offer")
  func textComesFirst() throws {
    func calls(live: Bool) throws -> [String] {
      let engine = TextEngine()
      let order = Order()
      engine.assistant = Assistant(vocabularies: order)
      return try self.calls(in: engine, order, live: live)
    }
    #expect(try calls(live: true) == ["write t", "search t", "write e", "search te"])
    #expect(try calls(live: false) == ["search t", "write t", "search te", "write e"])
  }

  /// Marks what is typed, and looks for candidates after that.
  private final class Searching: InputMethod {
    let order: Order
    private var reading = ""
    init(_ order: Order) { self.order = order }

    func handle(_ keystroke: Keystroke, in context: InputMethodContext) -> InputMethodAnswer {
      reading += keystroke.text
      var reply = InputMethodReply([.mark(reading)])
      reply.continuesAfterDelivery = true
      return .now(reply)
    }
    func actionsAfterDelivery(in context: InputMethodContext) -> [InputMethodAction] {
      order.calls.append("search \(reading)")
      return []
    }
    func contextDidChange(_ context: InputMethodContext) { reading = "" }
  }

  @Test("IME-1c a live run writes marked text before a method searches for its candidates")
  func markedTextComesFirst() throws {
    func calls(live: Bool) throws -> [String] {
      let order = Order()
      let japanese = TextInputMode(
        try #require(LanguageTag("ja-JP")), inputMethod: "romaji", displayName: "Japanese")
      let engine = TextEngine(modes: ModeList([japanese]))
      engine.registerInputMethod(Searching(order), named: "romaji")
      return try self.calls(in: engine, order, live: live)
    }
    #expect(try calls(live: true) == ["write t", "search t", "write te", "search te"])
    #expect(try calls(live: false) == ["search t", "write t", "search te", "write te"])
  }

  @Test(
    "F063 the keys of the table in 10.3, as key codes of a keyboard",
    arguments: [
      ("teh␠", "the ", ["offered", "applied"]), ("teh⎋␠", "teh ", ["offered", "rejected"]),
      ("teh←␠", "te h", ["offered", "rejected"]),
      ("teh␠↩", "teh ", ["offered", "applied", "reverted"]),
      ("teh51", "teh ", ["offered", "rejected"]), ("hel␠", "hello ", []), ("hel51.", "hello.", []),
    ])
  func table(_ keys: String, _ text: String, _ events: [String]) throws {
    let result = try type(keys)
    #expect(result.text == text)
    let reported = result.lines.compactMap { line in
      line.split(separator: "\"correction.").dropFirst().first.map {
        String($0.prefix { $0 != "\"" })
      }
    }
    #expect(reported == events)
    let off = try type("teh␠", correction: .no)
    #expect(off.text == "teh " && !off.lines.contains { $0.contains("correction.") })
  }

  @Test(
    "AST-30 a replay types the same text whatever its sinks show, and continues no word",
    arguments: [
      ("hel␠", "hel "), ("hel⇥", "hel\t"), ("hel→␠", "hel "), ("hel⎋␠", "hel "),
      ("helo⇥", "helo\t"), ("teh␠hel⇥", "the hel\t"), ("hel5⏎.", "hello."),
      ("teh5⏎hel␠", "teh hel "), ("teh␠↩hel⇥", "teh hel\t"),
    ])
  func mirrors(_ keys: String, _ text: String) throws {
    for shown in [[], .row, .inline, [.row, .inline]] as [ShownPredictions] {
      let replay = try type(keys, showing: shown, isReplay: true)
      #expect(replay.text == text, "\(shown)")
      #expect(!replay.lines.contains { $0.contains("inline.didChange") })
      let live = try type(keys, showing: shown.subtracting(.inline))
      #expect(live.text == text)
    }
  }

  @Test("Live and replay write identical lines, however often the loop wakes up between keys")
  func lines() throws {
    let keys = "teh␠hel␠teh⎋␠↩↩teh51␠hel⌫lo␠heh←←␠teh␠⌫51."
    let live = try type(keys, wakesUp: true)
    let replay = try type(keys, wakesUp: false)
    #expect(live.lines == replay.lines && live.text == replay.text)
    #expect(live.lines.contains { $0.contains("inline.didChange") })
    // A mirror that shows no row changes no text.
    #expect(try type(keys, showing: .inline).text == live.text)
  }
}
