// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors

/// The use that is made of a process.
protocol LinkedProcessUser: AnyObject {
  /// The kind and the name, such as `engine mozc`, for notices.
  var title: String { get }
  /// Connects to the process, or starts it.
  func open() -> Result<EngineConnection, EngineStartError>
  /// Sends the first line to a process that was just started.
  func didOpen()
  /// Takes a line of the process.
  func take(_ line: [UInt8])
  /// Answers what waits for the process, which has ended.
  func didEnd()
  /// Called when the process has tried to create sockets, which were refused.
  ///
  /// - Parameter count: the number of calls.
  func didRefuseSockets(_ count: Int)
}

/// A process that exchanges lines with this one, and may be started again when it ends.
///
/// A fault ends it. After some ends in a minute it rests (``EndCounter``).
final class LinkedProcess {
  /// The last fault; nil for none.
  private(set) var lastFault: String?
  /// The time of the last connection to a process.
  private(set) var connectionTime = Timestamp.zero
  /// The number of the process; nil for none, and for a process of the service manager.
  var process: Int32? { connection?.process }
  /// Whether there is a process, which may not have become its program yet.
  var isRunning: Bool { connection != nil }

  /// Outlives this object, which it owns.
  unowned let user: any LinkedProcessUser
  private let host: EngineHost
  /// The maximum length of a line from the process, in bytes.
  private let lineLimit: Int
  private var connection: EngineConnection?
  private var lines: EngineLines?
  /// The number of starts; tells a process from the one before it.
  private var starts = 0
  private var ends = EndCounter()
  /// The number of refused sockets of the process.
  private var refusedSockets = 0
  /// The number of refused sockets after which further ones of the process are not counted, so that
  /// it cannot keep this process busy.
  static let refusalLimit = 1000
  /// Processes that were killed and must still be collected.
  private var killed: [pid_t] = []

  init(
    of user: any LinkedProcessUser, host: EngineHost, lineLimit: Int = EngineLines.lineLimit
  ) {
    (self.user, self.host, self.lineLimit) = (user, host, lineLimit)
  }

  /// Whether the process has ended too often, and is not started for a while.
  var isResting: Bool { !isRunning && ends.isResting(at: host.now()) }

  // MARK: Lines

  /// Sends a line; a fault ends the process.
  func write(_ line: [String: JSONValue]) {
    var bytes: [UInt8] = []
    JSONWriter.append(.object(line), as: .line, to: &bytes)
    do {
      try lines?.send(bytes)
      watch()
    } catch {
      fail(error)
    }
  }

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
      while let line = lines?.next() {
        user.take(line)
        // A fault in a line ends the process, and an answer may start the next one.
        guard isRunning, start == starts else { return }
      }
      if !isOpen { fail(EngineLines.Fault.closed) }
    } catch {
      fail(error)
    }
  }

  // MARK: The process

  /// Starts the process if there is none, and if it does not rest.
  func start() {
    guard !isRunning, !isResting else { return }
    switch user.open() {
    case .failure(let error):
      lastFault = error.message
      noteEnd()
    case .success(let opened):
      connection = opened
      connectionTime = host.now()
      starts += 1
      refusedSockets = 0
      lines = EngineLines(descriptor: opened.descriptor, lineLimit: lineLimit)
      guard
        host.loop.watch(
          opened.descriptor, for: .read, { [weak self] in self?.isReady($0) })
      else { return fail("the kernel refuses to watch its socket") }
      if let errors = opened.errors {
        // If it cannot be watched, the first line has no answer.
        _ = host.loop.watch(errors, for: .read) { [weak self] _ in self?.startDidEnd() }
      }
      user.didOpen()
    }
  }

  /// Reads whether the child has become the program.
  private func startDidEnd() {
    defer { host.didAnswer() }
    if let error = takeStartResult() { fail(error.message) }
  }

  private func takeStartResult() -> EngineStartError? {
    let hadRefusals = connection?.refusals != nil
    let error = connection?.startResult(host.loop.unwatch)
    if !hadRefusals, let refusals = connection?.refusals {
      _ = host.loop.watch(refusals, for: .read) { [weak self] _ in self?.takeRefusals() }
    }
    return error
  }

  private func takeRefusals() {
    guard let count = connection?.takeRefusals() else { return }
    // Without a call, the process that has made it has ended, or all of them.
    refusedSockets += max(count, 1)
    if refusedSockets >= Self.refusalLimit { connection?.stopReporting(host.loop.unwatch) }
    if count > 0 { user.didRefuseSockets(count) }
  }

  private func fail(_ fault: EngineLines.Fault) {
    switch fault {
    case .closed: fail(takeStartResult()?.message ?? "it ended")
    case .tooLong: fail("it sent a line of more than \(lineLimit) bytes")
    case .unread: fail("it does not read")
    }
  }

  /// Ends the process because of a fault.
  func fail(_ fault: String) {
    guard isRunning else { return }
    lastFault = fault
    // Before the answers, because a method that receives one may ask again.
    noteEnd()
    stop()
  }

  private func noteEnd() {
    guard ends.note(at: host.now()) else { return }
    host.notice(
      "the \(user.title) ended \(EndCounter.limit) times in a minute, at last because"
        + " \(lastFault ?? "it ended"); it rests for a minute")
  }

  /// Ends the process.
  func stop() {
    guard let connection else { return }
    host.loop.unwatch(connection.descriptor)
    if let errors = connection.errors { host.loop.unwatch(errors) }
    if let refusals = connection.refusals { host.loop.unwatch(refusals) }
    connection.end()
    if let process = connection.process { killed.append(process) }
    self.connection = nil
    lines = nil
    user.didEnd()
    reap()
  }

  /// Whether a process that was killed must still be collected.
  var hasKilledProcesses: Bool { !killed.isEmpty }

  /// Collects the processes that have ended; called on SIGCHLD.
  func reap() {
    killed.removeAll { process in
      var status: Int32 = 0
      return waitpid(process, &status, WNOHANG) != 0
    }
  }
}
