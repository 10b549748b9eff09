// SPDX-License-Identifier: Apache-2.0

/// The shortest words that select one device in the settings.
extension DeviceListing {
  /// Returns a selector for the device and, if possible, for no other.
  ///
  /// - Parameter all: the listed devices.
  /// - Returns: the numbers; the name if the device has no numbers; the uniq if another device has
  ///   the same numbers or, without numbers, the same name, such as two Bluetooth boards of one
  ///   model. For a pointing device, the path.
  package func selector(among all: [DeviceListing]) -> String {
    if node.kind == .pointer {
      return "path=\(node.links.first { $0.containsBytes(of: "/by-id/") } ?? node.path)"
    }
    let hasNumbers = info.vendor != 0 || info.product != 0
    let isTwin = all.contains { other in
      other.info.uniq != info.uniq
        && (hasNumbers
          ? other.info.vendor == info.vendor && other.info.product == info.product
          : other.info.name == info.name)
    }
    if isTwin, !info.uniq.isEmpty { return "uniq=\(info.uniq)" }
    return hasNumbers
      ? "\(Self.hexadecimal(info.vendor)):\(Self.hexadecimal(info.product))" : "name=\(info.name)"
  }

  /// Formats a number with four hexadecimal digits, like `lsusb`.
  package static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
