// SPDX-License-Identifier: Apache-2.0

/// A line that a client has sent, without its end.
struct IncomingLine: Hashable {
  /// The line; of one that is too long only the beginning.
  var bytes: [UInt8]
  /// Whether the line is longer than any may be.
  var isTooLong = false

  /// How much of a line that is too long is kept, in bytes: enough for the id of a request.
  static let keptBytes = 4096
}

/// Cuts what a client sends into lines.
struct IncomingLines {
  /// The most that a line may have, in bytes.
  let limit: Int
  private var rest: [UInt8] = []
  /// Whether the line under way is too long, so that all of it is passed over.
  private var isPassingOver = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what was sent, and returns the lines that are complete by now.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [IncomingLine] {
    var lines: [IncomingLine] = []
    var bytes = bytes[...]
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      append(bytes[..<end], to: &lines)
      if !isPassingOver, !rest.isEmpty { lines.append(IncomingLine(bytes: rest)) }
      isPassingOver = false
      rest.removeAll(keepingCapacity: rest.count <= 4096)
      bytes = bytes[(end + 1)...]
    }
    append(bytes, to: &lines)
    return lines
  }

  /// Adds a piece of the line under way, which is reported at once when it is too long.
  private mutating func append(
    _ piece: Slice<UnsafeRawBufferPointer>, to lines: inout [IncomingLine]
  ) {
    guard !isPassingOver else { return }
    if rest.count + piece.count <= limit {
      rest += piece
    } else {
      let kept = (rest + piece.prefix(IncomingLine.keptBytes)).prefix(IncomingLine.keptBytes)
      lines.append(IncomingLine(bytes: Array(kept), isTooLong: true))
      isPassingOver = true
      rest = []
    }
  }
}
