// SPDX-License-Identifier: Apache-2.0

/// The devices that a source opens, and their treatment.
extension LiveSource {
  /// The options of a source.
  package struct Options: Hashable, Sendable {
    /// The devices to open; if empty, every keyboard.
    package var selectors: [DeviceSelector]
    /// The policies for some devices; the first matching rule applies.
    package var grabRules: [GrabRule]
    /// The devices that are never opened.
    package var ignored: [DeviceSelector]
    /// The policy for all other devices.
    package var grabPolicy: GrabPolicy
    /// The time that a grab waits for keys to be released before a notice, in microseconds.
    package var grabLimit: Int64
    /// The time that a new device may be refused before a notice, in microseconds.
    ///
    /// udev sets the owner and mode shortly after the kernel has created the node.
    package var permissionGrace: Int64
    /// Whether released keyboards are still read, for keys that have a meaning even while nothing
    /// has focus.
    package var listensAway: Bool
    /// The pads that may be drawn on; without a matching rule, none.
    package var padRules: [PadRule]
    /// The time after which an untouched pad is given back, in microseconds.
    package var padRest: Int64 = 60_000_000
    /// The seat whose devices are used; devices of another seat are never opened, even if a
    /// selector matches them.
    package var seat = DeviceNode.usualSeat

    /// Creates options; by default every keyboard is opened, and grabbed while something has focus.
    package init(
      selectors: [DeviceSelector] = [], ignored: [DeviceSelector] = [], grabRules: [GrabRule] = [],
      grabPolicy: GrabPolicy = .focus, grabLimit: Int64 = 5_000_000,
      permissionGrace: Int64 = 2_000_000, listensAway: Bool = false, padRules: [PadRule] = []
    ) {
      self.padRules = padRules
      self.selectors = selectors
      self.ignored = ignored
      self.grabRules = grabRules
      self.grabPolicy = grabPolicy
      self.grabLimit = grabLimit
      self.permissionGrace = permissionGrace
      self.listensAway = listensAway
    }

    /// Reports whether a device should be opened.
    package func takes(_ node: DeviceNode) -> Bool {
      node.seat == seat && selectors.take(node) && !ignored.contains { $0.matches(node) }
    }
  }
}
