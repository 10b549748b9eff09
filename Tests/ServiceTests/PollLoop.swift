// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The loop of the tests: `poll`, one turn at a time.
final class PollLoop: DescriptorLoop {
  private struct Watch {
    var interest: Readiness
    var body: (Readiness) -> Void
  }

  private var watches: [Int32: Watch] = [:]
  /// How many bodies have been called.
  private(set) var calls = 0

  var watched: Set<Int32> { Set(watches.keys) }
  /// Descriptors whose readiness is reported later, as if others came first.
  var delayed: Set<Int32> = []

  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watches[descriptor] = Watch(interest: interest, body: body)
    return true
  }

  func rewatch(_ descriptor: Int32, for interest: Readiness) {
    watches[descriptor]?.interest = interest
  }

  func unwatch(_ descriptor: Int32) {
    watches[descriptor] = nil
  }

  /// Waits at most this many milliseconds, and calls the bodies of the ready descriptors.
  ///
  /// - Returns: whether any descriptor was ready.
  @discardableResult
  func turn(milliseconds: Int32 = 0) -> Bool {
    var entries = watches.filter { !delayed.contains($0.key) }.map { descriptor, watch in
      pollfd(
        fd: descriptor,
        events: (watch.interest.contains(.read) ? Int16(POLLIN) : 0)
          | (watch.interest.contains(.write) ? Int16(POLLOUT) : 0), revents: 0)
    }
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
    for entry in entries where entry.revents != 0 {
      var readiness: Readiness = []
      if entry.revents & Int16(POLLIN) != 0 { readiness.insert(.read) }
      if entry.revents & Int16(POLLOUT) != 0 { readiness.insert(.write) }
      if entry.revents & Int16(POLLHUP | POLLERR) != 0 { readiness.insert(.hangUp) }
      calls += 1
      watches[entry.fd]?.body(readiness)
    }
    return true
  }

  /// Runs turns until no descriptor is ready.
  func settle() {
    while turn() {}
  }

  /// Runs turns until a condition holds; gives up after three minutes.
  func run(until isSo: () -> Bool) -> Bool {
    let end = time(nil) + 180
    while !isSo() {
      if time(nil) > end { return false }
      turn(milliseconds: 50)
    }
    return true
  }
}
