// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The sending end of a system service's datagram socket: the service manager's or the journal's.
enum DatagramSocket {
  /// Connects to a path, or to an abstract name after `@`.
  ///
  /// - Returns: the descriptor, which the caller must close; nil if the connection fails.
  static func connect(to address: String) -> Int32? {
    var name = Array(address.utf8)
    var target = sockaddr_un()
    guard let first = name.first, [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first),
      name.count < MemoryLayout.size(ofValue: target.sun_path)
    else { return nil }
    if first == UInt8(ascii: "@") { name[0] = 0 }
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: name) }
    // An abstract name is not terminated; the length of the address delimits it.
    let size = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let result = withUnsafePointer(to: target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
