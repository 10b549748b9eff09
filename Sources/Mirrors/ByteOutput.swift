// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Keys

/// A buffered writer to a descriptor, which stays the caller's.
///
/// Appending never fails: the first failure is kept, what comes after it is thrown away, and
/// ``flush()`` and ``check()`` report it. The process ignores `SIGPIPE`, so that a reader who has
/// gone is a failure like any other.
///
/// With a loop it never waits for its reader, since whoever waits hears neither signals nor the
/// panic chord: what the reader does not take stays queued, and the loop tells when it takes more.
/// Without one the reader sets the pace.
package final class ByteOutput {
  private let descriptor: Int32
  private let limit: Int
  private let bound: Int
  private let patience: Int32
  private let loop: (any DescriptorLoop)?
  /// Whether the loop tells when there is room.
  private var isWatched = false
  // Not checked: what is appended are bytes, which call nothing.
  @exclusivity(unchecked) private var buffer: [UInt8] = []
  /// How much of the buffer has been written.
  private var start = 0
  private var failure: MirrorError?

  /// Makes a writer that writes by itself once enough has come together.
  ///
  /// - Parameters:
  ///   - descriptor: where to.
  ///   - limit: how many bytes are enough.
  ///   - loop: tells when there is room; nil where writing may wait.
  ///   - bound: how many bytes may be queued with a loop; more is a failure.
  ///   - patience: how long ``finish()`` waits with a loop, in milliseconds.
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

  /// Adds text as UTF-8.
  package func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    writeIfEnough()
  }

  /// Adds bytes.
  package func append(contentsOf bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    writeIfEnough()
  }

  /// Writes what has been appended; with a loop, as much as the reader takes now.
  ///
  /// - Throws: the first failure there was, now or before.
  package func flush() throws(MirrorError) {
    if !isWatched { writeOut() }
    try check()
  }

  /// Writes what has been appended; with a loop the reader is waited for, but not for long.
  ///
  /// - Throws: the first failure there was, now or before; `readerStuck` where the time was up.
  package func finish() throws(MirrorError) {
    writeOut()
    let end = Self.milliseconds + Int(patience)
    while hasBacklog, case let rest = end - Self.milliseconds, rest > 0 {
      if hasRoom(within: Int32(rest)) { writeOut() }
    }
    if hasBacklog { fail(.readerStuck(bytes: buffer.count - start)) }
    try check()
  }

  /// Reports the first failure there was, if any; writes nothing.
  package func check() throws(MirrorError) {
    if let failure { throw failure }
  }

  /// Whether something waits to be written.
  package var hasBacklog: Bool { start < buffer.count }

  // MARK: Writing

  private func writeIfEnough() {
    if failure != nil { buffer.removeAll() }
    guard buffer.count - start >= limit else { return }
    if !isWatched { writeOut() }
    if loop != nil, buffer.count - start > bound { fail(.readerStuck(bytes: buffer.count - start)) }
  }

  /// Writes until all is written, the output has failed, or with a loop there is no room.
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
      // So much a pipe that has room takes at once, even if it blocks: PIPE_BUF.
      return write(descriptor, rest.baseAddress, loop == nil ? rest.count : min(rest.count, 4096))
    }
  }

  /// Waits until the descriptor takes more; what an error leaves undone, the next write tells.
  private func hasRoom(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // A negative number, which `poll` passes over, is for `write` to refuse.
    return descriptor < 0 || poll(&entry, 1, milliseconds) > 0
  }

  private func forgetWritten() {
    if !hasBacklog {
      // A single huge text must not keep its room for ever.
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
