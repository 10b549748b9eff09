// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// The user's payment cards, which are offered only after the user opts in.
public struct PaymentCards: FillSource, Hashable {
  /// Whether the user has opted in to suggesting cards.
  public var isEnabled = false
  /// The parts of each card, the best card first.
  public var cards: [[TextContentType: String]] = []
  /// The name of the source, displayed next to the values.
  public var source = "Payment Cards"

  /// Creates an empty store.
  public init() {}

  /// Returns one record for each card, with the parts of a card only.
  ///
  /// - Parameters:
  ///   - program: has no effect; all programs get the same records.
  ///   - now: has no effect; cards do not expire here.
  /// - Returns: the records; empty unless the user has opted in.
  public func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
    guard isEnabled else { return [] }
    return cards.map { $0.filter { $0.key.group == .payment && !$0.value.isEmpty } }
      .filter { !$0.isEmpty }.map { FillRecord($0, source: source) }
  }
}
