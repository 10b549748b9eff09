// SPDX-License-Identifier: Apache-2.0

/// Returns the text of a UUID (RFC 9562), in lower case.
///
/// - Parameters:
///   - high: the first 64 bits, with the version.
///   - low: the last 64 bits, with the variant.
/// - Returns: the text.
package func uuidText(high: UInt64, low: UInt64) -> String {
  var text = ""
  for (index, digit) in (hexadecimal(high) + hexadecimal(low)).enumerated() {
    if [8, 12, 16, 20].contains(index) { text.append("-") }
    text.append(digit)
  }
  return text
}

private func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
