// SPDX-License-Identifier: Apache-2.0
import CSecretMemory
import Devices
import Glibc

/// Protects secrets in the memory of this process.
package enum SecretMemory {
  /// Disables core dumps, because memory contains typed text.
  package static func protect() { CoreDumps.forbid() }

  /// Makes the process overwrite all memory that is freed from here on; called when the first
  /// secret exists (FLD-2).
  package static func wipeFreed() { keybridge_wipe_freed_memory() }

  /// Keeps all memory out of swap, for the setting `lock-memory`.
  ///
  /// - Throws: why the kernel refuses.
  package static func lock() throws {
    guard !keybridge_lock_memory() else { return }
    let reason = systemMessage(errno)
    throw UserFacingError(
      "the memory cannot be locked: \(reason)",
      hint:
        "raise the limit: 'ulimit -l unlimited', or LimitMEMLOCK=infinity in the unit",
      status: errno == EPERM || errno == ENOMEM ? .notPermitted : .failed)
  }
}
