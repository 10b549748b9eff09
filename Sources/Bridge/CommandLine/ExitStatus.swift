// SPDX-License-Identifier: Apache-2.0

/// What the program tells the shell.
package enum ExitStatus: Int32, CaseIterable {
  /// Everything asked for was done.
  case done = 0
  /// Something did not work; standard error says what.
  case failed = 1
  /// The command line is wrong.
  case usage = 2
  /// Something is not permitted; the number is `EX_NOPERM` of `sysexits.h`.
  case notPermitted = 77
}

/// An error that is ready to be shown: what failed, and what to try.
package struct Complaint: Error {
  package var message: String
  package var mend: String?
  package var status: ExitStatus

  package init(_ message: String, mend: String? = nil, status: ExitStatus = .failed) {
    self.message = message
    self.mend = mend
    self.status = status
  }
}
