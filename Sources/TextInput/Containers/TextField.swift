// SPDX-License-Identifier: Apache-2.0
public import KeyCommands

/// A text of one line that the keyboard edits; UIKit's counterpart is `UITextField`.
open class TextField: TextContainer {
  /// Who is asked and told; UIKit's counterpart is `UITextFieldDelegate`.
  public final weak var delegate: (any TextFieldDelegate)?
  /// What is shown while there is no text; nil for nothing.
  public final var placeholder: String?
  /// Whether the text is emptied when editing begins; the delegate is asked (4.2).
  public final var clearsOnBeginEditing = false

  /// Makes a field without text.
  public override init(
    name: String = "", frame: CellRect = .zero, traits: Traits = Traits()
  ) {
    super.init(name: name, frame: frame, traits: traits)
    document.reportsEditing = true
  }

  override var allowsNewlines: Bool { false }

  override func shouldBeginEditing() -> Bool {
    delegate?.textFieldShouldBeginEditing(self) ?? true
  }

  override func shouldEndEditing() -> Bool {
    delegate?.textFieldShouldEndEditing(self) ?? true
  }

  override var asksBeforeChange: Bool { delegate != nil }

  override func shouldChange(_ range: TextRange, to text: String) -> Bool {
    delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true
  }

  override func editingDidBegin() {
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func editingDidEnd(_ reason: EditingEndReason) {
    document.forgetHistory()
    delegate?.textFieldDidEndEditing(self, reason: reason)
    sendActions(for: .editingDidEnd)
  }

  override var hasListeners: Bool { delegate != nil || hasAnyActions }

  override func tell(_ update: Update) {
    switch update {
    case .selectionDidChange: delegate?.textFieldDidChangeSelection(self)
    case .editingChanged: sendActions(for: .editingChanged)
    case .markedDidChange, .textDidChange: sendActions(for: .queryChanged)
    default: break
    }
  }

  override func intercept(_ command: EditingCommand) -> Bool {
    // IME-3: what is being composed takes Return first.
    guard command == .insertNewline || command == .insertLineBreak, markedRange == nil else {
      return false
    }
    pressReturn()
    return true
  }

  private func pressReturn() {
    guard !traits.enablesReturnKeyAutomatically || hasText else { return }
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

  /// Whether an editing command would take its key now; ⇥ and ⇧⇥ leave a field (6.3).
  open override func canPerform(_ command: EditingCommand) -> Bool {
    switch command {
    case .insertTab, .insertBacktab, .deselect: false
    default: super.canPerform(command)
    }
  }
}
