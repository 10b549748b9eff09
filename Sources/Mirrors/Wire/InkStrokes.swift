// SPDX-License-Identifier: Apache-2.0
import TextInput

extension [[Ink.Point]] {
  /// The strokes as lists of pairs `[x, y]`.
  package var wireValue: JSONValue {
    // Written at once, because a tree would need an allocation for each point.
    var bytes: [UInt8] = []
    bytes.append(UInt8(ascii: "["))
    for (place, stroke) in enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "["))
      for (place, point) in stroke.enumerated() {
        bytes += "\(place > 0 ? "," : "")[\(point.x),\(point.y)]".utf8
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
    return .written(bytes)
  }
}
