// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Who is at the other end of a socket, as the kernel saw it connect: C's `struct ucred` of
/// `SO_PEERCRED`, which Glibc's module leaves out.
package struct Peer: Hashable, Sendable {
  /// The process.
  package var process: Int32 = 0
  /// Its user.
  package var user: UInt32 = .max
  /// Its group.
  package var group: UInt32 = .max

  /// Asks the kernel about a connection; nil where it does not say.
  init?(of descriptor: Int32) {
    var size = socklen_t(MemoryLayout<Peer>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0 else { return nil }
  }

  /// Whether the process at the other end of a connection is in a group, be it a further one of its.
  func isMember(of group: UInt32, on descriptor: Int32) -> Bool {
    if self.group == group { return true }
    var groups = [UInt32](repeating: .max, count: 1024)
    var size = socklen_t(groups.count * MemoryLayout<UInt32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &size) == 0 else {
      return false
    }
    return groups.prefix(Int(size) / MemoryLayout<UInt32>.size).contains(group)
  }
}
