// SPDX-License-Identifier: Apache-2.0
public import Keys

/// A keystroke that is waiting for a delegate.
public struct PendingKeystroke: Hashable, Sendable {
  /// The identifier of the request, for ``TextEngine/resume(_:with:)``.
  public var token: AnswerToken
  /// The time at which the default answer applies.
  public var deadline: Timestamp
}
