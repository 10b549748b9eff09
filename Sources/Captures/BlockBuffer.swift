// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The part of a file that is in memory: at most two blocks, regardless of the file's length.
struct BlockBuffer: ~Copyable {
  /// The number of bytes read at a time, and the maximum length of a line.
  static let blockSize = 1 << 16

  /// The file.
  let descriptor: Int32
  /// Whether the file's last byte is in the buffer.
  private(set) var isAtEnd = false
  /// The position in the input of the first of ``bytes``.
  private(set) var offset: Int64 = 0

  private let storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
    storage = .allocate(byteCount: 2 * Self.blockSize, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The bytes that were read and not dropped, valid until the next ``refill()``.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[start..<end])
  }

  /// Drops the first bytes.
  mutating func drop(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  /// Reads at most a block of bytes, after the bytes that were not dropped, which may be at most a
  /// block too.
  mutating func refill() throws(CaptureError) {
    let kept = bytes
    precondition(kept.count <= Self.blockSize, "a line was kept that is too long")
    storage.copyMemory(from: kept)
    (start, end) = (0, kept.count)
    let room = UnsafeMutableRawBufferPointer(rebasing: storage[end..<(end + Self.blockSize)])
    let count = try readSome(descriptor, into: room)
    isAtEnd = count == 0
    end += count
  }
}

/// Reads at least one byte, or returns 0 at the end of the file.
func readSome(
  _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
) throws(CaptureError) -> Int {
  while true {
    let count = read(descriptor, room.baseAddress, room.count)
    if count >= 0 { return count }
    switch errno {
    case EINTR: continue
    case EAGAIN:
      // Another process that shares standard input may have made it non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, -1)
    default: throw CaptureError(place: .file, problem: .readFailed(errno: errno))
    }
  }
}
