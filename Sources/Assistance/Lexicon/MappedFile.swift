// SPDX-License-Identifier: Apache-2.0
import Glibc
import TextInput

/// A file that is mapped into memory, read-only.
///
/// The pages are shared with other processes, and the kernel reads them when they are first used. A
/// file that is replaced by renaming another one stays mapped as it was. A page that the kernel
/// cannot read, because the file was cut off in place or the disk fails, is read as zeros
/// (``MappedMemory``); ``problem`` reports it.
final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  private let path: String
  /// Stays open, because a rename gives the path to another file.
  private let descriptor: Int32
  private let modified: timespec

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - maximum: the size in bytes above which a file cannot be a lexicon.
  /// - Throws: the reason why the file cannot be mapped.
  init(path: String, maximum: Int) throws(LexiconError) {
    // A named pipe must not block, and a terminal must not become the controlling one.
    let descriptor = uninterrupted {
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      let error = errno
      throw LexiconError(
        path: path, reason: Self.hides(path, error) ? .missing : .unreadable(errno: error))
    }
    do throws(LexiconError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        throw LexiconError(path: path, reason: .unreadable(errno: errno))
      }
      bytes = try Self.map(descriptor, status, path: path, maximum: maximum)
      modified = status.st_mtim
    } catch {
      close(descriptor)
      throw error
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  private static func map(
    _ descriptor: Int32, _ status: stat, path: String, maximum: Int
  ) throws(LexiconError) -> UnsafeRawBufferPointer {
    func failure(_ reason: LexiconError.Reason) -> LexiconError {
      LexiconError(path: path, reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.unreadable(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
    }
    let length = Int(status.st_size)
    guard length > 0 else { throw failure(.empty) }
    guard length <= maximum else { throw failure(.unknownFormat) }
    guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { throw failure(.unreadable(errno: errno)) }
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    guard MappedMemory.add(bytes) else {
      munmap(start, length)
      throw failure(.unreadable(errno: ENOMEM))
    }
    return bytes
  }

  /// The error if the file was changed in place since it was mapped, or if a page could not be
  /// read; nil otherwise.
  ///
  /// The bytes that were read before do not fit those that are read now.
  var problem: LexiconError? {
    var status = stat()
    let found = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    if found < bytes.count {
      return LexiconError(path: path, reason: .length(found: found, stated: bytes.count))
    }
    if status.st_mtim.tv_sec != modified.tv_sec || status.st_mtim.tv_nsec != modified.tv_nsec {
      return LexiconError(path: path, reason: .changed)
    }
    return MappedMemory.hasLostPages(bytes.baseAddress)
      ? LexiconError(path: path, reason: .unreadable(errno: EIO)) : nil
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
    MappedMemory.remove(bytes.baseAddress)
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  /// Returns the little-endian number at an offset; the caller has checked the offset.
  func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
