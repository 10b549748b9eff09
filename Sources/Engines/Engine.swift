// SPDX-License-Identifier: Apache-2.0
import Keys
package import Mirrors
import TextInput

/// A language engine: a process that answers requests, and is started again when it ends.
///
/// Requests have no state, so an engine that was started again continues in the middle of a
/// composition. Each request is answered exactly once, unless it is cancelled: by the engine, or
/// with nil at a fault, at the end or at its deadline.
///
/// A request that a key waits for has no deadline here: the key knows when it goes on without the
/// answer, and then cancels the request. The engine only notes that an answer is missing.
package final class Engine {
  /// The time after which the answer to a request is missing.
  package static let answerLimit = TextEngine.answerLimit
  /// The time for the answer to `hello`; no key waits for it.
  package static let helloLimit = Duration.seconds(3)
  /// The time for the answer to `prepare`; no key waits for it.
  package static let loadLimit = Duration.seconds(30)
  /// The number of answers in a row that may be missing before the engine is started again.
  package static let missingLimit = 3
  /// The version of the lines.
  package static let version = 1

  /// The state of the process.
  package enum State: String, Hashable, Sendable {
    /// There is no process.
    case stopped
    /// The process has not yet answered `hello`.
    case starting
    /// The process has not yet answered `prepare`.
    case loading
    /// The process answers requests.
    case ready
  }

  /// The description of the engine.
  package let manifest: EngineManifest
  /// The language that the engine is used for.
  package let language: String
  /// The state of the process.
  package private(set) var state = State.stopped
  /// The name that the engine reported; nil if it reported none.
  package private(set) var reportedName: String?
  /// The version that the engine reported; nil until it has answered `hello`.
  package private(set) var reportedVersion: String?
  /// The requests that the engine answers: those of the manifest that it also reported.
  package private(set) var verbs: Set<EngineVerb>
  /// The last fault; nil for none.
  package var lastFault: String? { link.lastFault }
  /// The number of the process; nil for none, and for a process of the service manager.
  package var process: Int32? { link.process }

  private let host: EngineHost
  private lazy var link = LinkedProcess(of: self, host: host)
  private var requests = RequestLedger<EngineResult>()
  /// The requests of keys that wait until the engine is ready, in order.
  private var waiting: [WaitingRequest] = []

  private struct WaitingRequest {
    var number: Int
    var verb: EngineVerb
    var parameters: [String: JSONValue]
    var answer: (EngineResult?) -> Void
  }

  /// Creates an engine without starting its process.
  ///
  /// - Parameters:
  ///   - manifest: the description of the engine.
  ///   - language: the language that it is used for.
  ///   - host: the parts of the program that it uses.
  package init(_ manifest: EngineManifest, language: String, host: EngineHost) {
    self.manifest = manifest
    verbs = manifest.verbs
    self.language = language
    self.host = host
  }

  /// Whether the engine has ended too often, and is not started for a while.
  package var isResting: Bool { link.isResting }
  /// The time of the last connection to a process.
  var connectionTime: Timestamp { link.connectionTime }
  /// Whether there is a process that is not ready yet.
  var isStarting: Bool { state == .starting || state == .loading }

  // MARK: Requests

  /// Starts the process if there is none, and if the engine does not rest.
  package func prepare() { link.start() }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - verb: the request.
  ///   - parameters: its parameters.
  ///   - isOfKey: whether a key waits for the answer; the caller then cancels the request when the
  ///     key goes on without it, and until then an answer counts however late it is.
  ///   - waitsForStart: whether the request of a key waits until the engine is ready, instead of
  ///     being answered with nil while it is starting.
  ///   - answer: receives the result, or nil for none; called once, possibly at once.
  /// - Returns: the number for ``cancel(_:)``; nil if the request was not sent.
  @discardableResult
  package func ask(
    _ verb: EngineVerb, _ parameters: [String: JSONValue], isOfKey: Bool = false,
    waitsForStart: Bool = false, answer: @escaping (EngineResult?) -> Void
  ) -> Int? {
    prepare()
    if waitsForStart, isOfKey, isStarting, verbs.contains(verb) {
      let number = requests.nextNumber()
      waiting.append(
        WaitingRequest(number: number, verb: verb, parameters: parameters, answer: answer))
      return number
    }
    guard state == .ready, verbs.contains(verb) else {
      answer(nil)
      return nil
    }
    return send(
      verb.rawValue, parameters, within: Self.answerLimit, isOfKey: isOfKey, answer: answer)
  }

  /// Cancels a request whose answer is not wanted any more; its closure is not called.
  ///
  /// The answer may still not be missing: a person who types fast cancels every request for
  /// follow-ons, and would never notice that the engine hangs.
  ///
  /// - Parameter number: the number of the request; nothing happens if it was answered.
  package func cancel(_ number: Int) {
    if let place = waiting.firstIndex(where: { $0.number == number }) {
      waiting.remove(at: place)
    } else if requests.cancel(number) {
      writeCancel(number)
    }
  }

  private func writeCancel(_ number: Int) {
    link.write(["method": "cancel", "params": .object(["id": .number(number)])])
  }

  @discardableResult
  private func send(
    _ method: String, _ parameters: [String: JSONValue], within limit: Duration,
    isOfKey: Bool = false, answer: @escaping (EngineResult?) -> Void
  ) -> Int {
    let number = requests.nextNumber()
    send(method, parameters, number: number, within: limit, isOfKey: isOfKey, answer: answer)
    return number
  }

  private func send(
    _ method: String, _ parameters: [String: JSONValue], number: Int, within limit: Duration,
    isOfKey: Bool, answer: @escaping (EngineResult?) -> Void
  ) {
    let cancelDeadline = host.schedule(limit) { [weak self] in self?.deadlinePassed(number) }
    requests.add(
      .init(answer: answer, isOfKey: isOfKey, cancelDeadline: cancelDeadline), number: number)
    link.write(["id": .number(number), "method": .text(method), "params": .object(parameters)])
  }

  private func deadlinePassed(_ number: Int) {
    guard let request = requests.deadlinePassed(number) else { return }
    switch state {
    case .starting: link.fail("it did not answer hello in time")
    case .loading: link.fail("it did not load in time")
    case .ready where requests.missing >= Self.missingLimit: link.fail("it does not answer")
    case .ready where request.answer != nil && !request.isAwaited: writeCancel(number)
    case .ready, .stopped: break
    }
    if !request.isAwaited { request.answer?(nil) }
    host.didAnswer()
  }

  // MARK: The process

  private func greeted(_ result: EngineResult?) {
    guard state == .starting, let result else { return }
    guard let members = result.members, members["protocol"] == .number(Self.version) else {
      return link.fail("it does not speak version \(Self.version) of the protocol")
    }
    reportedName = text(members["name"])
    reportedVersion = text(members["version"])
    verbs = manifest.verbs
    if let reported = members["verbs"] {
      guard case .list(let names) = reported else { return link.fail("its verbs are not a list") }
      verbs.formIntersection(names.compactMap { text($0).flatMap(EngineVerb.init) })
    }
    state = .loading
    send("prepare", [:], within: Self.loadLimit) { [weak self] in self?.loaded($0) }
  }

  /// The beginning of a reported text, for lists and messages.
  private func text(_ value: JSONValue?) -> String? {
    if case .text(let text)? = value { String(text.prefix(64)) } else { nil }
  }

  private func loaded(_ result: EngineResult?) {
    guard state == .loading else { return }
    // At the deadline the process was ended already.
    guard result != nil else { return link.fail("it cannot load its data") }
    state = .ready
    let requests = waiting
    waiting = []
    for request in requests {
      guard verbs.contains(request.verb) else {
        request.answer(nil)
        continue
      }
      send(
        request.verb.rawValue, request.parameters, number: request.number,
        within: Self.answerLimit, isOfKey: true, answer: request.answer)
    }
  }

  /// Ends the process; all requests are answered with nil.
  package func stop() { link.stop() }

  /// Whether a process that was killed must still be collected.
  package var hasKilledProcesses: Bool { link.hasEndedProcesses }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() { link.reap() }
}

extension Engine: LinkedProcessUser {
  var title: String { "engine \(manifest.name)" }

  func willOpen() {}

  func open(completion: @escaping (Result<EngineConnection, EngineStartError>) -> Void) {
    completion(
      host.open?(manifest) ?? EngineConnection.open(manifest, confinement: host.confinement))
  }

  func didOpen() {
    state = .starting
    let hello: [String: JSONValue] = [
      "protocol": .number(Self.version), "language": .text(language),
    ]
    send("hello", hello, within: Self.helloLimit) { [weak self] in self?.greeted($0) }
  }

  func take(_ line: [UInt8]) {
    guard let received = EngineAnswer(line, parse: host.parse) else {
      return link.fail("it sent a line that is not an answer")
    }
    switch requests.take(received.number) {
    case .request(let request): request.answer?(received.result)
    case .late: break
    case .unknown: link.fail("it sent a response that no request waits for")
    }
  }

  func didEnd() {
    state = .stopped
    let unsent = waiting
    waiting = []
    for request in requests.removeAll() { request.answer?(nil) }
    for request in unsent { request.answer(nil) }
  }

  func didRefuse(_ calls: [String]) {}
}
