// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TextInput

/// A responder that records its calls.
final class RecordingResponder: Responder {
  var log: [String] = []
  var commands: CommandRegistry?
  /// The commands it can perform; nil for all.
  var performable: Set<String>?
  /// The changes that it makes to menus.
  var menu: (inout MenuBuilder) -> Void = { _ in }
  var acceptsFocus = false
  var releasesFocus = true
  var offersPresses = false
  var takesPresses = false

  init(_ name: String, next: Responder? = nil) {
    super.init(name: name, next: next)
  }

  override var canBecomeFirstResponder: Bool { acceptsFocus }
  override var canResignFirstResponder: Bool {
    log.append("may end")
    return releasesFocus
  }
  override var keyCommands: [KeyCommand]? { commands?.commands }
  override func canPerform(_ command: KeyCommand) -> Bool {
    performable?.contains(command.id) ?? true
  }
  override func perform(_ command: KeyCommand) {
    log.append("perform \(command.id)")
  }
  override func buildMenu(with builder: inout MenuBuilder) { menu(&builder) }
  override var wantsPresses: Bool { offersPresses }
  override func pressBegan(_ keystroke: Keystroke) -> Bool {
    log.append("began \(keystroke.charactersIgnoringModifiers)")
    return takesPresses
  }
  override func pressEnded(_ keystroke: Keystroke) { log.append("ended") }
  override func pressCancelled(_ keystroke: Keystroke) { log.append("cancelled") }
  override func didBecomeFirstResponder() { log.append("began focus") }
  override func didResignFirstResponder() { log.append("ended focus") }
}
