// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Counts the values in a line of JSON before the line is parsed, because each value costs memory
/// and time whatever its method does with it.
enum LineShape {
  /// The most values that a line may have; a form of a hundred fields with traits has about 1000.
  static let valueLimit = 2048

  /// Throws `tooManyValues` if a line has more values than any valid request.
  static func check(_ line: [UInt8]) throws(RequestError) {
    // Skips short lines, because a value takes at least two bytes, including its separator.
    guard line.count > 2 * valueLimit else { return }
    guard line.withUnsafeBytes(countValues) <= valueLimit else { throw .tooManyValues }
  }

  /// Counts the separators and brackets outside of strings.
  ///
  /// For a text that is not JSON the count is meaningless.
  private static func countValues(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var index = 0
    while index < bytes.count, count <= valueLimit {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
      case UInt8(ascii: "\""): index = endOfString(bytes, after: index)
      default: break
      }
      index += 1
    }
    return count
  }

  /// Returns the end of the string after a quotation mark; the end of the bytes if it is
  /// unterminated.
  private static func endOfString(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, let base = bytes.baseAddress,
      let quote = memchr(base + index, Int32(UInt8(ascii: "\"")), bytes.count - index)
    {
      let end = UnsafeRawPointer(quote) - base
      var slashes = 0
      while bytes[end - 1 - slashes] == UInt8(ascii: "\\") { slashes += 1 }
      // An odd number of backslashes escapes the quotation mark.
      if slashes.isMultiple(of: 2) { return end }
      index = end + 1
    }
    return bytes.count
  }
}
