// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What one observer has yet to be sent.
///
/// Pieces are shared between observers and end where a line ends. The bound counts bytes; a single
/// piece may exceed it, because nothing less than a whole line can be sent.
final class ObserverQueue {
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
  /// The piece that was begun stays, so that its line is not cut.
  func append(_ piece: [UInt8]) {
    if needsSnapshot || piece.isEmpty { return }
    if pieces.isEmpty || count + piece.count <= limit {
      pieces.append(piece)
      count += piece.count
    } else {
      needsSnapshot = true
      let begun = sent > 0 ? pieces[0] : []
      pieces = begun.isEmpty ? [] : [begun]
      count = begun.count - sent
    }
  }

  /// Adds a snapshot's line, which counts for all that was dropped.
  func append(snapshot piece: [UInt8]) {
    needsSnapshot = false
    pieces.append(piece)
    count += piece.count
  }

  /// Adds the answer to a question, which no bound drops: whoever asked waits for it.
  func append(answer piece: [UInt8]) {
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
      }
    }
    return .drained
  }
}
