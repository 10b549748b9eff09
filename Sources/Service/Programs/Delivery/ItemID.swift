// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The identity of something that is delivered: a UUID of version 7 (RFC 9562), which begins with
/// the time, so that receivers recognize a repetition and can sort.
enum ItemID {
  /// Returns a new identity.
  ///
  /// - Parameter time: the time in microseconds since 1970.
  /// - Returns: the UUID in lower case.
  static func make(at time: Int64) -> String {
    var random = SystemRandomNumberGenerator()
    let milliseconds = UInt64(clamping: time / 1000) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    return uuidText(high: high, low: low)
  }
}
