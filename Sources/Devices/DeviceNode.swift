// SPDX-License-Identifier: Apache-2.0
package import Keys

/// An evdev node, and the properties that are known without opening it.
package struct DeviceNode: Hashable, Sendable {
  /// The path of the node, `/dev/input/event3`.
  package var path: String
  /// The device's folder in sysfs, unique until the next boot; nil if sysfs has none.
  package var syspath: String?
  /// The links that udev created for it, as absolute paths.
  package var links: [String]
  /// The kernel driver that created it; nil if sysfs does not report it.
  package var driver: String?
  /// The seat that it belongs to, udev's `ID_SEAT`.
  package var seat = DeviceNode.usualSeat
  /// Names and numbers; the identifier in it is not used.
  package var info: DeviceInfo
  /// The capabilities; nil if they can only be read from the opened node.
  package var capabilities: Capabilities?

  /// Creates a node; omitted values are unknown.
  package init(
    path: String, syspath: String? = nil, links: [String] = [], driver: String? = nil,
    info: DeviceInfo? = nil, capabilities: Capabilities? = nil
  ) {
    self.path = path
    self.syspath = syspath
    self.links = links
    self.driver = driver
    self.info = info ?? DeviceInfo(id: DeviceID(rawValue: 0), name: "", path: path)
    self.capabilities = capabilities
    self.info.path = path
  }

  /// The seat of every device that is not assigned to another seat.
  package static let usualSeat = "seat0"

  /// The kind of keyboard, derived from its keys; nil if it has no keys or they are not known yet.
  package var kind: KeyboardKind? { capabilities.flatMap(KeyboardKind.init) }

  /// The number in the name, used only for ordering: 10 for `event10`.
  var number: Int {
    Self.number(inName: path.split(separator: "/").last.map(String.init) ?? "") ?? .max
  }

  /// Returns the number in the name of an evdev node; nil for any other name.
  static func number(inName name: String) -> Int? {
    guard name.hasPrefix("event") else { return nil }
    let digits = name.dropFirst(5)
    return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
  }
}

/// A change noticed by a ``NodeFinder``.
package enum NodeChange: Hashable, Sendable {
  /// A node appeared, or its links, owner or mode changed.
  case appeared(DeviceNode)
  /// A node disappeared; `syspath` identifies the device if it is known.
  case vanished(path: String, syspath: String?)
  /// A program closed a node that ``NodeFinder/watchClosing(of:)`` was called for.
  case closed(path: String)
  /// Changes were missed: all nodes must be enumerated again.
  case rescan
}

/// A source of nodes: udev and the kernel, or a test's script.
package protocol NodeFinder: AnyObject {
  /// The descriptors that become readable after a change.
  var descriptors: [Int32] { get }
  /// The reasons why changes may be missed: one `errno` for each source of changes that failed.
  var failures: [Int32] { get }
  /// Returns the existing nodes, in the order of their numbers.
  func enumerate() -> [DeviceNode]
  /// Reads the changes from a readable descriptor, in order.
  func changes(on descriptor: Int32) -> [NodeChange]
  /// Starts reporting when a program closes the node, because another program's grab can end only
  /// then.
  func watchClosing(of path: String)
  /// Stops what ``watchClosing(of:)`` started.
  func unwatchClosing(of path: String)
}
