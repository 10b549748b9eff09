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

  /// The maximum length of a line from an engine, in bytes.
  static let lineLimit = 1 << 18
  /// The maximum number of bytes that are received before the loop serves others.
  static let turnLimit = 1 << 16
  /// The maximum number of bytes that wait for the engine to read.
  static let outgoingLimit = 1 << 18

  private let descriptor: Int32
  /// The maximum length of a line from the process, in bytes.
  private let lineLimit: Int
  private var incoming: ArraySlice<UInt8> = []
  private var outgoing: [UInt8] = []

  init(descriptor: Int32, lineLimit: Int = Self.lineLimit) {
    (self.descriptor, self.lineLimit) = (descriptor, lineLimit)
  }

  /// Whether bytes wait for the engine to read.
  var isWriting: Bool { !outgoing.isEmpty }

  /// Sends a line, without its newline, as far as the engine reads; the rest follows with
  /// ``flush()``.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - isUrgent: whether it is sent at once; otherwise it may wait for ``flush()`` or for the
  ///     next line.
  /// - Throws: `unread` if too much waits to be read, or `closed`.
  mutating func send(_ line: [UInt8], isUrgent: Bool = true) throws(Fault) {
    guard outgoing.count + line.count < Self.outgoingLimit else { throw .unread }
    outgoing += line
    outgoing.append(UInt8(ascii: "\n"))
    // A burst of lines that are not urgent must not reach the limit.
    if isUrgent || outgoing.count > Self.outgoingLimit / 8 { try flush() }
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

  /// Receives at most ``turnLimit`` bytes, for ``next()``.
  ///
  /// - Returns: false if the engine has closed its side; the lines before that count.
  /// - Throws: `tooLong` if a line exceeds the limit.
  mutating func receive() throws(Fault) -> Bool {
    var count = 0
    var failure: Int32 = 0
    let block = [UInt8](unsafeUninitializedCapacity: Self.turnLimit) { room, initializedCount in
      count = recv(descriptor, room.baseAddress, room.count, 0)
      failure = errno
      initializedCount = max(0, count)
    }
    guard count > 0 else { return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(failure) }
    incoming += block
    guard (Self.newline(in: incoming) ?? incoming.endIndex) - incoming.startIndex <= lineLimit
    else { throw .tooLong }
    return true
  }

  /// Removes and returns the next complete line, without its newline; nil if there is none.
  mutating func next() -> [UInt8]? {
    guard let end = Self.newline(in: incoming) else { return nil }
    let line = [UInt8](incoming[..<end])
    incoming = incoming[(end + 1)...]
    // An empty slice would still keep the whole buffer.
    if incoming.isEmpty { incoming = [] }
    return line
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
