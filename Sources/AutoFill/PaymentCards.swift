// SPDX-License-Identifier: Apache-2.0
public import Keys
public import TextInput

/// The user's payment cards; nothing is offered until the user opts in.
public struct PaymentCards: FillSource, Hashable {
  /// Whether the user wants cards to be offered.
  public var isEnabled = false
  /// The cards by their parts, best first.
  public var cards: [[TextContentType: String]] = []
  /// What the values' source is called.
  public var source = "Payment Cards"

  /// Makes an empty store.
  public init() {}

  /// One record for each card; what is no part of a card is left out.
  public func records(for program: String, at now: Timestamp) -> [FillRecord] {
    guard isEnabled else { return [] }
    return cards.map { $0.filter { $0.key.group == .payment && !$0.value.isEmpty } }
      .filter { !$0.isEmpty }.map { FillRecord($0, source: source) }
  }
}
