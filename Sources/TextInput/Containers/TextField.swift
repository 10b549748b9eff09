// SPDX-License-Identifier: Apache-2.0
public import Keys
public import KeyCommands

/// A text of one line that the keyboard edits; UIKit's counterpart is `UITextField`.
///
/// ``appearance`` says what of all this shows at the moment.
open class TextField: TextContainer, CellDrawing {
  /// Who is asked and told; UIKit's counterpart is `UITextFieldDelegate`.
  public final weak var delegate: (any TextFieldDelegate)? {
    didSet { hasDelegate = delegate != nil }
  }
  /// What is shown while there is no text; nil for nothing.
  public final var placeholder: String?
  /// Whether the text is emptied when editing begins; the delegate is asked (4.2).
  public final var clearsOnBeginEditing = false
  /// When the clear button shows; only ever while there is text (D15).
  public final var clearButtonMode = ViewMode.never
  /// How the field is framed.
  public final var borderStyle = BorderStyle.none
  /// The name of the image behind the text; nil for none.
  public final var background: String?
  /// The name of the image behind the text of a disabled field; counts only where there is a
  /// ``background`` (RSP-10).
  public final var disabledBackground: String?
  /// Whether a text that has no room shrinks before it scrolls; kept and told, without effect in
  /// cells (FLD-5).
  public final var adjustsFontSizeToFitWidth = false
  /// The size in points down to which it shrinks; kept and told (FLD-5).
  public final var minimumFontSize = 0.0
  /// A view at the side where the text begins; shows only where ``leftViewMode`` says so.
  public final var leftView: View? { didSet { replaceSideView(oldValue, by: leftView) } }
  /// When ``leftView`` shows.
  public final var leftViewMode = ViewMode.never { didSet { updateSideViews() } }
  /// A view at the side where the text ends; shows only where ``rightViewMode`` says so.
  public final var rightView: View? { didSet { replaceSideView(oldValue, by: rightView) } }
  /// When ``rightView`` shows.
  public final var rightViewMode = ViewMode.never { didSet { updateSideViews() } }

  /// Makes a field without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: TextInputTraits = TextInputTraits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
    reportsEditing = true
    allowsNewlines = false
  }

  // MARK: Drawing

  /// Draws one row: the text, and what is at its sides.
  open func drawCells(on canvas: inout CellCanvas) { canvas.draw(field: self, in: canvas.pane) }

  /// Whether it draws the views inside by itself: yes, in their places at its sides.
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
    mutate { $0.setText("", into: &$1) }
  }

  override func editingDidBegin() {
    emptiesOnEdit = isSecure && hasText
    restoreSelection()
    updateSideViews()
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func editingDidEnd(_ reason: EditingEndReason) {
    document.forgetHistory()
    emptiesOnEdit = false
    hideRevealed()
    updateSideViews()
    delegate?.textFieldDidEndEditing(self, reason: reason)
    sendActions(for: .editingDidEnd)
  }

  override func decide(about range: TextRange, _ text: String) -> TextChangeDecision {
    delegate?.textField(self, decideAboutCharactersIn: range, replacementString: text) ?? .accept
  }

  override func tell(_ update: Update) {
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
      // IME-3: what is being composed takes Return first.
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

  /// What to search for while it is typed: the text, and what is being composed in it (INP-11).
  ///
  /// `queryChanged` is sent whenever it may be another.
  public final var queryText: String { text }

  /// Empties the field as its clear button does, if the delegate agrees; the focus stays (FLD-17).
  ///
  /// Does nothing in a field without text, which has no clear button.
  public final func clear() {
    endRun()
    empty()
    engine?.programChanged(self)
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

  /// Whether an editing command would take its key now; ⇥ and ⇧⇥ leave a field (6.3), and there is
  /// something to clear only while there is text.
  open override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .insertTab, .insertBacktab, .deselect: false
    case .clear: hasText
    default: super.canPerform(command)
    }
  }
}
