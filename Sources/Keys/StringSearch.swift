// SPDX-License-Identifier: Apache-2.0

/// Searches a string for another one.
///
/// The standard library's `contains(_:)` and `replacing(_:with:)` are part of `_StringProcessing`,
/// which the program is linked without (decision 38). They compare characters, so they do not find
/// the `/` of a path if a combining character follows, although the kernel does.
extension StringProtocol {
  /// Whether the UTF-8 bytes of another string occur in the string; an empty string always occurs.
  package func containsBytes(of other: String) -> Bool {
    guard let first = other.utf8.first else { return true }
    var rest = utf8[...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: other.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }

  /// Whether the characters of another string occur in the string; an empty string always occurs.
  ///
  /// Characters are compared as `==` does, so that it does not matter how a person or a file
  /// composes an accented letter.
  package func containsCharacters(of other: some StringProtocol) -> Bool {
    guard let first = other.first else { return true }
    var rest = self[...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: other) { return true }
      rest.removeFirst()
    }
    return false
  }

  /// Replaces every occurrence of the UTF-8 bytes of another string, from the start to the end.
  ///
  /// - Parameters:
  ///   - other: the string to replace; an empty string replaces nothing.
  ///   - replacement: the string to put in its place.
  /// - Returns: the string with the replacements.
  package func replacingBytes(of other: String, with replacement: String) -> String {
    let (bytes, sought) = (Array(utf8), Array(other.utf8))
    guard let first = sought.first else { return String(self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: sought) {
        result += replacement.utf8
        index += sought.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
