// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The credentials of a connection's other end at the time it connected: `struct ucred` of
/// `SO_PEERCRED`, which Glibc's module does not export.
package struct Peer: Hashable, Sendable {
  package var process: Int32 = 0
  package var user: UInt32 = .max
  package var group: UInt32 = .max

  /// Reads the credentials from the kernel; nil on failure.
  init?(of descriptor: Int32) {
    var size = socklen_t(MemoryLayout<Peer>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0 else { return nil }
  }

  /// Returns the program that a process runs now; nil if the process has ended, or if this process
  /// may not read it.
  ///
  /// A process may run another program after it connected, so the path helps a person to recognize
  /// a client, and is no proof.
  package static func executable(of process: Int32) -> String? {
    guard process > 0 else { return nil }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &path, path.count)
    return count > 0
      ? String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Whether the connected process belongs to a group, including its supplementary groups.
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
