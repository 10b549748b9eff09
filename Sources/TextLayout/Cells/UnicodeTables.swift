// SPDX-License-Identifier: Apache-2.0
internal import CUtf8proc

/// Properties of code points that the standard library lacks; the only caller of utf8proc.
package enum UnicodeTables {
  /// Returns the number of terminal cells of a code point, 0 to 2; the C function is
  /// `utf8proc_charwidth`.
  package static func cellWidth(of scalar: Unicode.Scalar) -> Int {
    Int(utf8proc_charwidth(Int32(scalar.value)))
  }

  /// Returns the canonical decomposition of a code point, or the code point itself if it has none.
  ///
  /// The C function is `utf8proc_decompose_char`.
  package static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // The canonical decomposition of a code point has at most four code points.
    var parts = [Int32](repeating: 0, count: 8)
    var lastBoundClass: Int32 = 0
    let length = utf8proc_decompose_char(
      Int32(scalar.value), &parts, parts.count, UTF8PROC_DECOMPOSE, &lastBoundClass)
    guard length > 0, length <= parts.count else { return [scalar] }
    return parts[..<length].compactMap { Unicode.Scalar(UInt32($0)) }
  }
}
