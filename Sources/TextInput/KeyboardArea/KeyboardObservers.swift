// SPDX-License-Identifier: Apache-2.0

/// One observer's wish to hear of one event; ``KeyboardArea/removeObserver(_:)`` ends it.
public struct KeyboardObservation: Hashable, Sendable {
  fileprivate let event: KeyboardEvent
  fileprivate let number: Int
}

/// Who wants to hear of which event of the keyboard area.
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

  /// Who is to be told of an event, first come first.
  func bodies(for event: KeyboardEvent) -> [(KeyboardChange) -> Void] {
    handlers[event]?.map(\.body) ?? []
  }
}
