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
  /// Starts a process, and returns its number; the Boolean is ``showsOutput``.
  var launch: (CommandStart, Bool) -> Result<pid_t, StartError> = { start, showsOutput in
    ProcessLauncher.start(start.words, variables: start.variables, showsOutput: showsOutput)
      .mapError { .system(errno: $0.errno) }
  }

  private struct Running {
    /// The name in messages.
    var name: String
    var start: CommandStart
    var timeLimit: Int
    var deadline: Timestamp
    var wasTerminated = false
  }

  private static let grace: Int64 = 2
  /// Limits the processes that a held key can start.
  private static let mostAtOnce = 32

  private let loop: EventLoop
  private var timer: LoopTimer?
  private var running: [pid_t: Running] = [:]

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
    switch launch(start, showsOutput) {
    case .success(let number):
      running[number] = Running(
        name: name, start: start, timeLimit: process.timeLimit,
        deadline: loop.now.advanced(byMicroseconds: Int64(process.timeLimit) * 1_000_000))
      arm()
    case .failure(let error):
      report("\(name): cannot start \(process.words[0]): \(error.message)")
    }
  }

  /// Collects the processes that have ended, and reports failures.
  func reap() {
    for number in running.keys.sorted() {
      var status: Int32 = 0
      guard waitpid(number, &status, WNOHANG) == number,
        let ended = running.removeValue(forKey: number)
      else { continue }
      // The process may have started others that ignored SIGTERM.
      if ended.wasTerminated { kill(-number, SIGKILL) }
      // The time limit was already reported.
      if !ended.wasTerminated, let trouble = Self.trouble(status) {
        report("\(ended.name): \(trouble)")
      }
    }
    arm()
  }

  /// Sends SIGTERM to all remaining processes, because nothing can supervise them any more.
  func end() {
    for number in running.keys { kill(-number, SIGTERM) }
    running = [:]
  }

  private func limitPassed() {
    let now = loop.now
    for (number, started) in running where started.deadline <= now {
      kill(-number, started.wasTerminated ? SIGKILL : SIGTERM)
      if !started.wasTerminated {
        report("\(started.name): stopped after the time limit of \(started.timeLimit) s")
      }
      running[number]?.wasTerminated = true
      running[number]?.deadline = now.advanced(byMicroseconds: Self.grace * 1_000_000)
    }
    arm()
  }

  private func arm() {
    timer?.set(running.values.map(\.deadline).min())
  }

  private static func trouble(_ status: Int32) -> String? {
    let signal = status & 0x7f
    if signal != 0 { return "ended by signal \(signal)" }
    let code = (status >> 8) & 0xff
    return code == 0 ? nil : "ended with status \(code)"
  }
}
