// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import Service
import TestSupport
import Testing

/// The file the socket stands behind: whose it is, and what may be in its place.
@Suite struct SocketFileTests {
  @Test("the file is for its user alone, from the beginning, and goes with the server")
  func mode() throws {
    let server = try Server()
    var facts = stat()
    #expect(lstat(server.path, &facts) == 0)
    #expect(facts.st_mode == S_IFSOCK | 0o600)
    let observer = try server.connect()
    server.socket.finish()
    #expect(server.loop.watched.isEmpty)
    _ = observer.lines()
    #expect(observer.isAtEnd)
    let path = server.path
    var other: Server? = try Server()
    let otherPath = try #require(other?.path)
    other = nil
    #expect(access(otherPath, F_OK) != 0)
    #expect(access(path, F_OK) != 0, "finish removes it, too")
  }

  @Test("a socket that a dead server left is replaced")
  func staleSocket() throws {
    let folder = try TemporaryFolder()
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array((folder.path + "/socket").utf8))
    }
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    close(dead)
    let server = try Server(folder: folder)
    #expect(try server.connect().lines().count == 1)
  }

  @Test("a second server at the same path is refused, and the first goes on")
  func secondServer() throws {
    let server = try Server()
    #expect(throws: ServiceError.alreadyServed(path: server.path)) {
      _ = try Server(folder: server.folder)
    }
    server.loop.settle()
    #expect(try server.connect().lines().count == 1)
  }

  @Test("a file that is no socket is left alone")
  func otherFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("precious".utf8, to: "socket")
    #expect(throws: ServiceError.notASocket(path: path)) { _ = try Server(folder: folder) }
    #expect(contents(of: path) == "precious")
  }

  @Test("a file that has taken the socket's place is left alone at the end")
  func replacedFile() throws {
    let folder = try TemporaryFolder()
    var server: Server? = try Server(folder: folder)
    let path = try #require(server?.path)
    unlink(path)
    _ = try folder.write("precious".utf8, to: "socket")
    server = nil
    #expect(contents(of: path) == "precious")
    #expect(server == nil)
  }

  @Test("a path that no socket can have is refused, with the limit")
  func unusablePaths() throws {
    let folder = try TemporaryFolder()
    func serve(_ path: String) throws {
      _ = try ObserverHub(
        .path(path, mode: 0o600), loop: PollLoop(), encoder: WireEncoder { _ in "" },
        snapshot: { Snapshot(containers: []) })
    }
    let stem = folder.path + "/"
    let longest = stem + String(repeating: "x", count: 107 - stem.utf8.count)
    try serve(longest)
    for path in [longest + "x", "", stem + "a\0b"] {
      #expect(throws: ServiceError.pathNotUsable(path: path, limit: 107)) { try serve(path) }
    }
    let missing = stem + "no/socket"
    #expect(throws: ServiceError.listenFailed(path: missing, call: "bind", errno: ENOENT)) {
      try serve(missing)
    }
  }
}
