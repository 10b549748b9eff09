// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
package import Mirrors

/// A language engine: a process that answers requests, and is started again when it ends.
///
/// Requests have no state, so an engine that was started again continues in the middle of a
/// composition. Each request is answered exactly once: by the engine, or with nil at its deadline,
/// at a fault or at the end.
package final class Engine {
  /// The time for the answer to a request.
  package static let answerLimit = Duration.milliseconds(300)
  /// The time for the answer to `hello`; no key waits for it.
  package static let helloLimit = Duration.seconds(3)
  /// The time in which ``endLimit`` ends make an engine rest, and the time that it rests.
  package static let restTime = Duration.seconds(60)
  /// The number of ends in ``restTime`` after which an engine rests.
  package static let endLimit = 3
  /// The number of answers in a row that may be missing before the engine is started again.
  package static let missingLimit = 3
  /// The version of the lines.
  package static let version = 1

  /// The state of the process.
  package enum State: Hashable, Sendable {
    /// There is no process.
    case stopped
    /// The process has not yet answered `hello`.
    case starting
    /// The process answers requests.
    case ready
  }

  private struct Request {
    var answer: (JSONValue?) -> Void
    var cancelDeadline: () -> Void
  }

  /// The description of the engine.
  package let manifest: EngineManifest
  /// The language that the engine is used for.
  package let language: String
  /// The state of the process.
  package private(set) var state = State.stopped
  /// The version that the engine reported; nil until it has answered `hello`.
  package private(set) var reportedVersion: String?
  /// The last fault; nil for none.
  package private(set) var lastFault: String?
  /// The number of the process; nil for none.
  package var process: Int32? { child?.process }

  private let host: EngineHost
  private var child: EngineChild?
  private var lines: EngineLines?
  private var requests: [Int: Request] = [:]
  private var lastNumber = 0
  private var missing = 0
  private var ends: [Timestamp] = []
  private var restsUntil: Timestamp?
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
    self.language = language
    self.host = host
  }

  // MARK: Requests

  /// Starts the process if there is none, and if the engine does not rest.
  package func prepare() {
    guard state == .stopped else { return }
    if let restsUntil {
      guard host.now() >= restsUntil else { return }
      self.restsUntil = nil
      ends = []
    }
    start()
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - verb: the request.
  ///   - parameters: its parameters.
  ///   - answer: receives the result, or nil for none; called once, possibly at once.
  package func ask(
    _ verb: EngineVerb, _ parameters: [String: JSONValue],
    answer: @escaping (JSONValue?) -> Void
  ) {
    prepare()
    guard state == .ready, manifest.verbs.contains(verb) else { return answer(nil) }
    send(verb.rawValue, parameters, within: Self.answerLimit, answer: answer)
  }

  private func send(
    _ method: String, _ parameters: [String: JSONValue], within limit: Duration,
    answer: @escaping (JSONValue?) -> Void
  ) {
    lastNumber += 1
    let number = lastNumber
    let cancelDeadline = host.schedule(limit) { [weak self] in self?.deadlinePassed(number) }
    requests[number] = Request(answer: answer, cancelDeadline: cancelDeadline)
    write(["id": .number(number), "method": .text(method), "params": .object(parameters)])
  }

  private func deadlinePassed(_ number: Int) {
    guard let request = requests.removeValue(forKey: number) else { return }
    missing += 1
    if state == .starting {
      fail("it did not answer hello in time")
    } else if missing >= Self.missingLimit {
      fail("it does not answer")
    } else {
      write(["method": "cancel", "params": .object(["id": .number(number)])])
    }
    request.answer(nil)
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
    guard let child, let lines else { return }
    host.loop.rewatch(child.descriptor, for: lines.isWriting ? [.read, .write] : .read)
  }

  private func isReady(_ readiness: Readiness) {
    var isClosed = false
    do {
      if readiness.contains(.write) {
        try lines?.flush()
        watch()
      }
      guard let received = try lines?.receive(isClosed: &isClosed) else { return }
      for line in received {
        // A fault in a line ends the process that the later ones came from.
        guard child != nil else { return }
        take(line)
      }
      if isClosed { fail(EngineLines.Fault.closed) }
    } catch {
      fail(error)
    }
  }

  private func take(_ line: [UInt8]) {
    guard case .object(let message)? = host.parse(line), case .number(let number)? = message["id"]
    else { return fail("it sent a line that is not an answer") }
    guard number > 0, number <= lastNumber else {
      return fail("it answered a request that was not sent")
    }
    // The answer to a request that was cancelled is late.
    guard let request = requests.removeValue(forKey: number) else { return }
    request.cancelDeadline()
    missing = 0
    request.answer(message["result"])
  }

  // MARK: The process

  private func start() {
    switch EngineChild.start(manifest.program, isSandboxed: host.isSandboxed) {
    case .failure(let error):
      lastFault = String(cString: strerror(error.errno))
      noteEnd()
    case .success(let started):
      child = started
      lines = EngineLines(descriptor: started.descriptor)
      state = .starting
      missing = 0
      guard
        host.loop.watch(
          started.descriptor, for: .read, { [weak self] in self?.isReady($0) })
      else { return fail("the kernel refuses to watch its socket") }
      let hello: [String: JSONValue] = [
        "protocol": .number(Self.version), "language": .text(language),
      ]
      send("hello", hello, within: Self.helloLimit) { [weak self] in self?.greeted($0) }
    }
  }

  private func greeted(_ result: JSONValue?) {
    guard state == .starting else { return }
    guard case .object(let facts)? = result, facts["protocol"] == .number(Self.version) else {
      if child != nil { fail("it does not speak version \(Self.version) of the protocol") }
      return
    }
    if case .text(let version)? = facts["version"] { reportedVersion = String(version.prefix(64)) }
    state = .ready
    send("prepare", [:], within: Self.helloLimit) { _ in }
  }

  private func fail(_ fault: EngineLines.Fault) {
    switch fault {
    case .closed: fail("it ended")
    case .tooLong: fail("it sent a line of more than \(EngineLines.lineLimit) bytes")
    case .unread: fail("it does not read")
    }
  }

  /// Ends the process because of a fault; all requests are answered with nil.
  private func fail(_ fault: String) {
    guard child != nil else { return }
    lastFault = fault
    stop()
    noteEnd()
  }

  private func noteEnd() {
    let now = host.now()
    ends = ends.filter { now < $0.advanced(by: Self.restTime) } + [now]
    guard ends.count >= Self.endLimit else { return }
    restsUntil = now.advanced(by: Self.restTime)
    host.notice(
      "the engine \(manifest.name) ended \(Self.endLimit) times in a minute, at last because"
        + " \(lastFault ?? "it ended"); it rests for a minute")
  }

  /// Ends the process; all requests are answered with nil.
  package func stop() {
    guard let child else { return }
    host.loop.unwatch(child.descriptor)
    close(child.descriptor)
    // It has no state, so it need not finish anything.
    kill(-child.process, SIGKILL)
    killed.append(child.process)
    self.child = nil
    lines = nil
    state = .stopped
    let unanswered = requests.sorted { $0.key < $1.key }.map(\.value)
    requests = [:]
    for request in unanswered {
      request.cancelDeadline()
      request.answer(nil)
    }
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
