// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The file of what is owed to programs: codes and commands that they have not acknowledged.
///
/// Each group of changes is on the disk when ``apply(_:)`` returns: the file has
/// `synchronous=FULL`, unlike the memory of the user. Only one process opens the file, with one
/// connection, because SQLite before 3.51.3 may damage a file with two.
package final class OwedFile {
  /// The contents of the file when it was opened.
  package struct Contents: Hashable, Sendable {
    /// The records that are owed, the oldest first.
    package var records: [OwedRecord] = []
    /// The number of the last record, which may have been acknowledged; 0 for none.
    package var lastNumber = 0
    /// The users of the programs.
    package var users: [String: UInt32] = [:]
    /// The new name of a file that was damaged; nil if it was not.
    package var damagedFile: String?
  }

  /// The path of the file.
  package let path: String
  private let database: SQLiteDatabase

  private static let steps = [
    """
    CREATE TABLE record (
      number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE owed (
      receiver TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (receiver, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX owed_number ON owed (number);
    CREATE TABLE receiver (name TEXT NOT NULL PRIMARY KEY, user INTEGER NOT NULL) STRICT;
    """
  ]

  /// Opens the file in a folder, or creates it.
  ///
  /// A damaged file is renamed; what can be read of it is kept.
  ///
  /// - Parameter directory: the folder, which is created if necessary.
  /// - Returns: the file, and what it has.
  /// - Throws: why it cannot be opened.
  package static func open(
    directory: String
  ) throws(StorageError) -> (file: OwedFile, contents: Contents) {
    do throws(StorageError) {
      let file = try OwedFile(directory: directory)
      return (file, try file.contents())
    } catch {
      guard case .damaged = error else { throw error }
      var rest = Contents()
      salvage(directory + "/owed.sqlite", into: &rest)
      guard let name = StorageFile(directory: directory, name: "owed", steps: steps).setAside()
      else { throw error }
      rest.damagedFile = name
      let file = try OwedFile(directory: directory)
      try file.restore(rest)
      return (file, rest)
    }
  }

  private init(directory: String) throws(StorageError) {
    let file = StorageFile(directory: directory, name: "owed", steps: Self.steps)
    path = file.path
    database = try file.openDurably()
  }

  // MARK: Reading

  private func contents() throws(StorageError) -> Contents {
    var contents = Contents()
    try Self.read(database, into: &contents)
    return contents
  }

  private static func read(
    _ database: SQLiteDatabase, into contents: inout Contents
  ) throws(StorageError) {
    var users: [String: UInt32] = [:]
    try database.run("SELECT name, user FROM receiver") {
      users[$0.text(0)] = UInt32(exactly: $0.integer(1))
    }
    contents.users = users
    var last = 0
    try database.run("SELECT seq FROM sqlite_sequence WHERE name = 'record'") {
      last = $0.integer(0)
    }
    contents.lastNumber = last
    var records: [OwedRecord] = []
    defer { contents.records = records }
    try database.run(
      """
      SELECT record.number, body, receiver FROM record JOIN owed USING (number)
      ORDER BY record.number, receiver
      """
    ) { row in
      let number = row.integer(0)
      if records.last?.number == number {
        records[records.count - 1].receivers.append(row.text(2))
      } else {
        records.append(OwedRecord(number: number, body: row.text(1), receivers: [row.text(2)]))
      }
    }
  }

  /// Reads what a damaged file still has.
  private static func salvage(_ path: String, into contents: inout Contents) {
    for access in [SQLiteDatabase.Access.readOnly, .fileAlone] {
      guard let database = try? SQLiteDatabase(path: path, access: access) else { continue }
      try? read(database, into: &contents)
      contents.lastNumber = max(contents.lastNumber, contents.records.last?.number ?? 0)
      if !contents.records.isEmpty { return }
    }
  }

  private func restore(_ contents: Contents) throws(StorageError) {
    var changes = contents.users.map { OwedChange.bind(receiver: $0.key, user: $0.value) }
    changes += contents.records.map { .add($0) }
    try apply(changes)
    guard contents.lastNumber > contents.records.last?.number ?? 0 else { return }
    // The numbers of records that were acknowledged are not used again.
    try apply([
      .add(OwedRecord(number: contents.lastNumber, body: "", receivers: [""])),
      .settle(receiver: "", through: contents.lastNumber),
    ])
  }

  // MARK: Writing

  /// Whether changes go to the file that the path names; not after another program has replaced,
  /// deleted or cut off the file or its log.
  package var isInPlace: Bool { !database.hasMoved && database.logFault == nil }

  /// Writes changes, which are on the disk when this function returns.
  ///
  /// - Parameter changes: the changes, in order.
  /// - Throws: why nothing was written.
  package func apply(_ changes: [OwedChange]) throws(StorageError) {
    try database.transaction { () throws(StorageError) in
      for change in changes { try apply(change) }
    }
  }

  private func apply(_ change: OwedChange) throws(StorageError) {
    switch change {
    case .add(let record):
      try database.run(
        "INSERT OR IGNORE INTO record VALUES (?, ?)", ["\(record.number)", record.body])
      for receiver in record.receivers {
        try database.run(
          "INSERT OR IGNORE INTO owed VALUES (?, ?)", [receiver, "\(record.number)"])
      }
    case .settle(let receiver, let number):
      try database.run(
        "DELETE FROM owed WHERE receiver = ? AND number <= CAST(? AS INTEGER)",
        [receiver, "\(number)"])
      try database.run(
        """
        DELETE FROM record WHERE number <= CAST(? AS INTEGER)
        AND NOT EXISTS (SELECT 1 FROM owed WHERE owed.number = record.number)
        """, ["\(number)"])
    case .bind(let receiver, let user?):
      try database.run("INSERT OR REPLACE INTO receiver VALUES (?, ?)", [receiver, "\(user)"])
    case .bind(let receiver, nil):
      try database.run("DELETE FROM receiver WHERE name = ?", [receiver])
    }
  }

  /// SQLite's level of waiting for the disk: 2 is `FULL`.
  var synchronous: Int {
    var level = 0
    try? database.run("PRAGMA synchronous") { level = $0.integer(0) }
    return level
  }

  /// Gives the room of removed records back to the disk.
  package func shrink() {
    try? database.execute("PRAGMA incremental_vacuum")
  }
}
