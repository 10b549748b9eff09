// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// The events that were read from a node and not handled yet.
///
/// One system call reads all of them, and no second one asks whether more have arrived: a read that
/// did not fill the buffer has left nothing, and `epoll` reports later events.
final class EventBuffer {
  /// The result of ``next(from:)``.
  enum Reading {
    /// An event.
    case event(input_event)
    /// No event is available.
    case none
    /// The node has ended: the device was unplugged.
    case ended
  }

  private static let size = MemoryLayout<input_event>.stride
  private static let capacity = 64
  private let events = UnsafeMutablePointer<input_event>.allocate(capacity: capacity)
  /// The indices of the next event and of the end.
  private var index = 0
  private var end = 0
  /// The number of bytes of an incomplete event after the end.
  private var rest = 0
  /// Whether the last read has left nothing to read.
  private var isDrained = false

  init() {
    events.initialize(repeating: input_event(), count: Self.capacity)
  }

  deinit {
    events.deallocate()
  }

  /// Whether all available events were returned, as far as is known without asking the kernel.
  var isExhausted: Bool { index == end && isDrained }

  /// Whether an event was not returned yet, or waits in the kernel.
  func hasUnread(in descriptor: Int32) -> Bool {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return index < end || rest > 0 || poll(&query, 1, 0) != 0
  }

  /// Returns the next event.
  ///
  /// If no event is left, it reports that once without asking the kernel, unless
  /// ``mayHaveMore()`` was called meanwhile.
  func next(from descriptor: Int32) -> Reading {
    if index == end, let reading = read(from: descriptor) { return reading }
    index += 1
    return .event(events[index - 1])
  }

  /// Records that events may have arrived since the last read.
  func mayHaveMore() {
    isDrained = false
  }

  /// Drops the events that were read.
  func removeAll() {
    (index, end, rest, isDrained) = (0, 0, 0, false)
  }

  /// Reads more events; returns the result if there are none.
  private func read(from descriptor: Int32) -> Reading? {
    guard !isDrained else {
      isDrained = false
      return Reading.none
    }
    // The kernel writes whole events, but a pipe or terminal used instead may split them.
    if rest > 0, end > 0 { events[0] = events[end] }
    (index, end) = (0, 0)
    while true {
      let room = Self.capacity * Self.size - rest
      let count = Glibc.read(descriptor, UnsafeMutableRawPointer(events) + rest, room)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return Reading.none }
      guard count > 0 else { return .ended }
      isDrained = count < room
      (end, rest) = (rest + count).quotientAndRemainder(dividingBy: Self.size)
      if end > 0 { return nil }
    }
  }
}
