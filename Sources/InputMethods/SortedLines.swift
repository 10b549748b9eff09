// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A text file whose lines are sorted by their first field, searched without reading all of it.
///
/// Comments, lines that begin with `#`, are at its beginning; `#` sorts before letters.
struct SortedLines: ~Copyable {
  /// A line of the dictionaries is far shorter; what is longer is not a line.
  private static let lineLimit = 4096

  private let descriptor: Int32
  private let size: Int

  /// Opens a file; nil if it is missing or not a regular file.
  init?(path: String) {
    let descriptor = uninterrupted {
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Finds the lines with a key.
  ///
  /// - Parameters:
  ///   - key: the first field.
  ///   - separator: the ASCII character after it.
  ///   - limit: the maximum number of lines.
  /// - Returns: the lines, in the order of the file.
  borrowing func lines(
    withKey key: String, before separator: Unicode.Scalar, limit: Int
  ) -> [String] {
    lines(beginningWith: key, before: separator, limit: limit, isWhole: true)
  }

  /// Finds the lines whose keys begin with a text.
  ///
  /// - Parameters:
  ///   - start: the beginning of the first field.
  ///   - separator: the ASCII character after the field.
  ///   - limit: the maximum number of lines.
  ///   - isWhole: whether the text must be the whole field.
  /// - Returns: the lines, in the order of the file.
  borrowing func lines(
    beginningWith start: String, before separator: Unicode.Scalar, limit: Int,
    isWhole: Bool = false
  ) -> [String] {
    let wanted = Array(start.utf8)
    let end = UInt8(truncatingIfNeeded: separator.value)
    func isBefore(_ line: ArraySlice<UInt8>) -> Bool {
      let field = line.prefix { $0 != end }
      return line.isEmpty || line.first == 0x23 || field.lexicographicallyPrecedes(wanted)
    }
    // The first line with the key begins in `low...high`; both are beginnings of lines.
    var (low, high) = (0, size)
    while low < high {
      let middle = (low + high) / 2
      guard let begin = beginning(ofLineAtOrAfter: middle, from: low), begin < high else {
        // No line begins between the middle and `high`, so few lines are left.
        guard let (line, next) = line(at: low) else { return [] }
        if isBefore(line[...]) { low = next } else { high = low }
        continue
      }
      guard let (line, next) = line(at: begin) else { return [] }
      if isBefore(line[...]) { low = next } else { high = begin }
    }
    var found: [String] = []
    var place = low
    while found.count < limit, let (line, next) = line(at: place) {
      guard line.starts(with: isWhole ? wanted + [end] : wanted) else { break }
      found.append(String(decoding: line, as: UTF8.self))
      place = next
    }
    return found
  }

  /// Finds where a line begins; nil if the rest of the file is one line.
  private borrowing func beginning(ofLineAtOrAfter place: Int, from low: Int) -> Int? {
    if place <= low { return low }
    let bytes = read(at: place - 1)
    return bytes.firstIndex(of: 0x0A).map { place + $0 }
  }

  private borrowing func line(at place: Int) -> (line: [UInt8], next: Int)? {
    guard place < size else { return nil }
    var bytes = read(at: place)
    guard !bytes.isEmpty else { return nil }
    let length = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let next = place + length + (length < bytes.count ? 1 : 0)
    bytes.removeSubrange(length...)
    if bytes.last == 0x0D { bytes.removeLast() }
    return (bytes, next)
  }

  private borrowing func read(at place: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.lineLimit) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, Self.lineLimit, off_t(place)))
    }
  }
}
