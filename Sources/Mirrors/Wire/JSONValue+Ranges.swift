// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Ranges of text as pairs of numbers.
extension JSONValue {
  /// Returns a list of pairs: the start and the end of each range.
  package static func ranges(_ ranges: [TextRange]) -> JSONValue {
    .list(ranges.map { .list([.number($0.start), .number($0.end)]) })
  }
}
