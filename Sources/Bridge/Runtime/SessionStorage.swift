// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Storage

/// The storage of a session.
///
/// Reports its warnings on standard error or, while a mirror has the terminal, in the mirror's
/// status row.
final class SessionStorage {
  private weak var memory: SQLiteMemory?
  private weak var terminal: TerminalMirror?
  /// The warnings that were displayed in the mirror only and still apply.
  private var shown: [StorageWarning] = []

  /// Opens the storage in a folder.
  ///
  /// Must be called before keys are typed, because it may block.
  func open(directory: String) -> SQLiteMemory {
    let memory = SQLiteMemory(directory: directory) { [self] in report($0) }
    self.memory = memory
    memory.prepare()
    return memory
  }

  /// Shows later warnings in the mirror, which has taken over the terminal.
  func move(to terminal: TerminalMirror) {
    self.terminal = terminal
  }

  /// Closes the storage after the mirror has restored the terminal, and repeats warnings that still
  /// apply on standard error.
  func end() {
    // Closed first, because postponed data may still be written.
    memory?.close()
    terminal = nil
    for warning in shown { report(warning) }
    shown = []
  }

  private func report(_ warning: StorageWarning) {
    guard let terminal else { return Console.printError(warning.message, waits: false) }
    terminal.show(message: warning.message)
    // Every later warning about storage supersedes `postponed`.
    shown.removeAll { if case .postponed = $0 { true } else { false } }
    if case .keptAgain(_, lostCount: 0) = warning { return }
    shown.append(warning)
  }
}
