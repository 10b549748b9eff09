// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// `--observe PATH`, as used from a shell.
@Suite(.onTestbed, .notInFastRuns, .needs("socat")) struct SocketTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/keys.sock"
    try #require(testbed_active())
    machine.plug(1, "Board")
  }

  private func startServer() throws -> LiveChild {
    let server = try machine.start(["run", "--mirror", "text", "--observe", path])
    try eventually("the grab") { machine.isGrabbed(1) }
    return server
  }

  private func observe() throws -> LiveChild {
    try LiveChild(["socat", "-u", "UNIX-CONNECT:\(path)", "-"])
  }

  @Test("the socket is the user's only; every reader receives hello and then the same lines")
  func observers() throws {
    let server = try startServer()
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFSOCK && facts.st_mode & 0o777 == 0o600)
    let first = try observe()
    let hello = try first.line()
    #expect(hello.contains(#""method":"hello""#) && hello.contains(#""name":"Board""#))
    #expect(hello.contains(#""text":"""#))
    machine.type(1, "hi")
    try first.expectOutput(#""range":[1,1],"string":"i""#)
    let second = try observe()
    #expect(try second.line().contains(#""text":"hi""#))
    machine.type(1, "!x")
    for observer in [first, second] {
      try observer.expectOutput(#""range":[2,2],"string":"x""#)
    }
    server.signal(SIGTERM)
    #expect(try server.end() == 0)
    #expect(server.output.hasPrefix("hi"))
    for observer in [first, second] { #expect(try observer.end() == 0) }
    #expect(stat(path, &facts) != 0 && errno == ENOENT, "the server removes its socket's file")
  }

  @Test("an observer that does not read delays neither the others nor the keyboard")
  func stuck() throws {
    let server = try startServer()
    let stuck = try observe()
    _ = try stuck.line()
    stuck.signal(SIGSTOP)
    let reader = try observe()
    _ = try reader.line()
    for count in 1...40 {
      machine.type(1, "abcdefghi\n")
      #expect(try server.line() == "abcdefghi")
      try reader.expectOutput(#""range":[\#(count * 10 - 1),\#(count * 10 - 1)],"string":"\n""#)
    }
    stuck.signal(SIGCONT)
    try stuck.expectOutput(#""range":[399,399]"#)
  }

  @Test("a second server on the same socket is refused; a file left behind is replaced")
  func twice() throws {
    let server = try startServer()
    let second = try machine.run("run", "--mirror", "text", "--no-grab", "--observe", path)
    #expect(second.status == 1)
    #expect(second.errors.hasPrefix("keybridge: another program listens on \(path)\n"))
    #expect(second.errors.contains("choose another path"))
    server.signal(SIGKILL)
    #expect(try server.end() == 128 + SIGKILL)
    #expect(access(path, F_OK) == 0)
    machine.announce(1)
    let third = try startServer()
    #expect(try observe().line().contains("hello"))
    third.signal(SIGTERM)
    #expect(try third.end() == 0)
  }

  @Test("a path that cannot be a socket is refused")
  func badPaths() throws {
    let plain = try folder.write("x".utf8, to: "file")
    let file = try machine.run("run", "--mirror", "text", "--observe", plain)
    #expect(file.status == 1 && file.errors.contains("exists and is not a socket"))
    #expect(contents(of: plain) == "x")
    let long = String(repeating: "x", count: 200)
    let name = try machine.run("run", "--mirror", "text", "--observe", folder.path + "/" + long)
    #expect(name.status == 2 && name.errors.contains("for a socket"))
    let nowhere = try machine.run("run", "--mirror", "text", "--observe", "/none/keys.sock")
    #expect(nowhere.status == 1 && nowhere.errors.contains("No such file or directory"))
  }
}
