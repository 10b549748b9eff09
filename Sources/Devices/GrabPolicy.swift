// SPDX-License-Identifier: Apache-2.0

/// When a keyboard belongs to this program alone.
package enum GrabPolicy: String, Hashable, Sendable, CaseIterable {
  /// While something has focus: while ``LiveSource/setGrabbed(_:)`` says so.
  case focus
  /// As long as the program runs, whatever has the focus.
  case always
  /// Never: others read the keyboard too. It is listened to as one with the policy `focus` is.
  case never
}

/// A policy for some devices.
package struct GrabRule: Hashable, Sendable {
  /// The devices.
  package var selector: DeviceSelector
  /// Their policy.
  package var policy: GrabPolicy

  /// Makes a rule.
  package init(selector: DeviceSelector, policy: GrabPolicy) {
    self.selector = selector
    self.policy = policy
  }
}
