// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
import Glibc

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

  /// The length of a path that SQLite does not open.
  private static let pathLimit = 512

  /// Whether the database waits up to a second for another program's lock; otherwise it fails at
  /// once.
  var waits = false {
    didSet { sqlite3_busy_timeout(handle, waits ? 1000 : 0) }
  }

  /// The time that SQLite may sleep in a call that does not wait, in microseconds: other programs
  /// hold the locks of the log for a few of them.
  private static let shortSleep: Int32 = 5_000

  private let handle: OpaquePointer
  /// The log, once it was read.
  private var log: SQLiteLog?
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens an existing file.
  init(path: String, access: Access) throws(StorageError) {
    SystemCalls.install()
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
    guard case .broken = logFault, let file else {
      sqlite3_close_v2(handle)
      return
    }
    log?.invalidateIndex(of: file)
    // Otherwise closing would copy the rest of the log to the database.
    SystemCalls.withoutWriting { _ = sqlite3_close_v2(handle) }
  }

  /// Whether the file cannot be written.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether the path no longer leads to this file.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Notes which files the log has, after it was read.
  func noteLog() { log = SQLiteLog(path: path) }

  /// The mistake of another program that makes the log unusable; nil for none.
  var logFault: SQLiteLog.Fault? { file.flatMap { log?.fault(in: $0) } }

  private var file: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    return code == SQLITE_OK ? file : nil
  }

  /// Executes statements that return no rows.
  func execute(_ script: String) throws(StorageError) {
    limitSleep()
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement with its parameters, and calls `row` for each row of its result.
  ///
  /// The statement stays prepared, so use only a few different texts.
  func run(
    _ text: String, _ values: [String] = [], row: (borrowing SQLiteRow) -> Void = { _ in }
  ) throws(StorageError) {
    limitSleep()
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

  private func limitSleep() {
    SystemCalls.sleepLeft = waits ? 1_000_000 : Self.shortSleep
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
    case SQLITE_CANTOPEN:
      // SQLite has no error for a path that is too long for it.
      let errno = path.utf8.count < Self.pathLimit ? sqlite3_system_errno(handle) : ENAMETOOLONG
      return .cannotOpen(path: path, errno: errno)
    case SQLITE_READONLY: return .readOnly(path: path)
    default: return .refused(path: path, code: code, message: message)
    }
  }

  /// Returns a URI, in which every other character is quoted.
  ///
  /// An absolute path follows an empty authority, because two slashes at its beginning would be
  /// taken for the start of one.
  static func uri(of path: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes = Array((path.hasPrefix("/") ? "file://" : "file:").utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
