// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// Core dumps of this process.
package enum CoreDumps {
  /// Prevents core dumps from now on, and access of the user's other processes to this process's
  /// memory.
  ///
  /// Uses C's `prctl(PR_SET_DUMPABLE)`. It is permanent, because secrets may remain in memory.
  package static func forbid() {
    _ = keybridge_forbid_core_dumps()
  }
}
