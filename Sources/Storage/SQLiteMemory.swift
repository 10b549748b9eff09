// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A memory in an SQLite file, which a person may read and delete (Documentation/Storage.md).
///
/// Nothing is opened before the first question or change, and a question to a file that is not there
/// makes none: who never switches modes has no file.
///
/// A change is kept when its setter has returned without a warning: the program may be killed at any
/// moment after. Storage that cannot be used is warned of once; from then on what could be read of it
/// and what is set serve from memory. As with every memory, what secure fields hold is not to get
/// here: that is the caller's duty.
package final class SQLiteMemory: InputMemory {
  /// Where the file is, or will be.
  package let path: String

  private let file: StorageFile
  private let onWarning: (StorageWarning) -> Void
  private var tables: MemoryTables?
  /// What serves when the file cannot.
  private var fallback: VolatileMemory?
  private var hasSetAside = false

  /// Makes a memory with a file in a folder, which is made with the file.
  ///
  /// - Parameters:
  ///   - directory: see ``StateDirectory``.
  ///   - onWarning: hears what the user should know, while a question or change is going on.
  package convenience init(
    directory: String, onWarning: @escaping (StorageWarning) -> Void
  ) {
    self.init(directory: directory, steps: Schema.steps, onWarning: onWarning)
  }

  /// Makes a memory whose tables come about by the given steps.
  init(directory: String, steps: [String], onWarning: @escaping (StorageWarning) -> Void) {
    file = StorageFile(directory: directory, steps: steps)
    path = file.path
    self.onWarning = onWarning
  }

  // MARK: InputMemory

  package func modeIdentifier(inContext contextIdentifier: String) -> String? {
    read { tables throws(StorageError) in
      try tables.modeIdentifier(inContext: contextIdentifier)
    } otherwise: {
      $0.modeIdentifier(inContext: contextIdentifier)
    }
  }

  package func setModeIdentifier(
    _ modeIdentifier: String, inContext contextIdentifier: String
  ) {
    write { tables throws(StorageError) in
      try tables.setModeIdentifier(modeIdentifier, inContext: contextIdentifier)
    } otherwise: {
      $0.setModeIdentifier(modeIdentifier, inContext: contextIdentifier)
    }
  }

  package func clearContext(_ contextIdentifier: String) {
    read { tables throws(StorageError) in
      try tables.clearContext(contextIdentifier)
    } otherwise: {
      $0.clearContext(contextIdentifier)
    }
  }

  package func clearContexts() {
    read { tables throws(StorageError) in
      try tables.clearContexts()
    } otherwise: {
      $0.clearContexts()
    }
  }

  package var lastModeIdentifier: String? {
    get {
      read { tables throws(StorageError) in
        try tables.lastModeIdentifier()
      } otherwise: {
        $0.lastModeIdentifier
      }
    }
    set {
      write { tables throws(StorageError) in
        try tables.setLastModeIdentifier(newValue)
      } otherwise: {
        $0.lastModeIdentifier = newValue
      }
    }
  }

  package func choices(for input: String, kind: LearnedKind) -> [LearnedChoice] {
    read { tables throws(StorageError) in
      try tables.choices(for: input, kind: kind)
    } otherwise: {
      $0.choices(for: input, kind: kind)
    }
  }

  package func noteChoice(_ choice: String, for input: String, kind: LearnedKind) {
    write { tables throws(StorageError) in
      try tables.noteChoice(choice, for: input, kind: kind)
    } otherwise: {
      $0.noteChoice(choice, for: input, kind: kind)
    }
  }

  package func forgetChoice(_ choice: String, for input: String, kind: LearnedKind) {
    read { tables throws(StorageError) in
      try tables.forgetChoice(choice, for: input, kind: kind)
    } otherwise: {
      $0.forgetChoice(choice, for: input, kind: kind)
    }
  }

  package func forgetChoices() {
    read { tables throws(StorageError) in
      try tables.forgetChoices()
    } otherwise: {
      $0.forgetChoices()
    }
  }

  package func setting(_ key: String) -> String? {
    read { tables throws(StorageError) in
      try tables.setting(key)
    } otherwise: {
      $0.setting(key)
    }
  }

  package func setSetting(_ key: String, to value: String?) {
    write { tables throws(StorageError) in
      try tables.setSetting(key, to: value)
    } otherwise: {
      $0.setSetting(key, to: value)
    }
  }

  // MARK: File or fallback

  private typealias Stored<Answer> = (MemoryTables) throws(StorageError) -> Answer

  /// Asks, or removes, what may be there: without a file there is nothing.
  private func read<Answer>(
    _ stored: Stored<Answer>, otherwise: (VolatileMemory) -> Answer
  ) -> Answer {
    guard fallback != nil || file.exists else {
      return otherwise(VolatileMemory())
    }
    return write(stored, otherwise: otherwise)
  }

  /// Works on the file, which is made if need be, and otherwise on the fallback.
  private func write<Answer>(
    _ stored: Stored<Answer>, otherwise: (VolatileMemory) -> Answer
  ) -> Answer {
    if let fallback { return otherwise(fallback) }
    do throws(StorageError) {
      return try stored(opened())
    } catch {
      guard replaceFile(because: error) else { return otherwise(degrade(because: error)) }
      return write(stored, otherwise: otherwise)
    }
  }

  private func opened() throws(StorageError) -> MemoryTables {
    if let tables, !tables.database.hasMoved { return tables }
    // Deleted, or put away by another process: what the path leads to counts.
    tables = nil
    let opened = MemoryTables(database: try file.open())
    tables = opened
    return opened
  }

  /// Puts a damaged file away, so that the next opening makes a new one.
  private func replaceFile(because reason: StorageError) -> Bool {
    // Twice in a run is a disk that damages whatever is written.
    guard case .damaged = reason, !hasSetAside else { return false }
    hasSetAside = true
    guard let name = file.setAside() else { return false }
    tables = nil
    onWarning(.setAside(path: path, as: name, reason: reason))
    return true
  }

  private func degrade(because reason: StorageError) -> VolatileMemory {
    let memory = VolatileMemory()
    if let tables {
      tables.copy(to: memory)
    } else {
      file.salvage(to: memory)
    }
    tables = nil
    fallback = memory
    onWarning(.notKept(reason))
    return memory
  }
}
