// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import KeyCommands
import Keys

/// The processes that commands have started, until they are over.
///
/// A command runs once at a time. A process that takes longer than it may gets SIGTERM with all it has
/// started, and SIGKILL ``grace`` seconds later; so does what still runs when this program ends, but for
/// the waiting.
final class CommandProcesses {
  /// Is told what went wrong, in a sentence.
  var tell: (String) -> Void = { _ in }
  /// Whether what processes print goes to standard error; a mirror that has the terminal shows nothing
  /// of it.
  var isHeard = true

  private struct Running {
    /// What messages call it.
    var name: String
    var process: ProcessEntry
    var variables: [String: String]
    var deadline: Timestamp
    var wasAsked = false
  }

  private static let grace: Int64 = 2
  /// So that a key that is held cannot fill the machine.
  private static let mostAtOnce = 32

  private let loop: EventLoop
  private var timer: LoopTimer?
  private var running: [pid_t: Running] = [:]

  /// Makes the list; its owner calls ``reap()`` on SIGCHLD.
  init(loop: EventLoop) throws(DeviceError) {
    self.loop = loop
    timer = try LoopTimer(loop: loop) { [unowned self] in limitPassed() }
  }

  /// Starts a command's process.
  func start(_ process: ProcessEntry, for command: KeyCommand) {
    let name = "command '\(command.id)' (\(command.source))"
    var variables = ["KEYBRIDGE_COMMAND": command.id]
    if let argument = command.propertyList { variables["KEYBRIDGE_ARGUMENT"] = argument }
    // Whichever of its keys was pressed.
    if running.values.contains(where: { $0.process == process && $0.variables == variables }) {
      return tell("\(name): still runs from before; not started again")
    }
    guard running.count < Self.mostAtOnce else {
      return tell("\(name): \(running.count) processes run already; not started")
    }
    switch ProcessLauncher.start(process.words, variables: variables, isHeard: isHeard) {
    case .success(let number):
      running[number] = Running(
        name: name, process: process, variables: variables,
        deadline: loop.now.advanced(byMicroseconds: Int64(process.timeLimit) * 1_000_000))
      arm()
    case .failure(let error):
      tell("\(name): cannot start \(process.words[0]): \(systemMessage(error.errno))")
    }
  }

  /// Learns which processes are over.
  func reap() {
    for number in running.keys.sorted() {
      var status: Int32 = 0
      guard waitpid(number, &status, WNOHANG) == number,
        let ended = running.removeValue(forKey: number)
      else { continue }
      // What its process has started may not have listened.
      if ended.wasAsked { kill(-number, SIGKILL) }
      // Who was asked to end has been told of.
      if !ended.wasAsked, let trouble = Self.trouble(status) {
        tell("\(ended.name): \(trouble)")
      }
    }
    arm()
  }

  /// Ends what still runs: nobody is there any more to do so.
  func end() {
    for number in running.keys { kill(-number, SIGTERM) }
    running = [:]
  }

  private func limitPassed() {
    let now = loop.now
    for (number, started) in running where started.deadline <= now {
      kill(-number, started.wasAsked ? SIGKILL : SIGTERM)
      if !started.wasAsked {
        tell("\(started.name): runs for more than \(started.process.timeLimit) s; ended")
      }
      running[number]?.wasAsked = true
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
