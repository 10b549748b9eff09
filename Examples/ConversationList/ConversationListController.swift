// SPDX-License-Identifier: Apache-2.0
import ExampleSupport
import KeyCommands
import Keys
import TextInput

/// The list on the left, and the selected conversation on the right.
///
/// The view of a conversation is inside this controller's view, so this controller is also in the
/// responder chain of the text. ⌘↓ selects the next conversation while the list has the focus.
/// While the text has it, ⌘↓ moves to the end of the text, unless the command wants priority
/// (reference 8.3).
final class ConversationListController: ViewController, ExampleScreen {
  private let conversations: [Conversation]
  private let rows: [Label]
  private var selected = 0
  private(set) var report: [String] = []

  private static let listWidth = 14

  init(_ conversations: [Conversation], wantsPriority: Bool) {
    self.conversations = conversations
    rows = conversations.map { Label($0.name) }
    super.init(name: "conversations")
    for row in rows { view.addSubview(row) }
    for conversation in conversations { view.addSubview(conversation.controller.view) }
    declareCommands(wantsPriority: wantsPriority)
    // Runs after ⎋ has ended editing as cancelled (FLD-7).
    cancelAction = { [unowned self] in showList() }
    select(0)
  }

  // A title that is a key of a catalogue is shown in the user's language, and without a catalogue
  // as the key (CMD-14).
  private func declareCommands(wantsPriority: Bool) {
    let next = KeyCommand(
      id: "next-conversation", input: KeyInput.downArrow, modifiers: .command,
      title: "GO_TO_NEXT_CONVERSATION"
    ) { $0.wantsPriority = wantsPriority }
    let previous = KeyCommand(
      id: "previous-conversation", input: KeyInput.upArrow, modifiers: .command,
      title: "GO_TO_PREV_CONVERSATION"
    ) { $0.wantsPriority = wantsPriority }
    let open = KeyCommand(
      id: "open-conversation", input: KeyInput.return, title: "Open Conversation"
    ) { $0.isRepeating = false }
    addKeyCommand(next) { [unowned self] _ in move(by: 1) }
    addKeyCommand(previous) { [unowned self] _ in move(by: -1) }
    addKeyCommand(open) { [unowned self] _ in openSelected() }
  }

  /// Always true: the list has no text, but it needs the focus to receive keys.
  override var canBecomeFirstResponder: Bool { true }

  func begin() { becomeFirstResponder() }

  func layOut(in size: CellSize) {
    view.frame = CellRect(width: size.width, height: size.height)
    for (row, label) in rows.enumerated() {
      label.frame = CellRect(x: 1, y: 1 + row, width: Self.listWidth, height: 1)
    }
    let x = Self.listWidth + 2
    let frame = CellRect(
      x: x, y: 1, width: max(0, size.width - x - 1), height: max(0, size.height - 1))
    for conversation in conversations { conversation.controller.layOut(in: frame) }
  }

  // MARK: Commands

  /// Moves the selection; if the text of the old conversation had the focus, the new one's gets it.
  private func move(by step: Int) {
    guard conversations.indices.contains(selected + step) else { return }
    let isWriting = conversations[selected].controller.draft.isFirstResponder
    select(selected + step)
    report.append("chosen: \(conversations[selected].name)")
    if isWriting { openSelected() }
  }

  private func openSelected() {
    let draft = conversations[selected].controller.draft
    draft.becomeFirstResponder()
    report.append("writing to \(draft.name)")
  }

  private func showList() {
    becomeFirstResponder()
    let draft = conversations[selected].controller.draft
    report.append("to \(draft.name): \"\(draft.text)\"")
  }

  private func select(_ index: Int) {
    selected = index
    for (row, label) in rows.enumerated() {
      label.text = (row == index ? "▸ " : "  ") + conversations[row].name
      conversations[row].controller.view.isHidden = row != index
    }
  }
}
