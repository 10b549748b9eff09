// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// Reads whole files: settings, form files, tables, catalogues.
///
/// The only reader of such files.
package enum RegularFile {
  /// The reason why a file was not read.
  package enum Failure: Error, Hashable, Sendable {
    /// The kernel refuses.
    case system(errno: Int32)
    /// The path is a device, a pipe or a socket; reading it might never begin or never end.
    case notRegular
    /// The file is longer than any valid file of its kind.
    case tooLong(limit: Int)

    /// The reason in a few words, as after "cannot be read:".
    package var description: String {
      switch self {
      case .system(let errno): String(cString: strerror(errno))
      case .notRegular: "it is not a regular file"
      case .tooLong(let limit): "it is longer than \(limit >> 10) KiB"
      }
    }
  }

  /// The usual limit of a file's size, in bytes; far above any real table, catalogue or settings
  /// file.
  package static let usualLimit = 16 << 20

  /// Reads a whole file without blocking.
  ///
  /// - Parameters:
  ///   - path: the file, or a link to it.
  ///   - limit: the maximum number of bytes.
  /// - Returns: the contents.
  /// - Throws: the reason why it was not read.
  package static func read(
    _ path: String, limit: Int = RegularFile.usualLimit
  ) throws(Failure) -> [UInt8] {
    guard let descriptor = try open(path, limit: limit) else { return [] }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// Opens a file for reading without blocking.
  ///
  /// - Parameters:
  ///   - path: the file, or a link to it.
  ///   - limit: the maximum number of bytes.
  /// - Returns: the descriptor, which the caller must close; nil for `/dev/null`, which has no
  ///   contents.
  /// - Throws: the reason why it was not opened.
  package static func open(
    _ path: String, limit: Int = RegularFile.usualLimit
  ) throws(Failure) -> Int32? {
    var status = stat()
    // Checked before opening, because opening a device may have effects.
    guard stat(path, &status) == 0 else { throw .system(errno: errno) }
    if isNull(status) { return nil }
    try check(status, limit)
    let descriptor = uninterrupted {
      Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw .system(errno: errno) }
    return descriptor
  }

  /// Reads a whole file that is open.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, at the file's start.
  ///   - limit: the maximum number of bytes.
  /// - Returns: the contents.
  /// - Throws: the reason why it was not read.
  package static func read(
    _ descriptor: Int32, limit: Int = RegularFile.usualLimit
  ) throws(Failure) -> [UInt8] {
    var status = stat()
    // Checked again, because the path may have changed to another file before it was opened.
    guard fstat(descriptor, &status) == 0 else { throw .system(errno: errno) }
    try check(status, limit)
    var bytes: [UInt8] = []
    // Files in `/proc` and `/sys` have contents, but report a size of 0.
    bytes.reserveCapacity(Int(status.st_size))
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

  /// Whether the file is `/dev/null`, which people give to mean no file.
  ///
  /// - Parameter status: what the kernel says about the file.
  /// - Returns: whether it is.
  package static func isNull(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
  }

  private static func check(_ status: stat, _ limit: Int) throws(Failure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .system(errno: EISDIR)
    default: throw .notRegular
    }
    guard status.st_size <= limit else { throw .tooLong(limit: limit) }
  }
}
