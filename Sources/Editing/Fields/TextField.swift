// SPDX-License-Identifier: Apache-2.0
public import Keys
public import KeyCommands

/// A text of one line that the keyboard edits, with Return, a clear button and live search; the
/// UIKit counterpart is `UITextField`.
///
/// ``appearance`` tells what is currently visible.
open class TextField: TextContainer, CellDrawing {
  /// The delegate; the UIKit counterpart is `UITextFieldDelegate`.
  public final weak var delegate: (any TextFieldDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// The text shown while the field is empty; nil for none.
  public final var placeholder: String?
  /// Whether the text is cleared when editing begins, if the delegate agrees (4.2).
  public final var clearsOnBeginEditing = false
  /// The condition for the clear button, which is only ever shown while there is text (D15).
  public final var clearButtonMode = ViewMode.never
  /// The style of the frame.
  public final var borderStyle = BorderStyle.none
  /// The name of the image behind the text; nil for none.
  public final var background: String?
  /// The name of the image behind the text while the field is disabled; used only if there is a
  /// ``background`` (RSP-10).
  public final var disabledBackground: String?
  /// Whether text that does not fit shrinks before it scrolls; stored and reported, without effect
  /// in cells (FLD-5).
  public final var adjustsFontSizeToFitWidth = false
  /// The minimum font size for shrinking, in points; stored and reported (FLD-5).
  public final var minimumFontSize = 0.0
  /// The view at the start of the text, shown according to ``leftViewMode``.
  public final var leftView: View? { didSet { replaceSideView(oldValue, by: leftView) } }
  /// The condition for ``leftView``.
  public final var leftViewMode = ViewMode.never { didSet { updateSideViews() } }
  /// The view at the end of the text, shown according to ``rightViewMode``.
  public final var rightView: View? { didSet { replaceSideView(oldValue, by: rightView) } }
  /// The condition for ``rightView``.
  public final var rightViewMode = ViewMode.never { didSet { updateSideViews() } }

  /// Creates a field without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: TextInputTraits = TextInputTraits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
    reportsEditing = true
    allowsNewlines = false
    notesChanges = Swift.type(of: self) == TextField.self
  }

  // MARK: Drawing

  /// Draws one row: the text, and the views at its sides.
  ///
  /// - Parameter canvas: the canvas to draw on.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(field: self, in: canvas.pane) }

  /// Whether the field draws its subviews itself; true, because it places them at its sides.
  open var drawsSubviews: Bool { true }

  // MARK: Side views

  private func replaceSideView(_ old: View?, by new: View?) {
    guard old !== new else { return }
    if let old, old !== leftView, old !== rightView { old.removeFromSuperview() }
    if let new { addSubview(new) }
    updateSideViews()
  }

  private func updateSideViews() {
    let appearance = appearance
    leftView?.isHidden = !appearance.showsLeftView
    rightView?.isHidden = !appearance.showsRightView
  }

  // MARK: Editing

  package override func shouldBeginEditing() -> Bool {
    delegate?.textFieldShouldBeginEditing(self) ?? true
  }

  package override func shouldEndEditing() -> Bool {
    delegate?.textFieldShouldEndEditing(self) ?? true
  }

  package override func editingWillBegin() {
    guard clearsOnBeginEditing, hasText, delegate?.textFieldShouldClear(self) ?? true,
      isFirstResponder, hasText
    else { return }
    replaceDocument(with: "")
  }

  override func editingDidBegin() {
    emptiesOnEdit = isSecure && hasText
    restoreSelection()
    updateSideViews()
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func editingDidEnd(_ reason: EditingEndReason) {
    document.forgetOwnHistory()
    emptiesOnEdit = false
    hideRevealed()
    updateSideViews()
    delegate?.textFieldDidEndEditing(self, reason: reason)
    sendActions(for: .editingDidEnd)
  }

  package override func consultDelegate(_ range: TextRange, _ text: String) -> TextChangeDecision {
    delegate?.textField(self, decideAboutCharactersIn: range, replacementString: text) ?? .accept
  }

  override func notify(_ update: Update) {
    switch update {
    case .selectionDidChange, .selectionDidEnd: delegate?.textFieldDidChangeSelection(self)
    case .editingChanged: sendActions(for: .editingChanged)
    case .markedDidChange, .textDidChange: sendActions(for: .queryChanged)
    default: break
    }
  }

  // MARK: Return and clear

  override func intercept(_ command: EditingCommand) -> Bool {
    switch command {
    case .insertNewline, .insertLineBreak:
      // While text is being composed, Return commits it (IME-3).
      guard markedRange == nil else { return false }
      pressReturn()
    case .clear: empty()
    default: return false
    }
    return true
  }

  private func pressReturn() {
    guard isReturnKeyEnabled else { return }
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    queue.append(.didEndOnExit(id))
    guard hasActions(for: .editingDidEndOnExit) else { return }
    sendActions(for: .editingDidEndOnExit)
    resignFirstResponder()
  }

  /// The text to search for while typing, including text being composed (INP-11).
  ///
  /// `queryChanged` is sent whenever it may have changed.
  public final var queryText: String { text }

  /// Clears the field as its clear button does, if the delegate agrees; focus stays (FLD-17).
  ///
  /// Has no effect in a field without text, which shows no clear button.
  public final func clear() {
    endRun()
    empty()
    programDidChange()
  }

  private func empty() {
    guard hasText, delegate?.textFieldShouldClear(self) ?? true, hasText else { return }
    keepText()
    mutate { document, changes in
      document.unmark(into: &changes)
      let all = TextRange(0, document.storage.count)
      if let edit = document.edit(all, with: "", as: .other) { changes += edit.changes }
    }
  }

  /// Reports whether an editing command would take its key now.
  ///
  /// ⇥ and ⇧⇥ leave a field (6.3), and clearing requires text.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it would take its key.
  open override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .insertTab, .insertBacktab, .deselect: false
    case .clear: hasText
    default: super.canPerform(command)
    }
  }
}
