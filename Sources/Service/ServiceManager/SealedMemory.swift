// SPDX-License-Identifier: Apache-2.0
import CSealedMemory
import Glibc

/// A file in memory, `memfd_create(2)`, which can be sealed and passed to another process.
///
/// It has no name in any folder, and is gone when the last process closes it.
package final class SealedMemory {
  /// The descriptor of the file, which `deinit` closes.
  package let descriptor: Int32

  /// Creates an empty file; nil if the kernel refuses.
  ///
  /// - Parameter name: a name for `/proc`.
  package init?(name: String) {
    descriptor = keybridge_create_memory(name)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// The seals: the contents cannot change any more, nor can the seals.
  private static let seals = Int32(
    KEYBRIDGE_SEAL_SEAL | KEYBRIDGE_SEAL_SHRINK | KEYBRIDGE_SEAL_GROW | KEYBRIDGE_SEAL_WRITE)

  /// Replaces the contents, and seals the file.
  ///
  /// - Returns: 0, or the error.
  package func write(_ bytes: [UInt8]) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: start), bytes.count - start, off_t(start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      start += count
    }
    return fcntl(descriptor, Int32(KEYBRIDGE_ADD_SEALS), Self.seals) == 0 ? 0 : errno
  }

  // MARK: Reading

  /// The reason why a file is not read.
  package enum Flaw: Error, Hashable {
    case failed(errno: Int32)
    /// It is no sealed file in memory: its contents could change, or have changed.
    case notSealed
    case otherOwner(UInt32)
    case tooLarge(Int)
  }

  /// Reads a file that another process has sealed.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open.
  ///   - limit: the limit of its size.
  ///   - owner: the user that must have created it.
  /// - Returns: its contents.
  /// - Throws: why it is not read.
  package static func read(
    _ descriptor: Int32, limit: Int, owner: UInt32 = geteuid()
  ) throws(Flaw) -> [UInt8] {
    let found = fcntl(descriptor, Int32(KEYBRIDGE_GET_SEALS))
    guard found >= 0, found & seals == seals else { throw .notSealed }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(errno: errno) }
    guard status.st_uid == owner else { throw .otherOwner(status.st_uid) }
    guard status.st_size <= limit else { throw .tooLarge(Int(status.st_size)) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start, off_t(start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed(errno: count < 0 ? errno : EIO) }
      start += count
    }
    return bytes
  }
}
