// SPDX-License-Identifier: Apache-2.0

/// An observer's registration for one event; pass it to ``KeyboardArea/removeObserver(_:)`` to end
/// it.
public struct KeyboardObservation: Hashable, Sendable {
  fileprivate let event: KeyboardEvent
  fileprivate let number: Int
}

/// The observers of the keyboard area, by event.
struct KeyboardObservers {
  private var handlers: [KeyboardEvent: [(number: Int, body: (KeyboardChange) -> Void)]] = [:]
  private var count = 0

  mutating func add(
    for event: KeyboardEvent, _ body: @escaping (KeyboardChange) -> Void
  ) -> KeyboardObservation {
    count += 1
    handlers[event, default: []].append((count, body))
    return KeyboardObservation(event: event, number: count)
  }

  mutating func remove(_ observation: KeyboardObservation) {
    handlers[observation.event]?.removeAll { $0.number == observation.number }
  }

  /// Returns the observers of an event, in the order in which they were added.
  func bodies(for event: KeyboardEvent) -> [(KeyboardChange) -> Void] {
    handlers[event]?.map(\.body) ?? []
  }
}
