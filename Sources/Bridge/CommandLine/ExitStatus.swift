// SPDX-License-Identifier: Apache-2.0

/// The exit status of the program.
package enum ExitStatus: Int32, CaseIterable {
  /// The program succeeded.
  case done = 0
  /// The program failed; standard error says why.
  case failed = 1
  /// The usage is wrong.
  case usage = 2
  /// Permission is missing; the number is `EX_NOPERM` of `sysexits.h`.
  case notPermitted = 77
}

/// An error that is ready to be displayed: what failed, and a hint.
package struct UserFacingError: Error {
  package var message: String
  package var hint: String?
  package var status: ExitStatus

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .failed) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}
