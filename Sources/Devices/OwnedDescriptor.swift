// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A descriptor that is closed when its owner goes.
struct OwnedDescriptor: ~Copyable {
  /// The descriptor; -1 where there is none.
  let value: Int32

  /// Takes over a descriptor; -1 stands for none.
  init(_ value: Int32) {
    self.value = value
  }

  /// Takes over what a call returned; where that is -1, throws what `errno` says.
  init(_ value: Int32, from call: String) throws(DeviceError) {
    guard value >= 0 else { throw .systemCall(call, errno: errno) }
    self.value = value
  }

  deinit {
    if value >= 0 { close(value) }
  }
}
