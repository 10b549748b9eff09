// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A descriptor that is closed by `deinit`.
package struct OwnedDescriptor: ~Copyable {
  /// The descriptor; -1 for none.
  package let value: Int32

  /// Takes ownership of a descriptor; -1 means none.
  package init(_ value: Int32) {
    self.value = value
  }

  deinit {
    if value >= 0 { close(value) }
  }
}
