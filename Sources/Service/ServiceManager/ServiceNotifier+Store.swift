// SPDX-License-Identifier: Apache-2.0
import CSealedMemory
import Glibc

/// The manager's store of descriptors, which outlives a restart of the service:
/// `FileDescriptorStoreMax=` of `systemd.service(5)`.
extension ServiceNotifier {
  /// For how many milliseconds the end of the service waits for room in the manager's queue.
  private static let storeLimit: Int32 = 1000

  /// Stores a descriptor under a name, `FDSTORE=1`; the next run receives it with its sockets.
  ///
  /// - Returns: 0, or the error.
  package func store(_ stored: Int32, as name: String) -> Int32 {
    guard descriptor >= 0 else { return ENOTCONN }
    let message = "FDSTORE=1\nFDNAME=\(name)"
    while true {
      if keybridge_send_descriptor(descriptor, message, message.utf8.count, stored) >= 0 {
        return 0
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, Self.storeLimit) > 0 else { return EAGAIN }
      default: return errno
      }
    }
  }

  /// Removes the descriptors with a name from the store, `FDSTOREREMOVE=1`.
  ///
  /// - Returns: 0, or the error.
  @discardableResult
  package func removeStored(_ name: String) -> Int32 {
    guard descriptor >= 0 else { return ENOTCONN }
    let message = "FDSTOREREMOVE=1\nFDNAME=\(name)"
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return send(descriptor, message, message.utf8.count, flags) >= 0 ? 0 : errno
  }
}
