// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A person, and the screen with the message that is being written to them.
final class Conversation {
  let name: String
  let controller: ConversationController

  init(_ name: String) {
    self.name = name
    controller = ConversationController(name)
  }
}

/// The screen of one conversation: its heading, and the text that is being written.
final class ConversationController: ViewController {
  let draft: TextView
  private let heading: Label

  init(_ name: String) {
    heading = Label("To \(name)")
    draft = TextView(name: name)
    super.init(name: "conversation with \(name)")
    view.addSubview(heading)
    view.addSubview(draft)
  }

  /// The context for which the last input mode is remembered.
  ///
  /// The text view has no context of its own, so the engine asks its controller (MOD-4).
  override var textInputContextIdentifier: String? { "conversation." + draft.name }

  func layOut(in frame: CellRect) {
    view.frame = frame
    heading.frame = CellRect(width: frame.width, height: 1)
    draft.frame = CellRect(y: 2, width: frame.width, height: max(0, frame.height - 2))
  }
}
