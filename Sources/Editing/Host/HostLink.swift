// SPDX-License-Identifier: Apache-2.0

/// The connection of texts with their host: the queue that they share, and the host itself.
///
/// A text in no window has a link of its own, without a host.
package final class HostLink {
  /// The queue of updates.
  package let queue: UpdateQueue
  // Not a weak reference, because objects with weak references are slower to retain, and every key
  // retains the host. The host calls `end` when it is released.
  private unowned(unsafe) var current: (any EditingHost)?

  /// Creates the link of a text in no window.
  package init() {
    queue = UpdateQueue(keepsUpdates: false)
  }

  /// Creates the link of a host's texts, which ``connect(to:)`` completes.
  package init(sharing queue: UpdateQueue) {
    self.queue = queue
  }

  /// The host; nil for none, and after the host was released.
  package var host: (any EditingHost)? { current }

  /// Begins the connection, before a text uses it.
  package func connect(to host: any EditingHost) { current = host }

  /// Ends the connection, because the host is being released; its texts may outlive it.
  package func end() { current = nil }
}
