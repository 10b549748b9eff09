// SPDX-License-Identifier: Apache-2.0

/// Why editing ended (FLD-7); UIKit's counterpart is `UITextField.DidEndEditingReason`.
@nonexhaustive
public enum EditingEndReason: Int, Hashable, Sendable {
  /// What was typed counts.
  case committed = 0
  /// The person gave up.
  case cancelled = 1
}

/// A responder that holds text: it is asked and told in the order of reference 4.2 while the focus moves.
package protocol EditingResponder: Responder {
  /// Asks whether editing may begin.
  func shouldBeginEditing() -> Bool
  /// Asks whether editing may end.
  func shouldEndEditing() -> Bool
  /// Editing begins: what happens before the fact is reported.
  func editingWillBegin()
  /// Reports that editing has begun, and tells whom that concerns.
  func beginEditing()
  /// Brings to an end what is under way in the text.
  func finishEditing()
  /// Reports that editing has ended, and tells whom that concerns.
  func endEditing(_ reason: EditingEndReason)
}
