// SPDX-License-Identifier: Apache-2.0
public import Keys

/// Names a request to a delegate that is answered later.
public struct AnswerToken: Hashable, Sendable {
  let number: UInt64
}

/// An answer of a delegate or an input method that came later than the question.
public enum DelegateAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No: nothing changes.
  case no
  /// Yes, with another text; only about a change of text, elsewhere it means no.
  case replace(String)
  /// What an input method does with a key; to nobody else's question an answer.
  case input(InputMethodReply)

  /// Whether it is a plain yes.
  public var isYes: Bool { self == .yes }
}

/// How a request to a delegate ended.
@nonexhaustive
public enum AnswerOutcome: Hashable, Sendable {
  /// The answer came in time.
  case answered(DelegateAnswer)
  /// No answer came before the deadline, or nobody may wait for one here: the default answer counts.
  case timedOut
  /// The text that it was about lost the focus or went away: nothing changes.
  case cancelled
}

/// A keystroke that waits for a delegate.
public struct PendingKeystroke: Hashable, Sendable {
  /// Names the request, for ``TextEngine/resume(_:with:)``.
  public var token: AnswerToken
  /// When the default answer counts.
  public var deadline: Timestamp
}
