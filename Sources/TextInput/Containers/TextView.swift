// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A text of many lines that the keyboard edits; UIKit's counterpart is `UITextView`.
public final class TextView: TextContainer {
  /// Who is asked and told; UIKit's counterpart is `UITextViewDelegate`.
  public weak var delegate: (any TextViewDelegate)?
  /// Whether the keyboard edits the text; if not, it can still be selected and copied.
  public var isEditable = true
  /// Whether text can be selected; without this the view cannot have the focus.
  public var isSelectable = true

  /// Makes a view without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: Traits = Traits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
  }

  /// How many lines a page has: its height.
  ///
  /// Without a height nothing scrolls: the keys that scroll by a page move the caret by 20 lines, and
  /// Home and End move it to the start and the end of the text.
  public override var pageLength: Int { frame.height > 0 ? frame.height : 20 }

  override func intercept(_ command: EditingCommand) -> Bool { scroll(command) }

  override func showCaret() {
    if canScroll { scrollToVisible(selection.head) }
  }

  override func keepScroll(behind updates: ArraySlice<Update>) { keepTop(behind: updates) }

  /// Whether an editing command would take its key now; ⌘J and ⌃L only where something scrolls.
  public override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .scrollToSelection, .scrollCaretToMiddle: canScroll
    default: super.canPerform(command)
    }
  }

  override func shouldBeginEditing() -> Bool {
    delegate?.textViewShouldBeginEditing(self) ?? true
  }

  override func shouldEndEditing() -> Bool {
    delegate?.textViewShouldEndEditing(self) ?? true
  }

  override var asksBeforeChange: Bool { delegate != nil }

  override func shouldChange(_ range: TextRange, to text: String) -> Bool {
    delegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
  }

  override func editingDidBegin() {
    delegate?.textViewDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func editingDidEnd(_ reason: EditingEndReason) {
    delegate?.textViewDidEndEditing(self)
    sendActions(for: .editingDidEnd)
  }

  override var hasListeners: Bool { delegate != nil }

  override func tell(_ update: Update) {
    switch update {
    case .selectionDidChange: delegate?.textViewDidChangeSelection(self)
    case .textDidChange(_, _, _, let origin) where origin != .program:
      delegate?.textViewDidChange(self)
    default: break
    }
  }
}

/// What a text view asks and tells; UIKit's counterpart is `UITextViewDelegate`.
///
/// Every method has a default: questions are answered with yes.
public protocol TextViewDelegate: AnyObject {
  /// Asks whether editing may begin.
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool
  /// Tells that editing has begun.
  func textViewDidBeginEditing(_ textView: TextView)
  /// Asks whether editing may end; no is advice (RSP-5).
  func textViewShouldEndEditing(_ textView: TextView) -> Bool
  /// Tells that editing has ended.
  func textViewDidEndEditing(_ textView: TextView)
  /// Asks whether a range may be replaced; with no nothing changes (FLD-10).
  ///
  /// The delegate may change the text itself and then answer no (FLD-11).
  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool
  /// Tells that a key has changed the text.
  func textViewDidChange(_ textView: TextView)
  /// Tells that caret or selection are elsewhere.
  func textViewDidChangeSelection(_ textView: TextView)
}

extension TextViewDelegate {
  /// Yes.
  public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}
  /// Yes.
  public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}
  /// Yes.
  public func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func textViewDidChange(_ textView: TextView) {}
  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: TextView) {}
}
