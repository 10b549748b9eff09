// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import TestTraits

@testable import Service

/// The queue of lines for a client that does not read.
struct OutgoingQueueTests {
  private static func line(_ letter: Character, _ count: Int) -> [UInt8] {
    Array((String(repeating: letter, count: count) + "\n").utf8)
  }

  /// Sends the queue to a reader, and returns the first letter of each line.
  private static func drain(_ queue: OutgoingQueue, _ ends: [Int32]) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var outcome = OutgoingQueue.Outcome.blocked
    while true {
      let count = recv(ends[1], &block, block.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        bytes += block[..<count]
      } else if outcome != .blocked {
        break
      }
      outcome = queue.send(to: ends[0])
    }
    return String(bytes.split(separator: 10).map { Character(Unicode.Scalar($0.first ?? 0)) })
  }

  @Test("Responses are never dropped, regardless of the lines before and after them")
  func answers() {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let queue = OutgoingQueue(limit: 100)
    queue.append(Self.line("a", 4_000_000))
    #expect(queue.send(to: ends[0]) == .blocked)
    queue.append(response: Self.line("b", 1000))
    // This notification exceeds the limit: it is dropped with the earlier ones that are not partly
    // sent.
    queue.append(Self.line("c", 50))
    queue.append(response: Self.line("d", 10))
    #expect(queue.needsSnapshot)
    #expect(Self.drain(queue, ends) == "abd")
    #expect(queue.isEmpty && queue.count == 0)
    queue.append(snapshot: Self.line("e", 10))
    queue.append(Self.line("f", 10))
    #expect(Self.drain(queue, ends) == "ef")
  }

  @Test("Responses do not count towards the limit for notifications")
  func bound() {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let queue = OutgoingQueue(limit: 100)
    queue.append(response: Self.line("a", 2_000_000))
    queue.append(response: Self.line("b", 2_000_000))
    #expect(queue.send(to: ends[0]) == .blocked)
    queue.append(Self.line("c", 60))
    #expect(!queue.needsSnapshot)
    queue.append(Self.line("d", 60))
    #expect(queue.needsSnapshot)
    #expect(Self.drain(queue, ends) == "ab")
  }

  @Test("A piece is sent at once if the client has room, and its rest follows before later lines")
  func atOnce() {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let queue = OutgoingQueue(limit: 100)
    #expect(queue.sendAtOnce([], to: ends[0]))
    #expect(queue.sendAtOnce(Self.line("a", 10), to: ends[0]) && queue.isEmpty)
    let long = Self.line("b", 4_000_000)
    #expect(!queue.sendAtOnce(long, to: ends[0]))
    #expect(0 < queue.count && queue.count < long.count, "the beginning was sent")
    queue.append(response: Self.line("c", 10))
    #expect(Self.drain(queue, ends) == "abc")
    #expect(queue.isEmpty && queue.count == 0)
    close(ends[1])
    ends[1] = -1
    #expect(!queue.sendAtOnce(Self.line("d", 10), to: ends[0]))
    #expect(queue.send(to: ends[0]) == .disconnected)
  }

  @Test("A sent line is overwritten before its buffer is used again")
  func reusedBuffer() throws {
    var lines = Self.line("p", 100)
    let place = lines.withUnsafeBufferPointer { $0.baseAddress }
    lines.removeSentLines()
    let buffer = lines.withUnsafeBufferPointer { $0.baseAddress }
    #expect(lines.isEmpty && lines.capacity >= 101 && buffer == place)
    #expect(try (0..<101).allSatisfy { try #require(buffer)[$0] == 0 })
    lines = Self.line("p", 10_000)
    lines.removeSentLines()
    #expect(lines.capacity == 0, "a large buffer is not kept")
  }
}
