// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// Descriptors that system calls return.
extension OwnedDescriptor {
  /// Takes ownership of the descriptor that a call returned; throws with `errno` if it is -1.
  package init(_ value: Int32, from call: String) throws(DeviceError) {
    guard value >= 0 else { throw .systemCall(call, errno: errno) }
    self.init(value)
  }
}
