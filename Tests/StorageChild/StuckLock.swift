// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// A lock that the kernel does not release once; SQLite lets tests replace its system calls.
enum StuckLock {
  // The process has one thread.
  nonisolated(unsafe) private static var mustRefuse = false

  /// Makes the next release of a lock fail.
  static func begin() {
    let call: @convention(c) (Int32, Int32, UnsafeMutablePointer<flock>?) -> Int32 = {
      StuckLock.control($0, $1, $2)
    }
    guard let system = sqlite3_vfs_find(nil) else { exit(2) }
    mustRefuse = true
    _ = system.pointee.xSetSystemCall?(
      system, "fcntl", unsafeBitCast(call, to: sqlite3_syscall_ptr.self))
  }

  private static func control(
    _ descriptor: Int32, _ request: Int32, _ lock: UnsafeMutablePointer<flock>?
  ) -> Int32 {
    if mustRefuse, request == F_SETLK, lock?.pointee.l_type == Int16(F_UNLCK) {
      mustRefuse = false
      errno = ENOLCK
      return -1
    }
    // The argument of other requests is a number.
    guard let lock else { return fcntl(descriptor, request, 0) }
    return fcntl(descriptor, request, UnsafeMutableRawPointer(lock))
  }
}
