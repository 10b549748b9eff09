// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The commands and chords that follow from the `commands` list.
extension Configuration {
  /// The keys of the built-in commands, with the changes of the `commands` list (BND-12).
  package var bindings: TextBindings {
    var bindings = TextBindings.builtin
    for entry in commands {
      guard let command = entry.rebound else { continue }
      bindings.rebind(command, to: entry.keys.compactMap(\.chords.first))
    }
    return bindings
  }

  /// Returns the commands of the `commands` list that do not just change built-in keys; one for
  /// each of an entry's keys.
  ///
  /// - Parameter file: the file, for their ``KeyCommand/source``.
  /// - Returns: the commands, in the order of the file.
  package func userCommands(file: String) -> [KeyCommand] {
    boundCommands(file: file).map(\.command)
  }

  /// The names of all programs that must acknowledge codes or commands.
  package var receivers: Set<String> {
    Set(commands.flatMap(\.receivers)).union(
      devices.flatMap { $0.overrides.scanner?.order?.receivers ?? [] })
  }

  /// Like ``userCommands(file:)``, with the entry of each command.
  ///
  /// - Parameters:
  ///   - file: the file, for their ``KeyCommand/source``.
  ///   - pause: called after each entry; it may suspend the work.
  /// - Returns: the commands, in the order of the file, with their entries.
  func boundCommands(
    file: String, pause: () -> Void = {}
  ) -> [(command: KeyCommand, entry: CommandEntry)] {
    commands.filter { $0.rebound == nil && ($0.process == nil || allowsProcesses == true) }
      .flatMap { entry in
        pause()
        return entry.keys.compactMap { keys in
          entry.command(on: keys, file: file).map { ($0, entry) }
        }
      }
  }
}

extension CommandEntry {
  /// The command for one of the entry's keys.
  fileprivate func command(on keys: Keys, file: String) -> KeyCommand? {
    guard !keys.chords.isEmpty else { return nil }
    let builtin = editing.flatMap(BuiltinCommands.row)
    return KeyCommand(id: id, chords: keys.chords, title: title ?? builtin?.title ?? id) {
      $0.discoverabilityTitle = title == nil ? builtin?.discoverabilityTitle : nil
      $0.group = group.isEmpty ? builtin?.group ?? "" : group
      $0.attributes = isHidden ? .hidden : []
      $0.propertyList = argument
      // A built-in command's keys may belong to the text, which would otherwise take them first.
      $0.wantsPriority = wantsPriority ?? (builtin != nil)
      $0.isRepeating = isRepeating ?? (process == nil)
      $0.condition = condition
      $0.isGlobal = isGlobal
      $0.source = "\(file):\(keys.place.line):\(keys.place.column)"
    }
  }
}
