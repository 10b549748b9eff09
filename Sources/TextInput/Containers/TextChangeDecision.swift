// SPDX-License-Identifier: Apache-2.0

/// A delegate's decision about a change of text that the person makes.
public enum TextChangeDecision: Hashable, Sendable {
  /// The change is made as it is.
  case accept
  /// Nothing changes.
  case refuse
  /// Another text goes into the range instead, as one step for undo; what the keyboard type does not let in is left
  /// out. A correction that is replaced is not made.
  case replace(String)
}
