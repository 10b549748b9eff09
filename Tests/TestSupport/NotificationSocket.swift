// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The service manager's end of `sd_notify(3)`.
package final class NotificationSocket {
  /// A message, with the descriptors that the receiver must close.
  package struct Message {
    package var text: String
    package var descriptors: [Int32] = []
  }

  private let descriptor: Int32

  /// Binds a datagram socket to a path, or to an abstract name after `@`.
  package init(address: String) throws {
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
  package func messages() -> [String] {
    var messages: [String] = []
    while let message = message() {
      for descriptor in message.descriptors { close(descriptor) }
      messages.append(message.text)
    }
    return messages
  }

  /// Returns the oldest message that has arrived; nil for none.
  package func message() -> Message? {
    var block = [UInt8](repeating: 0, count: 4096)
    // A header of 16 bytes, and room for some descriptors.
    var control = [UInt64](repeating: 0, count: 8)
    return block.withUnsafeMutableBytes { block in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: block.baseAddress, iov_len: block.count)
        let length = withUnsafeMutablePointer(to: &part) { part -> (Int, Int) in
          var header = msghdr()
          (header.msg_iov, header.msg_iovlen) = (part, 1)
          (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
          let flags = Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC)
          return (recvmsg(descriptor, &header, flags), header.msg_controllen)
        }
        guard length.0 >= 0 else { return nil }
        var message = Message(text: String(decoding: block[..<length.0], as: UTF8.self))
        guard length.1 >= 16, control.load(fromByteOffset: 12, as: Int32.self) == SCM_RIGHTS else {
          return message
        }
        let end = Int(control.load(as: UInt64.self))
        for offset in stride(from: 16, to: end, by: 4) {
          message.descriptors.append(control.load(fromByteOffset: offset, as: Int32.self))
        }
        return message
      }
    }
  }
}
