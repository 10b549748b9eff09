// SPDX-License-Identifier: Apache-2.0

/// Returns a value as indented JSON with sorted names, so that two outputs can be compared.
///
/// - Throws: the error of the value's own encoding.
package func jsonText(_ value: some Encodable) throws -> String {
  var bytes: [UInt8] = []
  JSONWriter.append(try JSONValue(encoding: value), as: .indented, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
