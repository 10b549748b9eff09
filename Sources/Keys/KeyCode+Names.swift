// SPDX-License-Identifier: Apache-2.0

/// The kernel's names of keys.
extension KeyCode {
  /// The kernel's name, for example `KEY_A`; nil if the number has none.
  public var name: String? {
    Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil
  }

  /// Finds a key by the kernel's name (`KEY_A`), or by what ``description`` prints for an unnamed
  /// key.
  ///
  /// - Parameter name: the name; the result is nil if it is unknown.
  public init?(name: String) {
    if let code = Self.codes[name] {
      self = code
    } else if name.hasPrefix("KEY_0x"), let code = UInt16(name.dropFirst(6), radix: 16) {
      self = KeyCode(code)
    } else {
      return nil
    }
  }

  private static let names: [String?] = {
    var names = [String?](repeating: nil, count: KeyCode.count)
    for row in table { names[Int(row.code)] = row.name }
    return names
  }()

  private static let codes = Dictionary(
    table.map { ($0.name, KeyCode($0.code)) }, uniquingKeysWith: { first, _ in first })
}
