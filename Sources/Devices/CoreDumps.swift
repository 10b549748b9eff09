// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// What the kernel may write of this process's memory.
package enum CoreDumps {
  /// Has no core dump written from here on, and no other process of the user look into the memory.
  ///
  /// C's `prctl(PR_SET_DUMPABLE)`. It is not taken back: what was a secret may still be in memory.
  package static func forbid() {
    _ = keybridge_forbid_core_dumps()
  }
}
