// SPDX-License-Identifier: Apache-2.0

/// The requests that the service sends to programs, by their names in the protocol.
enum ProgramRequestName: String, CaseIterable {
  case shouldBegin = "focus.shouldBegin"
  case shouldEnd = "focus.shouldEnd"
  case shouldChange = "text.shouldChange"
  case shouldClear = "field.shouldClear"
  case shouldReturn = "field.shouldReturn"
  case invoke = "command.invoke"

  /// The names that a container opts in to.
  static let ofContainers = allCases.filter { $0 != .invoke }

  /// Whether the request is about the focus, not about a text.
  var isAboutFocus: Bool { self == .shouldBegin || self == .shouldEnd }
}
