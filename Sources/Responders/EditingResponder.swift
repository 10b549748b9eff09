// SPDX-License-Identifier: Apache-2.0

/// The reason why editing ended (FLD-7); the UIKit counterpart is
/// `UITextField.DidEndEditingReason`.
@nonexhaustive
public enum EditingEndReason: Int, Hashable, Sendable {
  /// The typed text is accepted.
  case committed = 0
  /// The edit was cancelled.
  case cancelled = 1
}

/// A responder that holds text; it is consulted and notified in the order of reference 4.2 when
/// focus moves.
package protocol EditingResponder: Responder {
  /// Asks whether editing may begin.
  func shouldBeginEditing() -> Bool
  /// Asks whether editing may end.
  func shouldEndEditing() -> Bool
  /// Prepares for editing, before its beginning is reported.
  func editingWillBegin()
  /// Reports that editing began, and notifies the delegate.
  func beginEditing()
  /// Finishes pending input, such as marked text.
  func finishEditing()
  /// Reports that editing ended, and notifies the delegate.
  func endEditing(_ reason: EditingEndReason)
}
