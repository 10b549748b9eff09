// SPDX-License-Identifier: Apache-2.0

/// The delegate of a text field; the UIKit counterpart is `UITextFieldDelegate`.
///
/// Every method has a default; the defaults return true.
public protocol TextFieldDelegate: AnyObject {
  /// Asks whether editing may begin.
  ///
  /// - Parameter textField: the field that is about to have the focus.
  /// - Returns: whether the field may have it.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Called after editing began.
  ///
  /// - Parameter textField: the field that has the focus now.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Asks whether editing may end; false is only a recommendation (RSP-5).
  ///
  /// - Parameter textField: the field that has the focus.
  /// - Returns: whether the field may lose it.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Called after editing ended; the text is still readable (FLD-8).
  ///
  /// The default calls ``textFieldDidEndEditing(_:)``, so only one of the two is called.
  ///
  /// - Parameters:
  ///   - textField: the field that has lost the focus.
  ///   - reason: whether the text is accepted or the edit was cancelled.
  func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason)
  /// Called after editing ended, without the reason.
  ///
  /// - Parameter textField: the field that has lost the focus.
  func textFieldDidEndEditing(_ textField: TextField)
  /// Asks whether a range may be replaced; if false, nothing changes (FLD-10).
  ///
  /// The delegate may change the text itself and then return false (FLD-11).
  ///
  /// - Parameters:
  ///   - textField: the field, before the change.
  ///   - range: the UTF-16 offsets to replace; empty for text inserted at the caret.
  ///   - replacementString: the new text of the range; empty for a deletion.
  /// - Returns: whether the change is made.
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool
  /// Decides about a change, like ``textField(_:shouldChangeCharactersIn:replacementString:)``;
  /// another text may replace the typed one.
  ///
  /// The default calls that method, so only one of the two is called.
  ///
  /// - Parameters:
  ///   - textField: the field, before the change.
  ///   - range: the UTF-16 offsets to replace; empty for text inserted at the caret.
  ///   - replacementString: the new text of the range; empty for a deletion.
  /// - Returns: the decision.
  func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision
  /// Called after the caret or the selection moved.
  ///
  /// - Parameter textField: the field, with its new selection.
  func textFieldDidChangeSelection(_ textField: TextField)
  /// Asks whether the text may be cleared (FLD-17).
  ///
  /// - Parameter textField: the field to clear, before it is cleared.
  /// - Returns: whether its text is removed.
  func textFieldShouldClear(_ textField: TextField) -> Bool
  /// Asks whether Return has its default effect (FLD-14); if true, `field.didEndOnExit` follows.
  ///
  /// - Parameter textField: the field in which Return was pressed.
  /// - Returns: whether Return has its default effect; if false, nothing else happens.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
  /// Returns true.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}
  /// Returns true.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }
  /// Calls the method without a reason.
  public func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason) {
    textFieldDidEndEditing(textField)
  }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
  /// Returns true.
  public func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { true }
  /// Accepts or refuses the change according to the method that returns a Boolean.
  public func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    self.textField(textField, shouldChangeCharactersIn: range, replacementString: replacementString)
      ? .accept : .refuse
  }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: TextField) {}
  /// Returns true.
  public func textFieldShouldClear(_ textField: TextField) -> Bool { true }
  /// Returns true.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
}
