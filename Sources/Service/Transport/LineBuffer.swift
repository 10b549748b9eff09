// SPDX-License-Identifier: Apache-2.0

/// A buffer of lines that were sent, which is used again for the next lines.
extension [UInt8] {
  /// The size above which a buffer is not kept, in bytes.
  private static let keptSize = 4096

  /// Removes the bytes, and keeps the buffer unless it is large.
  ///
  /// The bytes are overwritten, because they may contain a secret (FLD-2).
  mutating func removeSentLines() {
    guard capacity <= Self.keptSize else {
      self = []
      return
    }
    withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    removeAll(keepingCapacity: true)
  }
}
