// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TerminalScreen
import TextInput

/// The texts in front of a program's screen, one at a time, and the focus that they take from it.
final class ProgramOverlays {
  private let host: ProgramHost
  private let view: ProgramView
  private let screen: ProgramScreen
  private let keyboard: ProgramKeyboard
  private let assists: Bool
  private let notify: (String) -> Void
  private let focusMoved: (Bool) -> Void
  private var editor: LineEditor?
  private var transcript: Transcript?

  private var engine: TextEngine { host.engine }

  /// Creates the texts, of which none is shown.
  ///
  /// - Parameters:
  ///   - host: the running program.
  ///   - view: the view of the screen, in the window of the engine.
  ///   - screen: the screen.
  ///   - keyboard: the receiver of lines.
  ///   - assists: whether the text that is typed for the program is assisted.
  ///   - notify: shows a message.
  ///   - focusMoved: called with whether the program has the focus now.
  init(
    _ host: ProgramHost, view: ProgramView, screen: ProgramScreen, keyboard: ProgramKeyboard,
    assists: Bool, notify: @escaping (String) -> Void,
    focusMoved: @escaping (Bool) -> Void
  ) {
    (self.host, self.view, self.screen) = (host, view, screen)
    (self.keyboard, self.assists) = (keyboard, assists)
    (self.notify, self.focusMoved) = (notify, focusMoved)
    editor = LineEditor(
      assists: assists, send: { [unowned self] in sendLine() },
      close: { [unowned self] in close() })
    transcript = Transcript(
      find: { [unowned self] in find() }, close: { [unowned self] in close() },
      openField: { [unowned self] in transcript?.showField(true) })
    keyboard.secrecyChanged = { [unowned self] in secrecyChanged() }
    view.input.text.becomeFirstResponder()
    followFocus()
  }

  /// Leaves keys to the program while it has the focus: what remains are commands.
  private func followFocus() {
    let isTyping = view.input.text.isFirstResponder
    view.input.isReachable = isTyping
    engine.bindings = isTyping ? TextBindings() : host.bindings()
    engine.suspendsVariants = isTyping
    engine.suspendsAssistance = isTyping && !assists
    focusMoved(isTyping)
  }

  /// Gives the focus to the program again.
  private func close() {
    view.input.isReachable = true
    view.input.text.becomeFirstResponder()
    view.lineAccessory = nil
    view.input.text.reloadInputViews()
    transcript?.hideField()
    transcript?.removeFromSuperview()
    transcript?.clear()
    followFocus()
  }

  /// Gives the focus to the program if nothing has it, so that every key has a receiver.
  func ensureFocus() {
    if engine.window.firstResponder == nil { close() }
  }

  /// Empties all texts.
  func clear() {
    editor?.text.text = ""
    transcript?.clear()
  }

  /// Called when the size of the screen changes.
  func resize() { transcript?.frame = view.frame }

  private func secrecyChanged() {
    if view.input.isSecret, view.lineAccessory != nil { close() }
  }

  // MARK: A line

  /// Opens the editor of a line; a text that was not sent is still in it.
  func editLine() {
    guard let editor, !view.input.isSecret else { return }
    view.lineAccessory = editor.accessory
    view.input.text.reloadInputViews()
    editor.text.becomeFirstResponder()
    followFocus()
  }

  private func sendLine() {
    // Editing ends first, because that may correct the last word.
    close()
    // A line that was refused is still there at the next ⌘L.
    if keyboard.sendLine(editor?.text.text ?? "") { editor?.text.text = "" }
  }

  // MARK: The rows that were shown

  /// Covers the screen with its text, in which to move and copy, and to find if wanted.
  ///
  /// - Parameter isFinding: whether the field has the focus.
  func showTranscript(finding isFinding: Bool) {
    guard let transcript else { return }
    // The program may have printed since the last drawing.
    view.update()
    transcript.frame = view.frame
    transcript.load(screen, scrolledRows: view.scrolledRows)
    engine.window.addSubview(transcript)
    transcript.text.becomeFirstResponder()
    followFocus()
    transcript.text.perform(.scrollToSelection)
    if isFinding { transcript.showField(true) }
  }

  private func find() {
    guard let transcript else { return }
    guard transcript.find() else { return notify("Not found: \(transcript.field.text)") }
    transcript.showField(false)
  }
}
