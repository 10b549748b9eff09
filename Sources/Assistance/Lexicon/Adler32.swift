// SPDX-License-Identifier: Apache-2.0

/// The checksum Adler-32 (RFC 1950, 8.2), which can be computed in pieces.
struct Adler32 {
  private var sum: UInt32 = 1
  private var sumOfSums: UInt32 = 0

  /// The checksum of the bytes so far.
  var value: UInt32 { sumOfSums << 16 | sum }

  /// Adds bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < bytes.count {
      // The longest run whose sums stay below 2^32.
      let end = min(offset + 5552, bytes.count)
      for index in offset..<end {
        sum &+= UInt32(bytes[index])
        sumOfSums &+= sum
      }
      sum %= 65521
      sumOfSums %= 65521
      offset = end
    }
  }
}
