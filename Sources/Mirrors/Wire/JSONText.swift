// SPDX-License-Identifier: Apache-2.0

/// A value as JSON for programs: on many lines, names in order, so that two runs can be compared.
///
/// - Throws: what the value's own encoding throws.
package func jsonText(_ value: some Encodable) throws -> String {
  var bytes: [UInt8] = []
  JSONWriter.append(try JSONValue(encoding: value), as: .indented, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
