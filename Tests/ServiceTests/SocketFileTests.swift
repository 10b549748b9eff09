// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
@testable import Service
import TestSupport
import Testing

/// The socket's file: its owner, its lifetime, and other files at its path.
@Suite struct SocketFileTests {
  @Test("the socket file is for its user only from the beginning, and is removed with the server")
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

  @Test("a second server on the same path is refused, and the first continues")
  func secondServer() throws {
    let server = try Server()
    #expect(throws: ServiceError.alreadyServed(path: server.path)) {
      _ = try Server(folder: server.folder)
    }
    server.loop.settle()
    #expect(try server.connect().lines().count == 1)
  }

  @Test("Of servers that start at the same time on a dead server's path, exactly one gets it")
  func race() async throws {
    for _ in 0..<50 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/socket"
      // The file stays although no process listens on it.
      try Self.leaveDeadSocket(at: path)
      let outcomes: [Outcome] = await withTaskGroup(of: Outcome.self) { group in
        for _ in 0..<4 {
          group.addTask { Outcome(socket: try? ListeningSocket(path: path)) }
        }
        return await group.reduce(into: []) { if $1.socket != nil { $0.append($1) } }
      }
      #expect(outcomes.count == 1)
      let client = try Observer.connect(to: path)
      #expect(
        outcomes.first?.socket?.accept() != nil, "the server that got the path accepts connections")
      close(client)
    }
  }

  @Test("A server that ends removes its own file, and the next server can use the path")
  func end() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/socket"
    var first: ListeningSocket? = try ListeningSocket(path: path)
    #expect(first != nil)
    first = nil
    #expect(access(path, F_OK) != 0)
    let second = try ListeningSocket(path: path)
    #expect(second.descriptor >= 0 && access(path, F_OK) == 0)
  }

  @Test("A folder that stays locked is reported with its path after a time limit")
  func locked() throws {
    let folder = try TemporaryFolder()
    let lock = open(folder.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let path = folder.path + "/socket"
    #expect(throws: ServiceError.listenFailed(path: path, call: "flock", errno: EWOULDBLOCK)) {
      _ = try ListeningSocket(path: path)
    }
    close(lock)
    #expect(try ListeningSocket(path: path).descriptor >= 0)
  }

  /// The result of starting a server; used by one thread at a time.
  private struct Outcome: @unchecked Sendable {
    let socket: ListeningSocket?
  }

  private static func leaveDeadSocket(at path: String) throws {
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(dead) }
    let address = try #require(ListeningSocket.address(of: path))
    #expect(ListeningSocket.call(bind, dead, address))
  }

  @Test("a file that is not a socket is left alone")
  func otherFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("precious".utf8, to: "socket")
    #expect(throws: ServiceError.notASocket(path: path)) { _ = try Server(folder: folder) }
    #expect(contents(of: path) == "precious")
  }

  @Test("a file that replaced the socket is left alone at the end")
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

  @Test("a path that is too long for a socket is refused, with the limit")
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
