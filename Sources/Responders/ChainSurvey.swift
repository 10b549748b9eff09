// SPDX-License-Identifier: Apache-2.0
package import KeyCommands

/// The wishes of the responders of a chain about presses, collected in one pass.
package struct ChainSurvey: Equatable {
  /// Whether a responder wants raw presses.
  package private(set) var wantsPresses = false
  /// Whether one of them wants those that the text would handle, too.
  package private(set) var wantsPressesOfText = false
  /// The chords of the commands with priority.
  package private(set) var priority = ChordFilter()
  /// Whether the survey holds until ``DispatchRevision`` changes.
  package private(set) var isLasting = true

  /// Surveys nothing.
  package init() {}

  /// Surveys a chain.
  ///
  /// - Parameter first: the first responder of the chain.
  package init(from first: Responder) {
    var candidate: Responder? = first
    while let responder = candidate {
      if responder.wantsPresses {
        wantsPresses = true
        if responder.wantsPressesOfText { wantsPressesOfText = true }
      }
      addCommands(of: responder)
      candidate = responder.next
    }
  }

  /// Adds the commands of a responder that is not in the chain.
  package mutating func addCommands(of responder: Responder) {
    addCommands(responder.priorityFilter)
    if !responder.notesChanges { isLasting = false }
  }

  /// Adds the chords of commands with priority.
  package mutating func addCommands(_ filter: ChordFilter) { priority.formUnion(filter) }
}
