// SPDX-License-Identifier: Apache-2.0
public import Keys
public import KeyCommands

/// A text of many lines that the keyboard edits; UIKit's counterpart is `UITextView`.
public final class TextView: TextContainer, CellDrawing, KeyboardAreaContent {
  /// Who is asked and told; UIKit's counterpart is `UITextViewDelegate`.
  public weak var delegate: (any TextViewDelegate)? { didSet { hasDelegate = delegate != nil } }
  /// Whether the keyboard edits the text; if not, it can still be selected and copied, what would
  /// type goes on to others, and the keyboard area stays hidden.
  public var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      if !isEditable { unmarkText() }
      takesText = isEditable
      // A dead key that was pressed while nothing could be typed is not for what can be now.
      if isEditable, isFirstResponder { engine?.stages.composition.abandon() }
      engine?.stages.overlay.tell([.traitsDidChange(id, traits)])
      if isFirstResponder { reloadInputViews() }
    }
  }
  /// Whether text can be selected; without this the view cannot have the focus.
  public var isSelectable = true {
    didSet { if !isSelectable, oldValue { endEditing(force: true) } }
  }

  /// Makes a view without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: TextInputTraits = TextInputTraits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
    style.alignment = .natural
  }

  /// Whether it may have the focus: while it is enabled and can be selected (RSP-1, RSP-10).
  public override var canBecomeFirstResponder: Bool { isEnabled && isSelectable }

  public override var kind: ContainerKind { .textView }

  /// Draws its rows from the one on to which it is scrolled.
  public func drawCells(on canvas: inout CellCanvas) { canvas.draw(text: self, in: canvas.pane) }

  /// How many lines a page has: its height.
  ///
  /// Without a height nothing scrolls: the keys that scroll by a page move the caret by 20 lines, and
  /// Home and End move it to the start and the end of the text.
  public override var pageLength: Int { frame.height > 0 ? frame.height : 20 }

  /// How wide the keyboard area is, while this is an accessory or an input view by itself: of what is
  /// supplied only the height counts (CIV-4).
  private var areaWidth: Int?

  func turnWillEnd(focused: TextContainer?, columns: Int) {
    areaWidth = superview == nil ? columns : nil
  }

  override func engineDidChange(to engine: TextEngine?) {
    super.engineDidChange(to: engine)
    areaWidth = nil
  }

  override var lineLayout: LineLayout {
    var layout = layout
    // Rows of dots that end with the words would tell how long these are.
    if isSecure { layout.breaksWords = true }
    let width = areaWidth ?? frame.width
    if layout.wrapWidth == nil, width > 0 { layout.wrapWidth = width }
    return layout
  }

  override func showCaret() {
    (superview as? ExpandingAccessory)?.contentMayHaveChanged()
    guard canScroll else { return }
    setTop(top(showing: selection.head, from: filling(scrollTop)))
  }

  public override func sizeDidChange() {
    guard canScroll else { return }
    // Its rows may begin elsewhere now.
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

  override func decide(about range: TextRange, _ text: String) -> TextChangeDecision {
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

  override func tell(_ update: Update) {
    switch update {
    case .selectionDidChange, .selectionDidEnd: delegate?.textViewDidChangeSelection(self)
    case .textDidChange(_, _, _, let origin) where origin != .program:
      delegate?.textViewDidChange(self)
    default: break
    }
  }

  override func intercept(_ command: EditingCommand) -> Bool {
    // TRT-7: in a view too Return waits for text.
    if command == .insertNewline, !isReturnKeyEnabled { return true }
    return scroll(command)
  }

  /// Whether an editing command would take its key now: ⌘J and ⌃L only where something scrolls; while
  /// the view is not editable, only what moves, scrolls, selects, finds and copies.
  public override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .scrollToSelection, .scrollCaretToMiddle: return canScroll
    case .selectAll, .deselect, .copy, .cancel, .useSelectionForFind, .findNext, .findPrevious:
      return super.canPerform(command)
    default: return isEditable ? super.canPerform(command) : command.movesOnly
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
  /// Decides what becomes of a change: as ``textView(_:shouldChangeTextIn:replacementText:)``, and another text may
  /// take the place of the typed one.
  ///
  /// By default calls that method, so of both only one runs.
  func textView(
    _ textView: TextView, decideAboutTextIn range: TextRange, replacementText text: String
  ) -> TextChangeDecision
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
  /// Accepts or refuses as the method that returns a Boolean says.
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
