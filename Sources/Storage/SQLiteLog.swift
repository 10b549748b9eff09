// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
import Glibc
internal import Keys

/// The files of an open database: the database, its log, `-wal`, and the index of the log, `-shm`.
///
/// SQLite expects that no other program touches them. A write to a log that was truncated or
/// replaced would be lost, or would destroy the changes of other programs.
struct SQLiteLog {
  /// A mistake of another program, after which the files must be closed.
  enum Fault {
    /// The log is complete, but may have lost its name, or the database was changed in place. The
    /// log can be copied to the database.
    case detached
    /// The log, or its index, is not the one that was opened, or is too short. Nothing may be
    /// written, and all programs must read the log again. If `losesChanges`, the log had changes
    /// that are not in the database.
    case broken(losesChanges: Bool)
  }

  /// The identity of a file, whatever its name.
  private struct FileID: Equatable {
    var device: dev_t
    var inode: ino_t
  }

  /// The first region of the index, in SQLite's format of the WAL index.
  private struct Index {
    /// The number of frames in the log.
    var frames: UInt32
    /// The number of frames that were copied to the database.
    var copied: UInt32
    var pageSize: Int
    /// Tells logs apart.
    var salt: UInt64

    static let length = 32_768
    private static let logHeader = 32
    private static let frameHeader = 24

    init(_ start: UnsafeRawPointer) {
      frames = start.load(fromByteOffset: 16, as: UInt32.self)
      copied = start.load(fromByteOffset: 96, as: UInt32.self)
      salt = start.load(fromByteOffset: 32, as: UInt64.self)
      let size = Int(start.load(fromByteOffset: 14, as: UInt16.self))
      // 65536 does not fit.
      pageSize = size == 1 ? 65_536 : size
    }

    /// The length of a log with these frames.
    var logLength: Int {
      frames == 0 ? 0 : Self.logHeader + Int(frames) * (Self.frameHeader + pageSize)
    }
  }

  private let path: String
  private let log: FileID
  private let index: FileID
  private var databaseLength = 0

  private static let header = Array("SQLite format 3\0".utf8)

  /// Notes the files of a database that has read its log; nil if it has none.
  init?(path: String) {
    guard let (log, _) = Self.file(at: path + "-wal"), let (index, _) = Self.file(at: path + "-shm")
    else { return nil }
    (self.path, self.log, self.index) = (path, log, index)
  }

  /// Compares the files with those that were opened.
  ///
  /// - Parameter database: the database's file.
  /// - Returns: the mistake of another program; nil for none.
  mutating func fault(in database: UnsafeMutablePointer<sqlite3_file>) -> Fault? {
    let found = Self.file(at: path + "-shm")
    if SystemCalls.hasLostIndex { return .broken(losesChanges: false) }
    if let found, found.id == index, found.length < Index.length {
      return .broken(losesChanges: false)
    }
    guard let start = Self.region(of: database) else { return nil }
    let before = Index(start)
    let losesChanges = before.copied < before.frames
    let foundLog = Self.file(at: path + "-wal")
    if let found, found.id != index { return .broken(losesChanges: losesChanges) }
    guard let foundLog else { return .detached }
    guard foundLog.id == log else {
      // Another program may have begun a new log after it had copied the old one.
      let isOfIndex = Self.salt(ofLog: path + "-wal") == before.salt
      return .broken(losesChanges: losesChanges && !isOfIndex)
    }
    // Another program that empties the log changes the index first.
    if foundLog.length < before.logLength, Index(start).frames == before.frames {
      return .broken(losesChanges: losesChanges)
    }
    return found == nil || hasChanged(database) ? .detached : nil
  }

  /// Whether another program has cut off the database or replaced its beginning.
  ///
  /// SQLite's cache would hide it until the end.
  private mutating func hasChanged(_ database: UnsafeMutablePointer<sqlite3_file>) -> Bool {
    guard let methods = database.pointee.pMethods?.pointee else { return false }
    var length: sqlite3_int64 = 0
    guard methods.xFileSize?(database, &length) == SQLITE_OK else { return false }
    defer { databaseLength = Int(length) }
    if Int(length) < databaseLength { return true }
    var start = [UInt8](repeating: 0, count: Self.header.count)
    return methods.xRead?(database, &start, Int32(start.count), 0) != SQLITE_OK
      || start != Self.header
  }

  /// Makes every program with this index read the whole log again, as after a crash.
  func invalidateIndex(of database: UnsafeMutablePointer<sqlite3_file>) {
    // Both copies of the header.
    Self.region(of: database)?.initializeMemory(as: UInt8.self, repeating: 0, count: 96)
  }

  private static func region(
    of database: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutableRawPointer? {
    guard let methods = database.pointee.pMethods?.pointee, methods.iVersion >= 2 else {
      return nil
    }
    var start: UnsafeMutableRawPointer?
    _ = methods.xShmMap?(database, 0, Int32(Index.length), 0, &start)
    return start
  }

  private static func salt(ofLog path: String) -> UInt64? {
    let descriptor = uninterrupted {
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var salt: UInt64 = 0
    return pread(descriptor, &salt, 8, 16) == 8 ? salt : nil
  }

  /// Finds the file that has a path now; nil if there is none.
  private static func file(at path: String) -> (id: FileID, length: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (FileID(device: status.st_dev, inode: status.st_ino), Int(status.st_size))
  }
}
