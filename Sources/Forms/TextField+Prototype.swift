// SPDX-License-Identifier: Apache-2.0
public import TextInput

/// Fields that are made like a prototype.
extension TextField {
  /// Copies the appearance and behaviour of another field: all properties of reference 4.1 and all
  /// traits, but neither text, delegate nor focus (FRM-10).
  ///
  /// A view can have one superview only, so the side views are moved here from the prototype.
  ///
  /// - Parameter prototype: the configured field; it need not be in a window.
  public final func copyProperties(from prototype: TextField) {
    guard prototype !== self else { return }
    traits = prototype.traits
    style = prototype.style
    isEnabled = prototype.isEnabled
    clearsOnInsertion = prototype.clearsOnInsertion
    placeholder = prototype.placeholder
    clearsOnBeginEditing = prototype.clearsOnBeginEditing
    clearButtonMode = prototype.clearButtonMode
    borderStyle = prototype.borderStyle
    background = prototype.background
    disabledBackground = prototype.disabledBackground
    adjustsFontSizeToFitWidth = prototype.adjustsFontSizeToFitWidth
    minimumFontSize = prototype.minimumFontSize
    maximumLength = prototype.maximumLength
    pattern = prototype.pattern
    takeSideViews(of: prototype)
    leftViewMode = prototype.leftViewMode
    rightViewMode = prototype.rightViewMode
  }

  private func takeSideViews(of prototype: TextField) {
    let (left, right) = (prototype.leftView, prototype.rightView)
    prototype.leftView = nil
    prototype.rightView = nil
    leftView = left
    rightView = right
  }
}
