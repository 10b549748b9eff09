// SPDX-License-Identifier: Apache-2.0
public import Keys
public import KeyCommands

/// A text of many lines that the keyboard edits; the UIKit counterpart is `UITextView`.
public final class TextView: TextContainer, CellDrawing {
  /// The delegate; the UIKit counterpart is `UITextViewDelegate`.
  public weak var delegate: (any TextViewDelegate)? { didSet { hasDelegate = delegate != nil } }
  /// Whether the keyboard edits the text.
  ///
  /// If not, the text can still be selected and copied, typed keys are passed on, and the keyboard
  /// area stays hidden.
  public var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      if !isEditable { unmarkText() }
      acceptsText = isEditable
      // A dead key pressed while the view was not editable does not apply to later input.
      if isEditable, isFirstResponder { host?.abandonSequence() }
      // Candidates and ink belong to text that can be typed.
      if !isEditable, isFirstResponder { host?.programChanged(self) }
      queue.notifyObserver(of: .traitsDidChange(id, traits))
      if isFirstResponder { reloadInputViews() }
    }
  }
  /// Whether text can be selected; otherwise the view cannot have focus.
  public var isSelectable = true {
    didSet { if !isSelectable, oldValue { endEditing(force: true) } }
  }

  /// Creates a view without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: TextInputTraits = TextInputTraits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
    notesChanges = true
    style.alignment = .natural
  }

  /// Whether the view may have focus: while it is enabled and selectable (RSP-1, RSP-10).
  public override var canBecomeFirstResponder: Bool { isEnabled && isSelectable }

  public override var kind: ContainerKind { .textView }

  /// Draws the rows from the one to which the view is scrolled.
  ///
  /// - Parameter canvas: the canvas to draw on.
  public func drawCells(on canvas: inout CellCanvas) { canvas.draw(text: self, in: canvas.pane) }

  /// The number of lines of a page: the height of the view.
  ///
  /// Without a height nothing scrolls: the keys that scroll by a page move the caret by 20 lines,
  /// and Home and End move it to the start and the end of the text.
  public override var pageLength: Int { frame.height > 0 ? frame.height : 20 }

  /// The width of the keyboard area, while this view is itself an accessory or an input view; only
  /// the height of such a view is used (CIV-4).
  private var areaWidth: Int?

  /// Called at the end of a turn, while the view is in the keyboard area, with the area's width.
  package func areaDidChange(toColumns columns: Int) {
    areaWidth = superview == nil ? columns : nil
  }

  override func editingHostDidChange(to host: (any EditingHost)?) {
    super.editingHostDidChange(to: host)
    areaWidth = nil
  }

  override var lineLayout: LineLayout {
    var layout = layout
    // Rows of dots that end at word boundaries would reveal the length of words.
    if isSecure { layout.breaksWords = true }
    let width = areaWidth ?? frame.width
    if layout.wrapWidth == nil, width > 0 { layout.wrapWidth = width }
    return layout
  }

  package override func showCaret() {
    if let caretWillShow { caretWillShow() }
    guard canScroll else { return }
    setTop(top(showing: selection.head, from: filling(scrollTop)))
  }

  public override func sizeDidChange() {
    guard canScroll else { return }
    // The text may have become shorter, so rows may begin at other offsets now.
    let top = filling(rowStart(at: min(scrollTop, storage.count)))
    setTop(isFirstResponder ? self.top(showing: selection.head, from: top) : top)
  }

  override func keepScroll(behind updates: ArraySlice<Update>) { keepTop(behind: updates) }

  package override func shouldBeginEditing() -> Bool {
    delegate?.textViewShouldBeginEditing(self) ?? true
  }

  package override func shouldEndEditing() -> Bool {
    delegate?.textViewShouldEndEditing(self) ?? true
  }

  package override func consultDelegate(_ range: TextRange, _ text: String) -> TextChangeDecision {
    delegate?.textView(self, decideAboutTextIn: range, replacementText: text) ?? .accept
  }

  override func editingDidBegin() {
    restoreSelection()
    delegate?.textViewDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func editingDidEnd(_ reason: EditingEndReason) {
    hideRevealed()
    delegate?.textViewDidEndEditing(self)
    sendActions(for: .editingDidEnd)
  }

  override func notify(_ update: Update) {
    switch update {
    case .selectionDidChange, .selectionDidEnd: delegate?.textViewDidChangeSelection(self)
    case .textDidChange(_, _, _, let origin) where origin != .program:
      delegate?.textViewDidChange(self)
    default: break
    }
  }

  override func intercept(_ command: EditingCommand) -> Bool {
    // Return needs text in a view too (TRT-7).
    if command == .insertNewline, !isReturnKeyEnabled { return true }
    return scroll(command)
  }

  /// Reports whether an editing command would take its key now.
  ///
  /// ⌘J and ⌃L require a view that can scroll. While the view is not editable, only commands that
  /// move, scroll, select, find and copy do.
  ///
  /// - Parameter command: the command to check.
  /// - Returns: whether it would take its key.
  public override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .scrollToSelection, .scrollCaretToMiddle: return canScroll
    case .selectAll, .deselect, .copy, .cancel, .useSelectionForFind, .findNext, .findPrevious:
      return super.canPerform(command)
    default: return isEditable ? super.canPerform(command) : command.movesOnly
    }
  }
}

/// The delegate of a text view; the UIKit counterpart is `UITextViewDelegate`.
///
/// Every method has a default; the defaults return true.
public protocol TextViewDelegate: AnyObject {
  /// Asks whether editing may begin.
  ///
  /// - Parameter textView: the view that is about to have the focus.
  /// - Returns: whether the view may have it.
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool
  /// Called after editing began.
  ///
  /// - Parameter textView: the view that has the focus now.
  func textViewDidBeginEditing(_ textView: TextView)
  /// Asks whether editing may end; false is only a recommendation (RSP-5).
  ///
  /// - Parameter textView: the view that has the focus.
  /// - Returns: whether the view may lose it.
  func textViewShouldEndEditing(_ textView: TextView) -> Bool
  /// Called after editing ended.
  ///
  /// - Parameter textView: the view that has lost the focus.
  func textViewDidEndEditing(_ textView: TextView)
  /// Asks whether a range may be replaced; if false, nothing changes (FLD-10).
  ///
  /// The delegate may change the text itself and then return false (FLD-11).
  ///
  /// - Parameters:
  ///   - textView: the view, before the change.
  ///   - range: the UTF-16 offsets to replace; empty for text inserted at the caret.
  ///   - text: the new text of the range; empty for a deletion.
  /// - Returns: whether the change is made.
  func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool
  /// Decides about a change, like ``textView(_:shouldChangeTextIn:replacementText:)``; another text
  /// may replace the typed one.
  ///
  /// The default calls that method, so only one of the two is called.
  ///
  /// - Parameters:
  ///   - textView: the view, before the change.
  ///   - range: the UTF-16 offsets to replace; empty for text inserted at the caret.
  ///   - text: the new text of the range; empty for a deletion.
  /// - Returns: the decision.
  func textView(
    _ textView: TextView, decideAboutTextIn range: TextRange, replacementText text: String
  ) -> TextChangeDecision
  /// Called after a key changed the text.
  ///
  /// - Parameter textView: the view, with its new text.
  func textViewDidChange(_ textView: TextView)
  /// Called after the caret or the selection moved.
  ///
  /// - Parameter textView: the view, with its new selection.
  func textViewDidChangeSelection(_ textView: TextView)
}

extension TextViewDelegate {
  /// Returns true.
  public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}
  /// Returns true.
  public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}
  /// Returns true.
  public func textView(
    _ textView: TextView, shouldChangeTextIn range: TextRange, replacementText text: String
  ) -> Bool { true }
  /// Accepts or refuses the change according to the method that returns a Boolean.
  public func textView(
    _ textView: TextView, decideAboutTextIn range: TextRange, replacementText text: String
  ) -> TextChangeDecision {
    self.textView(textView, shouldChangeTextIn: range, replacementText: text) ? .accept : .refuse
  }
  /// Does nothing.
  public func textViewDidChange(_ textView: TextView) {}
  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: TextView) {}
}
