// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import YAMLNodes

/// A source that passes the bytes of a file, or of a part of it, to a YAML reader and inspects
/// them.
///
/// Lines without indentation that are no part of the recording, such as fences, become comments
/// (``PastedText``).
final class YAMLFeed {
  /// The line of the file at which the part begins, from 0.
  let firstLine: Int
  /// The error that ended the bytes early; nil at a normal end.
  private(set) var failure: CaptureError?
  /// Whether a comment marked a key as hidden; YAML readers drop comments, so it is searched for
  /// here.
  private(set) var hasHiddenKeys = false

  private var bytes: BlockBuffer
  private let part: Range<Int64>?
  private var position: Int64
  private var lines = 0
  private var lineLength = 0
  private var tail: [UInt8] = []

  /// Creates a source of the bytes in a buffer and the rest of its file.
  init(rest buffer: consuming BlockBuffer) {
    bytes = buffer
    part = nil
    position = 0
    firstLine = 0
  }

  /// Creates a source of a part of a seekable file.
  init(part: Range<Int64>, of descriptor: Int32, firstLine: Int = 0) {
    bytes = BlockBuffer(descriptor: descriptor)
    self.part = part
    position = part.lowerBound
    self.firstLine = firstLine
  }

  /// Makes a YAML reader of these bytes.
  func events() -> YAMLEvents {
    // Hours without typing become one long comment, because the recorder writes the time every five
    // seconds.
    YAMLEvents(pieceLimit: 1 << 24) { [self] buffer in
      do throws(CaptureError) {
        let count = try read(into: buffer)
        try look(at: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        return count
      } catch {
        failure = error
        return nil
      }
    }
  }

  /// Converts a YAML error to an error of the capture.
  func captureError(_ error: YAMLError) -> CaptureError {
    if error.problem == .readFailed, let failure { return failure }
    return CaptureError(place: place(error.place), problem: .yaml(error.problem))
  }

  /// Converts a place in the part to a place in the file.
  func place(_ place: YAMLPlace) -> CaptureError.Place {
    .line(firstLine + place.line, column: place.column)
  }

  /// Throws if the file ends inside a line, because a digit may be missing; called after all of it
  /// was read.
  func checkLastLine() throws(CaptureError) {
    guard lineLength > 0 else { return }
    throw CaptureError(
      place: .line(firstLine + lines + 1, column: lineLength + 1), problem: .cutShort(.lineEnd))
  }

  /// Reads whole lines; a part of a line only if it fills the buffer, or if the file ends there.
  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
    guard let part else {
      while !bytes.isAtEnd, bytes.bytes.count < buffer.count, !bytes.bytes.contains(0x0a) {
        try bytes.refill()
      }
      let count = Self.wholeLines(
        in: UnsafeRawBufferPointer(rebasing: bytes.bytes.prefix(buffer.count)))
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.bytes[..<count]))
      bytes.drop(count)
      return count
    }
    let wanted = Int(min(Int64(buffer.count), part.upperBound - position))
    while true {
      let count = pread(bytes.descriptor, buffer.baseAddress, wanted, off_t(position))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw CaptureError(place: .file, problem: .readFailed(errno: errno)) }
      let whole = Self.wholeLines(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += Int64(whole)
      return whole
    }
  }

  /// The number of bytes up to the last end of a line; all if there is none.
  private static func wholeLines(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.lastIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
  }

  private func look(at block: UnsafeMutableRawBufferPointer) throws(CaptureError) {
    guard let base = block.baseAddress else { return }
    var begin = 0
    while let newline = memchr(base + begin, 0x0a, block.count - begin) {
      let end = UnsafeRawPointer(newline) - UnsafeRawPointer(base)
      try checkLine(lineLength + end - begin)
      _ = hidesDecoration(block, begin..<end)
      (lineLength, begin) = (0, end + 1)
      lines += 1
    }
    if !hidesDecoration(block, begin..<block.count) { lineLength += block.count - begin }
    try checkLine(lineLength)
    if !hasHiddenKeys { hasHiddenKeys = findsHiddenKey(in: UnsafeRawBufferPointer(block)) }
  }

  /// Makes a comment of a line that is no part of the recording.
  ///
  /// - Returns: whether it is none.
  private func hidesDecoration(_ block: UnsafeMutableRawBufferPointer, _ line: Range<Int>) -> Bool {
    // Most lines are events, with indentation.
    guard lineLength == 0, let first = block[line].first, first != 0x20, first != 0x2d,
      first != UInt8(ascii: "#")
    else { return false }
    let end = block[line].last == 0x0d ? line.upperBound - 1 : line.upperBound
    let part = UnsafeMutableRawBufferPointer(rebasing: block[line.lowerBound..<end])
    guard PastedText.isDecoration(UnsafeRawBufferPointer(part)) else { return false }
    for index in part.indices { part[index] = UInt8(ascii: "#") }
    return true
  }

  private func checkLine(_ length: Int) throws(CaptureError) {
    guard length > BlockBuffer.blockSize else { return }
    throw CaptureError(
      place: .line(firstLine + lines + 1, column: 1),
      problem: .lineTooLong(limit: BlockBuffer.blockSize))
  }

  private func findsHiddenKey(in block: UnsafeRawBufferPointer) -> Bool {
    // The mark may span two blocks.
    let size = hiddenKeyMark.utf8CodeUnitCount
    let border = tail + block.prefix(size - 1)
    tail = Array((tail + block.suffix(size - 1)).suffix(size - 1))
    return border.withUnsafeBytes(containsMark) || containsMark(block)
  }

  private func containsMark(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let size = hiddenKeyMark.utf8CodeUnitCount
    guard let base = bytes.baseAddress, bytes.count >= size else { return false }
    var begin = 0
    let last = bytes.count - size
    while begin <= last, let found = memchr(base + begin, 0x28, last - begin + 1) {
      if memcmp(found, hiddenKeyMark.utf8Start, size) == 0 { return true }
      begin = UnsafeRawPointer(found) - base + 1
    }
    return false
  }
}

/// The comment that `libinput record` writes after a key that it replaced by `KEY_A`.
private let hiddenKeyMark: StaticString = "(obfuscated)"
