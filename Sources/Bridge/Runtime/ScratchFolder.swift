// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A new folder for files that are not needed after this run.
struct ScratchFolder {
  /// The path of the folder.
  let path: String

  /// Creates the folder in `$TMPDIR`, or in `/tmp`.
  ///
  /// - Throws: that it cannot be created.
  init() throws(UserFacingError) {
    let parent = Console.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var name = Array((parent + "/keybridge.XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else {
      throw UserFacingError("cannot create a folder in \(parent): \(systemMessage(errno))")
    }
    let made = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = made
    // As root, extensions run as another user, who must reach the folders in it.
    guard chmod(made, geteuid() == 0 ? 0o711 : 0o700) == 0 else {
      throw UserFacingError("cannot use the folder \(made): \(systemMessage(errno))")
    }
  }

  /// Removes the folder, with everything in it.
  func remove() {
    Self.removeContents(open(path, Self.flags))
    rmdir(path)
  }

  /// A link is no folder here, so that nothing outside is removed.
  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// Removes everything in an open folder, and closes it.
  private static func removeContents(_ folder: Int32) {
    guard folder >= 0, let directory = fdopendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", unlinkat(folder, name, 0) != 0 else { continue }
      removeContents(openat(folder, name, flags))
      unlinkat(folder, name, AT_REMOVEDIR)
    }
  }
}
