// SPDX-License-Identifier: Apache-2.0

/// What a reader of the socket has sent, cut into lines.
struct RequestLines {
  /// The most that a line may have.
  static let limit = 64 << 10

  private var rest: [UInt8] = []
  /// Whether the line under way is too long, so that all of it is passed over.
  private var isPassingOver = false

  /// Takes what was sent.
  ///
  /// - Returns: the lines that are complete by now, without their ends; nil for one that is too long.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isPassingOver, !rest.isEmpty { lines.append(rest) }
        isPassingOver = false
        rest.removeAll(keepingCapacity: rest.count <= 4096)
      } else if !isPassingOver {
        rest.append(byte)
        guard rest.count > Self.limit else { continue }
        lines.append(nil)
        isPassingOver = true
        rest = []
      }
    }
    return lines
  }
}
