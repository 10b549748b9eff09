// SPDX-License-Identifier: Apache-2.0

/// The delegate of a text field; the UIKit counterpart is `UITextFieldDelegate`.
///
/// Every method has a default; the defaults return true.
public protocol TextFieldDelegate: AnyObject {
  /// Asks whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Called after editing began.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Asks whether editing may end; false is only a recommendation (RSP-5).
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Called after editing ended; the text is still readable (FLD-8).
  ///
  /// The default calls ``textFieldDidEndEditing(_:)``, so only one of the two is called.
  func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason)
  /// Called after editing ended, without the reason.
  func textFieldDidEndEditing(_ textField: TextField)
  /// Asks whether a range may be replaced; if false, nothing changes (FLD-10).
  ///
  /// The delegate may change the text itself and then return false (FLD-11).
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool
  /// Decides about a change, like ``textField(_:shouldChangeCharactersIn:replacementString:)``;
  /// another text may replace the typed one.
  ///
  /// The default calls that method, so only one of the two is called.
  func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision
  /// Called after the caret or the selection moved.
  func textFieldDidChangeSelection(_ textField: TextField)
  /// Asks whether the text may be cleared (FLD-17).
  func textFieldShouldClear(_ textField: TextField) -> Bool
  /// Asks whether Return has its default effect (FLD-14); if true, `field.didEndOnExit` follows.
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
