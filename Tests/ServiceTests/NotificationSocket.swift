// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// The service manager's end of `sd_notify(3)`.
final class NotificationSocket {
  private let descriptor: Int32

  /// Binds a datagram socket to a path, or to an abstract name after `@`.
  init(address: String) throws {
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    var name = Array(address.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: name) }
    let size = MemoryLayout<sa_family_t>.size + name.count
    let result = withUnsafePointer(to: target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(size))
      }
    }
    guard result == 0 else { throw SystemFailure(call: "bind", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Returns the messages that have arrived.
  func messages() -> [String] {
    var block = [UInt8](repeating: 0, count: 4096)
    var messages: [String] = []
    while case let count = recv(descriptor, &block, block.count, Int32(MSG_DONTWAIT)), count >= 0 {
      messages.append(String(decoding: block[..<count], as: UTF8.self))
    }
    return messages
  }
}
