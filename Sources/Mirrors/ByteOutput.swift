// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A buffered writer to a descriptor, which stays the caller's.
///
/// Appending never fails: the first failure is kept, what comes after it is thrown away, and
/// ``flush()`` and ``check()`` report it. The process ignores `SIGPIPE`, so that a reader who has
/// gone is a failure like any other.
package final class ByteOutput {
  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var failure: MirrorError?

  /// Makes a writer that writes by itself once `limit` bytes have come together.
  package init(descriptor: Int32, limit: Int = 1 << 16) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Adds text as UTF-8.
  package func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= limit { writeOut() }
  }

  /// Adds bytes.
  package func append(contentsOf bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= limit { writeOut() }
  }

  /// Writes what has been appended, waiting for room where the descriptor does not block.
  ///
  /// - Throws: the first failure there was, now or before.
  package func flush() throws(MirrorError) {
    writeOut()
    try check()
  }

  /// Reports the first failure there was, if any; writes nothing.
  package func check() throws(MirrorError) {
    if let failure { throw failure }
  }

  private func writeOut() {
    var start = 0
    while failure == nil, start < buffer.count {
      let written = writeRest(from: start)
      if written > 0 {
        start += written
      } else if written < 0, errno == EAGAIN {
        waitForRoom()
      } else if written == 0 || errno != EINTR {
        failure = .outputFailed(errno: written == 0 ? EIO : errno)
      }
    }
    // A single huge text must not keep its room for ever.
    buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * limit)
  }

  private func writeRest(from start: Int) -> Int {
    buffer.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return write(descriptor, rest.baseAddress, rest.count)
    }
  }

  /// Waits until the descriptor takes more; what a signal or an error leaves undone, the next
  /// write tells.
  private func waitForRoom() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }
}
