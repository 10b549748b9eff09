// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Keys

/// Whether some pads may be drawn on.
package struct PadRule: Hashable, Sendable {
  /// The pads.
  package var selector: DeviceSelector
  /// Whether they are allowed.
  package var isAllowed: Bool

  /// Creates a rule.
  package init(selector: DeviceSelector, isAllowed: Bool) {
    (self.selector, self.isAllowed) = (selector, isAllowed)
  }
}

extension [PadRule] {
  /// Reports whether a pad may be drawn on: as the first matching rule says, or else not.
  package func allow(_ node: DeviceNode) -> Bool {
    first { $0.selector.matches(node, asPad: true) }?.isAllowed ?? false
  }
}

/// The pads that a source may open, and their treatment.
struct PadOptions {
  /// The pads that may be drawn on.
  var rules: [PadRule]
  /// The seat whose pads are used.
  var seat: String
  /// The time after which an untouched pad is given back, in microseconds.
  var rest: Int64
  /// The time that a grab waits for a touch to end before a notice, in microseconds.
  var grabLimit: Int64
  /// The time that a new pad may be refused before a notice, in microseconds.
  var permissionGrace: Int64

  /// Whether a device is a pad that may be drawn on, as far as is known without opening it.
  func take(_ node: DeviceNode) -> Bool {
    guard node.seat == seat, rules.allow(node) else { return false }
    return node.capabilities?.suggestPad ?? true
  }
}

extension Capabilities {
  /// Whether the device reports touches on a surface, and is no keyboard.
  fileprivate var suggestPad: Bool {
    func has(_ axis: Int32) -> Bool { absoluteAxes & (1 << UInt64(axis)) != 0 }
    let buttons = [.touch, KeyCode(UInt16(BTN_TOOL_PEN))]
    return KeyboardKind(self) == .pointer
      && (has(ABS_MT_POSITION_X) && has(ABS_MT_POSITION_Y)
        || has(ABS_X) && has(ABS_Y) && buttons.contains(where: keys.contains))
  }
}

extension KeyCode {
  /// `BTN_TOUCH`.
  static let touch = KeyCode(UInt16(BTN_TOUCH))
}
