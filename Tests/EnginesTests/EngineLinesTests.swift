// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import Engines

/// The limits of lines from an engine.
@Suite struct EngineLinesTests {
  @Test("A line of exactly the limit is received, and one more byte is too much")
  func limit() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    var lines = EngineLines(descriptor: ends[0])
    func write(_ bytes: [UInt8]) throws {
      try #require(send(ends[1], bytes, bytes.count, 0) == bytes.count)
    }
    func writeLine() throws {
      let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 14)
      for _ in 0..<EngineLines.lineLimit / block.count {
        try write(block)
        #expect(try lines.receive() && lines.next() == nil)
      }
    }
    try writeLine()
    try write([UInt8(ascii: "\n")])
    #expect(try lines.receive() && lines.next()?.count == EngineLines.lineLimit)
    #expect(lines.next() == nil)
    try writeLine()
    try write([UInt8(ascii: "x")])
    #expect(throws: EngineLines.Fault.tooLong) { try lines.receive() }
  }

  @Test("A turn has a limit of bytes, however much an engine has written")
  func turn() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    let block = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
    var written = 0
    while case let sent = send(ends[1], block, block.count, 0), sent > 0 { written += sent }
    #expect(written > EngineLines.turnLimit)
    close(ends[1])
    var lines = EngineLines(descriptor: ends[0])
    var received = 0
    while try lines.receive() {
      var count = 0
      while lines.next() != nil { count += 1 }
      #expect(count <= EngineLines.turnLimit)
      received += count
    }
    #expect(received == written)
  }

  @Test("An engine that does not read is a fault, as soon as its lines exceed the limit")
  func unread() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    var lines = EngineLines(descriptor: ends[0])
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1023)
    while !lines.isWriting { try lines.send(line) }
    // From here on the kernel takes nothing more, and the lines wait.
    let count = EngineLines.outgoingLimit / (line.count + 1)
    for _ in 0..<count - 2 { try lines.send(line) }
    #expect(throws: EngineLines.Fault.unread) { for _ in 0..<3 { try lines.send(line) } }
    #expect(throws: EngineLines.Fault.unread) { try lines.send(line, isUrgent: false) }
  }

  @Test("A line that is not urgent follows with the next one, and many of them are no fault")
  func unhurried() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    var lines = EngineLines(descriptor: ends[0])
    var peer = EngineLines(descriptor: ends[1])
    try lines.send(Array("later".utf8), isUrgent: false)
    #expect(lines.isWriting)
    #expect(try peer.receive() && peer.next() == nil)
    try lines.send(Array("now".utf8))
    #expect(!lines.isWriting)
    #expect(try peer.receive() && peer.next() == Array("later".utf8))
    #expect(peer.next() == Array("now".utf8))
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: EngineLines.outgoingLimit / 16)
    for _ in 0..<64 {
      try lines.send(long, isUrgent: false)
      // The peer reads as fast as it can.
      while try peer.receive() && peer.next() != nil {}
    }
  }
}
