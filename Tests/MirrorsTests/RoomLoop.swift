// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A loop for one descriptor that waits for room, and calls its body when the test tells it to.
final class RoomLoop: DescriptorLoop {
  private var watch: (descriptor: Int32, body: (Readiness) -> Void)?

  /// The watched descriptor.
  var descriptor: Int32? { watch?.descriptor }

  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watch = (descriptor, body)
    return true
  }

  func rewatch(_ descriptor: Int32, for interest: Readiness) {}

  func unwatch(_ descriptor: Int32) {
    if watch?.descriptor == descriptor { watch = nil }
  }

  /// Calls the body if there is room, and returns whether there was.
  @discardableResult func turn() -> Bool {
    guard let watch else { return false }
    var entry = pollfd(fd: watch.descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return false }
    watch.body(.write)
    return true
  }
}
