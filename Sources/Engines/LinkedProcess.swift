// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import Mirrors

/// The use that is made of a process.
protocol LinkedProcessUser: AnyObject {
  /// The kind and the name, such as `engine mozc`, for notices.
  var title: String { get }
  /// Called when the process is going to be started.
  func willOpen()
  /// Connects to the process, or starts it.
  ///
  /// - Parameter completion: receives the connection or the error, possibly before this function
  ///   returns.
  func open(completion: @escaping (Result<EngineConnection, EngineStartError>) -> Void)
  /// Sends the first line to a process that was just started.
  func didOpen()
  /// Takes a line of the process.
  func take(_ line: [UInt8])
  /// Answers what waits for the process, which has ended, or cannot be started.
  func didEnd()
  /// Called when the process has made system calls that were refused.
  ///
  /// - Parameter calls: the names of the calls that its filter reports; usually those that create
  ///   sockets.
  func didRefuse(_ calls: [String])
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
  /// Whether the process is being started.
  private var isOpening = false
  /// The number of attempts to start the process; tells the awaited one from those before it.
  private var attempts = 0
  /// The number of attempts that have no result.
  private var openings = 0
  /// Whether the start waits for the end of the process before.
  private var isPostponed = false
  private var ends = EndCounter()
  /// The number of refused calls of the process.
  private var refusedCalls = 0
  /// The number of refused calls after which further ones of the process are not counted, so that
  /// it cannot keep this process busy.
  static let refusalLimit = 1000
  /// Processes that were killed and must still be collected.
  private var killed: [pid_t] = []
  /// The time in which a process may end on its own, from the end of its input on.
  static let endLimit = Duration.seconds(2)
  /// Processes that may still end on their own, with closures that cancel their deadlines.
  private var finishing: [(process: pid_t, cancelDeadline: () -> Void)] = []

  init(
    of user: any LinkedProcessUser, host: EngineHost, lineLimit: Int = EngineLines.lineLimit
  ) {
    (self.user, self.host, self.lineLimit) = (user, host, lineLimit)
  }

  /// Whether the process has ended too often, and is not started for a while.
  var isResting: Bool { !isRunning && ends.isResting(at: host.now()) }

  // MARK: Lines

  /// Sends a line; a fault ends the process.
  ///
  /// - Parameters:
  ///   - line: the members of the line.
  ///   - isUrgent: whether it is sent at once; otherwise it follows when the loop waits for events,
  ///     or before the next line, so that programs get first what a key has changed.
  func write(_ line: [String: JSONValue], isUrgent: Bool = true) {
    var bytes: [UInt8] = []
    JSONWriter.append(.object(line), as: .line, to: &bytes)
    host.trace?(bytes, .sent)
    do {
      try lines?.send(bytes, isUrgent: isUrgent)
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
    if readiness.contains(.write) { flush() }
    // Mere writing gives no answers.
    if readiness != .write { answering { receive() } }
  }

  private func flush() {
    do {
      try lines?.flush()
      watch()
    } catch {
      answering { fail(error) }
    }
  }

  /// Calls a closure that may give answers.
  private func answering(_ body: () -> Void) {
    host.willAnswer(host.now())
    body()
    host.didAnswer()
  }

  private func receive() {
    let start = starts
    do {
      guard let isOpen = try lines?.receive() else { return }
      while let line = lines?.next() {
        host.trace?(line, .received)
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
  ///
  /// The one before it ends first, because both would use the same files.
  func start() {
    guard !isRunning, !isOpening, !isResting else { return }
    isOpening = true
    user.willOpen()
    isPostponed = !finishing.isEmpty
    if !isPostponed { open(isLater: false) }
  }

  /// Makes an attempt to start the process.
  ///
  /// - Parameter wasLater: whether nothing waits for this function.
  private func open(isLater wasLater: Bool) {
    openings += 1
    attempts += 1
    let attempt = attempts
    var isLater = wasLater
    // The user, which owns this object, must live until the process can be ended.
    user.open { [self, user] result in
      withExtendedLifetime(user) { didOpen(result, attempt, isLater: isLater) }
    }
    isLater = true
  }

  /// Takes the result of an attempt to start the process.
  private func didOpen(
    _ result: Result<EngineConnection, EngineStartError>, _ attempt: Int, isLater: Bool
  ) {
    openings -= 1
    if isLater { host.willAnswer(host.now()) }
    defer { if isLater { host.didAnswer() } }
    guard isOpening, attempt == attempts else {
      // It was ended before it was started.
      if case .success(let late) = result { end(late) }
      return
    }
    isOpening = false
    switch result {
    case .failure(let error):
      lastFault = error.message
      noteEnd()
      user.didEnd()
    case .success(let opened): use(opened)
    }
  }

  private func use(_ opened: EngineConnection) {
    connection = opened
    connectionTime = host.now()
    starts += 1
    refusedCalls = 0
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
    guard let calls = connection?.takeRefusals() else { return }
    // Without a call, the process that has made it has ended, or all of them.
    refusedCalls += max(calls.count, 1)
    if refusedCalls >= Self.refusalLimit { connection?.stopReporting(host.loop.unwatch) }
    if !calls.isEmpty { user.didRefuse(calls) }
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

  /// Ends the process, also one that is being started.
  ///
  /// - Parameter isOrderly: whether it may end on its own for a while, when it has read to the end
  ///   of its input, so that it can store what it must not lose.
  func stop(isOrderly: Bool = false) {
    guard connection != nil || isOpening else { return }
    (isOpening, isPostponed) = (false, false)
    let ended = connection
    // Lines that are not urgent; a process that has gone reads nothing.
    try? lines?.flush()
    if let connection {
      host.loop.unwatch(connection.descriptor)
      if let errors = connection.errors { host.loop.unwatch(errors) }
      if let refusals = connection.refusals { host.loop.unwatch(refusals) }
    }
    connection = nil
    lines = nil
    if let ended {
      if isOrderly { finish(ended) } else { end(ended) }
    }
    user.didEnd()
  }

  private func end(_ connection: EngineConnection) {
    connection.end()
    if let process = connection.process { killed.append(process) }
    reap()
  }

  /// Closes the input of a process, which ends then, or is killed.
  private func finish(_ connection: EngineConnection) {
    connection.close()
    guard let process = connection.process else { return }
    let cancelDeadline = host.schedule(Self.endLimit) { [weak self] in self?.kill(process) }
    finishing.append((process, cancelDeadline))
    reap()
  }

  /// Kills a process that has not ended in time.
  private func kill(_ process: pid_t) {
    finishing.removeAll { $0.process == process }
    EngineConnection.kill(process)
    killed.append(process)
    reap()
  }

  /// Kills the processes that may still end on their own.
  func killFinishing() {
    for (process, cancelDeadline) in finishing {
      cancelDeadline()
      kill(process)
    }
  }

  /// Whether processes may still end on their own.
  var isFinishing: Bool { !finishing.isEmpty }

  /// Whether a process that was ended must still be collected, or one that is being started must be
  /// ended.
  var hasEndedProcesses: Bool { !killed.isEmpty || isFinishing || openings > 0 }

  /// Collects the processes that have ended; called on SIGCHLD.
  func reap() {
    killed.removeAll { Self.hasEnded($0) }
    finishing.removeAll { process, cancelDeadline in
      guard Self.hasEnded(process) else { return false }
      cancelDeadline()
      return true
    }
    guard isPostponed, finishing.isEmpty else { return }
    isPostponed = false
    open(isLater: true)
  }

  /// Collects a child if it has ended.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) != 0
  }
}
