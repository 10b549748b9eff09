// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import KeyCommands
import Keys

/// The processes that commands have started.
///
/// A command runs only once at a time. A process that exceeds its time limit gets SIGTERM, together
/// with its whole process group, and SIGKILL ``grace`` seconds later. Processes that still run when
/// this program ends get SIGTERM only.
final class CommandProcesses {
  /// Called with the text of each error message.
  var report: (String) -> Void = { _ in }
  /// Whether the output of processes goes to standard error; false while a mirror has the terminal.
  var showsOutput = true
  /// Receives the number of a process that was started, or why it was not.
  typealias Completion = (Result<pid_t, StartError>) -> Void
  /// Starts a process, possibly after this function has returned; the Boolean is ``showsOutput``.
  var launch: (CommandStart, Bool, @escaping Completion) -> Void = {
    start, showsOutput, completion in
    completion(
      ProcessLauncher.start(start.words, variables: start.variables, showsOutput: showsOutput)
        .mapError { .system(errno: $0.errno) })
  }

  private struct Running {
    /// The name in messages.
    var name: String
    var start: CommandStart
    var timeLimit: Int
    /// The number of the process; nil while it is being started.
    var process: pid_t?
    /// The end of its time limit; while it is being started, the time of the message about that.
    var deadline: Timestamp?
    var wasTerminated = false
  }

  private static let grace: Int64 = 2
  /// The number of seconds that a start may take without a message.
  private static let startLimit: Int64 = 2
  /// Limits the processes that a held key can start.
  private static let mostAtOnce = 32

  private let loop: EventLoop
  private var timer: LoopTimer?
  /// The processes, by the numbers of their starts.
  private var running: [Int: Running] = [:]
  private var lastNumber = 0

  /// Creates the list.
  ///
  /// The owner must call ``reap()`` on SIGCHLD.
  init(loop: EventLoop) throws(DeviceError) {
    self.loop = loop
    timer = try LoopTimer(loop: loop) { [unowned self] in limitPassed() }
  }

  /// Starts a command's process, unless it still runs or too many processes run.
  func start(_ process: ProcessEntry, for command: KeyCommand) {
    let name = "command '\(command.id)' (\(command.source))"
    let start = CommandStart(process, for: command)
    // The process may have been started with any of the command's keys.
    if running.values.contains(where: { $0.start == start && $0.timeLimit == process.timeLimit }) {
      return report("\(name): the previous process still runs; not started again")
    }
    guard running.count < Self.mostAtOnce else {
      return report("\(name): \(running.count) processes already run; not started")
    }
    lastNumber += 1
    let number = lastNumber
    running[number] = Running(
      name: name, start: start, timeLimit: process.timeLimit, deadline: after(Self.startLimit))
    launch(start, showsOutput) { [self] in wasStarted(number, $0) }
    arm()
  }

  private func after(_ seconds: Int64) -> Timestamp {
    loop.now.advanced(byMicroseconds: seconds * 1_000_000)
  }

  private func wasStarted(_ number: Int, _ result: Result<pid_t, StartError>) {
    switch (result, running[number]) {
    case (.success(let process), let started?):
      running[number]?.process = process
      running[number]?.deadline = after(Int64(started.timeLimit))
      // It may have ended already.
      reap()
    case (.success(let process), nil):
      // The run has ended meanwhile.
      kill(-process, SIGTERM)
    case (.failure(let error), let started?):
      running[number] = nil
      report("\(started.name): cannot start \(started.start.words[0]): \(error.message)")
      arm()
    case (.failure, nil): break
    }
  }

  /// Collects the processes that have ended, and reports failures.
  func reap() {
    for (number, ended) in running.sorted(by: { $0.key < $1.key }) {
      var status: Int32 = 0
      guard let process = ended.process, waitpid(process, &status, WNOHANG) == process else {
        continue
      }
      running[number] = nil
      // The process may have started others that ignored SIGTERM.
      if ended.wasTerminated { kill(-process, SIGKILL) }
      // The time limit was already reported.
      if !ended.wasTerminated, let trouble = Self.trouble(status) {
        report("\(ended.name): \(trouble)")
      }
    }
    arm()
  }

  /// Sends SIGTERM to all remaining processes, because nothing can supervise them any more, and to
  /// those that are still being started once they run.
  func end() {
    for case let process? in running.values.map(\.process) { kill(-process, SIGTERM) }
    running = [:]
  }

  private func limitPassed() {
    let now = loop.now
    for (number, started) in running.sorted(by: { $0.key < $1.key }) {
      guard let deadline = started.deadline, deadline <= now else { continue }
      guard let process = started.process else {
        report("\(started.name): it takes long to start \(started.start.words[0])")
        running[number]?.deadline = nil
        continue
      }
      kill(-process, started.wasTerminated ? SIGKILL : SIGTERM)
      if !started.wasTerminated {
        report("\(started.name): stopped after the time limit of \(started.timeLimit) s")
      }
      running[number]?.wasTerminated = true
      running[number]?.deadline = now.advanced(byMicroseconds: Self.grace * 1_000_000)
    }
    arm()
  }

  private func arm() {
    timer?.set(running.values.compactMap(\.deadline).min())
  }

  private static func trouble(_ status: Int32) -> String? {
    let signal = status & 0x7f
    if signal != 0 { return "ended by signal \(signal)" }
    let code = (status >> 8) & 0xff
    return code == 0 ? nil : "ended with status \(code)"
  }
}
