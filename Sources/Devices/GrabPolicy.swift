// SPDX-License-Identifier: Apache-2.0

/// The policy for grabbing a keyboard.
package enum GrabPolicy: String, Hashable, Sendable, CaseIterable {
  /// Grabbed while something has focus, as set by ``LiveSource/setGrabbed(_:)``.
  case focus
  /// Grabbed as long as the program runs, regardless of focus.
  case always
  /// Never grabbed: other programs read the keyboard too. Its keys are reported as with `focus`.
  case never
}

/// A grab policy for some devices.
package struct GrabRule: Hashable, Sendable {
  /// The devices.
  package var selector: DeviceSelector
  /// Their policy.
  package var policy: GrabPolicy

  /// Creates a rule.
  package init(selector: DeviceSelector, policy: GrabPolicy) {
    self.selector = selector
    self.policy = policy
  }
}
