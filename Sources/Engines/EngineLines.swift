// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The lines that are exchanged with an engine, over a socket that does not block.
struct EngineLines {
  /// Why an exchange cannot go on.
  enum Fault: Error, Hashable {
    /// The engine closed the socket, or ended.
    case closed
    /// A line exceeds the limit.
    case tooLong
    /// The engine does not read.
    case unread
  }

  /// The maximum length of a line from the engine, in bytes.
  static let lineLimit = 1 << 20
  /// The maximum number of bytes that wait for the engine to read.
  static let outgoingLimit = 1 << 18

  private let descriptor: Int32
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes wait for the engine to read.
  var isWriting: Bool { !outgoing.isEmpty }

  /// Sends a line, without its newline, as far as the engine reads; the rest follows with
  /// ``flush()``.
  ///
  /// - Parameter line: the line.
  /// - Throws: `unread` if too much waits to be read, or `closed`.
  mutating func send(_ line: [UInt8]) throws(Fault) {
    guard outgoing.count + line.count < Self.outgoingLimit else { throw .unread }
    outgoing += line
    outgoing.append(UInt8(ascii: "\n"))
    try flush()
  }

  /// Sends what the engine reads now.
  mutating func flush() throws(Fault) {
    while !outgoing.isEmpty {
      let sent = outgoing.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        outgoing.removeFirst(sent)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// Receives the lines that have arrived.
  ///
  /// - Parameter isClosed: set if the engine has closed its side; the lines before that count.
  /// - Returns: the complete lines, without their newlines.
  /// - Throws: `tooLong` if a line exceeds the limit.
  mutating func receive(isClosed: inout Bool) throws(Fault) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    // An engine that never stops writing gets its turn again after the others.
    for _ in 0..<16 {
      var count = 0
      let block = [UInt8](unsafeUninitializedCapacity: 65_536) { room, initializedCount in
        count = recv(descriptor, room.baseAddress, room.count, 0)
        initializedCount = max(0, count)
      }
      if count == 0 {
        isClosed = true
        break
      }
      if count < 0 {
        if errno == EINTR { continue }
        isClosed = errno != EAGAIN && errno != EWOULDBLOCK
        break
      }
      var rest = block[...]
      while let end = Self.newline(in: rest) {
        lines.append(incoming + rest[..<end])
        incoming = []
        rest = rest[(end + 1)...]
      }
      guard incoming.count + rest.count <= Self.lineLimit else { throw .tooLong }
      incoming += rest
    }
    return lines
  }

  private static func newline(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBytes { raw in
      guard let start = raw.baseAddress, let end = memchr(start, 0x0A, raw.count) else {
        return nil
      }
      return bytes.startIndex + (UnsafeRawPointer(end) - start)
    }
  }
}
