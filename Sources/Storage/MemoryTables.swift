// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The questions and changes of an `InputMemory` as statements on an open file.
struct MemoryTables {
  let database: SQLiteDatabase

  // MARK: Questions

  /// Copies what a question is about; of choices the latest last.
  func copy(_ subject: MemorySubject, to memory: VolatileMemory) throws(StorageError) {
    switch subject {
    case .context(let context):
      try database.run("SELECT mode FROM context_mode WHERE context = ?1", [context.text]) {
        memory.setModeIdentifier($0.text(0), inContext: context.text)
      }
    case .lastMode:
      try database.run("SELECT mode FROM last_mode") { memory.lastModeIdentifier = $0.text(0) }
    case .choices(let input, let kind):
      try database.run(
        "SELECT choice, count FROM choice WHERE kind = ?1 AND input = ?2 ORDER BY last_use",
        [kind.text, input.text]
      ) {
        memory.noteChoice(
          $0.choice(0), for: input.text, kind: LearnedKind(rawValue: kind.text))
      }
    case .setting(let key):
      try database.run("SELECT value FROM setting WHERE key = ?1", [key.text]) {
        memory.setSetting(key.text, to: $0.text(0))
      }
    case .allChoices: break  // No question is about all of them.
    }
  }

  /// Copies what can be read of all of it.
  func copy(to memory: VolatileMemory) {
    try? database.run("SELECT mode, context FROM context_mode") {
      memory.setModeIdentifier($0.text(0), inContext: $0.text(1))
    }
    try? copy(.lastMode, to: memory)
    try? database.run("SELECT choice, count, kind, input FROM choice ORDER BY last_use") {
      memory.noteChoice(
        $0.choice(0), for: $0.text(3), kind: LearnedKind(rawValue: $0.text(2)))
    }
    try? database.run("SELECT key, value FROM setting") {
      memory.setSetting($0.text(0), to: $0.text(1))
    }
  }

  // MARK: Changes

  /// Makes all of the changes, or none.
  ///
  /// What was forgotten leaves the disk too: the file has it overwritten, the log is emptied.
  func write(_ postponed: PostponedChanges) throws(StorageError) {
    guard !postponed.isEmpty else { return }
    var forgets = false
    try database.transaction { () throws(StorageError) in
      // Not before: while another program has the file, this is tried at every key.
      for change in postponed.changes {
        try write(change)
        forgets = forgets || change.forgets
      }
    }
    // Another process that reads at this moment keeps the log: whoever closes the file last empties it.
    if forgets { try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  private func write(_ change: MemoryChange) throws(StorageError) {
    switch change {
    case .mode(let mode, let context):
      try database.run("INSERT OR REPLACE INTO context_mode VALUES (?1, ?2)", [context, mode])
    case .clearContext(let context):
      try database.run("DELETE FROM context_mode WHERE context = ?1", [context])
    case .lastMode(let mode?):
      try database.run("INSERT OR REPLACE INTO last_mode VALUES (1, ?1)", [mode])
    case .lastMode(nil): try database.run("DELETE FROM last_mode")
    case .choice(let choice, let input, let kind, let times):
      try add(choice, for: input, kind: kind, times: times)
    case .forgetChoice(let choice, let input, let kind):
      try database.run(
        "DELETE FROM choice WHERE kind = ?1 AND input = ?2 AND choice = ?3",
        [kind.rawValue, input, choice])
    case .forgetChoices: try database.run("DELETE FROM choice")
    case .setting(let key, let value?):
      try database.run("INSERT OR REPLACE INTO setting VALUES (?1, ?2)", [key, value])
    case .setting(let key, nil): try database.run("DELETE FROM setting WHERE key = ?1", [key])
    }
  }

  /// Adds to what the file counts by now, which another process may have counted on.
  private func add(
    _ choice: String, for input: String, kind: LearnedKind, times: Int
  ) throws(StorageError) {
    // The order of use counts within one input only: its rows stand together.
    try database.run(
      """
      INSERT INTO choice
      SELECT ?1, ?2, ?3, ?4, min(coalesce(max(last_use), 0), \(SQLiteRow.highestCount)) + 1
      FROM choice WHERE kind = ?1 AND input = ?2
      ON CONFLICT DO UPDATE
      SET count = min(count, \(SQLiteRow.highestCount)) + excluded.count, last_use = excluded.last_use
      """, [kind.rawValue, input, choice, String(times)])
  }
}

extension SQLiteRow {
  /// Far from where adding overflows, which a file that somebody wrote by hand could make it.
  fileprivate static let highestCount = 1 << 53

  /// A choice and, in the next column, how often it was made.
  fileprivate borrowing func choice(_ column: Int32) -> LearnedChoice {
    LearnedChoice(text: text(column), count: min(integer(column + 1), Self.highestCount))
  }
}
