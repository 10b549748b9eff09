// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The questions and changes of an `InputMemory` as statements on an open file.
///
/// Each change is one statement, and so one transaction.
struct MemoryTables {
  let database: SQLiteDatabase

  // MARK: Modes

  func modeIdentifier(inContext context: String) throws(StorageError) -> String? {
    try text("SELECT mode FROM context_mode WHERE context = ?1", [context])
  }

  func setModeIdentifier(
    _ mode: String, inContext context: String
  ) throws(StorageError) {
    try database.run("INSERT OR REPLACE INTO context_mode VALUES (?1, ?2)", [context, mode])
  }

  func clearContext(_ context: String) throws(StorageError) {
    try database.run("DELETE FROM context_mode WHERE context = ?1", [context])
    purge()
  }

  func clearContexts() throws(StorageError) {
    try database.run("DELETE FROM context_mode")
    purge()
  }

  func lastModeIdentifier() throws(StorageError) -> String? {
    try text("SELECT mode FROM last_mode")
  }

  func setLastModeIdentifier(_ mode: String?) throws(StorageError) {
    if let mode {
      try database.run("INSERT OR REPLACE INTO last_mode VALUES (1, ?1)", [mode])
    } else {
      try database.run("DELETE FROM last_mode")
    }
  }

  // MARK: Choices

  func choices(
    for input: String, kind: LearnedKind
  ) throws(StorageError) -> [LearnedChoice] {
    var found: [LearnedChoice] = []
    try database.run(
      """
      SELECT choice, count FROM choice WHERE kind = ?1 AND input = ?2
      ORDER BY count DESC, last_use DESC
      """, [kind.rawValue, input]
    ) { found.append(LearnedChoice(text: $0.text(0), count: $0.integer(1))) }
    return found
  }

  func noteChoice(
    _ choice: String, for input: String, kind: LearnedKind
  ) throws(StorageError) {
    // The order of use counts within one input only: its rows stand together.
    try database.run(
      """
      INSERT INTO choice
      SELECT ?1, ?2, ?3, 1, coalesce(max(last_use), 0) + 1
      FROM choice WHERE kind = ?1 AND input = ?2
      ON CONFLICT DO UPDATE SET count = count + 1, last_use = excluded.last_use
      """, [kind.rawValue, input, choice])
  }

  func forgetChoice(
    _ choice: String, for input: String, kind: LearnedKind
  ) throws(StorageError) {
    try database.run(
      "DELETE FROM choice WHERE kind = ?1 AND input = ?2 AND choice = ?3",
      [kind.rawValue, input, choice])
    purge()
  }

  func forgetChoices() throws(StorageError) {
    try database.run("DELETE FROM choice")
    purge()
  }

  // MARK: Settings

  func setting(_ key: String) throws(StorageError) -> String? {
    try text("SELECT value FROM setting WHERE key = ?1", [key])
  }

  func setSetting(_ key: String, to value: String?) throws(StorageError) {
    if let value {
      try database.run("INSERT OR REPLACE INTO setting VALUES (?1, ?2)", [key, value])
    } else {
      try database.run("DELETE FROM setting WHERE key = ?1", [key])
    }
  }

  // MARK: All of it

  /// Copies what can be read.
  func copy(to memory: VolatileMemory) {
    try? database.run("SELECT context, mode FROM context_mode") {
      memory.setModeIdentifier($0.text(1), inContext: $0.text(0))
    }
    try? database.run("SELECT mode FROM last_mode") { memory.lastModeIdentifier = $0.text(0) }
    try? database.run("SELECT kind, input, choice, count FROM choice ORDER BY last_use") {
      memory.noteChoice(
        LearnedChoice(text: $0.text(2), count: $0.integer(3)), for: $0.text(1),
        kind: LearnedKind(rawValue: $0.text(0)))
    }
    try? database.run("SELECT key, value FROM setting") {
      memory.setSetting($0.text(0), to: $0.text(1))
    }
  }

  /// What was forgotten leaves the disk too: the file has it overwritten, the log is emptied.
  ///
  /// Another process that reads at this moment keeps the log; its end empties it.
  private func purge() {
    try? database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func text(
    _ query: String, _ values: [String] = []
  ) throws(StorageError) -> String? {
    var found: String?
    try database.run(query, values) { found = $0.text(0) }
    return found
  }
}
