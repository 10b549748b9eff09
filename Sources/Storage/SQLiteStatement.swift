// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// The owner of one prepared statement; the C counterpart is `sqlite3_stmt`.
final class SQLiteStatement {
  private let handle: OpaquePointer

  /// Takes ownership of a statement.
  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement to its end, or to the first failure.
  ///
  /// - Returns: SQLite's result code, `SQLITE_DONE` on success.
  func run(_ values: [String], row: (borrowing SQLiteRow) -> Void) -> Int32 {
    // A statement that is not reset prevents a checkpoint of the log.
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    while true {
      let code = sqlite3_step(handle)
      guard code == SQLITE_ROW else { return code }
      row(SQLiteRow(handle))
    }
  }

  private func bind(_ value: String, at index: Int32) -> Int32 {
    var value = value
    return value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would mean NULL instead of an empty text.
        guard let start = characters.baseAddress else {
          return sqlite3_bind_text_copy(handle, index, "", 0)
        }
        return sqlite3_bind_text_copy(handle, index, start, Int32(clamping: characters.count))
      }
    }
  }
}

/// One row of a result, valid until the statement's next step.
struct SQLiteRow: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  /// Returns the text of a column, counted from 0; empty for NULL.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    // The text is read before its size, because reading the text may change the size.
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns the number in a column, counted from 0; 0 for NULL.
  func integer(_ column: Int32) -> Int {
    Int(clamping: sqlite3_column_int64(handle, column))
  }
}
