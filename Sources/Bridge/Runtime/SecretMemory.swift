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

  /// Overwrites all memory that `body` frees.
  ///
  /// A program's line may contain the first secret, and most copies of the line are freed before
  /// the secret is known to be one (FLD-2).
  static func wipingFreed(_ body: () -> Void) {
    keybridge_begin_wiping()
    body()
    keybridge_end_wiping()
  }

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
