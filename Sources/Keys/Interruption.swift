// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Repeats a system call as long as a signal interrupts it (`EINTR`).
///
/// Opening a device and most of its requests wait for a lock of the kernel, and so does a file of a
/// server or of FUSE. The C counterpart is `TEMP_FAILURE_RETRY`.
///
/// - Parameter call: the call, which returns -1 and sets `errno` if it fails.
/// - Returns: the result of the call that was not interrupted.
package func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    guard result == -1, errno == EINTR else { return result }
  }
}
