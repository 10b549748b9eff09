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

  private struct Piece {
    var bytes: [UInt8]
    /// Whether somebody waits for it, so that it is never dropped.
    var isAnswer = false
  }

  private var pieces: [Piece] = []
  /// How much of the first piece was sent.
  private var sent = 0
  private let limit: Int
  /// How many bytes of answers wait, which no bound counts.
  private var answerCount = 0
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
  /// The piece that was begun stays, so that its line is not cut, and so do answers.
  func append(_ piece: [UInt8]) {
    if needsSnapshot || piece.isEmpty { return }
    if pieces.isEmpty || count - answerCount + piece.count <= limit {
      add(Piece(bytes: piece))
    } else {
      needsSnapshot = true
      let begun = sent > 0 ? pieces.first : nil
      let rest = begun == nil ? pieces[...] : pieces.dropFirst()
      pieces = (begun.map { [$0] } ?? []) + rest.filter(\.isAnswer)
      count = pieces.reduce(-sent) { $0 + $1.bytes.count }
    }
  }

  private func add(_ piece: Piece) {
    pieces.append(piece)
    count += piece.bytes.count
    if piece.isAnswer { answerCount += piece.bytes.count }
  }

  /// Adds a snapshot's line, which counts for all that was dropped.
  func append(snapshot piece: [UInt8]) {
    needsSnapshot = false
    add(Piece(bytes: piece))
  }

  /// Adds an answer or a question; no bound counts or drops it: whoever asked waits for it.
  func append(answer piece: [UInt8]) {
    add(Piece(bytes: piece, isAnswer: true))
  }

  /// Sends as much as the reader takes at once.
  func send(to descriptor: Int32) -> Outcome {
    while let piece = pieces.first {
      let written = piece.bytes.withUnsafeBytes { bytes in
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
      if piece.isAnswer { answerCount -= written }
      if sent == piece.bytes.count {
        pieces.removeFirst()
        sent = 0
      }
    }
    return .drained
  }
}
