// SPDX-License-Identifier: Apache-2.0

/// The identifier of a request to a delegate that is answered later.
public struct AnswerToken: Hashable, Sendable {
  let number: UInt64

  /// Creates the identifier with a number.
  package init(number: UInt64) { self.number = number }
}

/// A late answer of a delegate or an input method.
public enum DelegateAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No: the change is refused.
  case no
  /// Yes, with another text; valid only for a change of text, otherwise it means no.
  case replace(String)
  /// The reply of an input method to a key; not valid for delegates.
  case input(InputMethodReply)

  /// Whether the answer is a plain yes.
  public var isYes: Bool { self == .yes }
}

/// The outcome of a request to a delegate.
@nonexhaustive
public enum AnswerOutcome: Hashable, Sendable {
  /// The answer came in time.
  case answered(DelegateAnswer)
  /// No answer arrived before the deadline, or waiting is not possible here: the default answer
  /// applies.
  case timedOut
  /// Too many keys are queued behind the request: the default answer applies, so that none is lost.
  case overrun
  /// The container of the request lost focus or was removed: nothing changes.
  case cancelled
}
