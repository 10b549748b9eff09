// SPDX-License-Identifier: Apache-2.0

/// A stage that shows candidates in the candidate row; `CandidateSource`, with actions.
protocol ChoiceStage: AnyObject {
  /// The candidates; nil for none.
  var candidates: CandidateList? { get }
  /// Whether a choice need not wait for the keys that were typed before.
  var choosesAtOnce: Bool { get }

  /// Takes a candidate of the visible page, as its digit would.
  ///
  /// - Returns: the effects on other stages, in order.
  func choose(_ index: Int) -> [StageAction]
}
