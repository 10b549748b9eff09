// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Storage

/// The memory of a session, and where a person reads what is wrong with it: on standard error or, while a
/// mirror has the terminal, in the mirror's status row.
final class SessionStorage {
  private weak var memory: SQLiteMemory?
  private weak var terminal: TerminalMirror?
  /// What only the mirror has shown, as far as it is still so.
  private var shown: [StorageWarning] = []

  /// Opens the memory in a folder; nobody may be typing yet.
  func open(directory: String) -> SQLiteMemory {
    let memory = SQLiteMemory(directory: directory) { [self] in tell($0) }
    self.memory = memory
    memory.prepare()
    return memory
  }

  /// Shows warnings on the mirror from now on, which has taken the terminal.
  func move(to terminal: TerminalMirror) {
    self.terminal = terminal
  }

  /// Closes the memory, when the mirror has given the terminal back: what it has shown and is still so
  /// is told on standard error.
  func end() {
    // First: what waited may be written yet.
    memory?.close()
    terminal = nil
    for warning in shown { tell(warning) }
    shown = []
  }

  private func tell(_ warning: StorageWarning) {
    guard let terminal else { return Console.complain(warning.message, waits: false) }
    terminal.show(message: warning.message)
    // The next of these ends what waited.
    shown.removeAll { if case .postponed = $0 { true } else { false } }
    if case .keptAgain(_, lostCount: 0) = warning { return }
    shown.append(warning)
  }
}
