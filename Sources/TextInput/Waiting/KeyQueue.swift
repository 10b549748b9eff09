// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys typed while an earlier operation waits, in order.
struct KeyQueue {
  /// A queued key: an event that its layout must still translate, or a keystroke.
  enum Item {
    case event(KeyEvent)
    case keystroke(Keystroke)

    var event: KeyEvent {
      switch self {
      case .event(let event): event
      case .keystroke(let keystroke): keystroke.event
      }
    }
  }

  /// The number of events from which on requests get their default answers, so that the queue does
  /// not grow further.
  static let limit = 4096

  private var items: [Item] = []
  private var next = 0

  var isEmpty: Bool { next == items.count }
  var count: Int { items.count - next }
  /// Whether the queue has reached its limit.
  var isFull: Bool { count >= Self.limit }
  /// The time of the first event; nil for none.
  var firstTime: Timestamp? { isEmpty ? nil : items[next].event.time }
  /// The time of the first press; nil for none.
  var firstPressTime: Timestamp? {
    isEmpty ? nil : items[next...].first { $0.event.phase == .press }?.event.time
  }

  /// Adds a key.
  mutating func append(_ item: Item) {
    // Processed items are dropped, also from a queue that is never empty.
    if next >= Self.limit {
      items.removeSubrange(..<next)
      next = 0
    }
    items.append(item)
  }

  /// Removes and returns the first key; nil for none.
  mutating func popFirst() -> Item? {
    guard next < items.count else { return nil }
    defer {
      next += 1
      if isEmpty {
        items.removeAll(keepingCapacity: items.count <= 64)
        next = 0
      }
    }
    return items[next]
  }
}
