// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import TestSupport
import Testing

@Suite struct ByteOutputTests {
  @Test("nothing is written before the limit or a flush")
  func buffering() throws {
    let pipe = try PipeReader()
    let output = ByteOutput(descriptor: pipe.writer, limit: 8)
    output.append("abc")
    #expect(pipe.read() == "")
    try output.flush()
    #expect(pipe.read() == "abc")
    output.append("12345678")
    #expect(pipe.read() == "12345678")
  }

  @Test("output waits for a full non-blocking pipe, and every byte arrives in order")
  func partialWrites() throws {
    let (reader, writer) = try connectedPair()
    defer { close(reader) }
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }
    nonisolated(unsafe) var received: [UInt8] = []
    let body: () -> Void = {
      var block = [UInt8](repeating: 0, count: 5000)
      while case let count = read(reader, &block, block.count), count > 0 {
        received += block[..<count]
      }
    }
    let thread = try TestThread(body)
    let output = ByteOutput(descriptor: writer)
    for piece in stride(from: 0, to: sent.count, by: 777) {
      output.append(contentsOf: sent[piece..<min(piece + 777, sent.count)])
    }
    try output.flush()
    close(writer)
    thread.join()
    #expect(received == sent)
  }

  @Test("a reader that closes the pipe causes a broken pipe error at every later check")
  func brokenPipe() throws {
    let (reader, writer) = try connectedPair()
    close(reader)
    defer { close(writer) }
    let output = ByteOutput(descriptor: writer, limit: 4)
    output.append("more than the limit")
    #expect(throws: MirrorError.outputFailed(errno: EPIPE)) { try output.check() }
    output.append("again")
    #expect(throws: MirrorError.outputFailed(errno: EPIPE)) { try output.flush() }
    #expect(MirrorError.outputFailed(errno: EPIPE).isBrokenPipe)
  }

  @Test("a full disk and a closed descriptor are reported with their errno")
  func otherFailures() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let output = ByteOutput(descriptor: full)
    output.append("x")
    #expect(throws: MirrorError.outputFailed(errno: ENOSPC)) { try output.flush() }
    let closed = ByteOutput(descriptor: -1)
    closed.append("x")
    #expect(throws: MirrorError.outputFailed(errno: EBADF)) { try closed.flush() }
    #expect(!MirrorError.outputFailed(errno: EBADF).isBrokenPipe)
  }
}
