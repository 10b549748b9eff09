// SPDX-License-Identifier: Apache-2.0

/// The tables of the file, and their upgrade from older versions.
///
/// `PRAGMA user_version` is the number of steps that were applied to a file.
enum Schema {
  /// The SQL of each step from one version to the next.
  ///
  /// A released step is never changed; changes are added as new steps.
  static let steps = [
    """
    CREATE TABLE context_mode (
      context TEXT NOT NULL PRIMARY KEY, mode TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE last_mode (
      only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), mode TEXT NOT NULL
    ) STRICT;
    CREATE TABLE choice (
      kind TEXT NOT NULL, input TEXT NOT NULL, choice TEXT NOT NULL,
      count INTEGER NOT NULL, last_use INTEGER NOT NULL,
      PRIMARY KEY (kind, input, choice)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (
      key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE dictionary (
      language TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (language, word)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE word (
      language TEXT NOT NULL, previous TEXT NOT NULL, word TEXT NOT NULL,
      count INTEGER NOT NULL, last_use INTEGER NOT NULL,
      PRIMARY KEY (language, previous, word)
    ) STRICT, WITHOUT ROWID;
    """,
  ]

  /// Upgrades a file to the newest version, in one transaction.
  static func upgrade(_ database: SQLiteDatabase, by steps: [String]) throws(StorageError) {
    guard try version(of: database, by: steps) < steps.count else { return }
    try database.transaction { () throws(StorageError) in
      // Read again, because another process may have upgraded the file in the meantime.
      let version = try version(of: database, by: steps)
      for step in steps.dropFirst(version) { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(steps.count)")
    }
  }

  /// Returns the number of steps that were applied to a file.
  ///
  /// - Throws: ``StorageError/newerVersion(path:found:known:)`` if it is greater than the number of
  ///   steps.
  @discardableResult static func version(
    of database: SQLiteDatabase, by steps: [String]
  ) throws(StorageError) -> Int {
    var found = 0
    try database.run("PRAGMA user_version") { found = $0.integer(0) }
    guard (0...steps.count).contains(found) else {
      throw .newerVersion(path: database.path, found: found, known: steps.count)
    }
    return found
  }
}
