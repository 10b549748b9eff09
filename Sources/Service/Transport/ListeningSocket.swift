// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A UNIX stream socket that listens at a path, and its file.
///
/// The file has its mode from the moment it is there, whatever the umask. A file that a dead
/// server left is replaced; the file is removed at the end, unless another has taken its place. A socket
/// that the service manager listens at already is taken as it is, and its file stays. Of servers that start at once
/// one has the path: whoever looks for a dead server's file and replaces it has a lock on its folder.
final class ListeningSocket {
  /// The longest path the kernel takes, in bytes: `sun_path` without its NUL.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  let descriptor: Int32
  private let path: String
  private let file: FileIdentity?

  /// Listens at a path.
  ///
  /// - Parameters:
  ///   - path: where the file will stand.
  ///   - mode: who may connect; the file's group is the server's own.
  /// - Throws: what keeps the path from being served; nothing is left behind then.
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

  /// Takes a socket that listens already.
  init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    path = ""
    file = nil
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    // While it listens: nobody takes the file of a live server for a dead one's and puts another there.
    if let file, file == FileIdentity(path: path) { unlink(path) }
    close(descriptor)
  }

  /// Takes the next connection; nil with `errno` set where there is none to take.
  func accept() -> Int32? {
    let connection = Glibc.accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    // Glibc's module leaves `accept4` out; nobody starts a program between the two calls.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  // MARK: The system calls

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
    // Only then may others come: what the umask took away is given back once nobody stands in between.
    guard mode == 0o600 || chmod(path, mode) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let reason = errno
      unlink(path)
      throw .listenFailed(path: path, call: "listen", errno: reason)
    }
  }

  /// Removes a socket's file that nobody listens to.
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
    // A server that does not let us in is a server all the same.
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

  /// The address of a path; nil for one that no socket can have.
  static func address(of path: String) -> sockaddr_un? {
    let bytes = Array(path.utf8)
    guard 1...pathLimit ~= bytes.count, !bytes.contains(0) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}

/// Which file stands at a path, so that it is known again.
private struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t
  let isSocket: Bool

  /// Looks at a path, not through a link; nil where nothing stands.
  init?(path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    device = facts.st_dev
    inode = facts.st_ino
    isSocket = facts.st_mode & S_IFMT == S_IFSOCK
  }
}
