// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// A text above the status row, which is sent as a line, and is as literal as what is typed for the
/// program itself.
///
/// It covers rows of the program's screen and does not change its size.
final class LineEditor {
  /// The largest number of rows; a longer text scrolls.
  private static let maximumRows = 5

  /// The text.
  let text = TextView(name: "line")
  /// The accessory that contains the text.
  let accessory: ExpandingAccessory

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - assists: whether the text that is typed for the program is assisted.
  ///   - send: called by Return.
  ///   - close: called by ⎋, unless it takes back a correction or closes a list.
  init(assists: Bool, send: @escaping () -> Void, close: @escaping () -> Void) {
    if !assists { text.traits.textContentType = .code }
    accessory = ExpandingAccessory(
      name: "line", container: text, maximumRows: Self.maximumRows)
    let sending = KeyCommand(id: "terminal.sendLine", input: .return, title: "Send Line") {
      $0.group = TerminalCommands.group
      $0.wantsPriority = true
    }
    let closing = KeyCommand(id: "terminal.closeLine", input: .escape, title: "Back to the Program")
    {
      $0.group = TerminalCommands.group
    }
    text.addKeyCommand(sending) { _ in send() }
    text.addKeyCommand(closing) { _ in close() }
  }
}
