// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
import Keys

/// A selector of devices: `name=…`, `path=…`, `phys=…`, `uniq=…`, `vendor:product` or `all`.
///
/// Values are globs (`*`, `?`, `[…]`) and also match literally, so a name with brackets can be
/// pasted. A path may be any name of the node, `/dev/input/by-id/…` or the user's own link; its
/// target is resolved whenever a device is matched. The case of a `uniq` does not count: it is the
/// address of a Bluetooth device, which programs write in both, or a serial number.
///
/// A mouse or a trackpoint and a keyboard of one receiver or board often share name, numbers and
/// phys, and a grabbed mouse is unusable. A pointing device is therefore matched only by its full
/// path.
package struct DeviceSelector: Hashable, Sendable {
  private enum Criterion: Hashable, Sendable {
    case all
    case name(String)
    case path(String)
    case phys(String)
    case uniq(String)
    /// nil matches any number.
    case numbers(vendor: UInt16?, product: UInt16?)
  }

  private let criterion: Criterion
  private let text: String

  /// The fields allowed before an equals sign.
  package static let fields = ["name", "path", "phys", "uniq"]

  /// Parses a selector.
  ///
  /// - Parameter text: the selector.
  /// - Throws: the cases of ``DeviceError`` about selectors, with a hint.
  package init(_ text: String) throws(DeviceError) {
    self.text = text
    criterion = try Self.parse(text)
  }

  private static func parse(_ text: String) throws(DeviceError) -> Criterion {
    guard !text.isEmpty else { throw .emptySelector }
    if text == "all" { return .all }
    // Before the numbers, because names and physical locations contain colons.
    if let equals = text.firstIndex(of: "="), !text[..<equals].contains("/") {
      let (field, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      guard fields.contains(field) else {
        throw .unknownSelectorField(field, known: fields)
      }
      guard !value.isEmpty else { throw .emptySelectorValue(field: field) }
      switch field {
      case "name": return .name(value)
      case "path": return .path(value)
      case "phys": return .phys(value)
      default: return .uniq(value.lowercased())
      }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, !text.contains("/"), !text.contains(" ") {
      return .numbers(
        vendor: try number(parts[0], of: text), product: try number(parts[1], of: text))
    }
    throw .bareSelector(text, suggestion: suggestion(for: text))
  }

  private static func number(
    _ part: String, of selector: String
  ) throws(DeviceError) -> UInt16? {
    if part == "*" { return nil }
    let digits = part.hasPrefix("0x") ? part.dropFirst(2) : part[...]
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let number = UInt16(digits, radix: 16)
    else { throw .badSelectorNumber(part, selector: selector) }
    return number
  }

  private static func suggestion(for text: String) -> String {
    if text.hasPrefix("/") { return "path=\(text)" }
    if DeviceNode.number(inName: text) != nil { return "path=/dev/input/\(text)" }
    if text.hasPrefix("usb-"), text.contains("/") { return "phys=\(text)" }
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    if bytes.count == 6, bytes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
      return "uniq=\(text)"
    }
    return text.contains(where: "*?".contains) ? "name=\(text)" : "name=*\(text)*"
  }

  /// Reports whether the selector matches a device.
  ///
  /// A device without keys, or with unknown keys, is treated like one with keys.
  ///
  /// - Parameters:
  ///   - node: the device.
  ///   - isPad: whether pointing devices are meant, so that they need no full path.
  /// - Returns: whether it matches.
  package func matches(_ node: DeviceNode, asPad isPad: Bool = false) -> Bool {
    let points = node.kind == .pointer && !isPad
    switch criterion {
    case .all:
      return !points
    case .numbers(let vendor, let product):
      return !points && vendor ?? node.info.vendor == node.info.vendor
        && product ?? node.info.product == node.info.product
    case .name(let pattern):
      return !points && (node.info.name == pattern || Self.glob(pattern, matches: node.info.name))
    case .phys(let pattern):
      return !points && (node.info.phys == pattern || Self.glob(pattern, matches: node.info.phys))
    case .uniq(let pattern):
      let uniq = node.info.uniq.lowercased()
      return !points && !uniq.isEmpty && (uniq == pattern || Self.glob(pattern, matches: uniq))
    case .path(let pattern):
      if ([node.path] + node.links).contains(pattern) || Self.isSameNode(pattern, node.path) {
        return true
      }
      return !points && Self.globbedPath(pattern, matches: node)
    }
  }

  private static func glob(_ pattern: String, matches text: String) -> Bool {
    fnmatch(pattern, text, 0) == 0
  }

  private static func globbedPath(_ pattern: String, matches node: DeviceNode) -> Bool {
    if glob(pattern, matches: node.path) { return true }
    if node.links.contains(where: { glob(pattern, matches: $0) }) { return true }
    // Links unknown to udev are found by expanding the pattern in the file system.
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, GLOB_NOSORT, nil, &found) == 0 else { return false }
    return (0..<Int(found.gl_pathc)).contains { index in
      guard let path = found.gl_pathv[index] else { return false }
      return isSameNode(String(cString: path), node.path)
    }
  }

  /// Whether two paths lead to the same device, also through links and manually created nodes.
  private static func isSameNode(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    if one.st_mode & S_IFMT == S_IFCHR, other.st_mode & S_IFMT == S_IFCHR {
      return one.st_rdev == other.st_rdev
    }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}

extension DeviceSelector: CustomStringConvertible {
  /// The selector as it was written.
  package var description: String { text }
}

extension [DeviceSelector] {
  /// Reports whether a device is selected: by any of the selectors, or as a keyboard if there are
  /// none.
  ///
  /// A device without keys of its own, such as a plain mouse, is never selected, because nothing
  /// could be read from it. This does not apply to a device with unknown keys.
  ///
  /// - Parameter node: the device.
  /// - Returns: whether it is selected.
  package func take(_ node: DeviceNode) -> Bool {
    if let capabilities = node.capabilities {
      guard capabilities.has(type: EV_KEY), !capabilities.realKeys.isEmpty else { return false }
    }
    guard !isEmpty else { return node.kind?.isKeyboard ?? (node.capabilities == nil) }
    return contains { $0.matches(node) }
  }
}
