// SPDX-License-Identifier: Apache-2.0
// Made by Clients/generate.py of Documentation/openrpc.json; do not edit.

/// The events of the reference's vocabulary (NTF-1).
///
/// Every key press causes several events, and most are tested against every client's filter. So an
/// event is a number that fits into a bit mask, and its text is created for lines only.
package enum EventName: UInt8, CaseIterable, Hashable, Sendable {
  case candidatesDidChange
  case commandInvoked
  case correctionApplied
  case correctionOffered
  case correctionRejected
  case correctionReverted
  case deviceAttached
  case deviceConnected
  case deviceDetached
  case deviceDisconnected
  case fieldDidEndOnExit
  case fieldEditingChanged
  case focusDidBegin
  case focusDidEnd
  case hudHidden
  case hudShown
  case inkDidChange
  case inlineDidChange
  case keyboardDidChangeFrame
  case keyboardDidHide
  case keyboardDidShow
  case keyboardWillChangeFrame
  case keyboardWillHide
  case keyboardWillShow
  case layoutDidChange
  case locksDidChange
  case markedDidChange
  case menuHidden
  case menuShown
  case modeDidChange
  case modeExtensionBypassed
  case pressBegan
  case pressCancelled
  case pressEnded
  case pressUnhandled
  case scan
  case selectionDidChange
  case spellingDidChange
  case textDidChange
  case traitsDidChange
  case viewDidScroll

  /// The name on the wire, such as `text.didChange`.
  package var text: String {
    switch self {
    case .candidatesDidChange: "candidates.didChange"
    case .commandInvoked: "command.invoked"
    case .correctionApplied: "correction.applied"
    case .correctionOffered: "correction.offered"
    case .correctionRejected: "correction.rejected"
    case .correctionReverted: "correction.reverted"
    case .deviceAttached: "device.attached"
    case .deviceConnected: "device.connected"
    case .deviceDetached: "device.detached"
    case .deviceDisconnected: "device.disconnected"
    case .fieldDidEndOnExit: "field.didEndOnExit"
    case .fieldEditingChanged: "field.editingChanged"
    case .focusDidBegin: "focus.didBegin"
    case .focusDidEnd: "focus.didEnd"
    case .hudHidden: "hud.hidden"
    case .hudShown: "hud.shown"
    case .inkDidChange: "ink.didChange"
    case .inlineDidChange: "inline.didChange"
    case .keyboardDidChangeFrame: "keyboard.didChangeFrame"
    case .keyboardDidHide: "keyboard.didHide"
    case .keyboardDidShow: "keyboard.didShow"
    case .keyboardWillChangeFrame: "keyboard.willChangeFrame"
    case .keyboardWillHide: "keyboard.willHide"
    case .keyboardWillShow: "keyboard.willShow"
    case .layoutDidChange: "layout.didChange"
    case .locksDidChange: "locks.didChange"
    case .markedDidChange: "marked.didChange"
    case .menuHidden: "menu.hidden"
    case .menuShown: "menu.shown"
    case .modeDidChange: "mode.didChange"
    case .modeExtensionBypassed: "mode.extensionBypassed"
    case .pressBegan: "press.began"
    case .pressCancelled: "press.cancelled"
    case .pressEnded: "press.ended"
    case .pressUnhandled: "press.unhandled"
    case .scan: "scan"
    case .selectionDidChange: "selection.didChange"
    case .spellingDidChange: "spelling.didChange"
    case .textDidChange: "text.didChange"
    case .traitsDidChange: "traits.didChange"
    case .viewDidScroll: "view.didScroll"
    }
  }
}
