// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys typed while an earlier operation waits, and what was drawn meanwhile, in order.
struct KeyQueue {
  /// A queued key: an event that its layout must still translate, or a keystroke; or ink.
  enum Item {
    case event(KeyEvent)
    case keystroke(Keystroke)
    case ink(InkEvent)

    var time: Timestamp {
      switch self {
      case .event(let event): event.time
      case .keystroke(let keystroke): keystroke.event.time
      case .ink(let ink): ink.time
      }
    }

    /// Whether it may change a text, as the press of a key may.
    var isPress: Bool {
      switch self {
      case .event(let event): event.phase == .press
      case .keystroke(let keystroke): keystroke.event.phase == .press
      case .ink: true
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
  var firstTime: Timestamp? { isEmpty ? nil : items[next].time }
  /// The time of the first press, or of ink; nil for none.
  var firstPressTime: Timestamp? {
    isEmpty ? nil : items[next...].first(where: \.isPress)?.time
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
