// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// A value as JSON for programs: on many lines, keys in order, so that two runs can be compared.
///
/// - Throws: what the value's own encoding throws.
package func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
