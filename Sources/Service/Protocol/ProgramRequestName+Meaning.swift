// SPDX-License-Identifier: Apache-2.0

/// The requests that containers opt in to, and those about the focus.
extension ProgramRequestName {
  /// The names that a container opts in to.
  static let ofContainers = allCases.filter { $0 != .invoke }

  /// Whether the request is about the focus, not about a text.
  var isAboutFocus: Bool { self == .shouldBegin || self == .shouldEnd }
}
