// SPDX-License-Identifier: Apache-2.0
package import Keys

/// An evdev node and what may be known of it without opening it.
package struct DeviceNode: Hashable, Sendable {
  /// Where it is, `/dev/input/event3`.
  package var path: String
  /// Its folder in sysfs, never the same twice while the machine runs; nil where sysfs has none.
  package var syspath: String?
  /// The other names that udev gave it, whole paths.
  package var links: [String]
  /// The kernel driver that made it; nil where sysfs does not tell.
  package var driver: String?
  /// The seat that it belongs to, udev's `ID_SEAT`.
  package var seat = DeviceNode.usualSeat
  /// Names and numbers; the identifier in it means nothing.
  package var info: DeviceInfo
  /// What it can send; nil where only the opened node would tell.
  package var capabilities: Capabilities?

  /// Makes a node; what is not given is not known.
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

  /// The seat of every device that was given to no other.
  package static let usualSeat = "seat0"

  /// What its keys make it; nil where it has none, or nobody knows yet.
  package var kind: KeyboardKind? { capabilities.flatMap(KeyboardKind.init) }

  /// The number in its name, which says nothing but gives an order: 10 for `event10`.
  var number: Int {
    Self.number(inName: path.split(separator: "/").last.map(String.init) ?? "") ?? .max
  }

  /// The number in the name of an evdev node; nil for any other name.
  static func number(inName name: String) -> Int? {
    guard name.hasPrefix("event") else { return nil }
    let digits = name.dropFirst(5)
    return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
  }
}

/// What a ``NodeFinder`` noticed.
package enum NodeChange: Hashable, Sendable {
  /// A node is there, or something about it is different: its links, its owner, its mode.
  case appeared(DeviceNode)
  /// A node went; `syspath` tells which device it was, where that is known.
  case vanished(path: String, syspath: String?)
  /// A program closed a node that ``NodeFinder/watchClosing(of:)`` was called for.
  case closed(path: String)
  /// Changes were missed: what is there must be looked at anew.
  case rescan
}

/// Where nodes come from: udev and the kernel, or a test's script.
package protocol NodeFinder: AnyObject {
  /// The descriptors that become readable when something changed.
  var descriptors: [Int32] { get }
  /// What could not be had of the means to notice changes: an `errno` each.
  var failures: [Int32] { get }
  /// The nodes that are there, in the order of their numbers.
  func enumerate() -> [DeviceNode]
  /// Takes what became readable on a descriptor, in the order in which it happened.
  func changes(on descriptor: Int32) -> [NodeChange]
  /// Begins to tell when a program closes the node: only then may another's grab have ended.
  func watchClosing(of path: String)
  /// Ends what ``watchClosing(of:)`` began.
  func unwatchClosing(of path: String)
}
