// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// A keyboard with English and a mode of an extension that the test plays, on virtual time.
final class ExtensionDesk {
  let loop = EngineLoop()
  let typist: TextEngine
  let view = TextView(name: "view")
  let field = TextField(name: "field")
  let process: Extension
  let method: ExtensionMethod
  private(set) var host: ExtensionHost
  /// The events since the last time they were taken.
  private(set) var updates: [Update] = []
  private(set) var notices: [String] = []
  private(set) var bypassed: [String] = []
  /// The requests that the program was asked to perform.
  private(set) var performed: [ExtensionRequest] = []
  /// The lines that the extension has received and the test has not taken, in order.
  private var received: [JSONValue] = []
  private var unread: [UInt8] = []
  private var peer: Int32 = -1
  /// The number of starts.
  private(set) var starts = 0
  /// The folder of the state of a real process.
  private var state: TemporaryFolder?
  /// Whether starts wait for ``open()``.
  var opensLater = false
  /// The starts that wait.
  private var openings: [() -> Void] = []
  private var refusal: EngineStartError?

  private final class Box { weak var desk: ExtensionDesk? }

  init(
    requests: Set<ExtensionGrant> = [], grants: Set<ExtensionGrant> = [],
    program: [String] = ["x"], folder: String = "/", isPlayed: Bool = true,
    keys extra: (inout ExtensionManifest) -> Void = { _ in }
  ) throws {
    let loop = loop
    let box = Box()
    let words = program.map { "'\($0)'" }.joined(separator: ", ")
    let text =
      #"{title: X, version: "1", program: [\#(words)], "#
      + "modes: [{id: x, language: eo, title: X-system}]}"
    var manifest = try ExtensionManifest(
      parsing: Array(text.utf8), name: "esperanto", path: "extension.yaml")
    manifest.requests = requests
    extra(&manifest)
    let mode = TextInputMode(
      try #require(LanguageTag("eo")), inputMethod: "esperanto.x", displayName: "X-system")
    let english = TextInputMode.english
    let typist = TextEngine(modes: ModeList([mode, english]))
    self.typist = typist
    var engines = EngineHost(
      loop: loop, now: { loop.now }, schedule: { loop.schedule($0, $1) },
      parse: { EngineDesk.parse($0) }, notice: { _ in })
    engines.notice = { box.desk?.notices.append($0) }
    engines.willAnswer = { [unowned typist] in typist.timers.advance(to: $0) }
    engines.didAnswer = { box.desk?.deliver() }
    host = ExtensionHost(engines) { installed, _, completion in
      guard let desk = box.desk else { return completion(.failure(.program(errno: ENOENT))) }
      desk.starts += 1
      let open = { completion(isPlayed ? desk.connect() : desk.launch(installed)) }
      guard !desk.opensLater else { return desk.openings.append(open) }
      open()
    }
    host.keysymName = { $0.rawValue == 0xFF08 ? "BackSpace" : "\($0.rawValue)" }
    host.didBypass = { box.desk?.bypassed.append($0) }
    let late = LateModes(typist.modes, now: { loop.now })
    host.switchAway = { late.leave($0) }
    host.perform = { request, _ in
      guard let desk = box.desk else { return .failure(.unavailable) }
      desk.performed.append(request)
      return desk.perform(request)
    }
    process = Extension(
      InstalledExtension(folder: folder, manifest: manifest),
      choice: ExtensionChoice(hash: "0", grants: grants), host: host)
    var number = 0
    method = ExtensionMethod(
      manifest.modes[0], of: process, in: typist,
      documents: DocumentIdentifiers {
        number += 1
        return "document-\(number)"
      }, keysymName: host.keysymName)
    box.desk = self
    typist.registerInputMethod(method, named: "esperanto.x", isThirdParty: true)
    typist.window.addSubview(view)
    typist.window.addSubview(field)
    view.becomeFirstResponder()
    deliver()
  }

  deinit {
    process.stop()
    process.killFinishing()
    if peer >= 0 { close(peer) }
  }

  // MARK: The extension

  private func connect() -> Result<EngineConnection, EngineStartError> {
    if let refusal { return .failure(refusal) }
    var sockets: [Int32] = [-1, -1]
    guard
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &sockets) == 0
    else { return .failure(.program(errno: errno)) }
    if peer >= 0 { close(peer) }
    (peer, unread, received) = (sockets[1], [], [])
    return .success(EngineConnection(process: nil, descriptor: sockets[0]))
  }

  private func launch(
    _ installed: InstalledExtension
  ) -> Result<EngineConnection, EngineStartError> {
    EngineConnection.open(
      ExtensionStart(installed, grants: [], state: state?.path ?? "/nonexistent"), confinement: nil)
  }

  /// A desk with a real process that has a fault, or that has failed to start; `mode` is the words
  /// for `hostile.py`.
  static func hostile(_ mode: [String]) throws -> ExtensionDesk {
    let script = EngineSandboxTests.root + "/Tests/Extensions/hostile.py"
    let desk = try ExtensionDesk(program: ["python3", "-B", script] + mode, isPlayed: false)
    desk.state = try TemporaryFolder()
    desk.process.prepare()
    _ = desk.loop.run(for: 20) { desk.process.state != .starting }
    return desk
  }

  /// Waits for the process until no key waits; the time passes no faster than the real one.
  func settle() {
    while typist.isHoldingKeys {
      if !loop.run(for: 0.001, until: { !typist.isHoldingKeys }) { pass(milliseconds: 5) }
      deliver()
    }
  }

  /// Completes the starts that wait.
  ///
  /// - Parameter failure: the reason why they fail; nil for a success.
  func open(_ failure: EngineStartError? = nil) {
    let waiting = openings
    openings = []
    refusal = failure
    for open in waiting { open() }
    refusal = nil
    deliver()
  }

  /// Whether this process has ended the connection.
  var isHungUp: Bool {
    var state = pollfd(fd: peer, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
  }

  /// Starts the extension, and answers `hello`.
  func greet() {
    process.prepare()
    answer("hello", #"{"protocol":1}"#)
  }

  /// Sends a line as the extension.
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    #expect(write(peer, bytes, bytes.count) == bytes.count)
    turn()
  }

  /// Ends the extension.
  func hangUp() {
    close(peer)
    peer = -1
    turn()
  }

  /// Lets the loop read what was sent.
  func turn() {
    var turns = 0
    _ = loop.run {
      turns += 1
      return turns > 1
    }
    deliver()
  }

  /// The next line that the extension has received; nil for none.
  func next() -> [String: JSONValue]? {
    loop.flush()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = peer < 0 ? 0 : read(peer, &bytes, bytes.count)
    if count > 0 { unread += bytes[..<count] }
    while let end = unread.firstIndex(of: 0x0A) {
      EngineDesk.parse(Array(unread[..<end])).map { received.append($0) }
      unread.removeFirst(end + 1)
    }
    guard !received.isEmpty, case .object(let members) = received.removeFirst() else { return nil }
    return members
  }

  /// The lines that the extension has received.
  func all() -> [[String: JSONValue]] {
    var lines: [[String: JSONValue]] = []
    while let line = next() { lines.append(line) }
    return lines
  }

  /// The next request or notification with a name; those before it are dropped.
  func take(_ method: String) -> [String: JSONValue]? {
    while let line = next() { if line["method"] == .text(method) { return line } }
    return nil
  }

  /// Answers the next request with a name.
  ///
  /// - Returns: its parameters; nil if there is no such request.
  @discardableResult
  func answer(_ method: String, _ result: String) -> [String: JSONValue]? {
    guard let line = take(method), case .number(let id)? = line["id"],
      case .object(let parameters)? = line["params"]
    else { return nil }
    send(#"{"id":\#(id),"result":\#(result)}"#)
    return parameters
  }

  /// Answers the next key with edits.
  @discardableResult
  func answerKey(_ edits: String, taken: Bool = true) -> [String: JSONValue]? {
    answer("key", #"{"taken":\#(taken),"edits":[\#(edits)]}"#)
  }

  /// The result, or the code of the error, of a request of the extension.
  func ask(_ method: String, _ parameters: String = "{}") -> [String: JSONValue] {
    _ = all()
    send(#"{"id":77,"method":"\#(method)","params":\#(parameters)}"#)
    while let line = next() {
      guard line["id"] == .number(77) else { continue }
      if case .object(let result)? = line["result"] { return result }
      if case .object(let error)? = line["error"] { return error }
    }
    return [:]
  }

  private func perform(_ request: ExtensionRequest) -> ExtensionRequest.Answer {
    switch request {
    case .setLanguage(let tag): typist.modes.setLanguage(tag, of: "esperanto.x")
    case .advanceMode: typist.modes.perform(.next)
    case .listModes: typist.openModeList()
    default: break
    }
    deliver()
    return .success([:])
  }

  // MARK: The keyboard

  /// Types letters, which the extension may answer.
  func type(_ text: String) {
    for letter in text { press(KeyInput(String(letter)), text: String(letter)) }
  }

  /// Presses a key.
  func press(
    _ input: KeyInput, text: String = "", _ modifiers: Modifiers = [], keysym: UInt32 = 0,
    code: UInt16 = 0, phase: KeyEvent.Phase = .press
  ) {
    let event = KeyEvent(
      time: loop.now, device: DeviceID(rawValue: 0), code: KeyCode(code), phase: phase)
    typist.handle(
      Keystroke(
        event: event, keysym: Keysym(rawValue: keysym), text: text, modifiers: modifiers,
        charactersIgnoringModifiers: input))
    deliver()
  }

  /// Presses ⌘Z.
  func undo() { press("z", [.command]) }

  /// Lets time pass.
  func pass(milliseconds: Int64) {
    loop.pass(milliseconds: milliseconds)
    typist.advance(to: loop.now)
    deliver()
  }

  /// Delivers the updates.
  func deliver() {
    for _ in 0..<3 {
      updates += typist.takeUpdates()
      typist.updatesWereDelivered()
    }
  }

  /// The updates since the last call.
  func takeUpdates() -> [Update] {
    deliver()
    defer { updates = [] }
    return updates
  }

  var text: String { view.text }
}

extension [String: JSONValue] {
  /// A member of an object within.
  subscript(path: String...) -> JSONValue? {
    var value: JSONValue? = .object(self)
    for name in path {
      guard case .object(let members)? = value else { return nil }
      value = members[name]
    }
    return value
  }
}
