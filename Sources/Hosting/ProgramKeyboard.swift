// SPDX-License-Identifier: Apache-2.0
import Keys
import TerminalScreen
import TextInput

/// The seam between the engine and the program: edits of the program's text, and keys that are not
/// text, become bytes.
///
/// The text is the program's own, of which only its end is known: what was typed since the last
/// barrier, which is another key, an unexpected cursor, or the other screen. A text that the engine
/// replaces is erased in the program, if the program shows exactly that text before its cursor.
final class ProgramKeyboard {
  /// Called when a key or a text is typed for the program.
  var typed: () -> Void = {}
  /// Called when the program has been sent a key or a text.
  var wasSent: () -> Void = {}
  /// Called if a replacement is not possible.
  var notReplaced: () -> Void = {}
  /// Called when the program begins or ends to read a secret.
  var secrecyChanged: () -> Void = {}

  /// Whether Num Lock is on.
  var hasNumLock = false

  private let screen: ProgramScreen
  private let terminal: PseudoTerminal
  private let view: ProgramView
  private let input: ProgramInput
  /// The text that the program has received since the last barrier.
  private var sent = ""
  /// The row of the cursor when a text was last sent.
  private var sentRow = 0
  /// The keys that the program has received and whose ends are owed to it.
  private var held: [PhysicalKey: Keystroke] = [:]

  private static let textLimit = 4096

  init(_ screen: ProgramScreen, terminal: PseudoTerminal, view: ProgramView) {
    (self.screen, self.terminal, self.view) = (screen, terminal, view)
    input = view.input
    input.pressed = { [unowned self] in press($0) }
    input.repeated = { [unowned self] in send($0) }
    input.released = { [unowned self] in release($0) }
    for text in [input.openText, input.secretText] {
      text.client = self
      forgetText(in: text)
    }
  }

  // MARK: Keys

  private var encoder: KeyEncoder {
    var encoder = screen.keyEncoder
    encoder.hasNumLock = hasNumLock
    return encoder
  }

  private func press(_ keystroke: Keystroke) -> Bool {
    // Modifier keys have no name.
    if !keystroke.charactersIgnoringModifiers.isEmpty { typed() }
    flush()
    let wasSecret = input.isSecret
    followSecrecy()
    if case .pending = keystroke.composition { return false }
    // The engine would type into the text that had the focus when the key was pressed.
    let hasMoved = input.isSecret != wasSecret
    guard hasMoved || !encoder.typesText(keystroke) else { return false }
    let bytes = encoder.bytes(for: keystroke)
    guard !bytes.isEmpty else { return false }
    // A key that was refused is lost with its repeats and its end.
    if terminal.write(bytes) {
      held[keystroke.event.key] = keystroke
      wasSent()
    }
    view.scrolledRows = 0
    setBarrier()
    return true
  }

  private func send(_ keystroke: Keystroke) {
    guard held[keystroke.event.key] != nil else { return }
    terminal.write(encoder.bytes(for: keystroke))
  }

  /// Sends the end of a key as the program knows the key; the layout may have changed meanwhile.
  private func release(_ keystroke: Keystroke) {
    guard var key = held.removeValue(forKey: keystroke.event.key) else { return }
    key.event.phase = .release
    if keystroke.event.phase == .release { key.modifiers = keystroke.modifiers }
    terminal.write(encoder.bytes(for: key), as: .release)
  }

  // MARK: Text

  /// Sends what was typed since the last call.
  func flush() { input.text.flush() }

  /// Sends an edit of the text.
  private func send(_ edit: ExternalEdit) {
    view.scrolledRows = 0
    if edit.before.isEmpty {
      guard terminal.write(edit.text.utf8.map { $0 == 0x0A ? 0x0D : $0 }) else {
        return setBarrier()
      }
    } else if let erase = bytes(erasing: edit.before), terminal.write(erase + edit.text.utf8) {
      sent.removeLast(edit.before.count)
    } else {
      notReplaced()
      return setBarrier()
    }
    sent += edit.text
    sentRow = screen.cursorPlace.row
    wasSent()
    if edit.preedit == nil, sent.utf16.count > Self.textLimit { setBarrier() }
  }

  /// Returns the bytes that erase the end of what was sent; nil if their effect is not certain.
  private func bytes(erasing erased: some StringProtocol) -> [UInt8]? {
    let editing = terminal.lineEditing
    guard
      ErasableText.canErase(
        erased, isWholeText: erased.count == sent.count, editing: editing, on: screen)
    else { return nil }
    let backspace: UInt8 = screen.modes.backspaceSendsBackspace ? 0x08 : 0x7F
    let erase = editing?.eraseByte ?? backspace
    return erased.map { _ in erase }
  }

  // MARK: Barriers

  /// Forgets what was typed, unless text is being composed.
  func setBarrier() {
    guard input.text.markedRange == nil else { return }
    forgetText(in: input.text)
    sent = ""
  }

  /// Empties both texts, also of what is being composed, because the run ends.
  func end() {
    for text in [input.openText, input.secretText] { text.clientDidDisconnect() }
    sent = ""
  }

  private func forgetText(in text: ExternalText) {
    let nothing = Surroundings("", selection: Selection(caret: 0))
    try? text.report(text.isSecret ? nil : nothing, seen: text.lastNumber)
  }

  /// Called after output of the program, which may have moved the cursor elsewhere.
  func screenDidChange(isOtherScreen: Bool) {
    if isOtherScreen || !sent.isEmpty && screen.cursorPlace.row != sentRow { setBarrier() }
    followSecrecy()
  }

  /// Types into a secure text while the terminal collects a line without showing it.
  func followSecrecy() {
    let isSecret = terminal.isSecret
    guard input.isSecret != isSecret else { return }
    input.text.unmarkText()
    flush()
    setBarrier()
    input.setSecret(isSecret)
    secrecyChanged()
  }

  // MARK: Pasting

  /// Sends a line of the editor, or several, and Return.
  ///
  /// - Parameter text: the text, which is sent as a paste if the program recognizes one.
  /// - Returns: false if the program does not read; then nothing is sent.
  func sendLine(_ text: String) -> Bool {
    paste(text, end: screen.modes.hasNewLineMode ? [0x0D, 0x0A] : [0x0D])
  }

  /// Sends a text that was not typed.
  ///
  /// - Parameters:
  ///   - text: the text; control characters but tab and newline are removed.
  ///   - end: bytes to send after it.
  /// - Returns: false if the program does not read; then nothing is sent.
  @discardableResult
  func paste(_ text: String, end: [UInt8] = []) -> Bool {
    flush()
    let bytes = PastedText.bytes(of: text, isBracketed: screen.modes.hasBracketedPaste)
    let isSent = terminal.write(bytes + end, as: .paste)
    view.scrolledRows = 0
    setBarrier()
    return isSent
  }

  /// Reports the focus, if the program wants to know it.
  func reportFocus(_ isFocused: Bool) {
    if screen.modes.reportsFocus {
      terminal.write("\u{1b}[\(isFocused ? "I" : "O")".utf8, as: .reply)
    }
  }
}

extension ProgramKeyboard: ExternalTextClient {
  func externalText(_ text: ExternalText, didSend message: ExternalMessage) {
    text.didHandle(message.number)
    if case .edit(let edit) = message.content { send(edit) }
  }

  func externalTextDidDropKeys(_ text: ExternalText) {}

  func externalText(_ text: ExternalText, mayReplaceFrom start: Int) -> Bool {
    flush()
    terminal.drain()
    let storage = text.storage
    let erased = storage.substring(TextRange(start, storage.count))
    guard storage.text == sent, bytes(erasing: erased) != nil else {
      notReplaced()
      return false
    }
    return true
  }
}
