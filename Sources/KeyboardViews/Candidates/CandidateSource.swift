// SPDX-License-Identifier: Apache-2.0

/// Something that shows candidates in the candidate row, in front of the text.
package protocol CandidateSource: AnyObject {
  /// The candidates; nil for none.
  var candidates: CandidateList? { get }
  /// Whether a choice need not wait for the keys that were typed before.
  var choosesAtOnce: Bool { get }

  /// Takes a candidate of the visible page, as its digit would.
  func choose(_ index: Int)
}
