// SPDX-License-Identifier: Apache-2.0

/// A delegate's decision about a change of text by the user.
public enum TextChangeDecision: Hashable, Sendable {
  /// The change is made as requested.
  case accept
  /// The change is refused.
  case refuse
  /// Another text replaces the range, as one undo step; characters that the keyboard type excludes
  /// are removed. If the change was a correction, the correction is not made.
  case replace(String)
}
