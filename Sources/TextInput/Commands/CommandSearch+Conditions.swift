// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
import Keys

/// Conditions of commands.
extension CommandSearch {
  /// Whether a condition holds now.
  func holds(_ condition: CommandCondition) -> Bool {
    (condition.focus.isEmpty || condition.focus.contains { focus?.isMeant(by: $0) == true })
      && (condition.contexts.isEmpty || condition.contexts.contains(where: isContext))
      && (condition.keyboards.isEmpty || isTypedOn(condition.keyboards))
  }

  /// The kind of the focused responder; nil for none.
  private var focus: CommandCondition.Focus? {
    guard let firstResponder = state.firstResponder else { return nil }
    switch (firstResponder as? TextContainer)?.kind {
    case .textField: return .textField
    case .textView: return .textView
    case .webField: return .webField
    case .external: return externalFocus
    case nil: return .other
    }
  }

  /// The kind of a text that a toolkit owns, as commands see it.
  private var externalFocus: CommandCondition.Focus {
    guard let text = state.container as? ExternalText, text.isEditable else { return .other }
    return text.isMultiline ? .textView : .textField
  }

  private func isContext(_ pattern: String) -> Bool {
    guard !state.isInactive else { return false }
    var candidate: Responder? = state.firstOfChain
    while let responder = candidate {
      if fnmatch(pattern, responder.name, 0) == 0 { return true }
      if let context = responder.textInputContextIdentifier, fnmatch(pattern, context, 0) == 0 {
        return true
      }
      candidate = responder.next
    }
    return false
  }

  private func isTypedOn(_ selectors: [String]) -> Bool {
    guard let keyboard = state.keyboards.current else { return false }
    return selectors.contains { state.isKeyboard(keyboard, $0) }
  }
}

extension CommandCondition.Focus {
  fileprivate func isMeant(by wanted: Self) -> Bool { wanted.includes(self) }
}
