// SPDX-License-Identifier: Apache-2.0
package import TextInput

extension Update {
  /// The name of the reference's event vocabulary, `text.didChange`.
  package var name: String {
    switch self {
    case .textDidChange: "text.didChange"
    case .selectionDidChange, .selectionDidEnd: "selection.didChange"
    case .markedDidChange: "marked.didChange"
    case .editingChanged: "field.editingChanged"
    case .didEndOnExit: "field.didEndOnExit"
    case .focusDidBegin: "focus.didBegin"
    case .focusDidEnd: "focus.didEnd"
    case .traitsDidChange: "traits.didChange"
    case .keyboard(let event, _): event.name
    case .candidatesDidChange: "candidates.didChange"
    case .modeDidChange: "mode.didChange"
    case .correctionDidChange(_, _, let stage): "correction.\(stage.wireWord)"
    case .viewDidScroll: "view.didScroll"
    case .commandInvoked: "command.invoked"
    case .hudShown: "hud.shown"
    case .hudHidden: "hud.hidden"
    case .menuShown: "menu.shown"
    case .menuHidden: "menu.hidden"
    case .pressBegan: "press.began"
    case .pressEnded: "press.ended"
    case .pressCancelled: "press.cancelled"
    case .pressUnhandled: "press.unhandled"
    case .deviceConnected: "device.connected"
    case .deviceDisconnected: "device.disconnected"
    case .deviceAttached: "device.attached"
    case .deviceDetached: "device.detached"
    }
  }
}

extension KeyboardEvent {
  /// The name of the reference's event vocabulary, `keyboard.willShow`.
  package var name: String {
    switch self {
    case .willShow: "keyboard.willShow"
    case .didShow: "keyboard.didShow"
    case .willHide: "keyboard.willHide"
    case .didHide: "keyboard.didHide"
    case .willChangeFrame: "keyboard.willChangeFrame"
    case .didChangeFrame: "keyboard.didChangeFrame"
    }
  }
}

// MARK: Words in the lines of updates

extension TextChangeOrigin {
  var wireWord: String {
    switch self {
    case .user: "user"
    case .undo: "undo"
    case .program: "program"
    }
  }
}

extension EditingEndReason {
  package var wireWord: String {
    switch self {
    case .committed: "committed"
    case .cancelled: "cancelled"
    }
  }
}

extension TextCorrection.Stage {
  var wireWord: String {
    switch self {
    case .offered: "offered"
    case .applied: "applied"
    case .rejected: "rejected"
    case .reverted: "reverted"
    }
  }
}

extension MarkedSegment.Style {
  var wireWord: String {
    switch self {
    case .raw: "raw"
    case .converted: "converted"
    case .focused: "focused"
    }
  }
}

extension CandidateList.Kind {
  package var wireWord: String {
    switch self {
    case .accents: "accents"
    case .inputMethod: "inputMethod"
    case .predictions: "predictions"
    case .completions: "completions"
    case .modes: "modes"
    case .urlEndings: "urlEndings"
    case .fill: "fill"
    }
  }
}

extension KeyboardChange.Curve {
  package var wireWord: String {
    switch self {
    case .easeInOut: "easeInOut"
    case .easeIn: "easeIn"
    case .easeOut: "easeOut"
    case .linear: "linear"
    }
  }
}
