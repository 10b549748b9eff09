// SPDX-License-Identifier: Apache-2.0
import Devices
import KeyCommands
import Keys
import TextInput

/// Applies the commands of the settings to an engine, and starts their processes.
final class UserCommands {
  /// Starts a process for a command; nil if processes are not started, as in a replay.
  var start: ((ProcessEntry, KeyCommand) -> Void)?
  /// Delivers a command to the programs that must acknowledge it; nil if there is no socket.
  var deliver: ((DeliveryOrder, KeyCommand) -> Void)?
  private var selectors: [String: DeviceSelector] = [:]

  /// The commands of a configuration, ready to be used.
  struct Prepared {
    /// The keys of the built-in commands.
    var bindings: TextBindings
    /// The responder that has the user's commands.
    var user: Responder
  }

  /// Prepares the commands of a configuration, which takes long if there are thousands.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - file: its file, which lists of commands show.
  ///   - pause: called after each command; it may suspend the work.
  /// - Returns: the commands for ``apply(_:of:to:)``.
  func prepare(
    _ configuration: Configuration, file: String, pause: () -> Void = {}
  ) -> Prepared {
    let user = Responder(name: "user")
    let bound = configuration.boundCommands(file: file, pause: pause)
    // The entries are looked up by the whole command and not by its name: commands with the same
    // name may start different processes, or none.
    var entries: [KeyCommand: CommandEntry] = [:]
    for (command, entry) in bound
    where (entry.process != nil || !entry.receivers.isEmpty) && entries[command] == nil {
      pause()
      entries[command] = entry
    }
    for (command, _) in bound {
      pause()
      user.addKeyCommand(command) { [weak self, entries] command in
        // Another command is handled by the clients that receive `command.invoked`.
        guard let self, let entry = entries[command] else { return }
        if !entry.receivers.isEmpty {
          let order = DeliveryOrder(receivers: entry.receivers, limit: Self.owedLimit)
          deliver?(order, command)
        }
        if let process = entry.process { start?(process, command) }
      }
    }
    return Prepared(bindings: configuration.bindings, user: user)
  }

  /// Replaces an engine's commands and bindings by those of a configuration.
  ///
  /// - Parameters:
  ///   - prepared: the commands of the configuration.
  ///   - engine: the engine to change.
  func apply(_ prepared: Prepared, to engine: TextEngine) {
    engine.bindings = prepared.bindings
    engine.userCommands = prepared.user
    engine.isKeyboard = { [unowned self] in matches($0, $1) }
  }

  /// How many commands are kept for a program that does not acknowledge them.
  private static let owedLimit = 1000

  private func matches(_ keyboard: DeviceInfo, _ text: String) -> Bool {
    guard let selector = selectors[text] ?? (try? DeviceSelector(text)) else { return false }
    selectors[text] = selector
    return selector.matches(DeviceNode(path: keyboard.path, info: keyboard))
  }
}
