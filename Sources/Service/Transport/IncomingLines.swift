// SPDX-License-Identifier: Apache-2.0

/// A line from a client, without the newline.
struct IncomingLine: Hashable {
  /// The line; if it is too long, only its beginning.
  var bytes: [UInt8]
  /// Whether the line exceeds the limit.
  var isTooLong = false

  /// How much of a line that is too long is kept, in bytes: enough to contain the request's id.
  static let keptBytes = 4096
}

/// Splits the bytes from a client into lines.
struct IncomingLines {
  /// The maximum length of a line, in bytes.
  let limit: Int
  private var rest: [UInt8] = []
  /// Whether the rest of the current line is skipped because the line is too long.
  private var isPassingOver = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Appends bytes, and returns the lines that are now complete.
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

  /// Appends to the current line, which is reported as soon as it is too long.
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
