// SPDX-License-Identifier: Apache-2.0
internal import CSandbox
import Glibc

/// The files that a confined process may use; it can use no others.
///
/// The rules are an object of the kernel (Landlock). A descriptor that is open already stays
/// usable.
package struct FileRules: ~Copyable {
  /// The rights for a file, and for everything below a folder.
  package struct Access: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Files are read, and folders are listed.
    package static let read = Access(rawValue: KEYBRIDGE_ACCESS_READ.rawValue)
    /// Files are executed.
    package static let execute = Access(rawValue: KEYBRIDGE_ACCESS_EXECUTE.rawValue)
    /// Existing files are written.
    package static let write = Access(rawValue: KEYBRIDGE_ACCESS_WRITE.rawValue)
    /// Files are created, renamed, written and removed, except nodes of devices.
    package static let change = Access(rawValue: KEYBRIDGE_ACCESS_CHANGE.rawValue)
    /// Devices are controlled (`ioctl`).
    package static let device = Access(rawValue: KEYBRIDGE_ACCESS_DEVICE.rawValue)
    /// Sockets are created in a folder, and any file is removed from it.
    package static let sockets = Access(rawValue: KEYBRIDGE_ACCESS_SOCKETS.rawValue)
  }

  /// The descriptor of the rules; -1 on a kernel without Landlock.
  package let descriptor: Int32

  /// Creates rules that allow nothing; without Landlock they restrict nothing.
  ///
  /// - Parameters:
  ///   - mayConnect: whether TCP ports can be used.
  ///   - reachesOthers: whether other processes can be signalled.
  /// - Throws: `files` if the kernel has Landlock, but creates no rules.
  package init(mayConnect: Bool, reachesOthers: Bool) throws(SandboxError) {
    guard keybridge_landlock_version() > 0 else {
      descriptor = -1
      return
    }
    descriptor = keybridge_landlock_create(mayConnect, reachesOthers)
    guard descriptor >= 0 else { throw SandboxError(.files, errno: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Allows the use of files.
  ///
  /// - Parameters:
  ///   - access: what may be done with them.
  ///   - paths: files, and folders with everything below; those that do not exist are ignored.
  /// - Throws: `files` if the kernel refuses.
  package func allow(_ access: Access, _ paths: [String]) throws(SandboxError) {
    guard descriptor >= 0 else { return }
    for path in paths {
      let failure = keybridge_landlock_allow(descriptor, path, access.rawValue)
      guard failure == 0 else { throw SandboxError(.files, errno: failure) }
    }
  }

  /// Whether a path is a folder.
  ///
  /// - Parameter path: the path.
  /// - Returns: false for other files, and if it does not exist.
  package static func isFolder(_ path: String) -> Bool { keybridge_is_folder(path) }

  /// The files that a program needs to start: libraries, locales and time zones.
  package static let systemFiles = [
    "/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime",
  ]
}
