// SPDX-License-Identifier: Apache-2.0

/// What a text field asks and tells; UIKit's counterpart is `UITextFieldDelegate`.
///
/// Every method has a default: questions are answered with yes.
public protocol TextFieldDelegate: AnyObject {
  /// Asks whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Tells that editing has begun.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Asks whether editing may end; no is advice (RSP-5).
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Tells that editing has ended; the text is readable (FLD-8).
  ///
  /// By default calls ``textFieldDidEndEditing(_:)``, so of both only one runs.
  func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason)
  /// Tells that editing has ended, for those to whom the reason does not matter.
  func textFieldDidEndEditing(_ textField: TextField)
  /// Asks whether a range may be replaced; with no nothing changes (FLD-10).
  ///
  /// The delegate may change the text itself and then answer no (FLD-11).
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool
  /// Decides what becomes of a change: as ``textField(_:shouldChangeCharactersIn:replacementString:)``, and another
  /// text may take the place of the typed one.
  ///
  /// By default calls that method, so of both only one runs.
  func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision
  /// Tells that caret or selection are elsewhere.
  func textFieldDidChangeSelection(_ textField: TextField)
  /// Asks whether the text may be emptied (FLD-17).
  func textFieldShouldClear(_ textField: TextField) -> Bool
  /// Asks what Return does (FLD-14): with yes `field.didEndOnExit` follows.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
  /// Yes.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}
  /// Yes.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }
  /// Calls the method without a reason.
  public func textFieldDidEndEditing(_ textField: TextField, reason: EditingEndReason) {
    textFieldDidEndEditing(textField)
  }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
  /// Yes.
  public func textField(
    _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
  ) -> Bool { true }
  /// Accepts or refuses as the method that returns a Boolean says.
  public func textField(
    _ textField: TextField, decideAboutCharactersIn range: TextRange, replacementString: String
  ) -> TextChangeDecision {
    self.textField(textField, shouldChangeCharactersIn: range, replacementString: replacementString)
      ? .accept : .refuse
  }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: TextField) {}
  /// Yes.
  public func textFieldShouldClear(_ textField: TextField) -> Bool { true }
  /// Yes.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
}
