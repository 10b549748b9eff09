// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A lock that serializes the programs that replace files in a folder.
///
/// `flock(2)` of the folder itself leaves no lock file behind.
enum FolderLock {
  /// How long to wait for the lock; it is held for a few system calls only.
  private static let limit = Duration.seconds(2)

  /// Runs `body` while holding the lock.
  ///
  /// Runs it without the lock if the folder or its file system does not support that.
  ///
  /// - Parameters:
  ///   - path: the path of a file in the folder.
  ///   - body: the operation.
  /// - Throws: the error of `body`, or `listenFailed` if the lock cannot be acquired in time.
  static func hold(
    ofFile path: String, _ body: () throws(ServiceError) -> Void
  ) throws(ServiceError) {
    let folder = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      // The lock is optional: a folder that cannot be listed may still be writable. If the folder
      // does not exist, `body` reports that.
      return try body()
    }
    defer { close(folder) }
    let end = BootTime.now + limit
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        // The file system has no locks, so two servers that start at once cannot be serialized
        // there.
        return try body()
      }
      guard BootTime.now < end else {
        throw .listenFailed(path: path, call: "flock", errno: EWOULDBLOCK)
      }
      usleep(1000)
    }
    try body()
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
