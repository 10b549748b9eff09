// SPDX-License-Identifier: Apache-2.0
internal import TextInput

/// The queries and changes of an `InputMemory` as SQL statements on an open file.
struct MemoryTables {
  let database: SQLiteDatabase

  // MARK: Queries

  /// Copies the rows of a subject to a memory; choices in the order of use, the latest last.
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
        """
        SELECT choice, count FROM (
          SELECT * FROM choice WHERE kind = ?1 AND input = ?2 LIMIT \(2 * RowLimits.choices))
        ORDER BY last_use
        """,
        [kind.text, input.text]
      ) {
        memory.noteChoice(
          $0.choice(0), for: input.text, kind: LearnedKind(rawValue: kind.text))
      }
    case .setting(let key):
      try database.run("SELECT value FROM setting WHERE key = ?1", [key.text]) {
        memory.setSetting(key.text, to: $0.text(0))
      }
    case .dictionary: try copyDictionary(to: memory)
    case .words(let language):
      try database.run(
        """
        SELECT word, previous, count, last_use FROM word WHERE language = ?1
        LIMIT \(2 * (RowLimits.words.words + RowLimits.words.pairs))
        """, [language.text]
      ) { memory.noteWords([$0.word()], in: language.text) }
    case .allWords: try copyWords(to: memory)
    case .allChoices: break  // This subject has no rows that a query could read.
    }
  }

  /// Returns learned words of a language in the order of the previous words and the words.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - last: the word before the first one; nil for none.
  ///   - limit: the maximum number of words.
  /// - Returns: the words.
  /// - Throws: the error of the file.
  func words(
    in language: String, after last: LearnedWord?, limit: Int
  ) throws(StorageError) -> [LearnedWord] {
    var words: [LearnedWord] = []
    try database.run(
      """
      SELECT word, previous, count, last_use FROM word
      WHERE language = ?1 AND (previous, word) > (?2, ?3) ORDER BY previous, word LIMIT \(limit)
      """, [language, last?.previous ?? "", last?.text ?? ""]
    ) { words.append($0.word()) }
    return words
  }

  /// Returns the languages of learned words, sorted.
  ///
  /// Each one is found in the index, so that its words are not read.
  func languages() throws(StorageError) -> [String] {
    var languages: [String] = []
    try database.run(Self.languagesQuery) { languages.append($0.text(0)) }
    return languages
  }

  static let languagesQuery = """
    WITH RECURSIVE found(language) AS (
      SELECT min(language) FROM word UNION ALL
      SELECT (SELECT min(language) FROM word WHERE language > found.language) FROM found
      WHERE found.language IS NOT NULL)
    SELECT language FROM found WHERE language IS NOT NULL LIMIT \(RowLimits.languages)
    """

  /// Copies all rows that can be read to a memory.
  func copy(to memory: VolatileMemory) {
    try? database.run("SELECT mode, context FROM context_mode") {
      memory.setModeIdentifier($0.text(0), inContext: $0.text(1))
    }
    try? copy(.lastMode, to: memory)
    try? database.run(
      """
      SELECT choice, count, kind, input FROM (SELECT * FROM choice LIMIT \(RowLimits.copied))
      ORDER BY last_use
      """
    ) {
      memory.noteChoice(
        $0.choice(0), for: $0.text(3), kind: LearnedKind(rawValue: $0.text(2)))
    }
    try? database.run("SELECT key, value FROM setting") {
      memory.setSetting($0.text(0), to: $0.text(1))
    }
    try? copyDictionary(to: memory)
    try? copyWords(to: memory)
  }

  /// Throws if the index of the log was lost, so that rows may have been missing.
  func requireLog() throws(StorageError) {
    guard SystemCalls.hasLostIndex else { return }
    throw .lostIndex(path: database.path)
  }

  private func copyDictionary(to memory: VolatileMemory) throws(StorageError) {
    try database.run("SELECT word, language FROM dictionary LIMIT \(RowLimits.dictionary)") {
      memory.setDictionaryWord(DictionaryWord($0.text(0), language: $0.text(1)), isKnown: true)
    }
  }

  private func copyWords(to memory: VolatileMemory) throws(StorageError) {
    try database.run(
      """
      SELECT word, previous, count, last_use, language FROM word LIMIT \(RowLimits.copied)
      """
    ) {
      memory.noteWords([$0.word()], in: $0.text(4))
    }
  }

  // MARK: Changes

  /// Writes all of the changes, or none.
  ///
  /// Forgotten choices are erased from the disk too: SQLite overwrites their rows, and the log is
  /// truncated.
  func write(_ postponed: PostponedChanges) throws(StorageError) {
    guard !postponed.isEmpty else { return }
    var forgets = false
    try database.transaction { () throws(StorageError) in
      // Computed before the file is locked, because this runs at every key while another program
      // locks the file.
      for change in postponed.changes {
        try write(change)
        forgets = forgets || change.forgets
      }
    }
    // A process that is reading prevents truncation; then the last process to close the file
    // removes the log.
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
    case .dictionaryWord(let word, isKnown: true):
      try database.run(
        "INSERT OR IGNORE INTO dictionary VALUES (?1, ?2)", [word.language, word.text])
    case .dictionaryWord(let word, isKnown: false):
      try database.run(
        "DELETE FROM dictionary WHERE language = ?1 AND word = ?2", [word.language, word.text])
    case .word(let word, let language): try add(word, in: language)
    case .trimWords(let language, let limits): try trim(language, to: limits)
    case .forgetWord(let word, let language):
      try database.run(
        "DELETE FROM word WHERE language = ?1 AND (word = ?2 OR previous = ?2)", [language, word])
    case .forgetWords: try database.run("DELETE FROM word")
    }
  }

  private func add(_ word: LearnedWord, in language: String) throws(StorageError) {
    try database.run(
      """
      INSERT INTO word VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE
      SET count = min(count, \(SQLiteRow.highestCount)) + excluded.count,
        last_use = max(min(last_use, \(SQLiteRow.highestCount)), excluded.last_use)
      """, [language, word.previous, word.text, String(word.count), String(word.lastUse)])
  }

  /// Drops the words and the pairs of the lowest ranks (``LearnedWord/rank``).
  func trim(_ language: String, to limits: LearnedWordLimits) throws(StorageError) {
    let worst = "-min(last_use, \(SQLiteRow.highestCount)) - 1000 * min(count, 100)"
    for (comparison, limit) in [("=", limits.words), ("!=", limits.pairs)] {
      // A comparison of each row with those to keep would be quadratic, and one with the places of
      // all rows takes twice as long as one with the first row to delete.
      try database.run(
        """
        DELETE FROM word WHERE language = ?1 AND previous \(comparison) ''
          AND (\(worst), previous, word) >= (
            SELECT \(worst) AS worst, previous, word FROM word
            WHERE language = ?1 AND previous \(comparison) ''
            ORDER BY worst, previous, word LIMIT 1 OFFSET CAST(?2 AS INTEGER))
        """, [language, String(limit)])
    }
  }

  /// Adds to the count in the file, which another process may have increased.
  private func add(
    _ choice: String, for input: String, kind: LearnedKind, times: Int
  ) throws(StorageError) {
    // The order of use is only relevant within one input, whose rows are adjacent.
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
  /// Far below the point at which additions overflow, because the file may have been edited by
  /// hand.
  fileprivate static let highestCount = 1 << 53

  /// Reads a choice and, in the next column, its count.
  fileprivate borrowing func choice(_ column: Int32) -> LearnedChoice {
    LearnedChoice(text: text(column), count: min(integer(column + 1), Self.highestCount))
  }

  /// Reads a word, the word before it, its count and its last use from the first columns.
  fileprivate borrowing func word() -> LearnedWord {
    LearnedWord(
      text(0), after: text(1), count: min(integer(2), Self.highestCount),
      lastUse: min(integer(3), Self.highestCount))
  }
}

/// How many rows of the file are used, so that no query delays a key.
///
/// Keybridge itself writes fewer; another program may have written any number.
enum RowLimits {
  /// The words of the user's dictionary, in the order of language and word.
  ///
  /// The others stay in the file.
  static let dictionary = 10_000
  /// The learned words and pairs of a language, above which the file is trimmed.
  static let words = LearnedWordLimits(words: 5000, pairs: 20_000)
  /// The languages of learned words; a user has a few, and each has a row for each user.
  static let languages = 1000
  /// The choices of an input: those that were made last.
  static let choices = 1000
  /// The rows of each table that are copied to memory if the file cannot be used.
  static let copied = 50_000
}

extension MemoryTables {
  /// Deletes learned rows beyond the limits.
  ///
  /// This may take seconds, so it runs when the file is opened, and not at a key.
  func trim() throws(StorageError) {
    var languages: [String] = []
    try database.run(
      """
      SELECT language FROM word GROUP BY language
      HAVING count(*) > \(RowLimits.words.words + RowLimits.words.pairs + 1000)
      """
    ) { languages.append($0.text(0)) }
    var hasManyChoices = false
    try database.run(
      """
      SELECT 1 FROM choice GROUP BY kind, input HAVING count(*) > \(2 * RowLimits.choices) LIMIT 1
      """
    ) { _ in hasManyChoices = true }
    guard !languages.isEmpty || hasManyChoices else { return }
    try database.transaction { () throws(StorageError) in
      for language in languages { try trim(language, to: RowLimits.words) }
      guard hasManyChoices else { return }
      try database.run(
        """
        DELETE FROM choice WHERE (kind, input, choice) IN (
          SELECT kind, input, choice FROM (
            SELECT kind, input, choice, row_number() OVER (
              PARTITION BY kind, input ORDER BY last_use DESC) AS place FROM choice)
          WHERE place > \(RowLimits.choices))
        """)
    }
  }
}
