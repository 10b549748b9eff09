// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The names of updates and their values on the wire.
extension Update {
  /// The update's event in the reference's vocabulary.
  package var eventName: EventName {
    switch self {
    case .textDidChange: .textDidChange
    case .selectionDidChange, .selectionDidEnd: .selectionDidChange
    case .markedDidChange: .markedDidChange
    case .editingChanged: .fieldEditingChanged
    case .didEndOnExit: .fieldDidEndOnExit
    case .focusDidBegin: .focusDidBegin
    case .focusDidEnd: .focusDidEnd
    case .traitsDidChange: .traitsDidChange
    case .keyboard(let event, _): event.eventName
    case .candidatesDidChange: .candidatesDidChange
    case .modeDidChange: .modeDidChange
    case .modeExtensionBypassed: .modeExtensionBypassed
    case .layoutDidChange: .layoutDidChange
    case .locksDidChange: .locksDidChange
    case .correctionDidChange(_, _, let stage): stage.eventName
    case .spellingDidChange: .spellingDidChange
    case .inkDidChange: .inkDidChange
    case .inlineDidChange: .inlineDidChange
    case .viewDidScroll: .viewDidScroll
    case .commandInvoked: .commandInvoked
    case .hudShown: .hudShown
    case .hudHidden: .hudHidden
    case .menuShown: .menuShown
    case .menuHidden: .menuHidden
    case .pressBegan: .pressBegan
    case .pressEnded: .pressEnded
    case .pressCancelled: .pressCancelled
    case .pressUnhandled: .pressUnhandled
    case .deviceConnected: .deviceConnected
    case .deviceDisconnected: .deviceDisconnected
    case .deviceAttached: .deviceAttached
    case .deviceDetached: .deviceDetached
    }
  }

  /// The event's name on the wire, such as `text.didChange`.
  package var name: String { eventName.text }
}

extension KeyboardEvent {
  fileprivate var eventName: EventName {
    switch self {
    case .willShow: .keyboardWillShow
    case .didShow: .keyboardDidShow
    case .willHide: .keyboardWillHide
    case .didHide: .keyboardDidHide
    case .willChangeFrame: .keyboardWillChangeFrame
    case .didChangeFrame: .keyboardDidChangeFrame
    }
  }

  /// The event's name on the wire, such as `keyboard.willShow`.
  package var name: String { eventName.text }
}

extension TextCorrection.Stage {
  fileprivate var eventName: EventName {
    switch self {
    case .offered: .correctionOffered
    case .applied: .correctionApplied
    case .rejected: .correctionRejected
    case .reverted: .correctionReverted
    }
  }
}

// MARK: Words in the lines for updates

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

extension Candidate.Role {
  var wireWord: String {
    switch self {
    case .literal: "literal"
    case .correction: "correction"
    case .completion: "completion"
    case .filling: "filling"
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
