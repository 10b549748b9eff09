// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What one client has yet to be sent.
///
/// Pieces are shared between clients and end where a line ends. The bound counts bytes; a single
/// piece may exceed it, because nothing less than a whole line can be sent.
final class OutgoingQueue {
  /// What became of an attempt to send.
  enum Outcome {
    /// Everything was sent.
    case drained
    /// The reader's buffer is full.
    case blocked
    /// The reader has gone.
    case gone
  }

  private var pieces: [[UInt8]] = []
  /// How much of the first piece was sent.
  private var sent = 0
  private let limit: Int
  /// Whether the first piece is an answer.
  private var isAnswerFirst = false
  /// How many bytes wait.
  private(set) var count = 0
  /// Whether a backlog was dropped, so that a snapshot must follow what is still here.
  var needsSnapshot = false

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Adds a piece, or drops the backlog where the bound would be passed.
  ///
  /// The piece that was begun stays, so that its line is not cut, and so does an answer.
  func append(_ piece: [UInt8]) {
    if needsSnapshot || piece.isEmpty { return }
    let bound = isAnswerFirst ? limit + pieces[0].count - sent : limit
    if pieces.isEmpty || count + piece.count <= bound {
      pieces.append(piece)
      count += piece.count
    } else {
      needsSnapshot = true
      pieces = sent > 0 || isAnswerFirst ? [pieces[0]] : []
      count = (pieces.first?.count ?? 0) - sent
    }
  }

  /// Adds a snapshot's line, which counts for all that was dropped.
  func append(snapshot piece: [UInt8]) {
    needsSnapshot = false
    pieces.append(piece)
    count += piece.count
  }

  /// Adds an answer or a question, before which nothing else waits; no bound counts or drops it: whoever
  /// asked waits for it.
  func append(answer piece: [UInt8]) {
    isAnswerFirst = pieces.isEmpty
    pieces.append(piece)
    count += piece.count
  }

  /// Sends as much as the reader takes at once.
  func send(to descriptor: Int32) -> Outcome {
    while let piece = pieces.first {
      let written = piece.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return Glibc.send(
          descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if written < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == ENOBUFS ? .blocked : .gone
      }
      sent += written
      count -= written
      if sent == piece.count {
        pieces.removeFirst()
        sent = 0
        isAnswerFirst = false
      }
    }
    return .drained
  }
}
