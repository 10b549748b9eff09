// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import TextInput

/// The file on the disk: made, opened, put away.
struct StorageFile {
  let path: String

  private let directory: String
  private let steps: [String]

  /// Names a file in a folder, with the steps of ``Schema``; nothing is touched yet.
  init(directory: String, steps: [String]) {
    self.directory = directory
    self.steps = steps
    path = directory + "/memory.sqlite"
  }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Opens the file, which is made if it is not there, and brings its tables up to date.
  ///
  /// It `waits` for other programs as ``SQLiteDatabase/waits`` says.
  func open(waits: Bool) throws(StorageError) -> SQLiteDatabase {
    var database = try connect(waits: waits)
    do throws(StorageError) {
      try prepare(database)
    } catch {
      // Another process met the damage first, and has put the file away: a good one may be there.
      guard case .damaged = error, database.hasMoved else { throw error }
      database = try connect(waits: waits)
      try prepare(database)
    }
    return database
  }

  private func connect(waits: Bool) throws(StorageError) -> SQLiteDatabase {
    try make()
    let database = try SQLiteDatabase(path: path, access: .readWrite)
    database.waits = waits
    return database
  }

  private func prepare(_ database: SQLiteDatabase) throws(StorageError) {
    if database.isReadOnly { throw .readOnly(path: path) }
    // Before anything is written: a newer program's file stays as it is.
    try Schema.version(of: database, by: steps)
    try check(database)
    // WAL with NORMAL: a commit is in the kernel's hands when it returns, so a killed program loses
    // nothing. A power cut may take the last commits, those since the log last reached the disk, and
    // never breaks the file. Waiting for the disk at each commit would be felt in the typing.
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA cache_size = -256;
      """)
    try Schema.upgrade(database, by: steps)
  }

  /// Copies what can be read of a file that cannot be opened to write.
  func salvage(to memory: VolatileMemory) {
    for access in [SQLiteDatabase.Access.readOnly, .fileAlone] {
      do throws(StorageError) {
        let database = try SQLiteDatabase(path: path, access: access)
        try Schema.version(of: database, by: steps)
        return MemoryTables(database: database).copy(to: memory)
      } catch {
        // Without locks, half of what another program writes would be read.
        if error.isBusy { return }
      }
    }
  }

  /// Renames the file with its log, for whoever wants to mend it.
  ///
  /// - Returns: its name now; nil if it cannot be renamed.
  func setAside() -> String? {
    let names = (1...99).lazy.map { "\(path).damaged-\($0)" }
    guard let name = names.first(where: { access($0, F_OK) != 0 }), rename(path, name) == 0 else {
      return nil
    }
    // The file first: SQLite drops a log without a file, and takes one beside a new file for its own.
    rename(path + "-wal", name + "-wal")
    unlink(path + "-shm")
    return name
  }

  /// Makes folder and file, readable for their owner alone.
  private func make() throws(StorageError) {
    guard !exists else { return }
    try makeDirectory()
    // Exclusive: closing a file that SQLite has open in this process would drop SQLite's locks.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else {
      throw .cannotMake(path: path, errno: errno)
    }
    close(descriptor)
  }

  private func makeDirectory() throws(StorageError) {
    var made = directory.hasPrefix("/") ? "" : "."
    for name in directory.split(separator: "/") {
      made += "/" + name
      guard access(made, F_OK) != 0 else { continue }
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw .cannotMake(path: made, errno: errno)
      }
    }
  }

  /// Reads the whole file once, so that damage is met now and not in the middle of a word.
  ///
  /// Some ten milliseconds for 20 000 choices. The quick check does not see rows out of order.
  private func check(_ database: SQLiteDatabase) throws(StorageError) {
    var found = "ok"
    try database.run("PRAGMA integrity_check(1)") { found = $0.text(0) }
    if found != "ok" { throw .damaged(path: path, message: found) }
  }
}
