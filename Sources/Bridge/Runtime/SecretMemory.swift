// SPDX-License-Identifier: Apache-2.0
import CSecretMemory
import Devices
import Glibc

/// What becomes of secrets in the memory of this process.
package enum SecretMemory {
  /// Has no core dump written from here on: what is typed is in the memory.
  package static func protect() { CoreDumps.forbid() }

  /// Has all memory overwritten that is freed from here on: there is a secret (FLD-2).
  package static func wipeFreed() { keybridge_wipe_freed_memory() }

  /// Keeps all memory out of swap, for the setting `lock-memory`.
  ///
  /// - Throws: why the kernel refuses.
  package static func lock() throws {
    guard !keybridge_lock_memory() else { return }
    let reason = systemMessage(errno)
    throw Complaint(
      "the memory cannot be locked: \(reason)",
      mend:
        "the limit of locked memory must be unlimited: 'ulimit -l', LimitMEMLOCK=infinity in a unit",
      status: errno == EPERM || errno == ENOMEM ? .notPermitted : .failed)
  }
}
