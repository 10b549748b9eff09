// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// A performed command that holds the keys typed after it (CMD-34).
///
/// The program receives it as the request `command.invoke`, at the place where the notification
/// `command.invoked` would be.
final class HeldCommand {
  let program: Program
  /// The name of the command.
  let name: String
  /// The id of the request; nil until it is written.
  fileprivate(set) var id: RequestID?
  /// Whether an operation waits for the response, or might.
  fileprivate var isAwaited = true

  init(_ name: String, of program: Program) { (self.name, self.program) = (name, program) }
}

extension ProgramRequests {
  /// Waits until the program has responded to a command; later keys wait as well.
  ///
  /// The program's response has no value: what it sends before it takes effect before the keys.
  /// Without a response within 300 ms, the keys take effect then.
  func waitForResponse(to command: HeldCommand) {
    let program = command.program
    guard program.connection != nil, !program.punctuality.isAlwaysLate else { return }
    let isOwn = isInOwnRequest(of: program)
    let outcome = engine.waitForAnswer(in: program.window) { [self] token in
      // The command was delivered before, which wrote the request.
      if !expectResponse(to: command.id, from: program, token, isOfOwnRequest: isOwn) {
        engine.giveUp(token)
      }
    }
    guard let id = command.id else {
      // Nothing could wait, because neither a key nor a program's request performs it.
      command.isAwaited = false
      return
    }
    stopExpecting(id, ["command": .text(command.name)], of: program, after: outcome)
  }

  /// Writes the request for a command among the program's notifications.
  ///
  /// It is always sent, even if the service does not wait for the program, because it reports the
  /// command. Like other commands it is dropped if the program does not read for long.
  func write(_ command: HeldCommand, title: String, target: String, argument: String?) {
    let program = command.program
    guard program.connection != nil else { return }
    var members: [String: JSONValue] = [
      "id": .text(command.name), "target": .text(target), "title": .text(title),
    ]
    if let argument { members["argument"] = .text(argument) }
    let id = makeRequest(.invoke, to: program, isAwaited: command.isAwaited)
    command.id = id
    program.write {
      program.encoder.append(
        ServerRequest(id: id, method: ProgramRequestName.invoke.rawValue, params: members), to: &$0)
    }
  }
}
