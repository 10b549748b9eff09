// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys typed while a keystroke waits, in order.
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

  /// The maximum number of keys; further presses are dropped, which is reported once.
  static let limit = 4096

  private var items: [Item] = []
  private var next = 0
  /// The keys whose press was dropped; their releases are dropped too.
  ///
  /// All other releases are kept regardless of the limit, so that no key stays down.
  private var droppedPresses: Set<PhysicalKey> = []
  /// Whether keys were dropped since the queue was last empty.
  private(set) var hasDropped = false

  var isEmpty: Bool { next == items.count }
  var count: Int { items.count - next }
  /// The time of the first event; nil for none.
  var firstTime: Timestamp? { isEmpty ? nil : items[next].event.time }
  /// The time of the first press; nil for none.
  var firstPressTime: Timestamp? {
    isEmpty ? nil : items[next...].first { $0.event.phase == .press }?.event.time
  }

  /// Adds a key.
  ///
  /// - Returns: false for the first dropped key; true for all others, including later dropped keys.
  mutating func append(_ item: Item) -> Bool {
    let key = item.event.key
    switch item.event.phase {
    case .press, .repeat, .found:
      guard count < Self.limit else {
        defer { hasDropped = true }
        droppedPresses.insert(key)
        return hasDropped
      }
    case .release, .cancel:
      guard droppedPresses.remove(key) == nil else { return true }
    }
    items.append(item)
    return true
  }

  /// Removes and returns the first key; nil for none.
  mutating func popFirst() -> Item? {
    guard next < items.count else { return nil }
    defer {
      next += 1
      if isEmpty {
        items.removeAll(keepingCapacity: items.count <= 64)
        next = 0
        hasDropped = false
      }
    }
    return items[next]
  }
}
