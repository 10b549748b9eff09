// SPDX-License-Identifier: Apache-2.0
internal import CUtf8proc

/// What the standard library does not know of a code point; the only caller of utf8proc.
package enum UnicodeTables {
  /// How many terminal cells a code point takes, 0 to 2; the C function is `utf8proc_charwidth`.
  static func cellWidth(of scalar: Unicode.Scalar) -> Int {
    Int(utf8proc_charwidth(Int32(scalar.value)))
  }

  /// The canonical decomposition, one code point for those that have none.
  ///
  /// The C function is `utf8proc_decompose_char`.
  package static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // No code point decomposes canonically into more than four.
    var parts = [Int32](repeating: 0, count: 8)
    var lastBoundClass: Int32 = 0
    let length = utf8proc_decompose_char(
      Int32(scalar.value), &parts, parts.count, UTF8PROC_DECOMPOSE, &lastBoundClass)
    guard length > 0, length <= parts.count else { return [scalar] }
    return parts[..<length].compactMap { Unicode.Scalar(UInt32($0)) }
  }
}
