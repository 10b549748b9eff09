// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The right to replace files in a folder, among programs that ask for it: `flock(2)` of the folder itself, so that
/// nothing is left behind.
enum FolderLock {
  /// How long another one's turn is waited for; it takes a few system calls.
  private static let limit = Duration.seconds(2)

  /// Does something while nobody else that asks has the lock.
  ///
  /// - Parameters:
  ///   - path: a file of the folder.
  ///   - body: what is done.
  /// - Throws: what `body` throws, or what keeps the folder from being locked.
  static func hold(
    ofFile path: String, _ body: () throws(ServiceError) -> Void
  ) throws(ServiceError) {
    let folder = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      // Without the right to list a folder one may still have that to make files in it. A folder that does not exist
      // is reported by what needs it.
      return try body()
    }
    defer { close(folder) }
    let end = ContinuousClock.now + limit
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        // File systems without locks; two servers at once are not told apart there.
        return try body()
      }
      guard ContinuousClock.now < end else {
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
