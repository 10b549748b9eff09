// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys

/// Surveys presses: collects once what several stages ask of the responders.
///
/// Letters follow one another, and the responders rarely change in between. Their wishes are
/// therefore kept until ``DispatchRevision`` changes, so that a letter asks none of them.
final class PressSurveyor {
  private let state: EngineState
  private let search: CommandSearch
  /// The wishes of the chain, the user's commands and the menu.
  private var known = ChainSurvey()
  /// The revision for which ``known`` is valid; nil for none.
  private var revision: UInt?
  private var letters = false

  init(_ search: CommandSearch) {
    state = search.state
    self.search = search
  }

  /// Returns the values that the stages need for a press or a repeat.
  func survey(_ keystroke: Keystroke) -> PressSurvey {
    if revision != DispatchRevision.current { update() }
    assert(!known.isLasting || known == search.surveyResponders(), "a change was not noted")
    let hint = keystroke.chordHint
    return PressSurvey(
      hint: hint, container: state.container,
      wantsRawPresses: known.wantsPresses, wantsPressesOfText: known.wantsPressesOfText,
      mayMatchPriority: known.priority.mayMatch(hint)
        || state.keyboardArea.hasViews && search.mayMatchPriorityInAccessories(hint))
  }

  /// Whether no responder, command or binding takes a letter before the text, whatever the letter.
  ///
  /// False if it would have to be asked again for each.
  var leavesLettersToText: Bool {
    if revision != DispatchRevision.current { update() }
    return letters
  }

  private func update() {
    // Read before, because a responder that is asked may change something.
    let current = DispatchRevision.current
    known = search.surveyResponders()
    revision = known.isLasting ? current : nil
    letters =
      known.isLasting && !known.wantsPresses && !known.priority.mayMatch(.letter)
      && !state.bindings.mayMatch(.letter) && !state.reservedCommands.mayMatch(.letter)
      && !search.comesFirst
  }
}
