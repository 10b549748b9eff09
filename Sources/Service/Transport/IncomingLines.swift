// SPDX-License-Identifier: Apache-2.0

/// What a client has sent, cut into lines.
struct IncomingLines {
  /// The most that a line may have, in bytes.
  let limit: Int
  private var rest: [UInt8] = []
  /// Whether the line under way is too long, so that all of it is passed over.
  private var isPassingOver = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what was sent.
  ///
  /// - Returns: the lines that are complete by now, without their ends; nil for one that is too long.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    var bytes = bytes[...]
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      append(bytes[..<end], to: &lines)
      if !isPassingOver, !rest.isEmpty { lines.append(rest) }
      isPassingOver = false
      rest.removeAll(keepingCapacity: rest.count <= 4096)
      bytes = bytes[(end + 1)...]
    }
    append(bytes, to: &lines)
    return lines
  }

  /// Adds a piece of the line under way, which is told at once when it is too long.
  private mutating func append(
    _ piece: Slice<UnsafeRawBufferPointer>, to lines: inout [[UInt8]?]
  ) {
    guard !isPassingOver else { return }
    if rest.count + piece.count <= limit {
      rest += piece
    } else {
      lines.append(nil)
      isPassingOver = true
      rest = []
    }
  }
}
