// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Notices when a mapped file was changed in place.
///
/// Files should be replaced by renaming other ones, which leaves the mapped file as it was. Copying
/// onto a file cuts it off first, and reading a page beyond its end ends the process with SIGBUS;
/// afterwards, what was read before does not fit what is read now. The descriptor stays open,
/// because a rename gives the path to another file.
final class MappedFileCheck {
  private let descriptor: Int32
  private let path: String
  private let length: Int
  private let modified: timespec

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - length: the number of bytes that are mapped.
  /// - Throws: the reason why the file cannot be opened.
  init(path: String, length: Int) throws(LexiconError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw LexiconError(path: path, reason: .unreadable(errno: errno))
    }
    (self.path, self.length) = (path, length)
    modified = Self.status(of: descriptor).st_mtim
  }

  /// The error if the file is shorter than what is mapped, or was written since; nil otherwise.
  var problem: LexiconError? {
    let status = Self.status(of: descriptor)
    let found = Int(status.st_size)
    if found < length {
      return LexiconError(path: path, reason: .length(found: found, stated: length))
    }
    guard status.st_mtim.tv_sec != modified.tv_sec || status.st_mtim.tv_nsec != modified.tv_nsec
    else { return nil }
    return LexiconError(path: path, reason: .changed)
  }

  /// The status of an open file; that of an empty file if there is none.
  private static func status(of descriptor: Int32) -> stat {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : stat()
  }

  deinit { close(descriptor) }
}
