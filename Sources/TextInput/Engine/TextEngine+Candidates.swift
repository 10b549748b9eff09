// SPDX-License-Identifier: Apache-2.0

/// Candidates and values to fill in, as programs see and choose them.
extension TextEngine {
  /// The visible candidates; nil for none.
  public var candidates: CandidateList? { candidateRow.list }

  /// The source of values for the fields on the screen; nil for none (reference 3.4).
  public var autoFill: (any FillSuggester)? {
    get { candidateRow.autoFill }
    set { candidateRow.autoFill = newValue }
  }

  /// Requests the values to fill in again, because they changed.
  public func reloadFillSuggestions() { candidateRow.reloadFillings() }

  /// Chooses a candidate of the visible page, exactly as its digit would (F029).
  ///
  /// - Parameter number: the digit, 1 to 9.
  /// - Returns: whether the candidate existed.
  @discardableResult
  public func chooseCandidate(_ number: Int) -> Bool {
    chooseCandidate(number, byProgram: false) == .chosen
  }

  /// Chooses a candidate of the visible page for a program, which may choose a value to fill in
  /// only if the setting ``TextInputSettings/programsChooseFills`` allows it (TRT-21).
  package func chooseCandidate(_ number: Int, byProgram isProgram: Bool) -> CandidateChoice {
    // The row may belong to an older text.
    if isHelpDue { assistance.requestWhatIsDue() }
    let methods = stages.composition.methods
    if methods.continuesReply { methods.replyWasDelivered() }
    return candidateRow.choose(number, byProgram: isProgram)
  }

  /// The characters around the caret while the arrows place it; nil otherwise.
  public var caretContext: CaretContext? { (stages.overlay.current as? CaretMode)?.context }
}
