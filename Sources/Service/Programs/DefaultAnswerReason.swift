// SPDX-License-Identifier: Apache-2.0

/// Why the default answer to a request was used.
enum DefaultAnswerReason: String, Encodable {
  /// No response arrived in time.
  case late
  /// Three responses in a row were late, so the program is not waited for.
  case alwaysLate
  /// The response had an invalid value.
  case notAnAnswer
  /// Too many keys are queued behind the request.
  case tooManyKeys
}
