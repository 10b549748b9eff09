// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A file that can be read at any position: the capture itself, or a copy of a pipe's data.
final class SeekableFile {
  let descriptor: Int32
  /// The byte range of the capture in the file.
  let range: Range<Int64>
  private let isOwned: Bool

  /// Creates a file from a buffer that has read a beginning and dropped none of it.
  init(_ buffer: consuming BlockBuffer) throws(CaptureError) {
    var status = stat()
    let position = lseek(buffer.descriptor, 0, SEEK_CUR)
    if position >= 0, fstat(buffer.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      descriptor = buffer.descriptor
      isOwned = false
      let begin = Int64(position) - Int64(buffer.bytes.count)
      range = begin..<max(begin, Int64(status.st_size))
    } else {
      let copy = try Self.unnamedFile()
      do throws(CaptureError) {
        let size = try Self.copy(buffer, to: copy)
        descriptor = copy
        range = 0..<size
        isOwned = true
      } catch {
        close(copy)
        throw error
      }
    }
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Finds the byte offsets of lines, counted from 0; lines past the end are omitted.
  func offsets(ofLines lines: [Int]) throws(CaptureError) -> [Int: Int64] {
    var wanted = Set(lines).sorted()[...]
    var offsets: [Int: Int64] = [:]
    var line = 0
    var position = range.lowerBound
    var block = [UInt8](repeating: 0, count: BlockBuffer.blockSize)
    if wanted.first == 0 { offsets[wanted.removeFirst()] = position }
    while !wanted.isEmpty, position < range.upperBound {
      let count = pread(descriptor, &block, block.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw CaptureError(place: .file, problem: .readFailed(errno: errno)) }
      if count == 0 { break }
      for index in 0..<count where block[index] == 0x0a {
        line += 1
        if line == wanted.first { offsets[wanted.removeFirst()] = position + Int64(index) + 1 }
      }
      position += Int64(count)
    }
    return offsets
  }

  /// Creates a file that only this user can read and that is deleted when its descriptor is closed.
  private static func unnamedFile() throws(CaptureError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(folder)/keybridge-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw CaptureError(place: .file, problem: .spoolFailed(errno: errno))
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func copy(
    _ buffer: consuming BlockBuffer, to descriptor: Int32
  ) throws(CaptureError) -> Int64 {
    while true {
      var rest = buffer.bytes
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          throw CaptureError(place: .file, problem: .spoolFailed(errno: errno))
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      buffer.drop(buffer.bytes.count)
      if buffer.isAtEnd { return buffer.offset }
      try buffer.refill()
    }
  }
}
