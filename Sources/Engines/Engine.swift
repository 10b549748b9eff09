// SPDX-License-Identifier: Apache-2.0
import Glibc
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
  /// The number of requests whose answers may still come after their deadlines.
  static let lateLimit = 256
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

  private struct Request {
    /// Receives the result; nil if the request was cancelled, and its answer may only be missing.
    var answer: ((EngineResult?) -> Void)?
    /// Whether a key waits for the answer, and decides how long.
    let isOfKey: Bool
    /// Whether the answer was missing.
    var isMissing = false
    var cancelDeadline: () -> Void

    /// Whether the key may still take the answer.
    var isAwaited: Bool { isOfKey && answer != nil }
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
  package private(set) var lastFault: String?
  /// The number of the process; nil for none, and for a process of the service manager.
  package var process: Int32? { connection?.process }

  /// The time of the last connection to a process.
  private(set) var connectionTime = Timestamp.zero

  private let host: EngineHost
  private var connection: EngineConnection?
  private var lines: EngineLines?
  private var requests: [Int: Request] = [:]
  private var lastNumber = 0
  /// The last requests that had no answer at their deadlines.
  private var late: Set<Int> = []
  private var missing = 0
  /// The last request that waited for the answer that was missing last.
  private var lastMissed = 0
  /// The number of starts; tells a process from the one before it.
  private var starts = 0
  private var ends = EndCounter()
  /// Processes that were killed and must still be collected.
  private var killed: [pid_t] = []

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
  package var isResting: Bool { state == .stopped && ends.isResting(at: host.now()) }

  // MARK: Requests

  /// Starts the process if there is none, and if the engine does not rest.
  package func prepare() {
    guard state == .stopped, !isResting else { return }
    start()
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - verb: the request.
  ///   - parameters: its parameters.
  ///   - isOfKey: whether a key waits for the answer; the caller then cancels the request when the
  ///     key goes on without it, and until then an answer counts however late it is.
  ///   - answer: receives the result, or nil for none; called once, possibly at once.
  /// - Returns: the number for ``cancel(_:)``; nil if the request was not sent.
  @discardableResult
  package func ask(
    _ verb: EngineVerb, _ parameters: [String: JSONValue], isOfKey: Bool = false,
    answer: @escaping (EngineResult?) -> Void
  ) -> Int? {
    prepare()
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
    guard let request = requests[number], request.answer != nil else { return }
    requests[number]?.answer = nil
    if request.isMissing { noteLate(number) }
    writeCancel(number)
  }

  private func writeCancel(_ number: Int) {
    write(["method": "cancel", "params": .object(["id": .number(number)])])
  }

  @discardableResult
  private func send(
    _ method: String, _ parameters: [String: JSONValue], within limit: Duration,
    isOfKey: Bool = false, answer: @escaping (EngineResult?) -> Void
  ) -> Int {
    lastNumber += 1
    let number = lastNumber
    let cancelDeadline = host.schedule(limit) { [weak self] in self?.deadlinePassed(number) }
    requests[number] = Request(answer: answer, isOfKey: isOfKey, cancelDeadline: cancelDeadline)
    write(["id": .number(number), "method": .text(method), "params": .object(parameters)])
    return number
  }

  private func deadlinePassed(_ number: Int) {
    guard let request = requests[number] else { return }
    if request.isAwaited { requests[number]?.isMissing = true } else { noteLate(number) }
    // A short stall counts once for all requests that waited in it.
    if number > lastMissed { (missing, lastMissed) = (missing + 1, lastNumber) }
    switch state {
    case .starting: fail("it did not answer hello in time")
    case .loading: fail("it did not load in time")
    case .ready where missing >= Self.missingLimit: fail("it does not answer")
    case .ready where request.answer != nil && !request.isAwaited: writeCancel(number)
    case .ready, .stopped: break
    }
    if !request.isAwaited { request.answer?(nil) }
    host.didAnswer()
  }

  /// Drops a request whose answer may still come, but is not wanted any more.
  private func noteLate(_ number: Int) {
    requests[number] = nil
    late.insert(number)
    if late.count > Self.lateLimit { late.min().map { _ = late.remove($0) } }
  }

  private func write(_ line: [String: JSONValue]) {
    var bytes: [UInt8] = []
    JSONWriter.append(.object(line), as: .line, to: &bytes)
    do {
      try lines?.send(bytes)
      watch()
    } catch {
      fail(error)
    }
  }

  // MARK: Lines

  private func watch() {
    guard let connection, let lines else { return }
    host.loop.rewatch(connection.descriptor, for: lines.isWriting ? [.read, .write] : .read)
  }

  private func isReady(_ readiness: Readiness) {
    host.willAnswer(host.now())
    defer { host.didAnswer() }
    let start = starts
    do {
      if readiness.contains(.write) {
        try lines?.flush()
        watch()
      }
      guard let isOpen = try lines?.receive() else { return }
      // Each line answers a request, so there are no more lines than requests.
      while let line = lines?.next() {
        take(line)
        // A fault in a line ends the process, and an answer may start the next one.
        guard connection != nil, start == starts else { return }
      }
      if !isOpen { fail(EngineLines.Fault.closed) }
    } catch {
      fail(error)
    }
  }

  private func take(_ line: [UInt8]) {
    guard let received = EngineAnswer(line, parse: host.parse) else {
      return fail("it sent a line that is not an answer")
    }
    let number = received.number
    guard let request = requests.removeValue(forKey: number) else {
      // After its deadline an answer is late.
      if late.remove(number) == nil { fail("it sent a response that no request waits for") }
      return
    }
    request.cancelDeadline()
    missing = 0
    request.answer?(received.result)
  }

  // MARK: The process

  private func start() {
    switch host.open?(manifest)
      ?? EngineConnection.open(manifest, confinement: host.confinement)
    {
    case .failure(let error):
      lastFault = error.message
      noteEnd()
    case .success(let opened):
      connection = opened
      connectionTime = host.now()
      starts += 1
      lines = EngineLines(descriptor: opened.descriptor)
      state = .starting
      missing = 0
      guard
        host.loop.watch(
          opened.descriptor, for: .read, { [weak self] in self?.isReady($0) })
      else { return fail("the kernel refuses to watch its socket") }
      if let errors = opened.errors {
        // If it cannot be watched, `hello` has no answer.
        _ = host.loop.watch(errors, for: .read) { [weak self] _ in self?.startDidEnd() }
      }
      let hello: [String: JSONValue] = [
        "protocol": .number(Self.version), "language": .text(language),
      ]
      send("hello", hello, within: Self.helloLimit) { [weak self] in self?.greeted($0) }
    }
  }

  /// Reads whether the child has become the program.
  private func startDidEnd() {
    defer { host.didAnswer() }
    if let error = takeStartResult() { fail(error.message) }
  }

  private func takeStartResult() -> EngineStartError? {
    connection?.startResult(host.loop.unwatch)
  }

  private func greeted(_ result: EngineResult?) {
    guard state == .starting, connection != nil, let result else { return }
    guard let members = result.members, members["protocol"] == .number(Self.version) else {
      return fail("it does not speak version \(Self.version) of the protocol")
    }
    reportedName = text(members["name"])
    reportedVersion = text(members["version"])
    verbs = manifest.verbs
    if let reported = members["verbs"] {
      guard case .list(let names) = reported else { return fail("its verbs are not a list") }
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
    guard state == .loading, connection != nil else { return }
    // At the deadline the process was ended already.
    guard result != nil else { return fail("it cannot load its data") }
    state = .ready
  }

  private func fail(_ fault: EngineLines.Fault) {
    switch fault {
    case .closed: fail(takeStartResult()?.message ?? "it ended")
    case .tooLong: fail("it sent a line of more than \(EngineLines.lineLimit) bytes")
    case .unread: fail("it does not read")
    }
  }

  /// Ends the process because of a fault; all requests are answered with nil.
  private func fail(_ fault: String) {
    guard connection != nil else { return }
    lastFault = fault
    // Before the answers, because a method that receives one may ask again.
    noteEnd()
    stop()
  }

  private func noteEnd() {
    guard ends.note(at: host.now()) else { return }
    host.notice(
      "the engine \(manifest.name) ended \(EndCounter.limit) times in a minute, at last because"
        + " \(lastFault ?? "it ended"); it rests for a minute")
  }

  /// Ends the process; all requests are answered with nil.
  package func stop() {
    guard let connection else { return }
    host.loop.unwatch(connection.descriptor)
    if let errors = connection.errors { host.loop.unwatch(errors) }
    connection.end()
    if let process = connection.process { killed.append(process) }
    self.connection = nil
    lines = nil
    state = .stopped
    let unanswered = requests.sorted { $0.key < $1.key }.map(\.value)
    (requests, late) = ([:], [])
    for request in unanswered { request.cancelDeadline() }
    for request in unanswered { request.answer?(nil) }
    reap()
  }

  /// Whether a process that was killed must still be collected.
  package var hasKilledProcesses: Bool { !killed.isEmpty }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() {
    killed.removeAll { process in
      var status: Int32 = 0
      return waitpid(process, &status, WNOHANG) != 0
    }
  }
}
