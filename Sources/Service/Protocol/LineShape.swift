// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How many values a line of JSON holds, counted before the line is parsed: each value costs memory and time, whatever
/// its method makes of it.
enum LineShape {
  /// The most values that a line may have: a form of a hundred fields with traits has about 1000.
  static let valueLimit = 2048

  /// Refuses a line with more values than any request needs.
  static func check(_ line: [UInt8]) throws(RequestError) {
    // A value takes two bytes at least, its separator included.
    guard line.count > 2 * valueLimit else { return }
    guard line.withUnsafeBytes(countValues) <= valueLimit else { throw .tooManyValues }
  }

  /// Counts what separates and nests values, outside of strings; of text that is no JSON the count means nothing.
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

  /// Where the string ends that begins with a quotation mark; the end of the bytes where it does not end.
  private static func endOfString(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, let base = bytes.baseAddress,
      let quote = memchr(base + index, Int32(UInt8(ascii: "\"")), bytes.count - index)
    {
      let end = UnsafeRawPointer(quote) - base
      var slashes = 0
      while bytes[end - 1 - slashes] == UInt8(ascii: "\\") { slashes += 1 }
      // An odd number of them escapes the quotation mark.
      if slashes.isMultiple(of: 2) { return end }
      index = end + 1
    }
    return bytes.count
  }
}
