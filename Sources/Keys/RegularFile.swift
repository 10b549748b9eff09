// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The one reader of whole files: settings, form files, tables, catalogues.
package enum RegularFile {
  /// Why a file was not read.
  package enum Failure: Error, Hashable, Sendable {
    /// The kernel refuses.
    case system(errno: Int32)
    /// It is a device, a pipe or a socket, which may have no end, or may never begin.
    case notRegular
    /// It is longer than any file of its kind.
    case tooLong(limit: Int)
  }

  /// The most that a file may have, in bytes: no table, catalogue or settings file comes near it.
  package static let usualLimit = 16 << 20

  /// Reads a whole file without waiting for anybody.
  ///
  /// - Parameters:
  ///   - path: the file, or a link to it.
  ///   - limit: the most bytes that it may have.
  /// - Returns: its bytes.
  /// - Throws: why it was not read.
  package static func read(
    _ path: String, limit: Int = RegularFile.usualLimit
  ) throws(Failure) -> [UInt8] {
    var facts = stat()
    // Asked before it is opened, because opening a device may have effects.
    guard stat(path, &facts) == 0 else { throw .system(errno: errno) }
    if isNull(facts) { return [] }
    try check(facts, limit)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno: errno) }
    defer { close(descriptor) }
    // Another file may have taken its place.
    guard fstat(descriptor, &facts) == 0 else { throw .system(errno: errno) }
    try check(facts, limit)
    var bytes: [UInt8] = []
    // Files of the kernel have contents and no size.
    bytes.reserveCapacity(Int(facts.st_size))
    let room = 1 << 16
    while bytes.count <= limit {
      let count = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { block in
        let count = Glibc.read(descriptor, block.baseAddress, room)
        if count > 0 { bytes += block[..<count] }
        return count
      }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw .system(errno: errno) }
    }
    throw .tooLong(limit: limit)
  }

  /// Whether it is `/dev/null`, by which people say that they mean no file.
  private static func isNull(_ facts: stat) -> Bool {
    facts.st_mode & S_IFMT == S_IFCHR && facts.st_rdev == 0x103
  }

  private static func check(_ facts: stat, _ limit: Int) throws(Failure) {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .system(errno: EISDIR)
    default: throw .notRegular
    }
    guard facts.st_size <= limit else { throw .tooLong(limit: limit) }
  }
}
