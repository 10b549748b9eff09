// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// A disk of which nothing can be read for a time: SQLite lets tests replace its system calls.
enum FailingDisk {
  // The process has one thread.
  nonisolated(unsafe) private static var count = 0

  /// From now on every read of SQLite fails.
  static func begin() {
    let read: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int = { _, _, _ in
      FailingDisk.fail()
    }
    replace(with: unsafeBitCast(read, to: sqlite3_syscall_ptr.self))
  }

  /// From now on the reads are the system's.
  static func end() {
    replace(with: nil)
  }

  /// How many reads have failed since this was asked last.
  static func takeCount() -> Int {
    defer { count = 0 }
    return count
  }

  private static func fail() -> Int {
    count += 1
    // A file server that is away; EIO is damage to SQLite.
    errno = ETIMEDOUT
    return -1
  }

  /// Which one SQLite reads with depends on how it was built; all begin with the same parameters.
  private static func replace(with call: sqlite3_syscall_ptr?) {
    guard let system = sqlite3_vfs_find(nil) else { exit(2) }
    for name in ["read", "pread", "pread64"] {
      _ = system.pointee.xSetSystemCall?(system, name, call)
    }
  }
}
