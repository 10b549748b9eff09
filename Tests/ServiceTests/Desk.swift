// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// An engine with the programs' and the control socket and their loop; it takes the place of the
/// pipeline in a running service.
final class Desk {
  let folder: TemporaryFolder
  let loop = PollLoop()
  let engine: TextEngine
  let programs: ProgramHub
  let control: ControlHub
  /// The timers that are set; a test lets their time pass.
  private(set) var timers: [(seconds: Int, body: () -> Void)?] = []
  var reloadFailure: ReloadFailure?
  /// Whether a reload ends only when the test calls ``endReload``.
  var reloadsLater = false
  private(set) var endReload: () -> Void = {}
  /// Whether long work of the control socket ends only when the test calls ``endWork``.
  var worksLater = false
  private(set) var endWork: () -> Void = {}
  /// How often long work has paused.
  private(set) var workPauses = 0
  /// The user's words.
  let extensions = DeskExtensions()
  let language = ScriptedLanguage()
  private var sinks: [any UpdateSink] = []
  private var time: Int64 = 1_000_000
  private var lastNumber = 0
  private let keyboard = DeviceInfo.desk

  init(
    engine: TextEngine = TextEngine(), limits: ProgramHub.Limits = ProgramHub.Limits(),
    controlLimits: ConnectionLimits = ConnectionLimits(), group: UInt32? = nil
  ) throws {
    folder = try TemporaryFolder()
    self.engine = engine
    var deliver: () -> Void = {}
    var schedule: Schedule = { _, _ in {} }
    var now: () -> Timestamp = { .zero }
    var reload: (@escaping (Result<[String], ReloadFailure>) -> Void) -> Void = { _ in }
    var work: (@escaping (() -> Void) -> Void, @escaping () -> Void) -> Void = { _, _ in }
    let encoder = WireEncoder(style: .notification) { _ in "NoSymbol" }
    programs = try ProgramHub(
      .path(folder.path + "/programs", mode: 0o660), loop: loop, engine: engine,
      encoder: encoder, limits: limits, group: group, now: { now() },
      schedule: { schedule($0, $1) },
      deliver: { deliver() })
    control = try ControlHub(
      .path(folder.path + "/control", mode: 0o600), loop: loop, engine: engine,
      programs: programs, encoder: WireEncoder(style: .notification) { _ in "NoSymbol" },
      limits: controlLimits,
      actions: ControlHub.Actions(
        reload: { reload($0) }, work: { work($0, $1) }, settingsFile: { "till.yaml" }),
      deliver: { deliver() })
    control.languageService = language
    control.extensionService = extensions
    sinks = [programs, control]
    engine.shownPredictions = { [unowned self] container in
      sinks.reduce(into: []) { $0.formUnion($1.predictionsShown(for: container.id)) }
    }
    deliver = { [unowned self] in self.deliver() }
    schedule = { [unowned self] in later(Int($0 / .seconds(1)), $1) }
    now = { [unowned self] in Timestamp(microseconds: time) }
    reload = { [unowned self] completion in
      let end = { [unowned self] in
        completion(reloadFailure.map { .failure($0) } ?? .success(["read again"]))
      }
      if reloadsLater { endReload = end } else { end() }
    }
    work = { [unowned self] body, completion in
      let work = { [unowned self] in
        body { workPauses += 1 }
        completion()
      }
      if worksLater { endWork = work } else { work() }
    }
    for sink in sinks { sink.receive(.deviceAttached(keyboard)) }
    engine.keyboardAttached(keyboard)
    turn()
  }

  /// Also serves observers.
  func serveObservers() throws -> ObserverHub {
    let hub = try ObserverHub(
      .path(folder.path + "/observers", mode: 0o600), loop: loop,
      encoder: WireEncoder(style: .notification) { _ in "NoSymbol" },
      snapshot: { [engine] in Snapshot(of: engine) })
    sinks.append(hub)
    return hub
  }

  /// Attaches another keyboard.
  func attach(_ keyboard: DeviceInfo) {
    for sink in sinks { sink.receive(.deviceAttached(keyboard)) }
    engine.keyboardAttached(keyboard)
    turn()
  }

  // MARK: The pipeline's part

  /// Delivers the pending updates: in clear to sinks that may see secrets, masked to the others.
  func deliver() {
    let updates = engine.takeUpdates()
    for sink in sinks {
      updates.forEachByEffect { update in
        if sink.interest.contains(.secrets) {
          sink.receive(update)
        } else if let shared = engine.shared(update) {
          sink.receive(shared)
        }
      }
    }
    engine.updatesWereDelivered()
  }

  /// Does what the pipeline does after a frame.
  func turn() {
    deliver()
    programs.finishDisconnectsAndGiveTurns()
    deliver()
    engine.grabsKeyboards = engine.hasFirstResponder || engine.keepsKeyboards
    for sink in sinks { try? sink.frameEnded() }
    loop.settle()
  }

  private func later(_ seconds: Int, _ body: @escaping () -> Void) -> () -> Void {
    let number = timers.count
    timers.append((seconds, body))
    return { [weak self] in self?.timers[number] = nil }
  }

  /// Fires all timers that are set.
  func letTimePass() {
    let due = timers
    time += Int64(due.compactMap { $0?.seconds }.max() ?? 0) * 1_000_000
    for number in timers.indices { timers[number] = nil }
    for timer in due { timer?.body() }
    turn()
  }

  /// Advances the clock of the keystrokes by milliseconds.
  func pass(milliseconds: Int64) {
    time += milliseconds * 1000
    engine.advance(to: Timestamp(microseconds: time))
    turn()
  }

  // MARK: Keys

  /// Whether the last key that was pressed has been processed, and neither waits nor is queued.
  private(set) var lastPressEnded = true

  /// Presses and releases a key.
  func press(_ input: KeyInput, _ text: String = "", _ modifiers: Modifiers = []) {
    for phase in [KeyEvent.Phase.press, .release] {
      time += 1000
      let event = KeyEvent(
        time: Timestamp(microseconds: time), device: keyboard.id, code: KeyCode(rawValue: 30),
        phase: phase)
      let keystroke = Keystroke(
        event: event, text: phase == .press ? text : "", modifiers: modifiers,
        charactersIgnoringModifiers: input)
      let disposition = engine.handle(keystroke)
      if phase == .press {
        switch disposition {
        case .waiting, .queued: lastPressEnded = false
        default: lastPressEnded = true
        }
      }
      let updates = engine.takeUpdates()
      if phase == .press { control.monitor(keystroke, disposition.word, updates) }
      for update in updates { engine.queue.append(update) }
      deliver()
    }
    turn()
  }

  /// Holds ⌘ for some milliseconds.
  func holdCommand(milliseconds: Int64) {
    for phase in [KeyEvent.Phase.press, .release] {
      let event = KeyEvent(
        time: Timestamp(microseconds: time), device: keyboard.id, code: .leftMeta, phase: phase)
      var keystroke = Keystroke(event: event, modifiers: .command)
      keystroke.keysym = Keysym(rawValue: 0xFFEB)
      engine.handle(keystroke)
      if phase == .press { pass(milliseconds: milliseconds) }
    }
    turn()
  }

  /// Chooses a value to fill in as a person does: F5 enters the row, and a digit chooses.
  func chooseFill(_ number: Int) {
    press(.function(5))
    press(KeyInput("\(number)"), "\(number)")
  }

  /// Types characters, one key each.
  func type(_ text: String) {
    for character in text { press(KeyInput(character.lowercased()), String(character)) }
  }

  // MARK: Clients

  /// The number of connected clients.
  var connections: Int { loop.watched.count - 2 }

  func connectControl() throws -> Observer {
    let client = try Observer(path: folder.path + "/control", at: .control)
    loop.settle()
    return client
  }

  func connectProgram() throws -> Observer {
    let client = try Observer(path: folder.path + "/programs", at: .programs)
    loop.settle()
    return client
  }

  /// Connects a program and sends hello.
  func greet(_ name: String, _ more: String = "") throws -> Observer {
    let client = try connectProgram()
    let answer = try ask(client, "hello", "{\"name\":\"\(name)\"\(more)}")
    #expect(answer.contains("\"result\""), "\(answer)")
    return client
  }

  /// The members of a hello that resume the state of a disconnected program of this name.
  func resuming(_ name: String) -> String {
    let gone = programs.programs.first { $0.name == name && $0.connection == nil }
    return #","resume":true,"token":"\#(gone?.token ?? "none")""#
  }

  /// Connects a program that resumes the state of the disconnected program of its name.
  func greetAgain(_ name: String) throws -> Observer {
    try greet(name, resuming(name))
  }

  /// Sends a request and returns the line of its response; earlier lines are dropped.
  @discardableResult
  func ask(_ client: Observer, _ method: String, _ parameters: String = "{}") throws -> String {
    try #require(exchange(client, method, parameters).last)
  }

  /// Sends a request, directly followed by more lines, and returns all lines up to its response.
  func exchange(
    _ client: Observer, _ method: String, _ parameters: String = "{}", then more: String = ""
  ) -> [String] {
    lastNumber += 1
    let id = lastNumber
    client.send(
      "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}\n"
        + more)
    var lines: [String] = []
    _ = loop.run {
      lines += client.lines()
      return lines.contains { $0.hasPrefix("{\"error\":") || $0.hasPrefix("{\"id\":\(id),") }
    }
    turn()
    return lines
  }

  /// The methods of the notifications that a client has received.
  func reported(_ client: Observer) throws -> [String] {
    struct Notification: Decodable {
      var method: String?
    }
    return try client.lines().compactMap {
      try JSONDecoder().decode(Notification.self, from: Data($0.utf8)).method
    }
  }
}

extension Disposition {
  var word: String {
    if case .insertedText = self { "text" } else { "other" }
  }
}
