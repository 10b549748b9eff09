// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// A disk that cannot be read for some time; SQLite lets tests replace its system calls.
enum FailingDisk {
  // The process has one thread.
  nonisolated(unsafe) private static var count = 0

  /// Makes every read of SQLite fail from now on.
  static func begin() {
    let read: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int = { _, _, _ in
      FailingDisk.fail()
    }
    replace(with: unsafeBitCast(read, to: sqlite3_syscall_ptr.self))
  }

  /// Makes reads succeed again.
  static func end() {
    replace(with: nil)
  }

  /// The number of reads that have failed since the last call.
  static func takeCount() -> Int {
    defer { count = 0 }
    return count
  }

  private static func fail() -> Int {
    count += 1
    // The error of an unreachable file server; SQLite treats EIO as damage.
    errno = ETIMEDOUT
    return -1
  }

  /// The call that SQLite reads with depends on its build; all have the same first parameters.
  private static func replace(with call: sqlite3_syscall_ptr?) {
    guard let system = sqlite3_vfs_find(nil) else { exit(2) }
    for name in ["read", "pread", "pread64"] {
      _ = system.pointee.xSetSystemCall?(system, name, call)
    }
  }
}
