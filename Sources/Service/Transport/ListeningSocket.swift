// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A UNIX stream socket that listens at a path, and its file.
///
/// The file never has a wider mode than requested, whatever the umask. The file of a dead server is
/// replaced. The file is removed at the end, unless another file has replaced it. A socket that the
/// service manager passes is used as it is, and its file is kept. A lock on the folder serializes
/// servers that start at once, so that only one of them replaces a dead server's file.
final class ListeningSocket {
  /// The longest path that the kernel accepts, in bytes: `sun_path` without its NUL.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  let descriptor: Int32
  private let path: String
  private let file: FileIdentity?

  /// Listens at a path.
  ///
  /// - Parameters:
  ///   - path: the path of the socket's file.
  ///   - mode: the file's mode, which decides who may connect; its group is the server's own.
  /// - Throws: why the path cannot be served; nothing is left behind then.
  init(path: String, mode: UInt32 = 0o600) throws(ServiceError) {
    guard let address = Self.address(of: path) else {
      throw .pathNotUsable(path: path, limit: Self.pathLimit)
    }
    let descriptor = Self.open()
    guard descriptor >= 0 else {
      throw .listenFailed(path: path, call: "socket", errno: errno)
    }
    do throws(ServiceError) {
      try FolderLock.hold(ofFile: path) { () throws(ServiceError) in
        try Self.bind(descriptor, to: address, path: path, mode: mode)
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
    file = FileIdentity(path: path)
  }

  /// Takes over a socket that is listening already.
  init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    path = ""
    file = nil
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    // Removed before the socket is closed: otherwise another server could think that the file
    // belongs to a dead server, and replace it.
    if let file, file == FileIdentity(path: path) { unlink(path) }
    close(descriptor)
  }

  /// Accepts a connection; nil with `errno` set if there is none.
  func accept() -> Int32? {
    let connection = Glibc.accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    // Glibc's module does not export `accept4`; no process is started between the two calls.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  // MARK: System calls

  private static func open() -> Int32 {
    socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  }

  private static func bind(
    _ descriptor: Int32, to address: sockaddr_un, path: String, mode: UInt32
  ) throws(ServiceError) {
    // Linux gives the file the socket's own mode, so it never exists with a wider one. The umask
    // can only narrow that, and belongs to the whole process.
    guard fchmod(descriptor, mode) == 0 else {
      throw .listenFailed(path: path, call: "fchmod", errno: errno)
    }
    if !call(Glibc.bind, descriptor, address) {
      guard errno == EADDRINUSE else {
        throw .listenFailed(path: path, call: "bind", errno: errno)
      }
      try removeStaleSocket(at: path, address)
      guard call(Glibc.bind, descriptor, address) else {
        throw .listenFailed(path: path, call: "bind", errno: errno)
      }
    }
    // Clients can connect only after the umask's effect on the mode is undone.
    guard mode == 0o600 || chmod(path, mode) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let reason = errno
      unlink(path)
      throw .listenFailed(path: path, call: "listen", errno: reason)
    }
  }

  /// Removes a socket's file if no server accepts connections there.
  private static func removeStaleSocket(
    at path: String, _ address: sockaddr_un
  ) throws(ServiceError) {
    guard let file = FileIdentity(path: path) else { return }
    guard file.isSocket else { throw .notASocket(path: path) }
    let probe = open()
    guard probe >= 0 else { throw .listenFailed(path: path, call: "socket", errno: errno) }
    defer { close(probe) }
    if call(connect, probe, address) || errno == EAGAIN { throw .alreadyServed(path: path) }
    switch errno {
    case ECONNREFUSED:
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .listenFailed(path: path, call: "unlink", errno: errno)
      }
    case ENOENT: return
    // A server that refuses the connection is running.
    case EACCES, EPERM, EPROTOTYPE: throw .alreadyServed(path: path)
    default: throw .listenFailed(path: path, call: "connect", errno: errno)
    }
  }

  static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: sockaddr_un
  ) -> Bool {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// Returns the address for a path; nil if the path is empty, too long, or contains NUL.
  static func address(of path: String) -> sockaddr_un? {
    let bytes = Array(path.utf8)
    guard 1...pathLimit ~= bytes.count, !bytes.contains(0) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}

/// The identity of the file at a path, to recognize it later.
private struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t
  let isSocket: Bool

  /// Reads the identity without following links; nil if the path does not exist.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}
