// SPDX-License-Identifier: Apache-2.0
import ExampleSupport
import KeyCommands
import Keys
import TextInput

/// The list at the left, the chosen conversation at the right.
///
/// A conversation's view stands inside this controller's, so the commands declared here are in the
/// responder chain of its text too: ⌘↓ means the next conversation while the list has the focus, and the
/// end of the text while the text has it, unless the command wants priority (reference 8.3).
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
    // ⎋ ends editing as cancelled, and then this happens (FLD-7).
    cancelAction = { [unowned self] in showList() }
    select(0)
  }

  // Titles that are keys of a catalogue are said in the user's language; without a catalogue the key
  // shows (CMD-14).
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

  /// The list has no text, but it may have the focus: that is what brings it the keys.
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

  /// Goes up or down the list; where a text was being written, the next one's has the focus then.
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
