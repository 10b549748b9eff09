// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The lines that are to be sent to one client.
///
/// Pieces consist of whole lines and are shared between clients. The limit counts bytes; a single
/// piece may exceed it, because lines cannot be split.
final class OutgoingQueue {
  /// The result of an attempt to send.
  enum Outcome {
    /// Everything was sent.
    case drained
    /// The client's receive buffer is full.
    case blocked
    /// The client has disconnected.
    case disconnected
  }

  private struct Piece {
    var bytes: [UInt8]
    /// Whether the piece is a response or a request, which is never dropped.
    var isResponse = false
  }

  private var pieces: [Piece] = []
  /// How much of the first piece was sent.
  private var sent = 0
  private let limit: Int
  /// How many bytes of responses and requests wait; the limit does not count them.
  private var responseCount = 0
  /// How many bytes wait.
  private(set) var count = 0
  /// Whether a backlog was dropped, so that a snapshot must follow the remaining pieces.
  var needsSnapshot = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// Appends a piece, or drops the backlog if the limit would be exceeded.
  ///
  /// A partly sent piece is kept, so that its line is complete; so are responses and requests.
  func append(_ piece: [UInt8]) {
    if needsSnapshot || piece.isEmpty { return }
    if isEmpty || count - responseCount + piece.count <= limit {
      add(Piece(bytes: piece))
    } else {
      needsSnapshot = true
      let begun = sent > 0 ? pieces.first : nil
      let rest = begun == nil ? pieces[...] : pieces.dropFirst()
      pieces = (begun.map { [$0] } ?? []) + rest.filter(\.isResponse)
      count = pieces.reduce(-sent) { $0 + $1.bytes.count }
    }
  }

  private func add(_ piece: Piece) {
    if piece.bytes.isEmpty { return }
    pieces.append(piece)
    count += piece.bytes.count
    if piece.isResponse { responseCount += piece.bytes.count }
  }

  /// Appends the snapshot that replaces the dropped notifications.
  func append(snapshot piece: [UInt8]) {
    needsSnapshot = false
    add(Piece(bytes: piece))
  }

  /// Appends a response or a request, which the limit neither counts nor drops: the other side
  /// waits for it.
  func append(response piece: [UInt8]) {
    add(Piece(bytes: piece, isResponse: true))
  }

  /// Sends a piece without blocking while nothing else waits; the piece is stored only if the
  /// client's receive buffer has no room for all of it.
  ///
  /// - Returns: whether the whole piece was sent.
  func sendAtOnce(_ piece: [UInt8], to descriptor: Int32) -> Bool {
    if piece.isEmpty { return true }
    let written = Self.write(piece, from: 0, to: descriptor)
    if written == piece.count { return true }
    append(piece)
    if written > 0 { noteSent(written) }
    return false
  }

  /// Sends as much as possible without blocking.
  func send(to descriptor: Int32) -> Outcome {
    while let piece = pieces.first {
      let written = Self.write(piece.bytes, from: sent, to: descriptor)
      if written < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == ENOBUFS ? .blocked : .disconnected
      }
      noteSent(written)
      if piece.isResponse { responseCount -= written }
      if sent == piece.bytes.count {
        pieces.removeFirst()
        sent = 0
      }
    }
    return .drained
  }

  private func noteSent(_ written: Int) {
    sent += written
    count -= written
  }

  private static func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return Glibc.send(
        descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }
}
