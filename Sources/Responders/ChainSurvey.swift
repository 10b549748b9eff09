// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The wishes of the responders of a chain about a press, collected in one pass.
///
/// Every key is surveyed, so this is in the module whose properties it reads.
package struct ChainSurvey {
  /// Whether a responder wants raw presses.
  package private(set) var wantsPresses = false
  /// Whether one of them wants those that the text would handle, too.
  package private(set) var wantsPressesOfText = false
  /// Whether a command with priority of a responder may match; false is certain.
  package private(set) var mayMatchPriority = false

  /// Surveys a chain.
  ///
  /// - Parameters:
  ///   - first: the first responder of the chain.
  ///   - hint: the summary of the keystroke.
  package init(from first: Responder, _ hint: ChordHint) {
    var candidate: Responder? = first
    while let responder = candidate {
      if responder.wantsPresses {
        wantsPresses = true
        if responder.wantsPressesOfText { wantsPressesOfText = true }
      }
      if responder.mayMatch(hint, withPriority: true) { mayMatchPriority = true }
      candidate = responder.next
    }
  }
}
