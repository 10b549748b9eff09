// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
import Keys

/// Which devices to take: `name=…`, `path=…`, `phys=…`, `vendor:product` or `all`.
///
/// Values are globs (`*`, `?`, `[…]`) and also match as they are spelled, so a name with brackets
/// can be pasted. A path may be any name of the node, `/dev/input/by-id/…` or a link of one's own;
/// where it leads is looked at whenever a device is.
///
/// A mouse and the keyboard of one receiver often share name and numbers, and a grabbed mouse stands
/// still: a device that points is taken only by name, path or phys spelled out in full.
package struct DeviceSelector: Hashable, Sendable {
  private enum Criterion: Hashable, Sendable {
    case all
    case name(String)
    case path(String)
    case phys(String)
    /// nil for any.
    case numbers(vendor: UInt16?, product: UInt16?)
  }

  private let criterion: Criterion
  private let text: String

  /// The fields that may stand before an equals sign.
  package static let fields = ["name", "path", "phys"]

  /// Reads a selector.
  ///
  /// - Throws: the cases of ``DeviceError`` about selectors, with what to write instead.
  package init(_ text: String) throws(DeviceError) {
    self.text = text
    criterion = try Self.parse(text)
  }

  private static func parse(_ text: String) throws(DeviceError) -> Criterion {
    guard !text.isEmpty else { throw .emptySelector }
    if text == "all" { return .all }
    // Before the numbers: names and physical places have colons.
    if let equals = text.firstIndex(of: "="), !text[..<equals].contains("/") {
      let (field, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      guard fields.contains(field) else {
        throw .unknownSelectorField(field, known: fields)
      }
      guard !value.isEmpty else { throw .emptySelectorValue(field: field) }
      switch field {
      case "name": return .name(value)
      case "path": return .path(value)
      default: return .phys(value)
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
    return text.contains(where: "*?".contains) ? "name=\(text)" : "name=*\(text)*"
  }

  /// Whether the selector takes a device.
  ///
  /// A device without keys, or whose keys nobody knows, counts as one with them.
  package func matches(_ node: DeviceNode) -> Bool {
    let points = node.kind == .pointer
    switch criterion {
    case .all:
      return !points
    case .numbers(let vendor, let product):
      return !points && vendor ?? node.info.vendor == node.info.vendor
        && product ?? node.info.product == node.info.product
    case .name(let pattern):
      return node.info.name == pattern || !points && Self.glob(pattern, matches: node.info.name)
    case .phys(let pattern):
      return node.info.phys == pattern || !points && Self.glob(pattern, matches: node.info.phys)
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
    // Links that udev knows nothing of: what the pattern finds in the file system.
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, GLOB_NOSORT, nil, &found) == 0 else { return false }
    return (0..<Int(found.gl_pathc)).contains { index in
      guard let path = found.gl_pathv[index] else { return false }
      return isSameNode(String(cString: path), node.path)
    }
  }

  /// Whether two paths lead to the same device: through links, and through nodes made by hand.
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
  /// Whether a device is taken: by any of the selectors, or, where there are none, as a keyboard.
  ///
  /// A device known to have no keys of its own, such as a plain mouse, is never taken: there would
  /// be nothing to read. Where a device's keys are not known, none of this is known.
  package func take(_ node: DeviceNode) -> Bool {
    if let capabilities = node.capabilities {
      guard capabilities.has(type: EV_KEY), !capabilities.realKeys.isEmpty else { return false }
    }
    guard !isEmpty else { return node.kind?.isKeyboard ?? (node.capabilities == nil) }
    return contains { $0.matches(node) }
  }
}
