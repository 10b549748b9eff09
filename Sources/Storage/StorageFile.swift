// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import TextInput

/// The file on the disk, with functions to create, open and rename it.
struct StorageFile {
  let path: String

  private let directory: String
  private let steps: [String]

  /// Creates a reference to a file in a folder, with the steps of ``Schema``; the disk is not
  /// accessed.
  init(directory: String, name: String = "memory", steps: [String]) {
    self.directory = directory
    self.steps = steps
    path = "\(directory)/\(name).sqlite"
  }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Opens the file, creating it if necessary, and upgrades its tables.
  ///
  /// `waits` is the value for ``SQLiteDatabase/waits``.
  func open(waits: Bool) throws(StorageError) -> SQLiteDatabase {
    var database = try connect(waits: waits)
    do throws(StorageError) {
      try prepare(database)
    } catch {
      // Another process may have found the damage first and renamed the file, so the path may lead
      // to an intact file.
      guard case .damaged = error, database.hasMoved else { throw error }
      database = try connect(waits: waits)
      try prepare(database)
    }
    return database
  }

  /// Opens the file, creating it if necessary, so that each commit waits for the disk.
  func openDurably() throws(StorageError) -> SQLiteDatabase {
    let isNew = !exists
    let database = try connect(waits: true)
    try requireUsable(database)
    // Effective only before the first table exists.
    if isNew { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
    try configure(database, synchronous: "FULL")
    database.noteLog()
    return database
  }

  private func connect(waits: Bool) throws(StorageError) -> SQLiteDatabase {
    try make()
    try requireRegularFiles()
    let database = try SQLiteDatabase(path: path, access: .readWrite)
    database.waits = waits
    return database
  }

  private func prepare(_ database: SQLiteDatabase) throws(StorageError) {
    try requireUsable(database)
    // WAL with NORMAL: a commit has reached the kernel when it returns, so killing the program
    // loses nothing. A power failure may lose the last commits, those since the last sync of the
    // log, but never damages the file. Waiting for the disk at each commit would delay typing.
    try configure(database, synchronous: "NORMAL")
    try MemoryTables(database: database).trim()
    database.noteLog()
  }

  /// Throws if the file cannot be written, is damaged, or is of a newer program, which is checked
  /// before anything is written, so that its file stays unchanged.
  private func requireUsable(_ database: SQLiteDatabase) throws(StorageError) {
    if database.isReadOnly { throw .readOnly(path: path) }
    try Schema.version(of: database, by: steps)
    try check(database)
  }

  private func configure(
    _ database: SQLiteDatabase, synchronous: String
  ) throws(StorageError) {
    // Temporary tables stay in memory: no learned word is in another file.
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = \(synchronous);
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -256;
      PRAGMA mmap_size = 0;
      """)
    try Schema.upgrade(database, by: steps)
  }

  /// Copies the readable contents of a file that cannot be opened for writing.
  func salvage(to memory: VolatileMemory) {
    for access in [SQLiteDatabase.Access.readOnly, .fileAlone] {
      do throws(StorageError) {
        let database = try SQLiteDatabase(path: path, access: access)
        try Schema.version(of: database, by: steps)
        return MemoryTables(database: database).copy(to: memory)
      } catch {
        // Reading without locks could return another program's incomplete changes.
        if error.isLock { return }
      }
    }
  }

  /// Renames the file and its log, so that they can be repaired.
  ///
  /// - Returns: the new path; nil if renaming fails.
  func setAside() -> String? {
    let names = (1...99).lazy.map { "\(path).damaged-\($0)" }
    guard let name = names.first(where: { access($0, F_OK) != 0 }), rename(path, name) == 0 else {
      return nil
    }
    // The file is renamed before its log: SQLite ignores a log without a file, but uses a log next
    // to a new file.
    rename(path + "-wal", name + "-wal")
    unlink(path + "-shm")
    return name
  }

  /// Throws if a pipe, a socket or a device is where the database or its log should be.
  ///
  /// ``SystemCalls`` does not open them either, but cannot say why.
  private func requireRegularFiles() throws(StorageError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      guard stat(path + suffix, &status) == 0,
        ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      else { continue }
      throw .notRegular(path: path + suffix)
    }
  }

  /// Creates the folder and the file, accessible only to their owner.
  private func make() throws(StorageError) {
    guard !exists else { return }
    try StateDirectory.make(directory)
    // Creates the file only if it does not exist (O_EXCL). Opening and closing a file that SQLite
    // has open in this process would release SQLite's locks.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else {
      throw .cannotMake(path: path, errno: errno)
    }
    close(descriptor)
  }

  /// Reads the whole file once, so that damage is found at the start and not during typing.
  ///
  /// This takes some ten milliseconds for 20 000 choices. SQLite's quick check does not detect rows
  /// out of order.
  private func check(_ database: SQLiteDatabase) throws(StorageError) {
    var found = "ok"
    try database.run("PRAGMA integrity_check(1)") { found = $0.text(0) }
    if found != "ok" { throw .damaged(path: path, message: found) }
  }
}
