// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that is mapped into memory, read-only.
///
/// The pages are shared with other processes, and the kernel reads them when they are first used. A
/// file that is replaced by renaming another one stays mapped as it was. Files must be replaced in
/// this way: reading a page of a file that was cut off in place ends the process with SIGBUS.
final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - maximum: the size in bytes above which a file cannot be a lexicon.
  /// - Throws: the reason why the file cannot be mapped.
  init(path: String, maximum: Int) throws(LexiconError) {
    // A named pipe must not block, and a terminal must not become the controlling one.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let error = errno
      throw LexiconError(
        path: path, reason: Self.hides(path, error) ? .missing : .unreadable(errno: error))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw LexiconError(path: path, reason: .unreadable(errno: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw LexiconError(path: path, reason: .unreadable(errno: isFolder ? EISDIR : EINVAL))
    }
    let length = Int(status.st_size)
    guard length > 0 else { throw LexiconError(path: path, reason: .empty) }
    guard length <= maximum else { throw LexiconError(path: path, reason: .unknownFormat) }
    guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { throw LexiconError(path: path, reason: .unreadable(errno: errno)) }
    bytes = UnsafeRawBufferPointer(start: start, count: length)
  }

  /// Whether an error of `open` means that this user can see no file at a path.
  ///
  /// A folder that may not be searched is another user's, and is passed over. A file that may not
  /// be read was installed wrongly.
  private static func hides(_ path: String, _ error: Int32) -> Bool {
    guard error == EACCES else { return error == ENOENT || error == ENOTDIR }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return access(folder, X_OK) != 0
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Returns the little-endian number at an offset; the caller has checked the offset.
  func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
