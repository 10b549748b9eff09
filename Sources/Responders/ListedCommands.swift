// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The commands that a responder listed, with their registry.
struct ListedCommands {
  let commands: [KeyCommand]
  let registry: CommandRegistry

  /// Keeps commands with their registry.
  init(_ commands: [KeyCommand], _ registry: CommandRegistry) {
    (self.commands, self.registry) = (commands, registry)
  }

  /// Whether an array has the elements of the kept one, without a look at them: it is the same
  /// storage, which cannot change while this value keeps it.
  @inline(__always)
  func hasStorage(of others: [KeyCommand]) -> Bool {
    commands.count == others.count
      && commands.withUnsafeBufferPointer { kept in
        others.withUnsafeBufferPointer { $0.baseAddress == kept.baseAddress }
      }
  }
}
