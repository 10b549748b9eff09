// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// An open SQLite file and its prepared statements, for one thread.
///
/// The C counterpart is `sqlite3`.
final class SQLiteDatabase {
  /// The access to a file.
  enum Access {
    /// Read and write access; a file without write permission opens too, see ``isReadOnly``.
    case readWrite
    /// Read access, including the log of a killed writer.
    case readOnly
    /// Read access to the file alone, for a folder in which SQLite cannot create files.
    case fileAlone
  }

  let path: String

  /// Whether the database waits up to a second for another program's lock; otherwise it fails at
  /// once.
  var waits = false {
    didSet { sqlite3_busy_timeout(handle, waits ? 1000 : 0) }
  }

  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens an existing file.
  init(path: String, access: Access) throws(StorageError) {
    var pointer: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
      | (access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    let name = Self.uri(of: path) + (access == .fileAlone ? "?immutable=1" : "")
    let code = sqlite3_open_v2(name, &pointer, flags, nil)
    guard let pointer else {
      throw .refused(path: path, code: code, message: String(cString: sqlite3_errstr(code)))
    }
    handle = pointer
    self.path = path
    guard code == SQLITE_OK else { throw failure(code) }
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Whether the file cannot be written.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether the path no longer leads to this file.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Executes statements that return no rows.
  func execute(_ script: String) throws(StorageError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement with its parameters, and calls `row` for each row of its result.
  ///
  /// The statement stays prepared, so use only a few different texts.
  func run(
    _ text: String, _ values: [String] = [], row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(StorageError) {
    let statement = try prepared(text)
    let code = statement.run(values, row: row)
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// Runs a function in a transaction, which is rolled back on an error.
  func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try execute("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try body()
      try execute("COMMIT")
    } catch {
      // Fails if SQLite has already rolled back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ text: String) throws(StorageError) -> SQLiteStatement {
    if let statement = statements[text] { return statement }
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard let pointer else { throw failure(code) }
    let statement = SQLiteStatement(pointer)
    statements[text] = statement
    return statement
  }

  private func failure(_ code: Int32) -> StorageError {
    let message = String(cString: sqlite3_errmsg(handle))
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path: path, message: message)
    case SQLITE_CANTOPEN: return .cannotOpen(path: path, errno: sqlite3_system_errno(handle))
    case SQLITE_READONLY: return .readOnly(path: path)
    default: return .refused(path: path, code: code, message: message)
    }
  }

  private static func uri(of path: String) -> String {
    path.reduce(into: "file:") { result, character in
      switch character {
      case "%": result += "%25"
      case "?": result += "%3f"
      case "#": result += "%23"
      default: result.append(character)
      }
    }
  }
}
