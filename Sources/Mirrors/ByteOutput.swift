// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// A buffered writer to a descriptor, which the caller must close.
///
/// Appending never fails. The first failure is kept, later output is discarded, and ``flush()`` and
/// ``check()`` report the failure. The process ignores `SIGPIPE`, so a reader that closed its end
/// is a failure like any other.
///
/// With a loop, writing never waits for the reader, because signals and the panic chord could not
/// be handled meanwhile: output that the reader does not accept is queued, and the loop reports
/// when there is room. Without a loop, writing waits for the reader.
package final class ByteOutput {
  private let descriptor: Int32
  private let limit: Int
  private let bound: Int
  private let patience: Int32
  private let loop: (any DescriptorLoop)?
  /// Whether the loop watches the descriptor until it has room.
  private var isWatched = false
  // Exclusivity is not checked, because appending bytes calls no other code.
  @exclusivity(unchecked) private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were written.
  private var start = 0
  private var failure: MirrorError?

  /// Creates a writer that writes automatically once enough bytes are buffered.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor to write to.
  ///   - limit: the number of buffered bytes at which it writes.
  ///   - loop: reports when there is room; nil if writing may wait.
  ///   - bound: with a loop, the maximum number of queued bytes; more is a failure.
  ///   - patience: with a loop, the time that ``finish()`` waits, in milliseconds.
  package init(
    descriptor: Int32, limit: Int = 1 << 16, loop: (any DescriptorLoop)? = nil,
    bound: Int = 64 << 20, patience: Int32 = 2000
  ) {
    self.descriptor = loop == nil ? descriptor : ownDescriptor(of: descriptor)
    self.limit = limit
    self.bound = bound
    self.patience = patience
    self.loop = loop
  }

  deinit {
    guard let loop else { return }
    if isWatched { loop.unwatch(descriptor) }
    close(descriptor)
  }

  /// Appends text as UTF-8.
  package func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    writeIfEnough()
  }

  /// Appends bytes.
  package func append(contentsOf bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    writeIfEnough()
  }

  /// Writes what was appended; with a loop, only as much as the reader accepts now.
  ///
  /// - Throws: the first failure, now or before.
  package func flush() throws(MirrorError) {
    if !isWatched { writeOut() }
    try check()
  }

  /// Writes what was appended; with a loop, waits for the reader for a limited time.
  ///
  /// - Throws: the first failure, now or before; `readerStuck` if the time is up.
  package func finish() throws(MirrorError) {
    writeOut()
    let end = Self.milliseconds + Int(patience)
    while hasBacklog, case let rest = end - Self.milliseconds, rest > 0 {
      if hasRoom(within: Int32(rest)) { writeOut() }
    }
    if hasBacklog { fail(.readerStuck(bytes: buffer.count - start)) }
    try check()
  }

  /// Throws the first failure, if there was one; writes nothing.
  package func check() throws(MirrorError) {
    if let failure { throw failure }
  }

  /// Whether bytes wait to be written.
  package var hasBacklog: Bool { start < buffer.count }

  // MARK: Writing

  private func writeIfEnough() {
    if failure != nil { buffer.removeAll() }
    guard buffer.count - start >= limit else { return }
    if !isWatched { writeOut() }
    if loop != nil, buffer.count - start > bound { fail(.readerStuck(bytes: buffer.count - start)) }
  }

  /// Writes until everything is written, output failed, or, with a loop, there is no room.
  private func writeOut() {
    while hasBacklog {
      if loop != nil, !hasRoom(within: 0) { break }
      let written = writeRest()
      if written > 0 {
        start += written
      } else if written < 0, errno == EAGAIN {
        if loop != nil { break }
        _ = hasRoom(within: -1)
      } else if written == 0 || errno != EINTR {
        fail(.outputFailed(errno: written == 0 ? EIO : errno))
      }
    }
    forgetWritten()
    watchBacklog()
  }

  private func writeRest() -> Int {
    buffer.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      // A pipe with room accepts this much (PIPE_BUF) at once, even if it blocks.
      return write(descriptor, rest.baseAddress, loop == nil ? rest.count : min(rest.count, 4096))
    }
  }

  /// Waits until the descriptor has room; the next write reports any error.
  private func hasRoom(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // `poll` ignores a negative descriptor, so `write` must report it.
    return descriptor < 0 || poll(&entry, 1, milliseconds) > 0
  }

  private func forgetWritten() {
    if !hasBacklog {
      // A single huge text must not occupy memory for ever.
      buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * limit)
      start = 0
    } else if start > buffer.count / 2 {
      buffer.removeSubrange(..<start)
      start = 0
    }
  }

  private func watchBacklog() {
    guard let loop, hasBacklog != isWatched else { return }
    if hasBacklog {
      isWatched = loop.watch(descriptor, for: .write) { [unowned self] _ in writeOut() }
    } else {
      loop.unwatch(descriptor)
      isWatched = false
    }
  }

  private func fail(_ error: MirrorError) {
    failure = failure ?? error
    buffer.removeAll()
    start = 0
    watchBacklog()
  }

  private static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
