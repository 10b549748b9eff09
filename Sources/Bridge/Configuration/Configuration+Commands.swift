// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

extension Configuration {
  /// The keys of the built-in commands, as the `commands` list has changed them (BND-12).
  package var bindings: TextBindings {
    var bindings = TextBindings.builtin
    for entry in commands {
      guard let command = entry.rebound else { continue }
      bindings.rebind(command, to: entry.keys.compactMap(\.chords.first))
    }
    return bindings
  }

  /// The commands of the `commands` list that are no mere change of keys, one for each of its keys.
  ///
  /// - Parameter file: the file, for their ``KeyCommand/source``.
  /// - Returns: the commands, in the order of the file.
  package func userCommands(file: String) -> [KeyCommand] {
    boundCommands(file: file).map(\.command)
  }

  /// The same with the process that each starts; nil for none.
  func boundCommands(file: String) -> [(command: KeyCommand, process: ProcessEntry?)] {
    commands.filter { $0.rebound == nil && ($0.process == nil || allowsProcesses == true) }
      .flatMap { entry in
        entry.keys.compactMap { keys in
          entry.command(on: keys, file: file).map { ($0, entry.process) }
        }
      }
  }
}

extension CommandEntry {
  /// The command on some of its keys.
  fileprivate func command(on keys: Keys, file: String) -> KeyCommand? {
    guard !keys.chords.isEmpty else { return nil }
    let builtin = editing.flatMap(BuiltinCommands.row)
    return KeyCommand(id: id, chords: keys.chords, title: title ?? builtin?.title ?? id) {
      $0.discoverabilityTitle = title == nil ? builtin?.discoverabilityTitle : nil
      $0.group = group.isEmpty ? builtin?.group ?? "" : group
      $0.attributes = isHidden ? .hidden : []
      $0.propertyList = argument
      // Where text has such keys of its own, the command would never be asked.
      $0.wantsPriority = wantsPriority ?? (builtin != nil)
      $0.isRepeating = isRepeating ?? (process == nil)
      $0.condition = condition
      $0.isGlobal = isGlobal
      $0.source = "\(file):\(keys.place.line):\(keys.place.column)"
    }
  }
}
