// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Notices when a mapped file was cut off in place.
///
/// Files should be replaced by renaming other ones, which leaves the mapped file as it was. Copying
/// onto a file cuts it off first, and reading a page beyond its end ends the process with SIGBUS.
/// The descriptor stays open, because a rename gives the path to another file.
final class FileLengthCheck {
  private let descriptor: Int32
  private let path: String
  private let length: Int

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
  }

  /// The error if the file is shorter than what is mapped; nil if it is not.
  var problem: LexiconError? {
    var status = stat()
    let found = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    guard found < length else { return nil }
    return LexiconError(path: path, reason: .length(found: found, stated: length))
  }

  deinit { close(descriptor) }
}
