// SPDX-License-Identifier: Apache-2.0

/// A request of a program, apart from changes of its screen.
package enum ScreenEvent: Equatable, Sendable {
  /// The program rings the bell.
  case bell
  /// The program names its window (`OSC 0` and `OSC 2`).
  case title(String)
  /// The program copies text (`OSC 52`).
  case copy(String)
  /// The program switched to the alternate screen or back, or was reset.
  case screenSwitched
}
