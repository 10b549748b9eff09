// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A loop for descriptors that are read, which calls handlers when the test tells it to.
final class ReadingLoop: DescriptorLoop {
  private var watches: [Int32: (interest: Readiness, body: (Readiness) -> Void)] = [:]

  /// The events that each descriptor is watched for.
  var interests: [Readiness] { watches.values.map(\.interest) }

  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watches[descriptor] = (interest, body)
    return true
  }

  func rewatch(_ descriptor: Int32, for interest: Readiness) {
    watches[descriptor]?.interest = interest
  }

  func unwatch(_ descriptor: Int32) { watches[descriptor] = nil }

  /// Calls the handlers of the readable descriptors.
  func turn() {
    for (descriptor, watch) in watches where watch.interest.contains(.read) {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { continue }
      let hasGone = entry.revents & Int16(POLLHUP | POLLERR) != 0
      watch.body(hasGone ? [.read, .hangUp] : .read)
    }
  }

  /// Reports that files in sysfs have changed.
  func change() {
    for watch in watches.values where watch.interest.contains(.change) {
      watch.body([.change, .hangUp])
    }
  }
}
