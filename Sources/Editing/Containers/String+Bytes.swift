// SPDX-License-Identifier: Apache-2.0

/// A search for a byte in a short text.
extension String {
  /// Whether the UTF-8 contains a byte; optimized for typed text of one or two characters.
  package func contains(byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
